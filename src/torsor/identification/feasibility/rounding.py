"""Links with decimals for numbers, rounded towards the inside of what is possible, and back again.

A body is possible if its mass is positive and so are its second moments about the mass centre,
which come from the central inertia alone: the mass and the mass centre may be rounded as they
please. An inertia that rounding made impossible is raised by units of its last digit.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_CEILING, Decimal
from fractions import Fraction

import numpy as np

from torsor.algebra.arrays import Array
from torsor.algebra.formula import Values, formula, number
from torsor.algebra.scalars.floats import ANGLE_UNITS, FloatScalars, to_float
from torsor.arguments import validate_call
from torsor.errors import ArgumentValueError, MissingValueError
from torsor.identification.feasibility.certificate import certify
from torsor.identification.feasibility.problem import Problem
from torsor.identification.feasibility.pseudo_inertia import (
    TEN,
    central_moments,
    pseudo_inertia,
)
from torsor.mechanics.chain import body_of
from torsor.mechanics.parameters.linear_rnea import linear_body
from torsor.robot.link import Link
from torsor.spatial.inertia import entries

DIGITS = range(6, 10)
"""How many significant digits are tried, until rounding loses nothing."""
GUARD = 3
"""Digits that small entries have beyond the last one of their largest neighbour."""
LOSS = 0.01
"""What is nothing: a change of the fit by this much, in units of the noise."""


@dataclass(frozen=True)
class Rounded:
    """Links in decimals, how many digits they have, and what rounding did."""

    links: tuple[Link, ...]
    digits: int
    raised: tuple[int, ...]
    """Which links (counted from 0) had their inertia raised to stay possible."""
    loss: float
    """‖R Δx‖, by how many units of the noise the fit changes."""


def round_links(x: Array, problem: Problem, like: Sequence[Link] = ()) -> Rounded:
    """The links of a fit with as few digits (6 to 9) as lose nothing; ``like`` gives drives."""
    pi = np.asarray(x, float)[problem.of_links]
    columns = problem.R[:, problem.of_links]
    for digits in DIGITS:
        links, raised = _round_all(pi, digits, like)
        loss = float(np.linalg.norm(columns @ (parameters_of_links(links) - pi)))
        if loss <= LOSS:
            break
    return Rounded(links, digits, raised, loss)


@validate_call
def links_from_parameters(
    pi: Iterable[float], digits: int = 9, like: Sequence[Link] = ()
) -> tuple[Link, ...]:
    """Links with so many significant digits, each possible, from ten parameters a link.

    ``like`` gives names and drives, a link for each.
    """
    return _round_all(np.array([float(e) for e in pi]), digits, like)[0]


@validate_call
def parameters_of_links(links: Sequence[Link], values: Values | None = None) -> Array:
    """m hx hy hz Lxx Lyy Lzz Lxy Lxz Lyz of every link, one after another, in floats."""
    known = {name: to_float(formula(value)) for name, value in (values or {}).items()}
    scalars = FloatScalars({**ANGLE_UNITS, **known})
    found: list[float] = []
    for k, link in enumerate(links, 1):
        formulas = (link.mass, *link.com, *link.inertia)
        lacking = sorted({n for f in formulas for n in f.names()} - set(scalars.values))
        if lacking:
            raise MissingValueError(f"link {k}: no value for {', '.join(lacking)}")
        body = linear_body(body_of(link, scalars))
        found += [float(e) for e in (body.m, *body.h, *entries(body.L))]
    return np.array(found)


def _round_all(
    pi: Array, digits: int, like: Sequence[Link]
) -> tuple[tuple[Link, ...], tuple[int, ...]]:
    if pi.size % TEN or (like and len(like) != pi.size // TEN):
        raise ArgumentValueError(
            f"{pi.size} parameters for {len(like)} links; expected ten for each link"
        )
    if not 1 <= digits <= 15:
        raise ArgumentValueError(f"{digits} digits were asked for; expected 1 to 15")
    links, raised = [], []
    for k, ten in enumerate(pi.reshape(-1, TEN)):
        link, up = _round_link(ten, digits)
        if like:
            link = replace(link, name=like[k].name, drive=like[k].drive)
        links.append(link)
        if up:
            raised.append(k)
    return tuple(links), tuple(raised)


def _round_link(ten: Array, digits: int) -> tuple[Link, bool]:
    """One link, and whether its inertia was raised."""
    if not (np.isfinite(ten).all() and ten[0] > 0):
        raise ArgumentValueError(f"a link of {ten[0]:g} kg is no possible link")
    centre, central = central_moments(pseudo_inertia(ten))
    smallest = float(np.linalg.eigvalsh(central)[0])
    inertia = np.trace(central) * np.eye(3) - central
    largest = float(np.abs(inertia).max())
    extent = max(float(np.abs(centre).max()), float(np.sqrt(largest / ten[0])))
    six = [_decimal(float(e), digits, largest) for e in entries_of(inertia)]
    com = [_decimal(float(e), digits, extent) for e in centre]
    mass = _decimal(float(ten[0]), digits, float(ten[0]))
    link = _link(mass, com, six)
    if smallest < -(10.0 ** (2 - digits)) * abs(inertia).max():  # more than rounding could do
        raise ArgumentValueError(f"a second moment of {smallest:.3g} kg m² is no possible link's")
    unit = max(_last_digit(e, digits) for e in six[:3])
    up = 0
    while not certify([link]).holds:
        up = 2 * up or 1
        raised = [(e + 2 * up * unit).quantize(unit, ROUND_CEILING) for e in six[:3]]
        link = _link(mass, com, [*raised, *six[3:]])
    return link, up > 0


def entries_of(I: Array) -> tuple[float, ...]:
    """xx yy zz xy xz yz of a tensor."""
    return (I[0, 0], I[1, 1], I[2, 2], I[0, 1], I[0, 2], I[1, 2])


def _link(mass: Decimal, com: Sequence[Decimal], six: Sequence[Decimal]) -> Link:
    m, *rest = (number(Fraction(e)) for e in (mass, *com, *six))
    return Link(m, tuple(rest[:3]), tuple(rest[3:]))  # type: ignore[arg-type]


def _decimal(value: float, digits: int, scale: float) -> Decimal:
    """The nearest decimal with so many significant digits, and none beyond those of a scale's.

    What is far less than its neighbours, or the body, is rounding itself.
    """
    own = Decimal(f"{value:.{digits - 1}e}")
    finest = _last_digit(Decimal(f"{scale:.{digits - 1}e}"), digits + GUARD)
    return own.quantize(finest) if own.adjusted() - digits + 1 < finest.adjusted() else own


def _last_digit(value: Decimal, digits: int) -> Decimal:
    """One unit of the last of so many digits."""
    return Decimal(1).scaleb(value.adjusted() - digits + 1)
