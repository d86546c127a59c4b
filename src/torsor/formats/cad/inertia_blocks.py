"""Inertia blocks that a CAD program prints, checked against each other within their rounding.

The same body is printed up to three times: about the mass centre, about the origin and along its
principal axes. The parallel-axis theorem and the eigenvectors tie them together, and with that tell
whether products of inertia are printed as entries of the tensor or with the opposite sign.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from torsor.errors import TextError
from torsor.formats.cad.rounding import Rounded
from torsor.spatial.inertia import entries, steiner
from torsor.spatial.vectors import Vector as SpatialVector

Vector = tuple[Rounded, Rounded, Rounded]
ENTRIES = ("xx", "yy", "zz", "xy", "xz", "yz")
Tensor = Mapping[str, Rounded]
FEW_DIGITS = 50
"""A largest moment of fewer units of its last digit than this is too coarse to be useful."""


@dataclass(frozen=True)
class Blocks:
    """One body's numbers as printed, in SI units, products of inertia with the printed sign."""

    mass: Rounded
    com: Vector
    central: Tensor | None = None
    origin: Tensor | None = None
    axes: tuple[Vector, ...] = ()
    moments: tuple[Rounded, ...] = ()


def settled(blocks: Blocks, sign: int, stated: bool) -> tuple[dict[str, Fraction], list[str]]:
    """The inertia about the mass centre as tensor entries, and what is to be noted about it.

    ``sign`` is 1 where printed products are tensor entries and -1 where they are the integrals;
    unless the text states it, the other sign is taken where only that one fits.
    """
    notes: list[str] = []
    complaint = disagreement(blocks, sign)
    if complaint and not stated and not disagreement(blocks, -sign):
        sign, complaint = -sign, ""
        meaning = "entries of the tensor" if sign > 0 else "integrals of xy, xz and yz"
        notes.append(f"products of inertia are read as {meaning}: only so do the blocks agree")
    if complaint:
        raise TextError(complaint)
    tensor = with_sign(blocks, sign)
    if tensor.central is not None:
        found = tensor.central
    elif tensor.origin is not None:
        found = moved(tensor.origin, tensor.mass, tensor.com, -1)
        notes.append("inertia about the mass centre computed from that about the origin")
    elif tensor.moments:
        found = from_principal(tensor)
        notes.append("inertia computed from the principal moments and the rounded axes")
    else:
        raise TextError("no block of moments of inertia was found")
    largest = max((found[k] for k in ("xx", "yy", "zz")), key=lambda e: e.value)
    if largest.error and largest.value < FEW_DIGITS * largest.error:
        notes.append("the inertia has very few digits: print it with more decimal places")
    inertia = {k: found[k].value for k in ENTRIES}
    impossible = physical(tensor.mass.value, found)
    if impossible:
        raise TextError(impossible)
    return inertia, notes


def with_sign(blocks: Blocks, sign: int) -> Blocks:
    """The blocks with products of inertia as entries of the tensor."""

    def entries(block: Tensor | None) -> Tensor | None:
        if block is None:
            return None
        return {k: e if k in ("xx", "yy", "zz") else e * sign for k, e in block.items()}

    return replace(blocks, central=entries(blocks.central), origin=entries(blocks.origin))


def disagreement(blocks: Blocks, sign: int) -> str:
    """A sentence where two blocks cannot be of one body, else nothing."""
    tensor = with_sign(blocks, sign)
    if tensor.central is not None and tensor.origin is not None:
        expected = moved(tensor.central, tensor.mass, tensor.com, 1)
        for k in ENTRIES:
            if not expected[k].may_be(tensor.origin[k]):
                return (
                    f"the blocks disagree: by the parallel-axis theorem I{k} about the origin is "
                    f"{float(expected[k].value):.6g} kg m², and {float(tensor.origin[k].value):.6g}"
                    " is printed"
                )
    central = tensor.central
    if central is None and tensor.origin is not None:
        central = moved(tensor.origin, tensor.mass, tensor.com, -1)
    if central is not None and tensor.moments:
        return _principal_disagreement(central, tensor)
    return ""


def _principal_disagreement(central: Tensor, tensor: Blocks) -> str:
    trace = central["xx"] + central["yy"] + central["zz"]
    if not trace.may_be(sum(tensor.moments, Rounded(Fraction(0)))):
        return "the blocks disagree: the principal moments do not add up to the trace"
    rows = _matrix(central)
    for k, (axis, moment) in enumerate(zip(tensor.axes, tensor.moments, strict=True), 1):
        for row, component in zip(rows, axis, strict=True):
            turned = sum((a * b for a, b in zip(row, axis, strict=True)), Rounded(Fraction(0)))
            if not turned.may_be(moment * component):
                return f"the blocks disagree: principal axis {k} is no eigenvector of the tensor"
    return ""


def _matrix(t: Tensor) -> list[list[Rounded]]:
    return [[t["xx"], t["xy"], t["xz"]], [t["xy"], t["yy"], t["yz"]], [t["xz"], t["yz"], t["zz"]]]


def moved(tensor: Tensor, mass: Rounded, com: Vector, direction: int) -> dict[str, Rounded]:
    """Parallel-axis theorem: from the mass centre to the origin (1), or back (-1)."""
    r = SpatialVector(com)
    shift = zip(ENTRIES, entries(steiner(r * mass, r)), strict=True)
    return {k: tensor[k] + more * direction for k, more in shift}


def from_principal(blocks: Blocks) -> dict[str, Rounded]:
    """Σ P a aᵀ over the principal axes."""
    found = {}
    for key in ENTRIES:
        i, j = ("xyz".index(letter) for letter in key)
        terms = (p * a[i] * a[j] for p, a in zip(blocks.moments, blocks.axes, strict=True))
        found[key] = sum(terms, Rounded(Fraction(0)))
    return found


def physical(mass: Fraction, tensor: Tensor) -> str:
    """A sentence where no rigid body can have these numbers, rounding apart, else nothing."""
    if mass <= 0:
        return f"the mass is {float(mass):.6g} kg; expected more than zero"
    xx, yy, zz = (tensor[k] for k in ("xx", "yy", "zz"))
    pairs = (((xx, yy), "zz", zz), ((yy, zz), "xx", xx), ((xx, zz), "yy", yy))
    for (a, b), name, c in pairs:
        rest = a + b - c
        if rest.value < -rest.error:
            return (
                f"no body has these moments of inertia: I{name} is more than the other two together"
            )
    for key in ("xy", "xz", "yz"):
        a, b = tensor[key[0] * 2], tensor[key[1] * 2]
        minor = a * b - tensor[key] * tensor[key]
        if minor.value < -minor.error or a.value < -a.error:
            return f"no body has this inertia: I{key} is too large beside I{key[0] * 2} and " + (
                f"I{key[1] * 2}"
            )
    return ""
