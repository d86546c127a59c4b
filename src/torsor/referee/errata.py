"""What checking found, for the terminal and as Markdown, LaTeX, HTML and JSON."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from torsor.equations.formats import latex_text
from torsor.equations.printing.markup import escape, markdown
from torsor.referee.comparing.explanation import Difference
from torsor.referee.comparing.spelling import TermSpeller, sides
from torsor.referee.equation import Checked, Entry
from torsor.referee.paper import Unchecked
from torsor.referee.paper_check import PaperCheck
from torsor.referee.reading.terms import Reading

SPELLED = {
    "q\u0307": "dq/dt", "\u1e40": "dM/dt", "−": "-", "–": "-", "…": "...", "σ": "sigma",
    "₁": "1", "₂": "2", "₃": "3", "₄": "4", "₅": "5", "₆": "6", "₇": "7", "₈": "8", "₉": "9",
    "₀": "0", "τ": "tau", "q\u0308": "d2q/dt2", "∂": "d", "θ": "theta", "’": "'",
}  # fmt: skip

MEANING = {
    "dot": "a dot lost or added",
    "index": "another index",
    "symbol": "another symbol",
    "sign": "the opposite sign",
    "coefficient": "another coefficient",
    "power": "another power",
    "missing": "not printed",
    "extra": "not in the model",
    "twice": "printed twice",
    "factoring": "another factoring",
}


def verdict(checked: Checked) -> str:
    """In a word or two."""
    kinds = Counter(d.kind for e in checked.entries for d in e.comparison.differences)
    if not kinds:
        return "right" if checked.right else "not wholly read"
    return ", ".join(f"{count} {kind}" for kind, count in sorted(kinds.items()))


def as_json(check: PaperCheck) -> dict[str, Any]:
    """The contract's fields for one paper."""
    spell = TermSpeller(check.model, check.notation, check.unknown)

    def difference(d: Difference, entry: Entry) -> dict[str, Any]:
        printed, derived = sides(d, spell)
        place = d.printed.term.place if d.printed and d.printed.term else None
        return {
            "kind": d.kind,
            "printed": printed,
            "derived": derived,
            "component": entry.place or None,
            "line": place.line if place else None,
            "column": place.column if place else None,
        }

    return {
        "paper": check.paper.name,
        "robot": check.paper.robot if "\n" not in check.paper.robot else check.model.robot.name,
        "title": check.paper.title,
        "equations": [
            {
                "label": e.label,
                "target": e.target,
                "printed": e.printed,
                "derived": e.derived,
                "matched": e.matched,
                "differences": [
                    difference(d, x) for x in e.entries for d in x.comparison.differences
                ],
                "findings": list(_findings(e)),
            }
            for e in check.equations
        ],
        "unchecked": [_unchecked(u) for u in check.unchecked],
        "conventions": list(check.conventions),
    }


def _unchecked(unchecked: Unchecked) -> dict[str, Any]:
    """What was not judged; where it could not be read, the place too."""
    fields: dict[str, Any] = {"label": unchecked.label, "reason": unchecked.reason}
    if unchecked.place:
        line, column = unchecked.place
        fields["place"] = {"line": line, "column": column}
    return fields


def _findings(checked: Checked) -> list[str]:
    notes = [n for e in checked.entries for n in e.comparison.notes]
    more = sum(e.comparison.more for e in checked.entries)
    if more:
        notes.append(f"an excerpt: {more} derived terms are not printed")
    return [*checked.findings, *dict.fromkeys(notes)]


def _remarks(check: PaperCheck) -> list[str]:
    """The conventions, then the paper file's own note."""
    return [said for said in (*check.conventions, check.paper.note) if said]


def _judged_terms(entry: Entry) -> Iterator[tuple[Reading | None, Difference | None]]:
    """Each printed term with what is wrong in it, then what is missing."""
    differences = entry.comparison.differences
    wrong = {id(d.printed.term): d for d in differences if d.printed}
    for term, reading in entry.comparison.read:
        yield reading, wrong.get(id(term))
    yield from ((None, d) for d in differences if not d.printed and d.derived)


