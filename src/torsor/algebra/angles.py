"""Exact sines and cosines: multiples of 15°, named angles, and rational rotations for floats."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import cos, hypot, isqrt, pi, prod, sin
from typing import TYPE_CHECKING, Any

from torsor.algebra.formula import Formula, call, name, number, power
from torsor.algebra.formula import formula as as_formula
from torsor.errors import TorsorError, shown

if TYPE_CHECKING:
    from torsor.algebra.ring import Ring

CLOSE = Fraction(1, 10**16)
"""How near the rational half-angle tangent is that stands for a float."""


@dataclass(frozen=True)
class Angle:
    """An angle: a rational number of half turns, rational radians, and whole named angles."""

    half_turns: Fraction
    radian: Fraction
    named: tuple[tuple[str, int], ...]


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
        return {"": formula.parts[0]}
    if formula.head == "name":
        return {formula.parts[0]: Fraction(1)}
    if formula.head == "sum":
        found: dict[str, Fraction] = {}
        for part in formula.parts:
            for key, value in _linear(part).items():
                found[key] = found.get(key, Fraction(0)) + value
        return found
    if formula.head == "product":
        result = {"": Fraction(1)}
        for part in formula.parts:
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
    fifteens = angle.half_turns * 12
    if fifteens.denominator != 1 or fifteens % 6 == 0:
        return ()
    if fifteens % 2:
        return (2,) if fifteens % 3 == 0 else (2, 3)
    return (3,)


def rational_sin_cos(angle: float) -> tuple[Fraction, Fraction]:
    """A point with rational coordinates on the unit circle, within 1e-15 of the angle's."""
    s, c = sin(angle), cos(angle)
    # The half-angle tangent is taken in the quarter of the circle where it is smallest.
    quarter = (0 if c > 0 else 2) if abs(c) >= abs(s) else (1 if s > 0 else 3)
    u, v = _quarters(s, c, -quarter)
    t = _nearby(u / (1 + v))
    return _quarters(2 * t / (1 + t * t), (1 - t * t) / (1 + t * t), quarter)


def _quarters(s: Any, c: Any, count: int) -> tuple[Any, Any]:
    """Sine and cosine after so many quarter turns more."""
    return ((s, c), (c, -s), (-s, -c), (-c, s))[count % 4]


def _nearby(value: float) -> Fraction:
    """A simple fraction that is nearer than ``CLOSE``."""
    exact, bound = Fraction(value), 10**4
    while abs((near := exact.limit_denominator(bound)) - exact) > CLOSE:
        bound *= 10
    return near


def rational_unit_vector(x: float, y: float, z: float) -> tuple[Fraction, Fraction, Fraction]:
    """A vector with rational entries and length exactly one, near the given direction."""
    length = hypot(x, y, z)
    entries = [x / length, y / length, z / length]
    k = max(range(3), key=lambda i: abs(entries[i]))
    away = -1 if entries[k] > 0 else 1
    # Stereographic projection from the far pole of the largest entry keeps both numbers small.
    u, v = (_nearby(entries[i] / (1 + abs(entries[k]))) for i in range(3) if i != k)
    scale = 1 + u * u + v * v
    result = [2 * u / scale, 2 * v / scale]
    result.insert(k, -away * (1 - u * u - v * v) / scale)
    return result[0], result[1], result[2]


def _fifteen(k: int, root: Callable[[int], Any]) -> Any:
    """cos(15° k) for whole k, with √2 and √3 from ``root``."""
    k %= 24
    if k > 12:
        k = 24 - k
    if k > 6:
        return -_fifteen(12 - k, root)
    half = Fraction(1, 2)
    if k == 0:
        return 1
    if k == 6:
        return 0
    if k == 4:
        return half
    if k == 3:
        return root(2) * half
    if k == 2:
        return root(3) * half
    r2, r3 = root(2), root(3)
    return (r2 * r3 + (r2 if k == 1 else -r2)) * Fraction(1, 4)


def exact_sin_cos(
    angle: Angle, named: Callable[[str], tuple[Any, Any]], root: Callable[[int], Any]
) -> tuple[Any, Any]:
    """Sine and cosine over any scalar that holds the roots and the named angles' pairs."""
    fifteens = angle.half_turns * 12
    s: Any
    c: Any
    if fifteens.denominator == 1:
        c, s = _fifteen(int(fifteens), root), _fifteen(int(fifteens) - 6, root)
    else:
        quarter = round(angle.half_turns * 2)
        rest = angle.half_turns - Fraction(quarter, 2)
        s, c = _quarters(*rational_sin_cos(float(rest) * pi), quarter)
    if angle.radian:
        s, c = _add((s, c), rational_sin_cos(float(angle.radian)))
    for known, count in angle.named:
        pair = named(known)
        if count < 0:
            pair = (-pair[0], pair[1])
        for _ in range(abs(count)):
            s, c = _add((s, c), pair)
    return s, c


