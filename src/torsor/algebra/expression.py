"""An exact expression: a polynomial in normal form together with its ring."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from fractions import Fraction
from math import comb
from numbers import Number
from operator import index
from typing import TYPE_CHECKING, Annotated, Any, Union, overload

from flint import fmpq, fmpq_mpoly

from torsor.algebra.budget import HIGHEST, MOST, PRODUCT, READ, READING, SUM, spend, width_of
from torsor.algebra.display import Display
from torsor.algebra.formula import Value, Values
from torsor.algebra.terms import Term, read_terms
from torsor.arguments import given, validate, wrong_type
from torsor.errors import ArgumentValueError, DivisionByZeroError, TooLargeError, TorsorError

if TYPE_CHECKING:
    from torsor.algebra.ring import Ring

Operand = Union["Expression", float, Fraction, fmpq]
"""What an expression adds to and multiplies with: another one of its ring, or a number."""


class Expression(Display):
    """An element of a :class:`~torsor.algebra.ring.Ring`; immutable, exact, in normal form.

    ``flags`` has a bit for each relation whose squared generator may stand in the polynomial.
    The product reduces only by the relations that both factors have, so nothing else ever has to.
    """

    __slots__ = ("_terms", "flags", "poly", "ring")

    def __init__(self, ring: Ring, poly: fmpq_mpoly, flags: int) -> None:
        self.ring = ring
        self.poly = poly
        """FLINT's polynomial, in normal form."""
        self.flags = flags
        self._terms: tuple[Term, ...] | None = None

    # arithmetic -------------------------------------------------------------------------------

    def _other(self, other: object) -> fmpq_mpoly | fmpq | None:
        """The other operand's polynomial or rational number; nothing if it is neither."""
        if isinstance(other, Expression):
            if other.ring is not self.ring and other.ring != self.ring:
                raise ArgumentValueError(
                    "expressions of two rings do not mix; move one with .to(ring)"
                )
            return other.poly
        if not isinstance(other, (Number, fmpq)):
            return None
        from torsor.algebra.ring import rational

        return rational(other)

    def __add__(self, other: Operand) -> Expression:
        poly = self._other(other)
        if poly is None:
            return NotImplemented
        flags = self._charged_sum(other)
        return Expression(self.ring, self.poly + poly, self.flags | flags)

    __radd__ = __add__

    def __sub__(self, other: Operand) -> Expression:
        poly = self._other(other)
        if poly is None:
            return NotImplemented
        flags = self._charged_sum(other)
        return Expression(self.ring, self.poly - poly, self.flags | flags)

    def __rsub__(self, other: Operand) -> Expression:
        return (-self).__add__(other)

    def __neg__(self) -> Expression:
        return Expression(self.ring, -self.poly, self.flags)

    def __mul__(self, other: Operand) -> Expression:
        poly = self._other(other)
        if poly is None:
            return NotImplemented
        if not isinstance(other, Expression):
            spend(len(self.poly) * self._width(), SUM, len(self.poly), len(self.ring.generators))
            return Expression(self.ring, self.poly * poly, self.flags)
        n, m = len(self.poly), len(other.poly)
        spend(n * m * (self._width() + other._width()), PRODUCT, n, m, len(self.ring.generators))
        product = self.poly * other.poly
        both = self.flags & other.flags
        if both:
            width = 2 * self._width()  # each square becomes two terms
            for k, (_, relation) in enumerate(self.ring.relations):
                if both >> k & 1:
                    spend(len(product) * width, SUM, 2 * len(product), len(self.ring.generators))
                    product %= relation
        return Expression(self.ring, product, self.flags | other.flags)

    def _charged_sum(self, other: Operand) -> int:
        """Take a sum from the budget; the flags of the other operand."""
        if not isinstance(other, Expression):
            return 0
        terms = len(self.poly) + len(other.poly)
        spend(terms * max(self._width(), other._width()), SUM, terms, len(self.ring.generators))
        return other.flags

    def _width(self) -> int:
        """About the bytes of a term: its exponents and its coefficient, of which some are seen."""
        return self.ring.width + width_of(self.poly)

    __rmul__ = __mul__

    def __pow__(self, exponent: int) -> Expression:
        try:
            exponent = index(exponent)
        except TypeError:
            return NotImplemented
        if exponent < 0:
            return self.inverse() ** -exponent
        if exponent > HIGHEST or (exponent > 2 and comb(len(self) + exponent, exponent) > MOST):
            raise TooLargeError(
                f"the power {given(exponent)} of {len(self)} terms is refused; the highest is "
                f"{HIGHEST}, and at most {MOST:,} terms may come of it"
            )
        result = self.ring.number(1)
        for _ in range(exponent):
            result = result * self
        return result

    def __truediv__(self, other: Operand) -> Expression:
        if isinstance(other, Expression):
            return self * other.inverse()
        divisor = self._other(other)
        if divisor is None:
            return NotImplemented
        if not divisor:
            raise DivisionByZeroError("division by zero")
        return Expression(self.ring, self.poly / divisor, self.flags)

    def __rtruediv__(self, other: Operand) -> Expression:
        return self.inverse().__mul__(other)

    def inverse(self) -> Expression:
        """1 over a constant, be it rational or of the form a + b√2 + c√3 + d√6."""
        from torsor.algebra.surds import invert

        return invert(self)

    # comparison -------------------------------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Equality is proof: both sides are in normal form."""
        if isinstance(other, Expression):
            if other.ring is self.ring or other.ring == self.ring:
                return bool(self.poly == other.poly)
            return self._by_powers() == other._by_powers()
        if isinstance(other, (Number, fmpq)):
            try:
                return bool(self.poly == self._other(other))
            except TorsorError:  # not a finite number
                return False
        return NotImplemented

    def __float__(self) -> float:
        """The number that a constant is."""
        return float(self.evaluate())

    def __hash__(self) -> int:
        constant = self.constant()
        return hash(self._by_powers() if constant is None else constant)

    def _by_powers(self) -> frozenset[tuple[Fraction, frozenset[tuple[str, int]]]]:
        """The terms without the order that this ring gives them."""
        return frozenset((t.coefficient, frozenset(t.powers)) for t in self.terms)

    def __bool__(self) -> bool:
        return bool(self.poly)

    # what it is made of -----------------------------------------------------------------------

    def __len__(self) -> int:
        """The number of terms in normal form."""
        return len(self.poly)

    @property
    def terms(self) -> tuple[Term, ...]:
        """The terms in normal form, in the ring's order."""
        if self._terms is None:
            spend(len(self) * READING, READ, len(self), held=False)
            self._terms = read_terms(self.ring.flint_names, self._text())
        return self._terms

    def _text(self) -> str:
        """FLINT's own text, by far the quickest view of a large sparse polynomial."""
        return str(self.poly) if self.poly else ""

    def degree(self, name: str) -> int:
        """The degree in a generator (``"dq1"``, ``"cos(q2)"``)."""
        if not isinstance(name, str):
            raise wrong_type("name", name, "a text")
        i = self.ring.index.get(name)
        return 0 if i is None or not self.poly else int(self.poly.degrees()[i])

    def names(self) -> tuple[str, ...]:
        """The generators that occur."""
        if not self.poly:
            return ()
        return tuple(
            n for n, d in zip(self.ring.generators, self.poly.degrees(), strict=False) if d
        )

    def symbols(self) -> tuple[str, ...]:
        """The symbols and angles that occur, each once, without sin and cos around them."""
        bare = (n.partition("(") for n in self.names() if not n.startswith("sqrt("))
        return tuple(dict.fromkeys(inner[:-1] if inner else plain for plain, _, inner in bare))

    def constant(self) -> Fraction | None:
        """The rational value of an expression without symbols, else nothing."""
        if not self.poly:
            return Fraction(0)
        if not self.poly.is_constant():
            return None
        value = self.poly.leading_coefficient()
        return Fraction(int(value.p), int(value.q))

    def coefficient(self, name: str, power: int = 1) -> Expression:
        """What multiplies ``name**power``; the other factors stay."""
        self.ring.generator(name)
        validate("power", power, Annotated[int, range(2**31)])
        i, poly = self.ring.index[name], self.poly
        if power > self.degree(name):
            return self.ring.number(0)
        for k in range(power):
            poly = poly.derivative(i) / (k + 1)
        return Expression(self.ring, poly.subs({i: 0}), self.flags)

    def select(self, keep: Callable[[Term], bool]) -> Expression:
        """The sum of those terms for which ``keep`` says yes."""
        if not callable(keep):
            raise wrong_type("keep", keep, "a function of a term")
        return self.ring.from_term_list(term for term in self.terms if keep(term))

    # calculus ---------------------------------------------------------------------------------

    def diff(self, name: str) -> Expression:
        """The partial derivative; by an angle, ∂/∂a = cos a ∂/∂sin a − sin a ∂/∂cos a."""
        if not isinstance(name, str):
            raise wrong_type("name", name, "a text")
        ring, poly = self.ring, self.poly
        spend(4 * len(poly) * ring.width, SUM, len(poly), len(ring.generators))
        total = ring.context.constant(0)
        if name in ring.index:
            total = total + poly.derivative(ring.index[name])
        if name in ring.angles:
            s, c = ring.index[f"sin({name})"], ring.index[f"cos({name})"]
            sine, cosine = ring.sin(name).poly, ring.cos(name).poly
            total = total + poly.derivative(s) * cosine - poly.derivative(c) * sine
            return ring.reduce(total)
        if name not in ring.index:
            ring.generator(name)
        return Expression(ring, total, self.flags)

    def dt(self) -> Expression:
        """The time derivative, by the chain rule through the ring's rates."""
        total = self.ring.number(0)
        present = set(self.symbols())
        for name, rate in self.ring.rates.items():
            if name in present:
                total = total + self.diff(name) * self.ring.generator(rate)
        return total

    # substitution and numbers -----------------------------------------------------------------

    def subs(self, values: Mapping[str, Value | Expression]) -> Expression:
        """Put a number, a symbol, a text or an expression in the place of symbols and angles."""
        from torsor.algebra.substitute import substitute

        if not isinstance(values, Mapping):
            raise wrong_type("values", values, "a mapping")
        return substitute(self, values)

    @overload
    def evaluate(self, values: Values | None = None, digits: None = None) -> float: ...
    @overload
    def evaluate(self, values: Values | None = None, *, digits: int) -> Decimal: ...
    def evaluate(self, values: Values | None = None, digits: int | None = None) -> float | Decimal:
        """The number at these values: a float, or a Decimal of ``digits`` correct digits."""
        from torsor.algebra.numbers import evaluate

        values = {} if values is None else values
        if not isinstance(values, Mapping):
            raise wrong_type("values", values, "a mapping")
        return evaluate(self, values, digits)

    def to(self, ring: Ring) -> Expression:
        """The same expression in another ring, which must have all its symbols."""
        if ring is self.ring:
            return self
        if not isinstance(ring, type(self.ring)):
            raise wrong_type("ring", ring, "a Ring")
        for name in self.names():
            ring.generator(name)
        return ring.from_term_list(self.terms)

    def __iter__(self) -> Iterator[Term]:
        return iter(self.terms)

    def __reduce__(self) -> tuple[Any, ...]:
        return (_from_text, (self.ring, self._text()))

    def __copy__(self) -> Expression:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Expression:
        return self


LONG = 8
"""Expressions of more terms than this are broken over lines in a notebook."""
MANY = 50
"""Of expressions with as many terms more than the first coefficient is looked at."""


def _from_text(ring: Ring, text: str) -> Expression:
    return ring.from_term_list(read_terms(ring.flint_names, text))
