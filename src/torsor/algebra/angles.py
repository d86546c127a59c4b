"""Angles as exact data: multiples of 15°, radians, whole multiples of named angles."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from math import pi, prod
from typing import Any

from torsor.algebra.formula import Formula, formula, name, number
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
def angle_of(angle: Formula) -> Angle:
    """Read a formula as an angle; a bare number other than 0 has no unit and is refused."""
    parts = _linear(angle)
    bare = parts.pop("", Fraction(0))
    if bare:
        told = _tidy(bare) if angle.head == "number" else shown(str(angle))
        raise TorsorError(f"{told}: expected an angle with its unit, such as {_suggest(bare)}")
    turns = parts.pop("pi", Fraction(0)) + parts.pop("deg", Fraction(0)) / 180
    radian = parts.pop("rad", Fraction(0))
    if abs(radian) > 10**300:
        raise TorsorError(f"the angle {_tidy(radian)}rad is out of range")
    for known, count in parts.items():
        if count.denominator != 1 or abs(count) > 24:
            raise TorsorError(
                f"the angle {shown(str(angle))} has {_tidy(count)} times {known}; "
                "only whole multiples up to 24"
            )
    if prod(1 + abs(count) for count in parts.values()) > 10_000:
        raise TorsorError(f"an angle that is a sum of {len(parts)} names is refused")
    return Angle(turns, radian, tuple((n, int(c)) for n, c in parts.items() if c))


def to_angle(radians: Any) -> Formula:
    """A number that Python computed as an angle: a multiple of π/12 to its last digits is exact.

    Any other is left without a unit, which ``angle_of`` refuses.
    """
    written = formula(radians)
    fifteens = round(float(radians) * 12 / pi) if abs(float(radians)) < 1e6 else 0
    single = getattr(getattr(radians, "dtype", None), "itemsize", 8) < 8
    close = (2**-22 if single else 2**-51) * abs(float(radians))
    if not fifteens or abs(float(radians) - fifteens * pi / 12) > close:
        return written
    return number(15 * fifteens) * name("deg")


def _suggest(bare: Fraction) -> str:
    """What a number without a unit most likely means, with one."""
    text = _tidy(bare)
    degrees = round(float(bare) * 12 / pi) * 15 if abs(bare) < 100 else 0
    if degrees and abs(float(bare) - degrees * pi / 180) < 2e-3:
        return f'"{_half_turns(degrees)}" or "{degrees}deg"'
    if bare % 15 == 0 and abs(bare) <= 720:
        return f'"{text}deg" or "{_half_turns(int(bare))}"'
    return f'"{text}deg" or "{text}rad"'


def _half_turns(degrees: int) -> str:
    """``-pi/2``, ``2*pi/3``."""
    part = Fraction(degrees, 180)
    front = {1: "pi", -1: "-pi"}.get(part.numerator, f"{part.numerator}*pi")
    return front if part.denominator == 1 else f"{front}/{part.denominator}"


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
