"""Text expressions as data: ``"l2 + d1/2"`` read by a grammar, held exactly, never executed.

A formula belongs to no ring yet; a robot's description is full of them, and the ring is built
from the names that they mention.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache
from math import comb, prod
from numbers import Rational, Real
from typing import TYPE_CHECKING, Any, TypeAlias, TypeGuard

from torsor.algebra.surds import RADICANDS, square_root
from torsor.arguments import given, wrong_type
from torsor.errors import ArgumentTypeError, ArgumentValueError, TextError

DEPTH = 60
"""Formulas nested deeper than this are refused."""

LENGTH = 100_000
"""Texts longer than this are refused."""

TERMS = 30_000
"""Formulas that could have more terms than this when multiplied out are refused."""

DEGREE = 1000
"""Formulas of a higher degree than this are refused: FLINT ends the process where powers do."""

BITS = 8192
"""Numbers whose numerator or denominator has more bits than this are refused."""

NUMBER = re.compile(r"(-?)([0-9]{1,9}(?:\.[0-9]{1,12})?)(deg|rad)?\Z")
PLAIN = re.compile(r"-?(?:[A-Za-z][A-Za-z0-9_]{0,39}|[0-9]{1,18})\Z")

if TYPE_CHECKING:
    Value: TypeAlias = "int | float | Fraction | Decimal | str | Formula"
    """A number, a text such as ``"30deg"`` or ``"2*l1"``, or a formula."""
    Values = Mapping[str, Value]
    """What stands for symbols, by their names."""
else:  # what a value may be is told by those who read it
    Value = Any
    Values = Mapping[str, Any]

UNITS = ("pi", "deg", "rad")
FUNCTIONS = ("sin", "cos", "sqrt", "sign")


@dataclass(frozen=True)
class Formula:
    """A number, a name, a sum, a product, a power or a function of formulas.

    ``head`` is one of ``number name sum product power call``; ``parts`` are its contents;
    ``size`` bounds the number of terms when it is multiplied out, ``degree`` their powers.
    """

    head: str
    parts: tuple[Any, ...]
    depth: int = 0
    size: int = 1
    degree: int = 0

    def __repr__(self) -> str:
        return f"formula({str(self)!r})"

    def __float__(self) -> float:
        from torsor.algebra.scalars.floats import to_float

        return to_float(self)

    def __add__(self, other: Value) -> Formula:
        return total(self, formula(other))

    def __radd__(self, other: Value) -> Formula:
        return total(formula(other), self)

    def __sub__(self, other: Value) -> Formula:
        return total(self, -formula(other))

    def __rsub__(self, other: Value) -> Formula:
        return total(formula(other), -self)

    def __neg__(self) -> Formula:
        return product(number(-1), self)

    def __mul__(self, other: Value) -> Formula:
        if isinstance(other, tuple):  # type: ignore[unreachable]
            return NotImplemented  # a vector knows how to scale itself
        return product(self, formula(other))

    def __rmul__(self, other: Value) -> Formula:
        return product(formula(other), self)

    def __truediv__(self, other: Value) -> Formula:
        return product(self, power(formula(other), -1))

    def __pow__(self, exponent: int) -> Formula:
        return power(self, exponent)

    def __bool__(self) -> bool:
        return not (self.head == "number" and self.parts[0] == 0)

    @property
    def constant(self) -> Fraction | None:
        """The value of a plain number, else nothing."""
        return self.parts[0] if self.head == "number" else None

    @property
    def word(self) -> str:
        """The name of a symbol or of the function that is called; a number as it is written."""
        return str(self.parts[0])

    @property
    def inner(self) -> tuple[Formula, ...]:
        """The formulas that a sum, a product, a power or a call is made of."""
        if self.head in ("sum", "product"):
            return self.parts
        return tuple(p for p in self.parts if isinstance(p, Formula))

    @property
    def exponent(self) -> int:
        """The whole power that a formula is raised to."""
        return self.parts[1] if self.head == "power" else 1

    def names(self) -> Iterator[str]:
        """Every name in the formula, units and function names excepted."""
        if self.head == "name":
            if self.word not in UNITS:
                yield self.word
        elif self.head != "number":
            for part in self.inner:
                yield from part.names()

    def calls(self) -> Iterator[tuple[str, Formula]]:
        """Every function in the formula with its argument."""
        if self.head == "call":
            yield self.word, self.inner[0]
        if self.head != "number":
            for part in self.inner:
                yield from part.calls()

    def replace(self, values: Values) -> Formula:
        """The formula with numbers, texts or formulas in the place of names."""
        if not isinstance(values, Mapping):
            raise wrong_type("values", values, "a mapping")
        if self.head == "name":
            return formula(values[self.word]) if self.word in values else self
        parts = [p.replace(values) if isinstance(p, Formula) else p for p in self.parts]
        return _BUILD[self.head](*parts)

    def __str__(self) -> str:
        from torsor.algebra.formula_text import formula_text

        return formula_text(self)


def formula(value: Value) -> Formula:
    """A formula from a number, a text or a formula; floats become their shortest decimal."""
    if isinstance(value, Formula):
        return value
    if isinstance(value, str):
        return read_formula(value)
    return number(exact(value))


def exact(value: object) -> Fraction:
    """A finite number as an exact fraction (0.35 is 7/20)."""
    if isinstance(value, bool):
        raise ArgumentTypeError(f"{value!r} is not a number")
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Decimal) and value.is_finite() and abs(value.adjusted()) <= 400:
        return Fraction(value)
    try:
        if not isinstance(value, float) and is_real(value):
            return Fraction(str(value))  # NumPy's: the shortest decimal of 0.35 in single precision
        return Fraction(repr(float(value)))  # type: ignore[arg-type]
    except (ValueError, TypeError, OverflowError):
        told = repr(str(value)) if isinstance(value, (float, Decimal)) else given(value)
        raise ArgumentValueError(f"{told} is not a finite number") from None


def is_real(value: object) -> TypeGuard[float]:
    """Whether a value is a real number, NumPy's included; True and False are none."""
    return isinstance(value, Real) and not isinstance(value, bool)


