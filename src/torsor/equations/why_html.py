"""Where terms come from, as a notebook shows it: a table, its mathematics set."""

from __future__ import annotations

from torsor.algebra.expression import Expression
from torsor.document.blocks import Code, Maths, Paragraph, Run, Symbol, Table, Text
from torsor.document.writers.html import HtmlWriter
from torsor.equations.expression import empty_document, spelled
from torsor.explanation import Why
from torsor.mechanics.trace import Origin
from torsor.notation.glyph import Glyph
from torsor.notation.notation import Notation, load_notation

HEAD = ("Terms", "Effect", "From", "By")


def why_html(why: Why) -> str:
    """A sentence, and a row for each way that terms came."""
    hand = load_notation("standard")
    writer = HtmlWriter(empty_document(hand))
    index = "".join(str(k) for k in (why.target.row, why.target.column) if k)
    target = Symbol((Glyph("τ" if why.target.name == "tau" else why.target.name, index),))
    contain = "contains" if why.count == 1 else "contain"
    told: Text = (f"{why.count} of the {why.total} terms of ", target, f" {contain} ",
                  Code(why.asked), ":" if why.origins else ".")  # fmt: skip
    rows: list[tuple[Text, ...]] = []
    for origin in why.origins:
        ring = origin.arrived.ring
        rows.append(
            (
                _maths(ring.from_term_list(origin.terms), hand),
                (origin.drive or origin.effect,),
                (f"link {origin.link}" if origin.link else "the load",),
                _symbols(origin, hand),
            )
        )
    shown = [writer.paragraph(Paragraph(told))]
    if rows:
        head: tuple[Text, ...] = tuple((word,) for word in HEAD)
        shown.append(writer.table(Table("", head, tuple(rows), (0.5, 0.2, 0.15, 0.15))))
    return "\n".join(shown)


def _maths(expression: Expression, hand: Notation) -> Text:
    """A sum, each of its terms by itself, so that a narrow page breaks between them."""
    runs: list[Run] = []
    for k, piece in enumerate(spelled(expression, hand)):
        runs += [" "] * bool(k) + [Maths((piece,), first=not k)]
    return tuple(runs)


def _symbols(origin: Origin, hand: Notation) -> Text:
    """The symbols by which a link, or the load, is known in the terms."""
    ring = origin.arrived.ring
    runs: list[Run] = []
    for k, name in enumerate(origin.brought_by):
        runs += [" "] * bool(k) + list(_maths(ring.symbol(name), hand))
    return tuple(runs)
