"""How a printed document looks: an A4 page in the Computer Modern that Typst carries with it."""

TEMPLATE = r"""// By Torsor; compile with: typst compile FILE.typ
#let title = «title»
#let subtitle = «subtitle»
#let author = «author»
#set document(date: none, title: title, author: if author == "" { () } else { author })
#set text(font: "New Computer Modern", size: 10pt, lang: "en", hyphenate: true,
  overhang: false)
#set par(justify: true, leading: 0.58em, spacing: 0.95em)
#set page(
  paper: "a4",
  margin: (x: 24mm, top: 28mm, bottom: 26mm),
  header: context if counter(page).get().first() > 1 {
    set text(size: 8.5pt)
    smallcaps(title)
    h(1fr)
    let before = query(heading.where(level: 1).before(here()))
    let here-too = query(heading.where(level: 1)).filter(h => h.location().page() == here().page())
    if «numbering» != none {
      if here-too.len() > 0 { emph(here-too.first().body) } else if before.len() > 0 {
        emph(before.last().body)
      }
    }
    v(-6pt)
    line(length: 100%, stroke: 0.4pt)
  },
  footer: context align(center, text(size: 9pt, counter(page).display("1 / 1", both: true))),
)
#set heading(numbering: «numbering»)
#show heading: set block(sticky: true)
#let numbered(it) = if it.numbering != none {
  counter(heading).display(it.numbering)
  h(0.75em)
}
#show heading.where(level: 1): it => block(above: 1.9em, below: 0.9em, sticky: true,
  text(size: 13pt, weight: "bold", numbered(it) + it.body))
#show heading.where(level: 2): it => block(above: 1.6em, below: 0.85em, sticky: true,
  text(size: 11pt, weight: "bold", numbered(it) + it.body))
#show heading.where(level: 3): it => block(above: 1.4em, below: 0.8em, sticky: true,
  text(size: 10pt, style: "italic", weight: "regular", it.body))
#show math.equation.where(block: true): set align(left)
#set math.mat(column-gap: 0.9em, row-gap: 0.35em)
#set list(indent: 0.6em, spacing: 0.6em)
#let appendix(body) = {
  counter(heading).update(0)
  set heading(numbering: "A.1")
  body
}
#let lead(body) = block(sticky: true, body)
#let command(text-of) = text(font: "DejaVu Sans Mono", size: 7.8pt,
  text-of.replace("/", "/\u{200b}").replace("_", "_\u{200b}"))
#let eq(number, whole: true, held: false, body) = {
  set math.equation(numbering: if number == 0 { none } else { (..) => [(#number)] },
    number-align: right + bottom)
  show math.equation.where(block: true): set block(breakable: not whole,
    sticky: held, above: 0.85em, below: 0.85em)
  body
}
#let tables = counter("table")
#let figures = counter("drawing")
#let listing(caption, columns, aligned, head, whole: false, dense: false, ..cells) = {
  set text(size: if dense { 7.8pt } else { 9pt })
  set par(justify: false)
  show table.cell.where(y: 0): set text(weight: "bold")
  let name = if caption != [] {
    tables.step()
    let said = text(size: 9pt)[*Table #context tables.display().* #caption.]
    block(sticky: true, below: 0.6em, above: 0pt, said)
  }
  let body = table(
    columns: columns,
    align: (x, _) => aligned.at(x),
    inset: (x: if dense { 2.5pt } else { 4pt }, y: 3.4pt),
    stroke: none,
    table.hline(stroke: 0.8pt),
    table.header(..head),
    table.hline(stroke: 0.5pt),
    ..cells,
    table.hline(stroke: 0.8pt),
  )
  block(breakable: not whole, above: 1.3em, below: 1.5em, width: 100%, name + body)
}
#let drawing(source, width, height, caption) = {
  figures.step()
  block(breakable: false, width: 100%, above: 1.2em, below: 1.4em, align(center, {
    layout(room => {
      let size = measure(image(bytes(source), format: "svg"))
      let scale = calc.min(1, width * room.width / size.width, height / size.height)
      image(bytes(source), format: "svg", width: scale * size.width)
    })
    v(0.2em)
    text(size: 9pt)[*Figure #context figures.display().* #caption.]
  }))
}

#align(center, {
  v(2mm)
  text(size: 17pt, weight: "bold", title)
  if subtitle != "" {
    linebreak()
    v(1mm)
    text(size: 11pt, subtitle)
  }
  if author != "" {
    linebreak()
    v(0.5mm)
    text(size: 10.5pt, author)
  }
})
#v(3mm)
#let summary(body) = block(inset: (x: 11mm), above: 1.2em, below: 1.6em,
  text(size: 9pt)[#set par(justify: true); *Summary.* #body])
#let contents() = context {
  set text(size: 9pt)
  let all = query(heading.where(level: 1))
  let entry(it) = {
    let place = it.location()
    let number = numbering(it.numbering, ..counter(heading).at(place))
    link(place, box(width: 1.6em, number) + it.body)
    h(0.5em)
    box(width: 1fr, repeat(gap: 0.25em)[.])
    h(0.5em)
    str(place.page())
  }
  let half = calc.ceil(all.len() / 2)
  let column(some) = stack(spacing: 0.62em, ..some.map(entry))
  block(inset: (x: 11mm), above: 1.4em, below: 1.8em, grid(columns: (1fr, 1fr),
    column-gutter: 9mm, column(all.slice(0, half)), column(all.slice(half))))
}
"""
