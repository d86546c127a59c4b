"""What a raw expression means: the nodes that every language is judged by.

Indices are counted from 1, functions have their plain names, and what only makes symbols or leaves
its argument as it is has vanished. What a language computes otherwise than it looks, as C's 1/2,
is refused with that reason.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from torsor.referee.reading import syntax as s
from torsor.referee.reading.code import functions as f
from torsor.referee.reading.code import raw as r
from torsor.referee.reading.code.calls import DeclaredError, call_meaning, inline
from torsor.referee.reading.code.languages import Language
from torsor.referee.reading.code.tables import listing_table
from torsor.referee.reading.code.whole import is_integer, whole_number
from torsor.referee.reading.latex.places import Place, UnreadError

DEEPEST = 40
WIDEST = 64
"""Ranges of more indices than this are refused."""


@dataclass
class Meaning:
    """The meaning of expressions, in the light of what the text has said so far."""

    language: Language
    assigned: set[str] = field(default_factory=set)
    owners: Mapping[str, set[str]] = field(default_factory=dict)
    """The objects under which each member's name stands in the text."""
    elementwise: bool = False
    """Whether ``*`` multiplies tables entry by entry, as NumPy's does."""
    whole: dict[str, int] = field(default_factory=dict)
    """Names that are whole numbers here."""
    turns: set[str] = field(default_factory=set)
    """The loops' counters among them."""
    integers: set[str] = field(default_factory=set)
    """Names that C declares as whole numbers."""
    lambdas: dict[str, r.Lambda] = field(default_factory=dict)
    bound: dict[str, s.Node] = field(default_factory=dict)
    shapes: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """The rows and columns that tables are declared with."""

    def node(self, raw: r.Raw) -> s.Node:
        """The node of a raw expression."""
        match raw:
            case r.Literal(value=value, digits=digits, place=place):
                return s.Number(value, place, digits)
            case r.Name(text=text, place=place):
                return self._name(text, place)
            case r.Unary(mark="-", of=inner, place=place):
                return s.Negative(self.node(inner), place)
            case r.Unary(mark="'", of=inner, place=place):
                return s.Transpose(self.node(inner), place)
            case r.Unary(mark="int", of=inner, place=place):
                if not self.is_integer(inner):
                    raise UnreadError("a cast to int drops the fraction", place)
                return self.node(inner)
            case r.Unary(of=inner):
                return self.node(inner)
            case r.Chain(rest=rest) if rest[0][0] in "+-":
                return self._sum(raw)
            case r.Chain():
                return self._product(raw)
            case r.Raised(base=base, exponent=exponent, place=place):
                return s.Power(self.node(base), self.node(exponent), place)
            case r.Listing(items=items, place=place):
                return listing_table(items, place, self.node)
            case r.Rows(rows=rows, place=place):
                if not rows:
                    raise DeclaredError("an empty table", place)
                return s.Table(tuple(tuple(map(self.node, row)) for row in rows), place)
            case r.Member():
                return self._member(raw)
            case r.Apply():
                return self._apply(raw)
            case r.Lambda(place=place):
                raise UnreadError("a function where a number is expected", place)
            case r.Slice(place=place):
                raise UnreadError("a range where a number is expected", place)
            case r.Quoted(place=place):
                raise UnreadError("a text where a number is expected", place)

    # names ------------------------------------------------------------------------------------

    def _name(self, text: str, place: Place) -> s.Node:
        if text in self.bound:
            return self.bound[text]
        if text in self.turns and text in self.whole:
            return s.Number(Fraction(self.whole[text]), place)
        if text in f.PI and text not in self.assigned:
            return s.Symbol("pi", place, 0, text)
        return s.Symbol(text, place, 0, text)

    def _member(self, raw: r.Member) -> s.Node:
        if raw.name in f.TRANSPOSES:
            return s.Transpose(self.node(raw.of), raw.place)
        if raw.name in f.PI:
            return s.Symbol("pi", raw.place, 0, raw.name)
        symbol = s.Symbol(self.member_name(raw), raw.place, 0, raw.name)
        inner = raw.of
        while isinstance(inner, r.Member):
            inner = inner.of
        if isinstance(inner, r.Apply) and not any(isinstance(a, r.Quoted) for a in inner.arguments):
            return s.Entry(symbol, self.indices(inner.arguments, inner.place), raw.place)
        return symbol

    def member_name(self, raw: r.Member) -> str:
        """The flat name of a member: with its owner's only where two owners have one."""
        owners = self.owners.get(raw.name, set())
        owner = owner_of(raw.of)
        if len(owners) > 1 or raw.name in self.assigned:
            return f"{owner}_{raw.name}" if owner else raw.name
        return raw.name

    # sums and products ------------------------------------------------------------------------

    def _sum(self, raw: r.Chain) -> s.Node:
        terms = [self.node(raw.first)]
        for mark, part in raw.rest:
            term = self.node(part)
            terms.append(s.Negative(term, part.place) if mark == "-" else term)
        return s.Sum(tuple(terms), raw.place)

    def _product(self, raw: r.Chain) -> s.Node:
        factors, entrywise = [self.node(raw.first)], False
        whole = self.is_integer(raw.first)
        value = self.whole_number(raw.first)
        start, divisions = raw.first.place, 0
        for mark, part in raw.rest:
            here, place = self.node(part), start.to(part.place)
            wants = mark.startswith(".") or (mark == "*" and self.elementwise)
            if len(factors) > 1 and (entrywise != wants or mark[-1] not in "*"):
                factors = [s.Product(tuple(factors), place, entrywise)]
            entrywise = wants
            if mark[-1] == "*" or mark == "@":
                factors.append(here)
                other = self.whole_number(part)
                value = value * other if value is not None and other is not None else None
            elif mark in ("/", "./"):
                if whole and self.is_integer(part):
                    value = self._quotient(value, self.whole_number(part), place)
                    factors = [s.Number(Fraction(value), place)]
                    continue
                factors, value = [s.Quotient(factors[0], here, place)], None
                divisions += 1
            elif mark in ("\\", ".\\"):
                inverse = s.Power(factors[0], s.Number(Fraction(-1), place), place)
                factors = [s.Product((inverse, here), place)]
            else:
                raise UnreadError(f"{mark} drops the fraction or keeps the rest", place)
            whole = whole and self.is_integer(part)
            if divisions > DEEPEST:
                raise UnreadError(f"more than {DEEPEST} divisions in a product", place)
        return factors[0] if len(factors) == 1 else s.Product(tuple(factors), raw.place, entrywise)

    def _quotient(self, above: int | None, below: int | None, place: Place) -> int:
        """C's quotient of whole numbers, where nothing is dropped."""
        if above is None or not below or above % below:
            said = "an integer quotient drops its fraction in C"
            if above is not None and below:
                said = f"the integer quotient {above}/{below} is {int(above / below)} in C"
            raise UnreadError(said, place)
        return above // below

    def is_integer(self, raw: r.Raw) -> bool:
        """Whether C computes this in whole numbers."""
        return self.language.name == "c" and is_integer(raw, self.integers | self.turns)

    def whole_number(self, raw: r.Raw) -> int | None:
        """The whole number that an index or a bound is, if it is one."""
        return whole_number(raw, self.whole)

    # arguments and indices --------------------------------------------------------------------

    def _apply(self, raw: r.Apply) -> s.Node:
        if raw.bracket != "(":
            return self._index(raw)
        if isinstance(raw.of, r.Name):
            name, arguments = raw.of.text, raw.arguments
            if name in self.lambdas:
                return inline(self, self.lambdas[name], arguments, raw.place)
            if name in self.assigned and self.language.name != "python":
                return self._index(raw)
        elif isinstance(raw.of, r.Member):
            name, arguments = raw.of.name, raw.arguments
            if not is_module(raw.of.of):
                if name not in f.METHODS and self.language.name != "python":
                    return self._index(raw)
                if name in f.METHODS:
                    arguments = (raw.of.of, *arguments)
        else:
            self.node(raw.of)  # Function('q')(t) makes a symbol
            raise UnreadError("a function that is computed", raw.place)
        found = call_meaning(self, name, arguments, raw.place)
        if found is not None:
            return found
        numbers = [self.whole_number(a) for a in arguments]
        indexed = None not in numbers or any(isinstance(a, r.Slice) for a in arguments)
        if self.language.name != "python" and indexed and arguments:
            return self._index(raw)
        return s.Call(name, tuple(map(self.node, arguments)), raw.place)

    def _index(self, raw: r.Apply) -> s.Node:
        """``M(1,2)``, ``M[0][1]``, ``params['m1']``."""
        arguments: tuple[r.Raw, ...] = raw.arguments
        of = raw.of
        if len(arguments) == 1 and isinstance(arguments[0], r.Quoted):
            key = arguments[0].text.strip("rbuf").strip("'\"")
            if not key.isidentifier():
                raise UnreadError("a key that is no name", raw.place)
            return s.Symbol(key, raw.place, 0, key)
        while isinstance(of, r.Apply) and of.bracket == raw.bracket == "[":
            if any(isinstance(a, r.Quoted) for a in of.arguments):
                break
            arguments, of = (*of.arguments, *arguments), of.of
        arguments = tuple(a for a in arguments if not (isinstance(a, r.Name) and a.text == "..."))
        base = self.node(of)
        if len(arguments) == 1 and isinstance(arguments[0], r.Slice):
            return self._part(base, arguments[0], raw.place)
        if isinstance(base, s.Entry):
            found = (*base.indices, *self.indices(arguments, raw.place))
            return s.Entry(base.of, found, raw.place)
        return s.Entry(base, self.indices(arguments, raw.place), raw.place)

    def _part(self, base: s.Node, part: r.Slice, place: Place) -> s.Node:
        """A run of entries of a vector as a column; ``q(:)`` is the vector itself."""
        if part.parts == (None, None):
            return base
        numbers = self.range_of(part, place)
        return s.Table(tuple((s.Entry(base, (n,), place),) for n in numbers), place)

    def range_of(self, part: r.Slice, place: Place) -> list[int]:
        """The indices of a range, counted from 1."""
        if len(part.parts) != 2 or part.parts[1] is None:
            raise UnreadError("a range whose end is not printed", place)
        first = self.language.first
        low = first if part.parts[0] is None else self.whole_number(part.parts[0])
        high = self.whole_number(part.parts[1])
        if low is None or high is None or low < first or high - low > WIDEST:
            raise UnreadError("a range that is not of whole numbers", place)
        return list(range(low + 1 - first, high + 1))

    def indices(self, arguments: Sequence[r.Raw], place: Place) -> tuple[int, ...]:
        """Indices as they are counted from 1."""
        found = []
        for argument in arguments:
            number = self.whole_number(argument)
            if isinstance(argument, r.Slice):
                raise UnreadError("a whole row or column of a table", place)
            if number is None:
                raise UnreadError("an index that is no whole number here", place)
            if number < self.language.first:
                raise UnreadError(f"the index {number} is not counted from the first", place)
            found.append(number + 1 - self.language.first)
        if not 0 < len(found) <= 3:
            raise UnreadError("a table with so many indices", place)
        return tuple(found)


def is_module(raw: r.Raw) -> bool:
    """Whether a name before a point is a library's: ``np``, ``std``, ``sympy.physics``."""
    while isinstance(raw, r.Member):
        raw = raw.of
    return isinstance(raw, r.Name) and raw.text in f.MODULES


def owner_of(raw: r.Raw) -> str:
    """The name of the object that a member belongs to."""
    while isinstance(raw, r.Apply):
        raw = raw.of
    if isinstance(raw, r.Member):
        return raw.name
    return raw.text if isinstance(raw, r.Name) else ""
