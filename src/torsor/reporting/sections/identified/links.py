"""Links that can exist: their numbers, what is proven of them, what the data say against it."""

from __future__ import annotations

from torsor.document.blocks import Block, Heading, Paragraph, Table, Text
from torsor.identification.loads.load import NAMES, UNITS, Load
from torsor.identification.outcome.identification import Identification
from torsor.reporting.composer import Composer
from torsor.reporting.sections.identified.errors import percent
from torsor.reporting.sections.identified.marks import cell, name_files, unit_cell
from torsor.robot.link import Link

PRIORS = {
    "description": "the numbers of the robot's description",
    "rough bodies": "rough bodies along the links",
}
ENTRIES = ("Ixx", "Iyy", "Izz", "Ixy", "Ixz", "Iyz")


def link_blocks(c: Composer, found: Identification) -> list[Block]:
    """Masses and mass centres with the proof's minors; inertias; the data's verdict."""
    possible = found.possible
    proven = (
        f"The links are given in decimals of {possible.digits} digits, and each was proven to be "
        "one that can exist: the pseudo-inertia of a link, the matrix of its second moments, first "
        "moments and mass about its frame's origin, is positive definite, because its four leading "
        "principal minors, computed over the rational numbers from the decimals as they stand, "
        "are positive (Sylvester). So there are bodies of positive density with these numbers, and "
        "the mass matrix is positive definite in every position."
    )
    refused = f"The certificate does not hold: {possible.certificate.sentence}."
    blocks: list[Block] = [
        Heading("Links that can exist", 2),
        Paragraph((proven if possible.certificate.holds else refused,), True),
        _proof_table(found),
        _inertia_table(found),
    ]
    said = possible.contradiction
    told = f"{said[:1].upper()}{said[1:]}."
    if found.base:
        told += (
            " Distances are in deviations of the noise. What the forces do not tell is shared "
            f"among the links as by {PRIORS[possible.prior]}, with the strength "
            f"{possible.strength:g} that predicts blocks best that were not fitted."
        )
    return [*blocks, Paragraph((told,))]


def load_blocks(c: Composer, load: Load | None) -> list[Block]:
    """Mass, mass centre and inertia of the load, with intervals."""
    if load is None:
        return []
    holds = "proven to be that of a body that can exist" if load.certificate.holds else "not proven"
    told = (
        f"The load of {name_files(load.logs)} is told in the tool's frame, its inertia about its "
        f"mass centre; it is {holds}. Intervals of 95 % are those of {load.blocks} blocks of time, "
        "resampled: what is left of filtered forces is not white. With it the forces are missed by "
        f"{percent(load.relative_error)} %."
    )
    rows: list[tuple[Text, ...]] = []
    for name, unit, value, least, (low, high), seen in zip(
        NAMES, UNITS, load.values, load.least_squares, load.intervals, load.seen, strict=True
    ):
        interval = f"{cell(f'{low:.4g}')[0]} … {cell(f'{high:.4g}')[0]}"
        said = "" if seen else "not told by the motion"
        numbers = cell(f"{value:.4g}"), cell(f"{least:.4g}"), (interval,)
        rows.append(((name,), *numbers, unit_cell(unit), (said,)))
    head = ("", "Possible", "Least squares", "95 % interval", "Unit", "")
    table = Table(
        "The load", tuple((text,) for text in head), tuple(rows),
        (0.1, 0.15, 0.16, 0.27, 0.1, 0.22), frozenset({1, 2, 3}),
    )  # fmt: skip
    return [Heading("Load", 2), Paragraph((told,), True), table]


def _numbers(link: Link) -> list[float]:
    """Mass, mass centre and inertia."""
    return [float(e.constant or 0) for e in (link.mass, *link.com, *link.inertia)]


def _proof_table(found: Identification) -> Table:
    rows: list[tuple[Text, ...]] = []
    for proof, link in zip(found.possible.certificate.rows, found.robot.links, strict=False):
        mass, *com = _numbers(link)[:4]
        minors = [f"{float(f'{float(m):.2g}'):g}" for m in proof.minors] or ["–"] * 4
        numbers = [f"{mass:.4g}", *(f"{e:.4f}" for e in com)]
        rows.append(((str(proof.link),), *map(cell, numbers), *map(cell, minors)))
    head = ("Link", "m", "x", "y", "z", "1st", "2nd", "3rd", "4th")
    return Table(
        "Links: mass in kg, mass centre in m in the link's frame, and the leading principal minors "
        "of the pseudo-inertia, exact and here rounded",
        tuple((text,) for text in head), tuple(rows), (0.06, 0.1, *(0.12,) * 7),
        frozenset(range(1, 9)),
    )  # fmt: skip


def _inertia_table(found: Identification) -> Table:
    rows: list[tuple[Text, ...]] = []
    for k, link in enumerate(found.robot.links, 1):
        rows.append(((str(k),), *(cell(f"{e:.4g}") for e in _numbers(link)[4:])))
    head = ("Link", *ENTRIES)
    return Table(
        "Inertia of the links about their mass centres in kg m²",
        tuple((text,) for text in head), tuple(rows), (0.1, *(0.15,) * 6), frozenset(range(1, 7)),
    )  # fmt: skip
