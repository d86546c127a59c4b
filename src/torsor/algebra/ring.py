"""Trigonometric polynomials in normal form, on FLINT's sparse multivariate polynomials.

A ring is a polynomial ring over the rationals modulo relations with one leading square each:

    sin² a + cos² a = 1   for every angle a,
    r² = n                for every root r = √n,
    σ² = 1                for every sign σ = sign(x).

The generators are ordered lexicographically with every sine before its cosine, so the remainder
by the relations is a normal form: two expressions are equal exactly when they are ``==``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache
from numbers import Number, Rational, Real
from typing import Annotated, Any, TypeVar

from flint import Ordering, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from torsor.algebra.budget import READ, SUM, spend
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula, read_formula
from torsor.algebra.surds import RADICANDS
from torsor.algebra.terms import Term
from torsor.arguments import given, validate, validate_call, words, wrong_type
from torsor.errors import (
    ArgumentValueError,
    TooLargeError,
    UnknownNameError,
    shown,
    suggestion,
)

T = TypeVar("T")

MOST = 3000
"""Rings with more generators than this are refused: each term would take kilobytes."""


class Ring:
    """Polynomials in the given symbols and in the sine and cosine of the given angles.

    ``rates`` names each symbol's or angle's time derivative (``{"q1": "dq1", "dq1": "ddq1"}``);
    what has none is constant. An angle that is also listed among the symbols may stand bare.

    >>> ring = Ring(["l", "dq"], angles=["q"], rates={"q": "dq"})
    >>> s, c = ring.sin("q"), ring.cos("q")
    >>> s * s + c * c == 1
    True
    >>> print((ring.symbol("l") * s).dt())
    l*dq*cos(q)
    """

    def __init__(
        self,
        symbols: Iterable[str] = (),
        angles: Iterable[str] = (),
        rates: Mapping[str, str] | None = None,
        roots: Iterable[int] = (),
        signs: Iterable[str] = (),
    ) -> None:
        self.symbols = _names("symbols", symbols)
        """What stands bare."""
        self.angles = _names("angles", angles)
        self.roots = tuple(sorted(set(_row("roots", roots, int))))
        """The n of the square roots √n that it has, of 2 and 3."""
        self.signs = _names("signs", signs)
        """The symbols whose sign it has."""
        validate("rates", rates, Mapping[str, str] | None)
        self.rates = dict(rates or {})
        if not set(RADICANDS).issuperset(self.roots):
            raise ArgumentValueError("the square roots of a ring are those of 2 and 3")
        names = [f"{f}({a})" for a in self.angles for f in ("sin", "cos")]
        names += [f"sqrt({n})" for n in self.roots]
        names += [f"sign({x})" for x in self.signs]
        names += self.symbols
        if len(names) > MOST:
            raise TooLargeError(
                f"the equations would be in {len(names):,} symbols, more than {MOST:,}; give "
                "numbers for some of them, or use fewer names"
            )
        self.generators = tuple(names)
        """Everything that a term may have as a factor, in order."""
        self.index = {name: i for i, name in enumerate(names)}
        """The place of each generator."""
        # FLINT keeps every context for ever, so rings of as many generators share one.
        own = [f"x{i}" for i in range(max(1, len(names)))]
        self.flint_names = dict(zip(own, names, strict=False))
        """The generators by what FLINT calls them."""
        self.context = fmpq_mpoly_ctx.get(own, Ordering.lex)
        """FLINT's own ring."""
        self._gens = self.context.gens()
        self.width = 40 + len(names)
        """About the bytes of a term with a small coefficient."""

    @cached_property
    def relations(self) -> tuple[tuple[int, fmpq_mpoly], ...]:
        """Each relation as (index of the squared generator, the polynomial that vanishes)."""
        gen = self._gens
        found = [
            (2 * k, gen[2 * k] ** 2 + gen[2 * k + 1] ** 2 - 1) for k in range(len(self.angles))
        ]
        start = 2 * len(self.angles)
        found += [(start + k, gen[start + k] ** 2 - n) for k, n in enumerate(self.roots)]
        start += len(self.roots)
        found += [(start + k, gen[start + k] ** 2 - 1) for k in range(len(self.signs))]
        return tuple(found)

    def generator(self, name: str) -> Expression:
        """The generator called ``name``: a symbol, ``sin(q1)``, ``cos(q1)``, ``sqrt(2)``."""
        try:
            i = self.index[name]
        except (KeyError, TypeError):
            if not isinstance(name, str):
                raise wrong_type("name", name, "a text: a symbol, a sine, a cosine") from None
            hint = suggestion(name, self.index)
            raise UnknownNameError(f"no symbol {shown(name)} in these expressions{hint}") from None
        flags = 0
        for k, (lead, _) in enumerate(self.relations):
            if lead == i:
                flags = 1 << k
        return Expression(self, self._gens[i], flags)

    def symbol(self, name: str) -> Expression:
        """The symbol called ``name``."""
        return self.generator(name)

    def sin(self, angle: str) -> Expression:
        """The sine of a named angle."""
        if not isinstance(angle, str):
            raise wrong_type("angle", angle, "a text")
        return self.generator(f"sin({angle})")

    def cos(self, angle: str) -> Expression:
        """The cosine of a named angle."""
        if not isinstance(angle, str):
            raise wrong_type("angle", angle, "a text")
        return self.generator(f"cos({angle})")

    def number(self, value: float | Fraction | fmpq) -> Expression:
        """An exact rational number as an expression."""
        return Expression(self, self.context.constant(rational(value)), 0)

    def coerce(self, value: Expression | float | Fraction | fmpq) -> Expression:
        """A scalar of a derivation as an expression: plain numbers become elements too."""
        return value if isinstance(value, Expression) else self.number(value)

    @validate_call
    def parse(self, text: Annotated[str | Formula, "a text or a formula"]) -> Expression:
        """Read a text such as ``"m1*l2^2*cos(q1)/2"`` into the ring; text is never executed."""
        from torsor.algebra.scalars.ring import RingScalars

        formula = read_formula(text) if isinstance(text, str) else text
        return self.coerce(RingScalars(self).value(formula))

    def from_term_list(self, terms: Iterable[Term]) -> Expression:
        """The sum of these terms, brought to normal form."""
        found: dict[tuple[int, ...], int | fmpq] = {}
        for count, term in enumerate(_row("terms", terms, Term), 1):
            if count % 1000 == 0:  # a thousand terms at a time, each a tuple of all exponents
                spend(1000 * (8 * self.width + 2000), READ, count, held=False)
            monomial = [0] * max(1, len(self.generators))
            for name, exponent in term.powers:
                if name not in self.index:
                    self.generator(name)
                monomial[self.index[name]] += exponent
            key = tuple(monomial)
            found[key] = found.get(key, 0) + rational(term.coefficient)
        return self.reduce(self.context.from_dict(found))

    def reduce(self, poly: fmpq_mpoly, among: int = -1) -> Expression:
        """The normal form of a polynomial, by those relations whose bit stands in ``among``."""
        flags = 0
        degrees = poly.degrees()
        for k, (lead, relation) in enumerate(self.relations):
            if degrees[lead]:
                flags |= 1 << k
                if degrees[lead] > 1 and among >> k & 1:
                    terms = (int(degrees[lead]) // 2 + 1) * len(poly)
                    spend(terms * self.width, SUM, terms, len(self.generators))
                    poly %= relation
        return Expression(self, poly, flags)

    def extended(
        self,
        symbols: Iterable[str] = (),
        angles: Iterable[str] = (),
        roots: Iterable[int] = (),
        rates: Mapping[str, str] | None = None,
        signs: Iterable[str] = (),
    ) -> Ring:
        """This ring with further symbols, angles, roots, rates and signs; itself if it has all."""
        validate("rates", rates, Mapping[str, str] | None)
        signature = (
            tuple(dict.fromkeys((*self.symbols, *_names("symbols", symbols)))),
            tuple(dict.fromkeys((*self.angles, *_names("angles", angles)))),
            tuple({**self.rates, **(rates or {}), **self.rates}.items()),
            tuple(sorted({*self.roots, *_row("roots", roots, int)})),
            tuple(dict.fromkeys((*self.signs, *_names("signs", signs)))),
        )
        return self if signature == self._signature else ring_of(*signature)

    @cached_property
    def _signature(self) -> tuple[Any, ...]:
        return self.symbols, self.angles, tuple(self.rates.items()), self.roots, self.signs

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Ring) and other._signature == self._signature

    def __hash__(self) -> int:
        return hash(self._signature)

    def __reduce__(self) -> tuple[Any, ...]:
        return (ring_of, self._signature)

    def __copy__(self) -> Ring:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Ring:
        return self

    def __repr__(self) -> str:
        return f"Ring({len(self.symbols)} symbols, {len(self.angles)} angles)"