def to_text(check: PaperCheck) -> str:
    """A table, then the errata."""
    paper = check.paper
    spell = TermSpeller(check.model, check.notation, check.unknown)
    lines = [paper.title, *([paper.source] if paper.source else []), ""]
    width = max((len(e.label) for e in check.equations), default=5)
    lines.append(f"{'':<{width}}  {'target':<12} printed derived agree")
    for e in check.equations:
        lines.append(
            f"{e.label:<{width}}  {e.target:<12} {e.printed:>7} {e.derived:>7} {e.matched:>5}"
            f"  {verdict(e)}"
        )
    for e in check.equations:
        findings = _findings(e)
        if e.right and not findings:
            continue
        lines += ["", f"{e.label}, {e.target}"]
        for x in e.entries:
            for d in x.comparison.differences:
                printed, _ = sides(d, spell)
                derived = spell.text(d.derived) if d.derived else "–"
                component = f"{x.place}: " if x.place else ""
                lines.append(f"  {component}{d.kind:<11} printed  {printed or '–'}")
                lines.append(f"  {' ' * len(component)}{'':<11} derived  {derived}")
        lines += [f"  note: {finding}" for finding in findings]
    if check.unchecked:
        lines += ["", "Not checked:"]
        lines += [f"  {u.label}: {u.reason}" for u in check.unchecked]
    lines += ["", *check.conventions, summary(check)]
    if paper.note:
        lines.append(paper.note)
    return "\n".join(lines) + "\n"


def summary(check: PaperCheck) -> str:
    """How much is right, in a line."""
    right = sum(e.right for e in check.equations)
    kinds = Counter(d.kind for _, d in check.differences())
    total = sum(kinds.values())
    named = ", ".join(f"{n} {k}" for k, n in kinds.most_common())
    tail = f"; {total} difference{'s' * (total > 1)}: {named}" if total else ""
    unread = f"; {len(check.unread)} could not be read" if check.unread else ""
    count = len(check.equations) + len(check.unread)
    return f"{right} of {count} equations are right as printed{unread}{tail}."


def to_markdown(check: PaperCheck) -> str:
    """A table of equations and a table of errata for each that has any."""
    spell = TermSpeller(check.model, check.notation, check.unknown)
    paper = check.paper
    lines = [f"# {markdown(paper.title)}", "", markdown(paper.source), "", summary(check), ""]
    lines += [f"- {c}" for c in check.conventions]
    lines += [
        "| equation | target | printed | derived | agree | verdict |",
        "|---|---|---|---|---|---|",
    ]
    for e in check.equations:
        counts = f"{e.printed} | {e.derived} | {e.matched}"
        lines.append(f"| {markdown(e.label)} | `{e.target}` | {counts} | {verdict(e)} |")
    for e in check.equations:
        if e.right and not _findings(e):
            continue
        lines += ["", f"## {markdown(e.label)}, `{e.target}`", ""]
        if not e.right:
            lines += ["| kind | printed | derived |", "|---|---|---|"]
        for x in e.entries:
            for d in x.comparison.differences:
                printed, derived = sides(d, spell)
                where = f" ({x.place})" if x.place else ""
                lines.append(f"| {d.kind}{where} | {_math(printed)} | {_math(derived)} |")
        lines += [f"\n*{finding}*" for finding in _findings(e)]
    if check.unchecked:
        lines += ["", "## Not checked", ""]
        lines += [f"- {markdown(u.label)}: {markdown(u.reason)}" for u in check.unchecked]
    if paper.note:
        lines += ["", markdown(paper.note)]
    return "\n".join(lines) + "\n"


def _math(latex: str | None) -> str:
    return "–" if latex is None else f"${latex}$".replace("|", "\\vert ")


def to_latex(check: PaperCheck) -> str:
    """A document with every printed equation, wrong terms in red and corrections in blue."""
    spell = TermSpeller(check.model, check.notation, check.unknown)
    lines = [
        "\\documentclass[10pt,a4paper,fleqn]{article}",
        "\\usepackage[utf8]{inputenc}\\usepackage[margin=18mm]{geometry}",
        "\\usepackage{amsmath,xcolor}\\allowdisplaybreaks[4]\\setlength{\\mathindent}{0pt}",
        "\\setlength{\\parindent}{0pt}\\begin{document}",
        f"\\section*{{{latex_text(check.paper.title)}}}",
        latex_text(check.paper.source) + "\\par",
        latex_text(summary(check)) + "\\par",
        "Red: as printed and wrong. Blue: the derived term.",
    ]
    for e in check.equations:
        heading = f"{latex_text(e.label)}, \\texttt{{{latex_text(e.target)}}}: {verdict(e)}"
        lines += ["", f"\\subsection*{{{heading}}}"]
        for x in e.entries:
            lines += _latex_entry(x, spell)
        lines += [f"\\emph{{{_plain(finding)}}}\\par" for finding in _findings(e)]
    if check.unchecked:
        lines += ["\\subsection*{Not checked}"]
        unchecked = check.unchecked
        lines += [f"{_plain(u.label)}: {_plain(u.reason)}\\par" for u in unchecked]
    lines += [f"{_plain(said)}\\par" for said in _remarks(check)]
    return "\n".join([*lines, "\\end{document}"]) + "\n"


