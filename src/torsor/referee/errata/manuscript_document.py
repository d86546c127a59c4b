"""What was found in any author's text as blocks: findings, questions, verdicts, dictionary."""

from __future__ import annotations

from collections.abc import Iterator

from torsor.document.blocks import (
    Block,
    Code,
    Heading,
    Items,
    Link,
    Maths,
    Paragraph,
    Strong,
    Symbol,
    Table,
    Text,
)
from torsor.referee.comparing.spelling import TermSpeller
from torsor.referee.dictionary.dictionary import Dictionary, Question
from torsor.referee.errata.equation_blocks import (
    COLOURED,
    LEGEND,
    equation_blocks,
    marked_cells,
    verdict_table,
)
from torsor.referee.errata.terms import mark_slips, slips_alone
from torsor.referee.errata.words import MEANING, dots_in_words, is_found, quotable, tell_places
from torsor.referee.findings import Finding
from torsor.referee.paper import Unchecked
from torsor.referee.paper_check import PLACE, PaperCheck

MANY = 8
"""Places of one slip that a page shows; the data have them all."""

LONG = 60
"""Characters of a term that is quoted as it is typed."""

TERMINAL = ("Equations", "Dictionary", "By definition", "Not checked", "Questions", "Findings")
"""The order of a terminal, where the last is what its reader sees first."""


def manuscript_blocks(
    check: PaperCheck, dictionary: Dictionary, format: str, level: int
) -> Iterator[Block]:
    """What an author wants to know first, first; on a terminal the verdict is last."""
    sections: dict[str, list[Block]] = {
        "Findings": list(finding_blocks(check, format)),
        "Questions": list(question_blocks(dictionary.questions)),
        "Equations": list(_equations(check, format, level)),
        "Dictionary": list(_dictionary(check, dictionary)),
        "By definition": list(_identities(check)),
        "Not checked": list(_not_checked(check)),
    }
    order = TERMINAL if format == "text" else tuple(sections)
    there = {name: sections[name] for name in order if sections[name]}
    name = check.paper.name
    if format == "html" and level == 1:
        yield Items(tuple((Link(title, f"{name}-{title}"),) for title in there))
    for title, blocks in there.items():
        yield Heading(title, level, anchor=f"{name}-{title}")
        yield from blocks
    if format == "text":
        yield Paragraph((Strong(quotable(check)),))


def finding_blocks(check: PaperCheck, format: str) -> Iterator[Block]:
    """Each slip once: what it is, both terms, and all its places."""
    if not check.findings:
        return
    spell = TermSpeller(check.model, check.notation, check.unknown)
    short = format == "text"
    rows = [_finding(k, f, spell, short) for k, f in enumerate(check.findings, 1)]
    head = ("Slip", *(("in short",) if short else ()), "printed", "derived", "where")
    widths = (0.2, 0.26, 0.26, 0.28) if not short else (0.2, 0.1, 0.2, 0.2, 0.3)
    yield Table("", tuple((h,) for h in head), tuple(rows), widths, stacked=True)


def _finding(number: int, finding: Finding, spell: TermSpeller, short: bool) -> tuple[Text, ...]:
    d = finding.example
    said = f"{number}. {MEANING[finding.kind]}"
    dots = dots_in_words(finding)
    places = tell_places(finding.places)
    more = len(places) - MANY
    told: Text = ("; ".join(places[:MANY]) + (f"; and {more} more" if more > 0 else ""),)
    typed = " ".join(d.printed.term.text.split()) if d.printed and d.printed.term else ""
    if 0 < len(typed) <= LONG:
        told = (*told, ": ", Code(typed))
    cells: tuple[Text, ...] = marked_cells(d, spell)
    if not short:
        return (f"{said} ({dots})" if dots else said,), *cells, told
    printed, derived = (slips_alone(p) for p in mark_slips(d.printed, d.derived, spell))
    brief: Text = ()
    if printed and derived:
        brief = (Maths(printed), " for ", Maths(derived), f" ({dots})" if dots else "")
    elif printed or derived:
        brief = (Maths(printed or derived), " too much" if printed else " is lacking")
    elif d.printed and d.derived:
        brief = ("the sign",) if finding.kind == "sign" else ("the coefficient",)
    return (said,), brief, *cells, told