def number(value: int | Fraction) -> Formula:
    """A number as a formula."""
    return Formula("number", (_bounded(Fraction(value)),))


def _bounded(value: Fraction) -> Fraction:
    if max(value.numerator.bit_length(), value.denominator.bit_length()) > BITS:
        raise TextError("a number with this many digits is refused")
    return value


def name(text: str) -> Formula:
    """A symbol as a formula."""
    return Formula("name", (text,), degree=1)


def total(*parts: Formula) -> Formula:
    """The sum, flattened, with its plain numbers added up."""
    flat: list[Formula] = []
    constant = Fraction(0)
    for part in parts:
        for p in part.inner if part.head == "sum" else (part,):
            if (value := p.constant) is not None:
                constant = _bounded(constant + value)
            else:
                flat.append(p)
    if constant or not flat:
        flat.append(number(constant))
    return flat[0] if len(flat) == 1 else _deep("sum", tuple(flat))


def product(*parts: Formula) -> Formula:
    """The product, flattened, with its plain numbers multiplied."""
    flat: list[Formula] = []
    constant = Fraction(1)
    for part in parts:
        for p in part.inner if part.head == "product" else (part,):
            if (value := p.constant) is not None:
                constant = _bounded(constant * value)
            else:
                flat.append(p)
    if constant == 0 or not flat:
        return number(constant)
    flat.sort(key=lambda p: p.exponent < 0)  # as it prints: divisors last
    if constant == -1 and len(flat) == 1 and flat[0].head == "sum":
        return total(*(product(number(-1), p) for p in flat[0].inner))
    if constant != 1:
        flat.insert(0, number(constant))
    return flat[0] if len(flat) == 1 else _deep("product", tuple(flat))


