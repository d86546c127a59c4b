"""How well the identified robot predicts, beside plain least squares and the model before."""

from __future__ import annotations

from math import isnan

from torsor.document.blocks import Block, Heading, Paragraph, Symbol, Table, Text
from torsor.identification.outcome.errors import Errors
from torsor.identification.outcome.identification import MODELS, Identification
from torsor.reporting.composer import Composer


def error_blocks(c: Composer, found: Identification) -> list[Block]:
    """The finding in a sentence, and a table by joints."""
    return [Heading("How well it predicts", 2), Paragraph((_finding(found),), True),
            _table(c, found)]  # fmt: skip


def _finding(found: Identification) -> str:
    shown = found.validation or found.train
    where = (
        "On what was held out" if found.validation else "On what was fitted (nothing was held out)"
    )
    told = (
        f"{where}, the identified robot's driving forces miss the measured ones by "
        f"{percent(shown['identified'].relative_error)} %"
    )
    others = [f"{what} by {percent(shown[name].relative_error)} %"
              for name, what in (("least squares", "plain least squares"),
                                 ("before", "the model before")) if name in shown]  # fmt: skip
    if others:
        told += f", {' and '.join(others)}"
    return (
        f"{told}. An error is the length of what is left over that of the measured force, both "
        "filtered, over all rows in which the joint moves, of all logs together."
    )


def percent(value: float | None) -> str:
    """A fraction in per cent, a dash where there is none."""
    if value is None or isnan(value):
        return "–"
    return f"{100 * value:.3g}" if value < 10 else f"{100 * value:,.0f}"


def _table(c: Composer, found: Identification) -> Table:
    """A row for each model where it was held out and where fitted, a column for each joint."""
    joints = range(1, len(found.train["identified"].per_joint) + 1)
    c.writer.atoms.update({f"q{k}": None for k in joints})
    named: list[Text] = [(Symbol((c.writer.speller.glyph(f"q{k}"),)),) for k in joints]
    rows: list[tuple[Text, ...]] = []
    for what, errors in (("held out", found.validation), ("fitted", found.train)):
        for name in reversed(MODELS):
            if name in errors:
                rows.append(((f"{what}: {name}",), *_cells(errors[name])))
    head: tuple[Text, ...] = (("",), *named, ("all",), ("mean",), ("with rest",))
    share = 0.76 / (len(head) - 1)
    return Table(
        "Errors of the driving forces in per cent: of each joint, of all together, their mean, and "
        "of all with rows at rest",
        head, tuple(rows), (0.24, *(share for _ in head[1:])), frozenset(range(1, len(head))),
    )  # fmt: skip


def _cells(errors: Errors) -> list[Text]:
    every = (*errors.per_joint, errors.relative_error, errors.mean, errors.with_rest)
    return [(percent(e),) for e in every]