def _add(a: tuple[Any, Any], b: tuple[Any, Any]) -> tuple[Any, Any]:
    """sin and cos of a sum; plain 0 and 1 are kept plain, so that axes stay axes."""
    (s, c), (u, v) = a, b
    if _plain(s, 0) and _plain(c, 1):
        return u, v
    if _plain(u, 0) and _plain(v, 1):
        return s, c
    return s * v + c * u, c * v - s * u


def _plain(value: Any, number: int) -> bool:
    return isinstance(value, (int, Fraction)) and value == number


class RingScalars:
    """Formulas into ring elements."""

    def __init__(self, ring: Ring) -> None:
        self.ring = ring

    def value(self, formula: Formula) -> Any:
        """A formula as an exact expression (plain numbers stay plain)."""
        return formula.value(self._lookup, self._call)

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        """Sine and cosine of a formula that stands for an angle."""
        return exact_sin_cos(angle_of(formula), self._pair, self._root)

    def _pair(self, known: str) -> tuple[Any, Any]:
        return self.ring.sin(known), self.ring.cos(known)

    def _root(self, n: int) -> Any:
        return self.ring.generator(f"sqrt({n})")

    def _lookup(self, known: str) -> Any:
        if known in ("pi", "deg", "rad"):
            raise TorsorError(f"an angle ({known}) stands where a plain number is expected")
        return self.ring.generator(known)

    def _call(self, function: str, argument: Formula) -> Any:
        if function == "sqrt":
            return self._root(int(argument.parts[0]))
        if function == "sign":
            return self.ring.generator(f"sign({argument})")
        return self.sin_cos(argument)[function == "cos"]


class FloatScalars:
    """Formulas into floats, given a number for each name."""

    def __init__(self, values: Mapping[str, float]) -> None:
        self.values = values

    def value(self, formula: Formula) -> Any:
        """A formula as a float."""
        return formula.value(lambda known: self.values[known], self._call)

    def sin_cos(self, formula: Formula) -> tuple[float, float]:
        """Sine and cosine of a formula that stands for an angle."""
        angle = angle_of(formula)
        quarters = angle.half_turns * 2
        rest = float(angle.radian) + sum(n * self.values[k] for k, n in angle.named)
        if quarters.denominator == 1 and not rest:
            return ((0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0))[int(quarters) % 4]
        rest += float(angle.half_turns % 2) * pi
        return sin(rest), cos(rest)

    def _call(self, function: str, argument: Formula) -> Any:
        if function == "sqrt":
            return float(argument.parts[0]) ** 0.5
        if function == "sign":
            value = self.value(argument)
            return (value > 0) - (value < 0)
        return self.sin_cos(argument)[function == "cos"]


class FormulaScalars:
    """Formulas into formulas: exact arithmetic on descriptions, before there is a ring."""

    def value(self, formula: Formula) -> Any:
        """A whole number as such, anything else as the formula it is."""
        constant = formula.constant
        return int(constant) if constant is not None and constant.denominator == 1 else formula

    def sin_cos(self, formula: Formula) -> tuple[Any, Any]:
        """Sine and cosine, exact for multiples of 15° and named angles."""
        angle = angle_of(formula)
        if sum(abs(count) for _, count in angle.named) > 1:
            return call("sin", formula), call("cos", formula)
        s, c = exact_sin_cos(
            angle,
            lambda known: (call("sin", name(known)), call("cos", name(known))),
            lambda n: call("sqrt", number(n)),
        )
        return (s, c) if isinstance(s, int) else (as_formula(s), as_formula(c))


def exact_unit_vector(entries: tuple[Fraction, Fraction, Fraction]) -> tuple[Formula, ...]:
    """The direction of three exact numbers with length one: exact if √2, √3 do, else nearby."""
    norm2 = sum((e * e for e in entries), Fraction(0))
    if not norm2:
        raise TorsorError("an axis with all entries zero has no direction")
    whole = norm2.numerator * norm2.denominator
    if any(whole % n == 0 and isqrt(whole // n) ** 2 * n == whole for n in (1, 2, 3, 6)):
        inverse = call("sqrt", power(number(norm2), -1))
        return tuple(number(e) * inverse for e in entries)
    largest = max(abs(e) for e in entries)
    return tuple(number(e) for e in rational_unit_vector(*(float(e / largest) for e in entries)))