def power(base: Formula, exponent: int) -> Formula:
    """A whole power of a formula."""
    if not isinstance(exponent, int):
        raise wrong_type("the exponent", exponent, "a whole number")
    value = base.constant
    if value is not None:
        if value == 0 and exponent < 0:
            raise TextError("division by zero")
        if abs(exponent) * max(value.numerator.bit_length(), value.denominator.bit_length()) > BITS:
            raise TextError("a power this large is refused")
        return number(value**exponent)
    if base.head == "power":
        base, exponent = base.inner[0], base.exponent * exponent
    if exponent == 1:
        return base
    if exponent == 0:
        return number(1)
    if abs(exponent) > 64:
        raise TextError(f"the power {exponent} is out of range (at most 64)")
    return _deep("power", (base, exponent))


def call(function: str, argument: Formula) -> Formula:
    """A function of a formula; square roots are of whole numbers made of 2 and 3."""
    if function == "sqrt":
        value = argument.constant
        if value is None or value < 0:
            raise TextError(f"sqrt({argument}): a square root is of a number that is not negative")
        return _square_root(value)
    if not argument and function in ("sin", "cos"):
        return number(function == "cos")
    return _deep("call", (function, argument))


def _square_root(value: Fraction) -> Formula:
    """The root with the square taken out and √2, √3 left."""
    if (value.numerator * value.denominator).bit_length() > 4096:
        raise TextError("a square root of a number this large is refused")
    found = square_root(value)
    if found is None:
        raise TextError(f"sqrt({value}) is not made of √2 and √3; give it a name of its own")
    front, rest = found
    roots = [Formula("call", ("sqrt", number(n))) for n in RADICANDS if rest % n == 0]
    return product(number(front), *roots)


def _deep(head: str, parts: tuple[Formula | str | int, ...]) -> Formula:
    inner = [p for p in parts if isinstance(p, Formula)]
    last = parts[-1]
    exponent = abs(last) if isinstance(last, int) else 1
    depth = 1 + max(p.depth for p in inner)
    if depth > DEPTH:
        raise TextError(f"the expression is nested more than {DEPTH} deep")
    if head == "power":
        size = comb(inner[0].size + exponent - 1, exponent)
    elif head == "call":
        size = _turns(inner[0]) if parts[0] in ("sin", "cos") else 1
    else:
        size = sum(p.size for p in inner) if head == "sum" else prod(p.size for p in inner)
    if size > TERMS:
        raise TextError(f"the expression has more than {TERMS} terms when multiplied out")
    if head == "power":
        degree = inner[0].degree * exponent
    elif head == "call":
        degree = 1
    else:
        degree = (max if head == "sum" else sum)(p.degree for p in inner)
    if degree > DEGREE:
        raise TextError(f"the expression has the degree {degree:,}, more than {DEGREE:,}")
    return Formula(head, parts, depth, size, degree)


def _turns(angle: Formula) -> int:
    """A bound on the terms of the sine or cosine of a sum of multiples of named angles."""
    parts = angle.inner if angle.head == "sum" else (angle,)
    counts = [p.inner[0].constant if p.head == "product" else 1 for p in parts if any(p.names())]
    sizes = [abs(Fraction(count or 1)) for count in counts]
    return prod(1 + int(size) // 2 for size in sizes) << max(0, len(counts) - 1)


_BUILD: dict[str, Callable[..., Formula]] = {
    "number": number,
    "sum": total,
    "product": product,
    "power": power,
    "call": call,
}


@lru_cache(maxsize=4096)
def read_formula(text: str) -> Formula:
    """Read a text expression; an error says the column and what was expected there."""
    bare = text.removeprefix("-")
    if PLAIN.match(text) and bare not in FUNCTIONS:
        # A lone name or whole number, as most entries of a robot are, needs no grammar.
        found = number(int(bare)) if bare.isdigit() else name(bare)
        return -found if text != bare else found
    decimal = NUMBER.match(text)
    if decimal:
        # Nor does a decimal, or an angle such as -90deg.
        minus, digits, unit = decimal.groups()
        found = number(Fraction(digits)) * name(unit) if unit else number(Fraction(digits))
        return -found if minus else found
    from torsor.algebra.grammar import parse_expression

    return parse_expression(text)
