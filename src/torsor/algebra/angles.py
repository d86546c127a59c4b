"""Angles as exact data: multiples of 15°, radians, whole multiples of named angles."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from math import pi, prod

from torsor.algebra.formula import Formula
from torsor.algebra.rational_points import rational_sin_cos, turn_quarters
from torsor.algebra.scalars.arithmetic import add_angles
from torsor.algebra.surds import Number, cos_fifteens, roots_in, simple
from torsor.errors import TorsorError, shown


@dataclass(frozen=True)
class Angle:
    """An angle: a rational number of half turns, rational radians, and whole named angles."""

    half_turns: Fraction
    radian: Fraction
    named: tuple[tuple[str, int], ...]

    @property
    def quarters(self) -> int | None:
        """How many quarter turns (0 … 3) the constant part is, where it is that exactly."""
        whole = not self.radian and (self.half_turns * 2).denominator == 1
        return int(self.half_turns * 2) % 4 if whole else None

    @cached_property
    def sin_cos(self) -> tuple[Number, Number]:
        """Sine and cosine of the constant part: exact for multiples of 15°, else rational."""
        fifteens = self.half_turns * 12
        if fifteens.denominator == 1:
            pair = cos_fifteens(int(fifteens) - 6), cos_fifteens(int(fifteens))
        else:
            quarter = round(self.half_turns * 2)
            rest = self.half_turns - Fraction(quarter, 2)
            pair = turn_quarters(*rational_sin_cos(float(rest) * pi), quarter)
        if self.radian:
            s, c = rational_sin_cos(float(self.radian))
            pair = add_angles(pair, (simple(s), simple(c)))
        return simple(pair[0]), simple(pair[1])


@lru_cache(maxsize=4096)
def angle_of(formula: Formula) -> Angle:
    """Read a formula as an angle; a bare number other than 0 has no unit and is refused."""
    parts = _linear(formula)
    bare = parts.pop("", Fraction(0))
    if bare:
        raise TorsorError(
            f"the angle {shown(str(formula))} has no unit; write {_tidy(bare)}deg, "
            f"{_tidy(bare)}rad or a fraction of pi"
        )
    turns = parts.pop("pi", Fraction(0)) + parts.pop("deg", Fraction(0)) / 180
    radian = parts.pop("rad", Fraction(0))
    if abs(radian) > 10**300:
        raise TorsorError(f"the angle {_tidy(radian)}rad is out of range")
    for known, count in parts.items():
        if count.denominator != 1 or abs(count) > 24:
            raise TorsorError(
                f"the angle {shown(str(formula))} has {_tidy(count)} times {known}; "
                "only whole multiples up to 24"
            )
    if prod(1 + abs(count) for count in parts.values()) > 10_000:
        raise TorsorError(f"an angle that is a sum of {len(parts)} names is refused")
    return Angle(turns, radian, tuple((n, int(c)) for n, c in parts.items() if c))


def _tidy(value: Fraction) -> str:
    return f"{Decimal(value.numerator) / value.denominator:.6g}"


def _linear(formula: Formula) -> dict[str, Fraction]:
    """A formula as a linear combination of names; the constant stands under ''."""
    if formula.head == "number":
        return {"": formula.constant or Fraction(0)}
    if formula.head == "name":
        return {formula.word: Fraction(1)}
    if formula.head == "sum":
        total: dict[str, Fraction] = {}
        for part in formula.inner:
            for key, value in _linear(part).items():
                total[key] = total.get(key, Fraction(0)) + value
        return total
    if formula.head == "product":
        result = {"": Fraction(1)}
        for part in formula.inner:
            factor = _linear(part)
            if set(factor) != {""}:
                result, factor = factor, result
            if set(factor) != {""}:
                break
            result = {k: v * factor[""] for k, v in result.items()}
        else:
            return result
    raise TorsorError(f"the angle {shown(str(formula))} is not a sum of angles")


def roots_of(angle: Angle) -> tuple[int, ...]:
    """The square roots that an exact sine and cosine of this angle needs."""
    return tuple(sorted({n for number in angle.sin_cos for n in roots_in(number)}))
