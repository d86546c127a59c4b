"""The numbers that come with a robot: links row by row, lengths, and their sources once each."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction

from torsor.document.blocks import Block, Items, Paragraph, Symbol, Table, Text
from torsor.notation.glyph import Glyph
from torsor.reporting.composer import Composer
from torsor.reporting.meanings import typeset_unit
from torsor.reporting.printed_numbers import print_entry, print_value
from torsor.reporting.sections.description.references import References
from torsor.robot.entries import INERTIA
from torsor.robot.meanings import meaning_of
from torsor.robot.robot import Given
from torsor.robot.symbols import parameters

OF_A_LINK = ("m", "rx", "ry", "rz", *(f"I{axes}" for axes in INERTIA))
"""What a row of the table of links has, by the stems of the usual symbols."""

WIDTHS = (0.052, 0.085, *(0.09,) * 3, *(0.0925,) * 6)
MILLI = Fraction(1, 1000)
NUMBERED = re.compile(r"([A-Za-z]+)([0-9]+)\Z")


def values(c: Composer) -> list[Block]:
    """The numbers that come with the robot; those that were put in are in its tables already."""
    robot = c.model.robot
    known = set(c.model.ring.symbols) | set(c.model.ring.angles)
    given = [g for g in robot.values if g.name in known]
    if c.numbers.put:
        return _put_in(c)
    if not given:
        return []
    if len(given) == 1:
        return [_single(c, given[0])]
    for entry in given:
        c.writer.atoms[entry.name] = None
    references = References(g.source for g in given)
    rest = [g for g in given if not _of_a_link(g)]
    told = "The equations keep every parameter a symbol. Numbers are known for these:"
    blocks: list[Block] = [Paragraph((told,), True)]
    if len(rest) < len(given):
        blocks.append(_links(c, [g for g in given if _of_a_link(g)], references))
    if rest:
        blocks.append(_listing(c, rest, references))
    return [*blocks, Items(references.items, bullets=False)]


def _put_in(c: Composer) -> list[Block]:
    """That numbers were put in, and where they are from."""
    given = c.numbers.given
    told = "Numbers stand in the place of symbols in every equation"
    left = "; what has none stays a symbol" if parameters(c.model.robot) else ""
    sources = [g.source for g in c.model.robot.values if g.name in c.numbers.put]
    if not (sources and c.numbers.published):
        return [Paragraph((f"{told}, as they were given{left}.",))]
    references = References(sources)
    those = "those that were given, and beside them" if given else "those that are"
    return [Paragraph((f"{told}: {those} published{left}.",), True),
            Items(references.items, bullets=False)]  # fmt: skip


def _single(c: Composer, given: Given) -> Paragraph:
    """A number alone, in a sentence."""
    c.writer.atoms[given.name] = None
    unit = typeset_unit(meaning_of(c.model.robot, given.name).unit)
    source = f" ({given.source})" if given.source else ""
    return Paragraph(
        ("Where a number is needed, ", Symbol((c.writer.speller.glyph(given.name),)),
         f" is {print_value(given.value)}{'' if unit == '–' else f' {unit}'}{source}.")
    )  # fmt: skip


def _of_a_link(given: Given) -> bool:
    found = NUMBERED.match(given.name)
    return found is not None and found[1] in OF_A_LINK and given.value.constant is not None


def _links(c: Composer, given: Sequence[Given], references: References) -> Table:
    """One row a link; what is not known is a dash."""
    by_name = {g.name: g for g in given}
    numbers = sorted({int(name.lstrip("Imrxyz")) for name in by_name})
    rows: list[tuple[str, list[Fraction | Text]]] = []
    marks: list[str] = []
    for i in numbers:
        row = [by_name.get(f"{stem}{i}") for stem in OF_A_LINK]
        marks.append(references.marks(g.source for g in row if g))
        rows.append((str(i), [_signed(c, g) if g else ("–",) for g in row]))
    head = [(Symbol((_of_any_link(c, stem),)),) for stem in OF_A_LINK]
    return link_table("Numbers of one specimen, link by link", head, rows, marks)


def link_table(
    caption: str,
    head: Sequence[Text],
    rows: Sequence[tuple[str, Sequence[Fraction | Text]]],
    marks: Sequence[str] = (),
) -> Table:
    """A row for each link: mass, mass centre, moments and products of inertia, maybe a source."""
    inertias = [e for _, row in rows for e in row[4:]]
    symbolic = any(isinstance(e, tuple) and e != ("–",) for e in inertias)
    largest = max((abs(e) for e in inertias if isinstance(e, Fraction)), default=Fraction(0))
    milli = largest < 1 and not symbolic
    cells: list[tuple[Text, ...]] = []
    for k, (link, entries) in enumerate(rows):
        shown: list[Text] = []
        for column, e in enumerate(entries):
            small = milli and column > 3
            shown.append(
                (print_entry(e / MILLI if small else e, 5 if small else 6 if column < 4 else 7),)
                if isinstance(e, Fraction) else e
            )  # fmt: skip
        cells.append(((link,), *shown, *([(marks[k],)] if marks else [])))
    unit = "10⁻³ kg m²" if milli else "kg m²"
    widths = (*WIDTHS, *([0.055] if marks else []))
    return Table(
        f"{caption}. Masses in kg, mass centres in m, inertia about them in {unit}",
        (("Link",), *head, *([("From",)] if marks else [])),
        tuple(cells), tuple(int(9990 * w / sum(widths)) / 10000 for w in widths),
        frozenset(range(1, len(OF_A_LINK) + 2)), dense=True,
    )  # fmt: skip


def _signed(c: Composer, given: Given) -> Fraction:
    value = given.value.constant or Fraction(0)
    return -value if c.notation.sign(given.name) < 0 else value


def _of_any_link(c: Composer, stem: str) -> Glyph:
    """The symbol for a link i."""
    pattern = c.notation.symbols.get(f"{stem}<i>")
    glyph = pattern.filled({"i": "i"}) if pattern else c.notation.plain_glyph(f"{stem}_i")
    return c.uses(glyph, "parameter", stem)


def _listing(c: Composer, given: Sequence[Given], references: References) -> Table:
    """One row a symbol: its value, its unit, its meaning, its source."""
    rows: list[tuple[Text, ...]] = []
    for entry in given:
        meaning = meaning_of(c.model.robot, entry.name)
        shown = print_value(entry.value)
        if c.notation.sign(entry.name) < 0 and shown != "0":
            shown = shown.removeprefix("−") if shown.startswith("−") else f"−{shown}"
        symbol: Text = (Symbol((c.writer.speller.glyph(entry.name),)),)
        rows.append((symbol, (shown,), (typeset_unit(meaning.unit),), (meaning.phrase,),
                     (references.marks([entry.source]),)))  # fmt: skip
    head = ("Symbol", "Value", "Unit", "Meaning", "From")
    return Table(
        "Numbers of one specimen: lengths, gravity and the rest",
        tuple((text,) for text in head), tuple(rows), (0.1, 0.15, 0.13, 0.54, 0.08),
        frozenset({1}),
    )  # fmt: skip