def question_blocks(questions: tuple[Question, ...]) -> Iterator[Block]:
    """What the equations cannot tell, and the line that answers it."""
    if not questions:
        return
    yield Items(
        tuple(
            (Strong(f"{k}."), f" {_sentence(q.text, q.symbols)} ", *_answer(q))
            for k, q in enumerate(questions, 1)
        ),
        bullets=False,
    )


def _answer(question: Question) -> Text:
    if not question.answer:
        return ("Say so by the lines that ", Code("--write-dictionary"), " writes for it.")
    start = "Tell by " if "…" in question.answer else "Say so by "
    return start, Code(f'--let "{question.answer}"')


def _equations(check: PaperCheck, format: str, level: int) -> Iterator[Block]:
    if not check.equations:
        return
    yield verdict_table(check, format == "html" and level == 1)
    if format in COLOURED:
        yield Paragraph((LEGEND, " Underlined: the factor that differs."))
    yield from equation_blocks(check, format, level + 1)


def _dictionary(check: PaperCheck, dictionary: Dictionary) -> Iterator[Block]:
    """What each of the author's symbols was taken for, and whether the author said so."""
    rows: list[tuple[Text, ...]] = []
    for mine, robots in dictionary.coordinates:
        glyph = check.notation.symbols.get(robots)
        rows.append(
            ((Symbol((glyph,)) if glyph else mine,), (Code(robots),), ("",), ("coordinate",))
        )
    for m in dictionary.meanings:
        how = "declared" if m.declared else "found"
        count = str(m.terms) if m.terms else ""
        rows.append(((Symbol((m.glyph,)),), (Code(m.meaning),), (count,), (how,)))
    if not rows:
        return
    told = "What was found is to be confirmed, or corrected by lines for "
    if is_found(check):
        yield Paragraph((told, Code("--let"), " or a file of ", Code("--write-dictionary"), "."))
    head = (("Symbol",), ("stands for",), ("in terms",), ("how",))
    yield Table("", head, tuple(rows), (0.2, 0.5, 0.12, 0.18), frozenset((2,)))
    said: list[Text] = [(_sentence(c),) for c in dictionary.conventions]
    if dictionary.left_out:
        said.append(("Never in the text, and so taken for zero: ", *_named(dictionary.left_out)))
    if said:
        yield Items(tuple(said))


def _named(names: tuple[str, ...]) -> Iterator[Code | str]:
    for k, name in enumerate(names):
        yield from (", ", Code(name)) if k else (Code(name),)


def _identities(check: PaperCheck) -> Iterator[Block]:
    if check.identities:
        labels = ", ".join(label for label, _ in check.identities)
        yield Paragraph((f"These hold by the text's own definitions: {labels}.",))


def _not_checked(check: PaperCheck) -> Iterator[Block]:
    """What could not be judged, with its place and the reason; then what needed no judging."""
    lost = check.unjudged
    if lost:
        yield Items(tuple(_reason(u) for u in lost))
    idle = [u.label for u in check.unchecked if u not in lost]
    if idle:
        told = "No equation about the dynamics, or a definition that none of those above uses: "
        yield Paragraph((f"{told}{', '.join(idle)}.",))


def _reason(unchecked: Unchecked) -> Text:
    """The place in the file; a place within the equation would only confuse."""
    reason = PLACE.sub("", unchecked.reason, count=1)
    column = f", column {unchecked.place[1]}" if unchecked.place else ""
    return (Strong(unchecked.label), f"{column}: {reason}")


def _sentence(text: str, symbols: frozenset[str] = frozenset("g")) -> str:
    """A remark as a sentence of its own; a symbol at its beginning stays as it is."""
    named = text.split(" ", 1)[0] in symbols
    start = text if named else text[:1].upper() + text[1:]
    return start if start.endswith(("?", ".")) else f"{start}."