def _row(name: str, values: Iterable[T], kind: type[T]) -> tuple[T, ...]:
    """Whatever can be gone through as a tuple, if each entry is of a kind."""
    single = isinstance(values, (str, bytes)) or getattr(values, "shape", None) == ()
    if single or not isinstance(values, Iterable):
        raise wrong_type(name, values, words(tuple[kind, ...]))  # type: ignore[valid-type]
    row = tuple(values)
    if not all(type(value) is kind for value in row):
        validate(name, row, tuple[kind, ...])  # type: ignore[valid-type]
    return row


def _names(name: str, values: Iterable[str]) -> tuple[str, ...]:
    """Names of symbols, each once."""
    found = tuple(dict.fromkeys(_row(name, values, str)))
    for text in found:
        if not text.isidentifier():
            raise ArgumentValueError(f"{name}: {shown(text)} is no name for a symbol")
    return found


@lru_cache(maxsize=64)
def ring_of(
    symbols: tuple[str, ...],
    angles: tuple[str, ...] = (),
    rates: tuple[tuple[str, str], ...] = (),
    roots: tuple[int, ...] = (),
    signs: tuple[str, ...] = (),
) -> Ring:
    """The one ring with this signature, so that separate derivations meet in the same ring."""
    return Ring(symbols, angles, dict(rates), roots, signs)


def rational(value: Real | Number | float | fmpq) -> fmpq:
    """A number as FLINT's rational; a float is its shortest decimal (0.35 is 7/20)."""
    if isinstance(value, int):
        return fmpq(value)
    if isinstance(value, fmpq):
        return value
    if isinstance(value, Rational):
        return fmpq(int(value.numerator), int(value.denominator))
    try:
        number = Fraction(repr(float(value)))  # type: ignore[arg-type]
    except (ValueError, TypeError, OverflowError):
        raise ArgumentValueError(f"{given(value)} is not a finite number") from None
    return fmpq(number.numerator, number.denominator)
