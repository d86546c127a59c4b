"""The exact certificate: links whose decimals are proven to be those of real bodies.

Sylvester: a symmetric matrix is positive definite exactly when its leading principal minors are
positive. Those of each link's pseudo-inertia about its frame's origin are computed over the
rational numbers, from the decimals themselves: nothing is rounded.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mat

from torsor.arguments import validate_call
from torsor.mechanics.fast.aligned_frames import pseudo_inertia
from torsor.proof.physical import inertia_problem
from torsor.robot.link import Link
from torsor.spatial.inertia import Body, tensor
from torsor.spatial.vectors import Vector

SHOWN = 24
"""Letters of an exact fraction that is shown whole."""


@dataclass(frozen=True)
class LinkProof:
    """One link: the leading principal minors of its pseudo-inertia, and what they prove."""

    link: int
    """Its number."""
    minors: tuple[Fraction, ...]
    """Of the orders 1 to 4, of [Σ h; hᵀ m]; none where the link was not judged."""
    holds: bool
    """Whether it is proven that a body can be so."""
    detail: str

    @property
    def judged(self) -> bool:
        """Whether there were numbers to judge."""
        return bool(self.minors)


@dataclass(frozen=True)
class Certificate:
    """A row for each link."""

    rows: tuple[LinkProof, ...]

    @property
    def holds(self) -> bool:
        """Whether every link was judged, and is proven to be possible."""
        return bool(self.rows) and all(row.holds for row in self.rows)

    @property
    def sentence(self) -> str:
        """The finding."""
        if not self.rows:
            return "there are no links to certify"
        wrong = [f"link {row.link}: {row.detail}" for row in self.rows if not row.holds]
        if wrong:
            return "; ".join(wrong)
        what = "link is" if len(self.rows) == 1 else "links are"
        return (
            f"{len(self.rows)} {what} possible: every leading principal minor of each "
            "pseudo-inertia is positive, over the rationals"
        )


@validate_call
def certify(links: Sequence[Link], first: int = 1) -> Certificate:
    """Prove each link possible from its numbers as they stand; they count from ``first``."""
    return Certificate(tuple(_certify_link(k, link) for k, link in enumerate(links, first)))


def _certify_link(number: int, link: Link) -> LinkProof:
    formulas = (link.mass, *link.com, *link.inertia)
    symbols = sorted({name for f in formulas for name in f.names()})
    if symbols:
        return LinkProof(number, (), False, f"not judged: it has symbols ({', '.join(symbols)})")
    numbers = [f.constant for f in formulas]
    known = [n for n in numbers if n is not None]
    if len(known) < len(numbers):
        return LinkProof(number, (), False, "not judged: it has numbers that are not rational")
    mass, *com = known[:4]
    minors = leading_minors(pseudo_inertia_matrix(mass, com, known[4:]))
    if all(minor > 0 for minor in minors):
        return LinkProof(number, minors, True, f"minors {', '.join(map(show_fraction, minors))}")
    return LinkProof(number, minors, False, _reason(mass, known[4:]))


def pseudo_inertia_matrix(
    mass: Fraction, com: Sequence[Fraction], inertia: Sequence[Fraction]
) -> list[list[Fraction]]:
    """[Σ h; hᵀ m] about the frame's origin, exactly."""
    points = pseudo_inertia(Body(mass, Vector(com), tensor(inertia)))
    rows = [[Fraction(e) for e in row] for row in points.J]
    h = [Fraction(e) for e in points.h]
    return [*([*row, e] for row, e in zip(rows, h, strict=True)), [*h, mass]]


def leading_minors(A: Sequence[Sequence[Fraction]]) -> tuple[Fraction, ...]:
    """The determinants of the upper left 1 × 1, 2 × 2 … corners."""
    found = []
    for k in range(1, len(A) + 1):
        corner = [[fmpq(e.numerator, e.denominator) for e in row[:k]] for row in A[:k]]
        minor = fmpq_mat(corner).det()
        found.append(Fraction(int(minor.p), int(minor.q)))
    return tuple(found)


def show_fraction(value: Fraction) -> str:
    """An exact fraction, or its ends and its size where it is long."""
    text = str(value)
    if len(text) <= SHOWN:
        return text
    above, below = str(value.numerator), str(value.denominator)
    return f"{_ends(above)}/{_ends(below)} ≈ {float(value):.3g}"


def _ends(digits: str) -> str:
    return digits if len(digits) <= 10 else f"{digits[:4]}…{digits[-4:]}"


def _reason(mass: Fraction, inertia: Sequence[Fraction]) -> str:
    """Why no body is so."""
    if mass <= 0:
        return f"its mass is {float(mass):.6g} kg"
    return inertia_problem(inertia) or "its mass has no extent in some direction"
