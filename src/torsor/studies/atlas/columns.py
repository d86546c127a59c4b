"""The columns of the atlas: what is told of every structure, and what each column means."""

from __future__ import annotations

from typing import NamedTuple


class Column(NamedTuple):
    """A fact: its kind of value (``text``, ``number``, ``truth``) and its meaning."""

    kind: str
    meaning: str
    quick: bool = True
    """Whether it comes from the model alone; the others are proofs, programs and groupings."""


COLUMNS: dict[str, Column] = {
    "structure": Column("text", "kinds of joints and their axes; torsor load takes atlas:NAME"),
    "kinds": Column("text", "R turns, T slides"),
    "axes": Column("text", "each joint's axis at zero coordinates; empty with general twists"),
    "words": Column("number", "how many of the words along x, y and z are this structure"),
    "lengths": Column("number", "lengths that the dynamics can tell from zero"),
    "terms": Column("number", "terms of all driving forces, without a load"),
    "terms_of": Column("text", "terms of each driving force"),
    "freedoms": Column("number", "rank of the Jacobian: independent motions of the last link"),
    "rotations": Column("number", "how many of them turn the last link"),
    "translations": Column("number", "how many leave it parallel: the rank less that of J_w"),
    "independent": Column("truth", "each joint gives a motion that the others do not"),
    "wrist": Column("truth", "the last three joints turn, each at a right angle to the next"),
    "wrist_if": Column("text", "lengths that are zero where these three axes meet in a point"),
    "M_zeros": Column("number", "entries above the diagonal of M that are always zero"),
    "M_zero": Column("text", "which, as row and column"),
    "M_constant": Column("truth", "no entry of M depends on a coordinate"),
    "diagonal": Column("truth", "M is diagonal"),
    "decoupled": Column("text", "joints whose acceleration no other joint feels"),
    "C_zeros": Column("number", "entries of C, by Christoffel, that are always zero"),
    "gravity_x": Column("text", "joints that feel a gravity along the base's x"),
    "gravity_y": Column("text", "joints that feel a gravity along the base's y"),
    "gravity_z": Column("text", "joints that feel a gravity along the base's z"),
    "gravity_free": Column("text", "joints that feel no gravity, whatever its direction"),
    "fingerprint": Column("text", "digest of what no mapping of parameters changes in M and g"),
    "robots": Column("text", "the library's robots that are this structure"),
    "base": Column("number", "base parameters", quick=False),
    "mul": Column("number", "multiplications of inverse dynamics", quick=False),
    "add": Column("number", "additions of inverse dynamics", quick=False),
    "operations": Column("number", "both together", quick=False),
    "forward_operations": Column("number", "both, of forward dynamics", quick=False),
    "checks": Column("number", "claims of the certificate that hold", quick=False),
    "holds": Column("truth", "all claims of the certificate hold", quick=False),
    "words_proven": Column("number", "words proven to be this structure", quick=False),
}
"""By name, in order."""


def columns_of(quick: bool) -> dict[str, Column]:
    """The columns that an atlas has."""
    return {name: column for name, column in COLUMNS.items() if column.quick or not quick}