def _plain(text: str) -> str:
    """A sentence for LaTeX: what pdflatex does not know by itself is spelled out."""
    spelled = unicodedata.normalize("NFC", text)
    for mark, words in SPELLED.items():
        spelled = spelled.replace(mark, words)
    kept = "".join(ch if ord(ch) < 0x250 else "?" for ch in spelled)
    return latex_text(kept)


def _latex_entry(entry: Entry, spell: TermSpeller) -> list[str]:
    """The printed terms one after another, wrong ones in red, corrections in blue."""
    rows, used = [""], 0
    for reading, d in _judged_terms(entry):
        text, size = "", 20
        if reading:
            text, size = spell.latex(reading, False), len(spell.text(reading, False))
        if d:
            correction = spell.latex(d.derived, bool(reading)) if d.derived else "\\text{none}"
            blue = f"{{\\color{{blue}} [{correction}]}}"
            text = f"{{\\color{{red}} {text}}}\\;{blue}" if reading else blue
            size *= 2 if reading else 1
        if rows[-1] and used + size > 100:
            rows.append("")
            used = 0
        rows[-1] += f" {text}"
        used += size
    head = f"{latex_text(entry.place)}\\colon\\quad " if entry.place else ""
    body = " \\\\\n& ".join(rows) or " 0"
    return ["\\begin{align*}", f"{head}& {body}", "\\end{align*}"]


def to_html(check: PaperCheck) -> str:
    """A page with MathML: wrong terms marked, corrections beside them."""
    spell = TermSpeller(check.model, check.notation, check.unknown)
    title = escape(check.paper.title)
    lines = [f"<h1>{title}</h1>", f"<p>{escape(check.paper.source)}</p>"]
    lines.append(f"<p>{escape(summary(check))}</p>")
    for e in check.equations:
        lines.append(f"<h2>{escape(e.label)}, {escape(e.target)}: {escape(verdict(e))}</h2>")
        for x in e.entries:
            lines.append(_html_entry(x, spell))
        lines += [f"<p><em>{escape(finding)}</em></p>" for finding in _findings(e)]
    lines += [f"<p>{escape(said)}</p>" for said in _remarks(check)]
    if check.unchecked:
        lines.append("<h2>Not checked</h2><ul>")
        lines += [f"<li>{escape(u.label)}: {escape(u.reason)}</li>" for u in check.unchecked]
        lines.append("</ul>")
    style = (
        "body{font:16px/1.7 serif;max-width:70em;margin:2em auto;padding:0 1em}"
        ".wrong{color:#b00;background:#fee}.right{color:#036;background:#eef}"
        "math{margin:0 .25em}"
    )
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f"<title>{title}</title><style>{style}</style></head><body>\n"
        + "\n".join(lines)
        + "\n</body></html>\n"
    )


def _html_entry(entry: Entry, spell: TermSpeller) -> str:
    """The printed terms in MathML: wrong ones marked, corrections beside them."""
    cells = []
    for reading, d in _judged_terms(entry):
        cell = f"<math>{spell.mathml(reading, False)}</math>" if reading else ""
        if d:
            hint = escape(f"{d.kind}: {MEANING[d.kind]}")
            derived = f"<math>{spell.mathml(d.derived)}</math>" if d.derived else "none"
            title = "" if reading else ' title="missing"'
            cell = f'<span class="wrong" title="{hint}">{cell}</span>' if reading else ""
            cell += f'<span class="right"{title}>[{derived}]</span>'
        cells.append(cell)
    head = f"<b>{escape(entry.place)}:</b> " if entry.place else ""
    return f"<p>{head}{' '.join(cells) or '0'}</p>"


FORMATS: dict[str, Callable[[PaperCheck], str]] = {
    "text": to_text,
    "markdown": to_markdown,
    "latex": to_latex,
    "html": to_html,
}
