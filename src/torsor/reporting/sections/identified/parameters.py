"""The base parameters with their deviations, what is alike in them, what the motion hides."""

from __future__ import annotations

from torsor.document.blocks import Block, Heading, Items, Paragraph, Run, Table, Text
from torsor.identification.outcome.identification import Identification, strong_correlations
from torsor.identification.outcome.units import unit_of_estimate
from torsor.identification.outcome.words import to_deviation
from torsor.reporting.composer import Composer
from torsor.reporting.sections.identified.marks import cell, deviation, sum_of, symbol_of, unit_cell

MOST_PAIRS = 6


def parameter_blocks(c: Composer, found: Identification) -> list[Block]:
    """Every base parameter; then pairs that are hardly told apart, and what is not excited."""
    if not found.base:
        return []
    told = (
        f"The driving forces tell {len(found.base)} combinations of the links' parameters, each "
        "named after the one that it is built on: L is inertia about the frame's origin, h the "
        "first moment, m the mass. Deviations are those of the weighted least squares."
    )
    blocks: list[Block] = [
        Heading("Base parameters as identified", 2), Paragraph((told,), True), _table(c, found)
    ]  # fmt: skip
    pairs = strong_correlations(found)
    if pairs:
        blocks.append(Paragraph(_pairs(c, pairs)))
    if found.unexcited:
        blocks += [Paragraph(("What the motion does not show:",), True),
                   Items(tuple((text,) for text in found.unexcited))]  # fmt: skip
    return blocks


def _table(c: Composer, found: Identification) -> Table:
    rows: list[tuple[Text, ...]] = []
    for e in found.base:
        unit = unit_of_estimate(found.robot, e.name)
        rows.append(
            (
                (symbol_of(c, e.name),),
                cell(to_deviation(e.value, e.std)),
                cell(deviation(e.std)),
                cell(to_deviation(e.identified, e.std)),
                unit_cell(unit),
                sum_of(c, e.expression),
            )
        )
    head = ("Name", "Least squares", "Deviation", "Identified", "Unit", "Made of")
    return Table(
        "Base parameters by least squares, and of the identified robot",
        tuple((text,) for text in head), tuple(rows), (0.08, 0.12, 0.13, 0.13, 0.1, 0.44),
        frozenset({1, 2, 3}),
    )  # fmt: skip


def _pairs(c: Composer, pairs: object) -> Text:
    """The closest pairs, with their correlation."""
    every = list(pairs)  # type: ignore[call-overload]
    runs: list[Run] = ["Hardly told apart by this motion (correlation): "]
    for k, (a, b, r) in enumerate(every[:MOST_PAIRS]):
        runs += [", " if k else "", symbol_of(c, a), " and ", symbol_of(c, b),
                 f" ({r:+.3f})".replace("-", "−")]  # fmt: skip
    more = len(every) - MOST_PAIRS
    runs.append(f", and {more} more pairs." if more > 0 else ".")
    return tuple(runs)
