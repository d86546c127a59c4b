"""The ring of an author's own symbols: what moves goes by number, parameters go by name."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from torsor.algebra.ring import Ring
from torsor.referee.claims.decimals import PREFIX, half_unit
from torsor.referee.claims.definitions import Definitions
from torsor.referee.claims.grids import Value
from torsor.referee.naming.coordinates import Coordinates
from torsor.referee.reading.syntax import Call, Node, Number, Statement, Symbol, walk

SHORT = re.compile(r"([sScC])(?:theta|q|th)?_?([1-9](?:[pm]?[1-9])*)\Z")
PRIMARY = {"s": "sin", "S": "sin", "c": "cos", "C": "cos"}
KNOWN = ("sin", "cos", "tan", "sqrt", "sign", "diag")


class AuthorRing:
    """The symbols of a text, and the ring that its expressions are evaluated in."""

    def __init__(
        self,
        statements: Sequence[Statement],
        coordinates: Coordinates,
        revolute: Iterable[int],
        count: int,
        declared: Iterable[str] = (),
        rounded: bool = False,
    ) -> None:
        self.rounded = rounded
        """Whether printed decimals are taken for rounded, each a symbol of its own."""
        self.decimals: dict[str, tuple[Fraction, Fraction]] = {}
        """The printed decimals: value and half a unit in the last place."""
        self.statements = statements
        self.declared = frozenset(declared)
        self.coordinates = coordinates
        self.definitions = Definitions(statements, coordinates)
        self.count = count
        self.printed: dict[str, Symbol] = {}
        """An author's parameter as it is first printed, by its name in the ring."""
        self.short = self._shorthand()
        self.ring = self._ring(tuple(revolute))
        self._sides: dict[tuple[int, int], tuple[Value, set[int]]] = {}
        self._held: list[Node] = []
        """The nodes whose values are remembered by their identity."""
        self._values: dict[tuple[str, int, bool], Value] = {}
        self._rests_on: dict[tuple[str, int, bool], set[int]] = {}
        self._active: list[tuple[str, int]] = []
        self._count: Counter[str] = Counter()
        self._within_table = 0
        self._suppressed = 0
        """How often a name stood for itself because its own value was being found."""
        self._magnitudes = self.definitions.magnitudes()
        self.used: set[int] = set()
        """The statements whose definitions were used in the evaluation at hand."""

    def _ring(self, revolute: tuple[int, ...]) -> Ring:
        q = [f"q{k}" for k in range(1, self.count + 1)]
        moving = [*q, *(f"d{n}" for n in q), *(f"dd{n}" for n in q)]
        moving += [f"tau{k}" for k in range(1, self.count + 1)]
        names: dict[str, None] = {}
        angles: dict[str, None] = {f"q{k}": None for k in revolute}
        signs: dict[str, None] = {}
        for statement in self.statements:
            for node in (n for side in statement.sides for n in walk(side)):
                if isinstance(node, Number) and self._decimal(node):
                    names[self._decimal(node)] = None
                    self.decimals[self._decimal(node)] = (node.value, half_unit(node.digits))
                if isinstance(node, Symbol):
                    name = self.ring_name(node)
                    names[name] = None
                    self.printed.setdefault(name, node)
                elif isinstance(node, Call):
                    if node.function in ("sin", "cos", "tan"):
                        inner = (i for a in node.arguments for i in walk(a))
                        for i in inner:
                            if isinstance(i, Symbol) and i.name != "pi" and not i.dots:
                                angles[self.ring_name(i)] = None
                    elif node.function == "sign":
                        signs.update((f"dq{k}", None) for k in range(1, self.count + 1))
                    elif node.function not in KNOWN:
                        names[opaque(node)] = None
                        names[self.safe(node.function)] = None
        plain = [n for n in names if n not in moving]
        rates = {n: f"d{n}" for n in q} | {f"d{n}": f"dd{n}" for n in q}
        kept = [a for a in angles if a in moving or a in plain]
        return Ring((*moving, *plain), kept, rates, signs=tuple(signs), roots=(2, 3))

    def _decimal(self, number: Number) -> str:
        """The symbol of a printed decimal that may be rounded; none for an exact number."""
        if not self.rounded or "." not in number.digits:
            return ""
        return PREFIX + re.sub(r"[^0-9A-Za-z]", "_", number.digits)

    def safe(self, name: str) -> str:
        """An author's name as one that the ring takes and that is none of its own."""
        clean = re.sub(r"[^A-Za-z0-9_]", "_", name)
        if not clean or not (clean[0].isalpha() or clean[0] == "_"):
            clean = f"x_{clean}"
        return f"{clean}_" if re.fullmatch(r"(d{0,2}q|tau)[0-9]+", clean) else clean

    def ring_name(self, symbol: Symbol) -> str:
        """The ring's name of a symbol: a coordinate, a rate, a force, or a parameter."""
        number = self.coordinates.number.get(symbol.name)
        if number is not None and symbol.dots <= 2:
            return f"{'d' * symbol.dots}q{number}"
        force = self.coordinates.forces.get(symbol.name)
        if force is not None and not symbol.dots:
            return f"tau{force}"
        return self.safe(f"{'d' * symbol.dots}{'_' if symbol.dots else ''}{symbol.name}")

    def _has_calls(self) -> bool:
        """Whether the text writes sines and cosines out."""
        return any(
            isinstance(n, Call) and n.function in ("sin", "cos")
            for s in self.statements if not s.inline for side in s.sides for n in walk(side)
        )  # fmt: skip

    def _shorthand(self) -> dict[str, tuple[str, dict[int, int]]]:
        """Names such as s1, c12 that are sines and cosines, unless the text says otherwise."""
        names = {
            n.name
            for s in self.statements for side in s.sides for n in walk(side)
            if isinstance(n, Symbol) and not n.dots
        }  # fmt: skip
        defined = self.definitions.defined()
        found: dict[str, tuple[str, dict[int, int]]] = {}
        for name in names - defined - set(self.coordinates.number):
            meant = read_short(name, self.count)
            if meant is not None:
                found[name] = meant
        found = {n: v for n, v in found.items() if n not in self.declared}
        letters = {n[0] for n in found}
        if self._has_calls():
            for first, second in (("s", "c"), ("S", "C")):
                if not {first, second} <= letters:
                    found = {n: v for n, v in found.items() if n[0] not in (first, second)}
        for upper, pair in (("C", "S"), ("S", "C")):
            if upper in letters and pair not in letters:
                found = {n: v for n, v in found.items() if n[0] != upper}
        return found

    def uses_of(self, name: str) -> int:
        """How often a name stands in the text, other than where it is defined."""
        if not self._count:
            for statement in self.statements:
                for side in statement.sides:
                    if isinstance(side, Symbol):
                        continue
                    self._count.update(n.name for n in walk(side) if isinstance(n, Symbol))
        return self._count[name]


def opaque(node: Call) -> str:
    """A name for a function that the ring does not have, by what it is of."""
    names = "_".join(n.name for a in node.arguments for n in walk(a) if isinstance(n, Symbol))
    return re.sub(r"[^A-Za-z0-9_]", "_", f"{node.function}_of_{names}")


def read_short(name: str, count: int) -> tuple[str, dict[int, int]] | None:
    """s1 as the sine of the first angle, c12 as the cosine of a sum, c1m2 of a difference."""
    match = SHORT.match(name)
    if not match:
        return None
    turns: dict[int, int] = {}
    sign = 1
    for ch in match[2]:
        if ch in "pm":
            sign = 1 if ch == "p" else -1
        else:
            turns[int(ch)] = turns.get(int(ch), 0) + sign
            sign = 1
    if max(turns) > count or len(set(match[2])) != len(match[2]):
        return None
    return PRIMARY[match[1]], turns
