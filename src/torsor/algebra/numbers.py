"""Numbers from expressions: exact, as floats, or to any number of digits.

The polynomial itself is evaluated in exact rational arithmetic; only the sines, cosines and roots
that go in are rounded, so that cancellation costs nothing.
"""

from __future__ import annotations

import math
from collections.abc import Container, Iterable, Iterator
from decimal import Decimal, localcontext
from fractions import Fraction
from operator import index

from flint import arb, ctx, fmpq

from torsor.algebra.angles import angle_of
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula, Values, formula
from torsor.algebra.scalars.balls import Ball, BallScalars, ball
from torsor.algebra.scalars.ring import RingScalar
from torsor.algebra.scalars.scalars import Named, Pair
from torsor.algebra.substitute import as_angle
from torsor.arguments import given, validate
from torsor.errors import ArgumentValueError, MissingValueError, TorsorError, shown


def missing(expressions: Iterable[object], values: Container[str]) -> list[str]:
    """The symbols that occur and have no value, each once."""
    needed: dict[str, None] = {}
    for expression in expressions:
        if isinstance(expression, Expression):
            needed.update(dict.fromkeys(expression.symbols()))
    return [n for n in needed if n not in values and not n.startswith("sqrt(")]


def _foreign(expression: Expression, values: Values) -> str:
    """The first name given that the expression's ring does not know: a slip, perhaps."""
    ring = expression.ring
    known = {*ring.index, *ring.angles}
    name = next((n for n in values if n not in known), None)
    return "" if name is None else f" ({given(name)} is no symbol here)"


def evaluate(expression: Expression, values: Values, digits: int | None = None) -> float | Decimal:
    """A float, or with ``digits`` a Decimal of that many correct digits."""
    lacking = missing([expression], values)
    if lacking:
        raise MissingValueError(f"no value for {', '.join(lacking)}{_foreign(expression, values)}")
    if digits is None:
        value = _fraction(_at(expression, generator_values(expression, values)))
        try:
            return float(value)
        except OverflowError:
            raise ArgumentValueError("the value is too large for a float; ask for digits") from None
    validate("digits", digits, int)
    if not 1 <= digits <= 100_000:
        raise ArgumentValueError(f"{given(digits)} digits were asked for; expected 1 to 100000")
    digits = index(digits)
    bits = 64 + int(3.33 * digits)
    while bits < 64 + 64 * (digits + 64):
        ball = _ball(expression, values, bits)
        if ball.rel_accuracy_bits() > 3.33 * digits + 4 or ball == 0:
            with localcontext(prec=digits):
                return +Decimal(ball.mid().str(digits + 8, radius=False))
        bits *= 2
    # Zero to every digit that could be computed.
    return Decimal(0)


def generator_values(expression: Expression, values: Values) -> list[fmpq]:
    """A rational number for every generator that occurs; sines and cosines are rounded floats."""
    found: list[fmpq] = []
    present = set(expression.names())
    for generator in expression.ring.generators:
        found.append(_generator(generator, values) if generator in present else fmpq(0))
    return found


def _generator(generator: str, values: Values) -> fmpq:
    function, _, rest = generator.partition("(")
    if not rest:
        value = _number(generator, values)
        return fmpq(value.numerator, value.denominator)
    inner = rest[:-1]
    if function == "sqrt":
        number = math.sqrt(int(inner))
    elif function == "sign":
        value = _number(inner, values)
        return fmpq((value > 0) - (value < 0))
    else:
        angle = as_angle(values[inner])
        read = angle_of(angle)
        if read.named:
            given = shown(str(values[inner]))
            raise TorsorError(f"the value of {inner} is {given}, not an angle in numbers")
        quarter = read.half_turns * 2
        if quarter.denominator == 1 and not read.radian:
            table = {"sin": (0, 1, 0, -1), "cos": (1, 0, -1, 0)}
            return fmpq(table[function][int(quarter) % 4])
        number = float(getattr(_exact_angle(angle, 128), function)().mid())
    return fmpq(*number.as_integer_ratio())


def _number(symbol: str, values: Values) -> Fraction:
    value = formula(values[symbol]).constant
    if value is None:
        raise TorsorError(f"the value of {symbol} is {shown(str(values[symbol]))}, not a number")
    return value


def _exact_angle(angle: Formula, bits: int) -> arb:
    """An angle in radians as a ball, good to so many bits after the point."""
    read = angle_of(angle)
    turns, radian = read.half_turns % 2, read.radian
    before, ctx.prec = ctx.prec, bits + max(0, int(radian).bit_length())
    try:
        return arb.pi() * arb(fmpq(turns.numerator, turns.denominator)) + arb(
            fmpq(radian.numerator, radian.denominator)
        )
    finally:
        ctx.prec = before


def _at(expression: Expression, numbers: list[fmpq]) -> fmpq:
    if not expression.ring.generators:
        return expression.poly.leading_coefficient() if expression.poly else fmpq(0)
    return expression.poly(*numbers)


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


class _Balls(BallScalars):
    """Balls around what was given, good to so many bits."""

    def __init__(self, values: Values, bits: int) -> None:
        super().__init__({})
        self.given = values
        self.bits = bits

    def symbol(self, name: str) -> arb:
        return ball(_number(name, self.given))

    def pairs(self, named: Named) -> Iterator[Pair[Ball]]:
        for known, _ in named:  # a generator has one
            angle = _exact_angle(as_angle(self.given[known]), self.bits)
            yield angle.sin(), angle.cos()


def _ball(expression: Expression, values: Values, bits: int) -> arb:
    """The value as a ball that certainly holds it."""
    before, ctx.prec = ctx.prec, bits
    try:
        return arb(0) + _Balls(values, bits).expression(expression)
    finally:
        ctx.prec = before


def evaluate_exactly(expression: Expression, values: Values) -> Fraction | Expression:
    """The exact value: a fraction, or an expression in √2 and √3 where angles bring them."""
    lacking = missing([expression], values)
    if lacking:
        raise MissingValueError(f"no value for {', '.join(lacking)}")
    left = expression.subs(values)
    constant = left.constant()
    return left if constant is None else constant


def evaluate_rational(expression: RingScalar, values: Values | None = None) -> fmpq:
    """A rational number, exact but for the rounding of sines, cosines and roots that go in."""
    if not isinstance(expression, Expression):
        return fmpq(expression.numerator, expression.denominator)
    return fmpq(_at(expression, generator_values(expression, values or {})))
