"""Substitution: numbers, symbols, texts or expressions in the place of symbols and angles."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import comb, prod

from flint import fmpq, fmpq_mpoly

from torsor.algebra.angles import angle_of, roots_of
from torsor.algebra.budget import SUM, spend
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula, Value, exact, formula, name, product
from torsor.algebra.ring import Ring, rational
from torsor.algebra.scalars.ring import RingScalar, RingScalars
from torsor.errors import TorsorError

FEW = 10_000
"""Up to so many terms the degrees are enough to tell how far a substitution can grow."""


def as_angle(value: Value) -> Formula:
    """A number in radians, a text with a unit or a formula, as the formula of an angle."""
    if isinstance(value, (str, Formula)):
        read = formula(value)
        if read.constant is None:
            return read
        value = read.constant
    return product(formula(exact(value)), name("rad"))


def substitute(expression: Expression, values: Mapping[str, Value | Expression]) -> Expression:
    """The expression with each named symbol, angle or generator replaced, in normal form.

    A number for an angle is in radians and enters as a rational point of the unit circle;
    a text such as ``"30deg"`` enters exactly.
    """
    ring = expression.ring
    present = {*expression.names(), *expression.symbols()}
    relevant = {key: value for key, value in values.items() if key in present}
    for key in values:
        if key not in ring.angles:
            ring.generator(key)
    ring = _ring_for(ring, relevant)
    images: dict[str, RingScalar] = {}
    scalars = RingScalars(ring)
    for key, value in relevant.items():
        if {f"sin({key})", f"cos({key})"} & present:
            if isinstance(value, Expression):
                raise TorsorError(
                    f"an expression stands for the angle {key}; give a number in radians or a text"
                )
            images[f"sin({key})"], images[f"cos({key})"] = scalars.sin_cos(as_angle(value))
        if f"sign({key})" in present:
            images[f"sign({key})"] = _sign(key, value)
        if key in ring.index:
            images[key] = (
                value.to(ring) if isinstance(value, Expression) else scalars.value(formula(value))
            )
    return _compose(expression.to(ring), images)


def _sign(key: str, value: Value | Expression) -> int:
    """The sign of a number that takes the place of a symbol."""
    number = None if isinstance(value, Expression) else formula(value).constant
    if number is None:
        raise TorsorError(f"only a number can stand for {key}, whose sign occurs")
    return (number > 0) - (number < 0)


def _ring_for(ring: Ring, values: Mapping[str, Value | Expression]) -> Ring:
    """The ring with whatever else the new values bring in."""
    symbols: list[str] = []
    angles: list[str] = []
    roots: set[int] = set()
    rates: dict[str, str] = {}
    signs: list[str] = []
    for key, value in values.items():
        if isinstance(value, Expression):
            symbols += value.ring.symbols
            angles += value.ring.angles
            roots.update(value.ring.roots)
            rates.update(value.ring.rates)
            signs += value.ring.signs
            continue
        formulas = [] if key not in ring.index else [formula(value)]
        turned = [as_angle(value)] if key in ring.angles else []
        for f in formulas:
            turned += [argument for function, argument in f.calls() if function in ("sin", "cos")]
            roots.update(int(a.constant or 0) for function, a in f.calls() if function == "sqrt")
            symbols += f.names()
        for angle in map(angle_of, turned):
            angles += [n for n, _ in angle.named]
            roots.update(roots_of(angle))
    angles = list(dict.fromkeys(angles))
    inside = set(angles) - set(ring.symbols)
    plain = [s for s in symbols if s not in inside]
    return ring.extended(plain, angles, roots, rates, signs)


def _compose(expression: Expression, images: Mapping[str, RingScalar]) -> Expression:
    """Replace generators: numbers all at once, expressions by composition."""
    ring = expression.ring
    plain: dict[str | int, fmpq] = {
        ring.index[n]: rational(v)
        for n, v in images.items()
        if isinstance(v, (int, Fraction)) and n in ring.index
    }
    spend(len(expression) * ring.width, SUM, len(expression), len(ring.generators))
    poly = expression.poly.subs(plain) if plain else expression.poly
    others = {n: v for n, v in images.items() if isinstance(v, Expression)}
    constants = {n: v for n, v in others.items() if not v.symbols()}
    # Roots meet their squares before the next come in: what is put in by itself stays small.
    for generator, value in constants.items():
        poly = _put_in(ring.reduce(poly), {generator: value})
    moving = {n: v for n, v in others.items() if n not in constants}
    return ring.reduce(_put_in(ring.reduce(poly), moving) if moving else poly)


def _put_in(expression: Expression, images: Mapping[str, Expression]) -> fmpq_mpoly:
    """The polynomial with expressions in the place of generators, where it cannot grow too far."""
    ring, poly = expression.ring, expression.poly
    if not poly:
        return poly  # whose degrees are no powers
    terms = _most_terms(ring, poly, images)
    spend(terms * ring.width, SUM, terms, len(ring.generators))
    targets = [
        images[n].poly if n in images else generator
        for n, generator in zip(ring.generators, ring.context.gens(), strict=False)
    ]
    return poly.compose(*targets, ctx=ring.context)


def _most_terms(ring: Ring, poly: fmpq_mpoly, images: Mapping[str, Expression]) -> int:
    """At most how many terms come of it: by degrees, and where those say too much, term by term."""
    sizes = {ring.index[n]: max(1, len(value)) for n, value in images.items()}

    def most(powers: Sequence[int]) -> int:
        return prod(comb(size + int(powers[i]) - 1, int(powers[i])) for i, size in sizes.items())

    by_degrees = len(poly) * most(poly.degrees())
    if by_degrees <= FEW:
        return by_degrees
    spend(len(poly) * 8 * ring.width, SUM, len(poly), len(ring.generators), held=False)
    return sum(most(powers) for powers in poly.monoms())
