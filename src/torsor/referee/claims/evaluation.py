"""An author's expressions over the exact ring of the author's own symbols.

Coordinates, rates and forces are the ring's q1, dq1, ddq1, tau1 whatever the text calls them;
names that the text defines are their values; everything else is a parameter of the author's.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from torsor.algebra.expression import Expression
from torsor.errors import TorsorError
from torsor.referee.claims.author_ring import PRIMARY, opaque
from torsor.referee.claims.grids import Grid, Value, add, divide, multiply, negate, power
from torsor.referee.claims.lookup import Lookup, rate_of
from torsor.referee.claims.trigonometry import expand_trig, read_angle, sign_of
from torsor.referee.naming.mapping import with_index
from torsor.referee.reading.latex.places import Place, UnreadError
from torsor.referee.reading.syntax import (
    Call,
    Derivative,
    Entry,
    Negative,
    Node,
    Number,
    Power,
    Product,
    Quotient,
    Sum,
    SumOver,
    Symbol,
    Table,
    Transpose,
    walk,
)

OPAQUE = ("tan", "arctan", "tanh", "exp", "log", "ln", "atan2")
"""Functions that the ring does not have: each of its own argument is a symbol."""


class Evaluator(Lookup):
    """Evaluates the sides of a text's statements."""

    def value(self, node: Node, at: int) -> Value:
        """What a node of a statement is; what cannot be evaluated raises ``UnreadError``.

        Sides are asked for several times; what a name stood for itself in is not remembered.
        """
        key = (id(node), at)
        if key in self._sides:
            value, own = self._sides[key]
            self.used |= own
            return value
        used, self.used = self.used, set()
        before = self._suppressed
        try:
            value = self._value(node, at)
            if before == self._suppressed and not self._active:
                self._sides[key] = (value, self.used)
                self._held.append(node)
            return value
        except UnreadError:
            raise
        except TorsorError as error:
            raise UnreadError(str(error), node.place) from None
        finally:
            self.used = used | self.used

    def _value(self, node: Node, at: int) -> Value:
        match node:
            case Number():
                name = self._decimal(node)
                return self.ring.generator(name) if name else self.ring.number(node.value)
            case Symbol():
                return self._symbol(node, at)
            case Sum():
                total = self._value(node.terms[0], at)
                for term in node.terms[1:]:
                    total = add(total, self._value(term, at), term.place)
                return total
            case Negative():
                return negate(self._value(node.of, at))
            case Product():
                return self._product(node, at)
            case Quotient():
                return divide(self._value(node.above, at), self._value(node.below, at), node.place)
            case Power():
                return self._power(node, at)
            case Call():
                return self._call(node, at)
            case Table():
                return self._table(node, at)
            case Transpose():
                inner = self._value(node.of, at)
                return inner.T if isinstance(inner, Grid) else inner
            case Entry():
                return self._entry(node, at)
            case Derivative():
                return self._derivative(node, at)
            case SumOver():
                return self._sum_over(node, at)

    def scalar(self, node: Node, at: int) -> Expression:
        """A node that has to be a number."""
        value = self._value(node, at)
        if isinstance(value, Grid):
            raise UnreadError(f"{value} where a number is expected", node.place)
        return value

    def _product(self, node: Product, at: int) -> Value:
        total: Value | None = None
        factors = list(node.factors)
        k = 0
        while k < len(factors):
            factor = factors[k]
            after = factors[k + 1] if k + 1 < len(factors) else None
            if isinstance(after, Symbol) and self._is_angle(after):
                letter = factor.base if isinstance(factor, Power) else factor
                if isinstance(letter, Symbol) and self._is_prefix(letter):
                    call = Call(PRIMARY[letter.name], (after,), factor.place.to(after.place))
                    factor = replace(factor, base=call) if isinstance(factor, Power) else call
                    k += 1
            value = self._value(factor, at)
            total = value if total is None else multiply(total, value, node.place, node.elementwise)
            k += 1
        assert total is not None
        return total

    def _is_prefix(self, node: Node) -> bool:
        return (
            isinstance(node, Symbol)
            and node.name in PRIMARY
            and not node.dots
            and (node.name not in self.definitions.by_name)
        )

    def _is_angle(self, node: Symbol) -> bool:
        return not node.dots and node.name in self.coordinates.number

    def _power(self, node: Power, at: int) -> Value:
        exponent = self.scalar(node.exponent, at).constant()
        if exponent is None or exponent.denominator != 1:
            raise UnreadError("an exponent that is no whole number", node.place)
        if isinstance(node.base, Symbol):
            whole = self.definitions.of(f"{node.base.name}^{exponent}", at)
            if whole is not None and self.definitions.of(node.base.name, at) is None:
                return self._defined(f"{node.base.name}^{exponent}", whole, at)
        base = self._value(node.base, at)
        if exponent == -1 and not isinstance(base, Grid):
            return divide(self.ring.number(1), base, node.place)
        return power(base, int(exponent), node.place)

    def _table(self, node: Table, at: int) -> Value:
        self._within_table += 1
        try:
            rows: list[list[Value]] = [[self._value(e, at) for e in row] for row in node.rows]
        finally:
            self._within_table -= 1
        if not any(isinstance(e, Grid) for row in rows for e in row):
            return Grid(tuple(tuple(e for e in row if isinstance(e, Expression)) for row in rows))
        return _join_blocks(rows, node.place)

    def _entry(self, node: Entry, at: int) -> Value:
        if isinstance(node.of, Symbol):
            found = self.definitions.entries_of(node.of.name, at).get(node.indices)
            if found is not None:
                return self._defined(f"{node.of.name}{node.indices}", found, at)
        inner = self._value(node.of, at)
        if not isinstance(inner, Grid):
            raise UnreadError("an entry of what is no table", node.place)
        rows, columns = inner.shape
        i, j = node.indices if len(node.indices) == 2 else (node.indices[0], 1)
        if len(node.indices) == 1 and rows == 1:
            i, j = 1, node.indices[0]
        if not (1 <= i <= rows and 1 <= j <= columns):
            raise UnreadError(f"{inner} has no entry {node.indices}", node.place)
        return inner.rows[i - 1][j - 1]

    # functions -------------------------------------------------------------------------------

    def _call(self, node: Call, at: int) -> Value:
        if node.function in ("sin", "cos"):
            (argument,) = node.arguments if len(node.arguments) == 1 else (None,)
            if argument is None:
                raise UnreadError(f"{node.function} of several arguments", node.place)
            angle = self.scalar(argument, at)
            return expand_trig(self.ring, node.function, *read_angle(angle, node.place))
        if node.function == "sign":
            return sign_of(self.scalar(node.arguments[0], at), node.place)
        if node.function == "sqrt":
            number = self.scalar(node.arguments[0], at).constant()
            if number in (2, 3):
                return self.ring.generator(f"sqrt({number})")
            raise UnreadError("a root of something else than 2 or 3", node.place)
        if node.function == "diag":
            return self._diagonal(node, at)
        if node.function in OPAQUE:
            return self.ring.generator(opaque(node))
        symbol = Symbol(node.function, node.place, 0, node.function)
        if (
            node.function in self.coordinates.force_vectors
            or node.function in self.coordinates.forces
        ):
            return self._symbol(symbol, at)
        if node.function in self.coordinates.number:
            return self._symbol(symbol, at)  # q_1(t)
        found = self._lookup(symbol, at, called=True)
        if found is None and len(node.arguments) == 1 and self.uses_of(node.function) > 0:
            factor = self._value(node.arguments[0], at)
            return multiply(self._symbol(symbol, at), factor, node.place)  # m₃ (q̈₃)
        if found is None:
            raise UnreadError(f"{node.function} is not defined in the text", node.place)
        return found

    def _diagonal(self, node: Call, at: int) -> Grid:
        entries: list[Expression] = []
        for argument in node.arguments:
            value = self._value(argument, at)
            entries += value.entries if isinstance(value, Grid) else (value,)
        zero = self.ring.number(0)
        n = len(entries)
        return Grid(
            tuple(tuple(entries[i] if i == j else zero for j in range(n)) for i in range(n))
        )

    # calculus --------------------------------------------------------------------------------

    def _derivative(self, node: Derivative, at: int) -> Value:
        self._refuse_undefined(node.of, at)
        inner = self._value(node.of, at)
        if node.by is None:
            return rate_of(inner)
        if node.by.name in self.coordinates.vectors and node.by.name not in self.coordinates.number:
            if isinstance(inner, Grid):
                raise UnreadError("a derivative of a table by a vector", node.place)
            stem = "d" * node.by.dots + "q"
            return Grid(tuple((inner.diff(f"{stem}{k + 1}"),) for k in range(self.count)))
        by = self.ring_name(node.by)
        if by not in self.ring.index:
            raise UnreadError(f"a derivative by {node.by.name}", node.place)
        return inner.each(lambda e: e.diff(by)) if isinstance(inner, Grid) else inner.diff(by)

    def _refuse_undefined(self, node: Node, at: int) -> None:
        """Refuse the derivative of a quantity that the text never defines: it would be nothing."""
        for inner in walk(node):
            if isinstance(inner, Symbol) and not inner.dots and len(inner.name) <= 4:
                known = inner.name in self.coordinates.number or inner.name in self.short
                if not known and node is inner and self._lookup(inner, at) is None:
                    raise UnreadError(f"{inner.name} is not defined in the text", node.place)

    def _sum_over(self, node: SumOver, at: int) -> Value:
        high = self.scalar(node.high, at).constant() if isinstance(node.high, Number) else None
        top = int(high) if high is not None else self.count
        if top - node.low > 100:
            raise UnreadError("a sum over too many indices", node.place)
        total: Value | None = None
        for k in range(node.low, top + 1):
            term = self._value(with_index(node.of, node.index, k), at)
            total = term if total is None else add(total, term, node.place)
        if total is None:
            raise UnreadError("a sum over nothing", node.place)
        return total


def _join_blocks(rows: Sequence[Sequence[Value]], place: Place) -> Grid:
    """A table of blocks as one table."""
    lines: list[tuple[Expression, ...]] = []
    for row in rows:
        heights = {v.shape[0] for v in row if isinstance(v, Grid)}
        if len(heights) > 1 or (heights != {1} and any(not isinstance(v, Grid) for v in row)):
            raise UnreadError("blocks that do not fit together", place)
        for i in range(heights.pop() if heights else 1):
            line: list[Expression] = []
            for v in row:
                line += v.rows[i] if isinstance(v, Grid) else (v,)
            lines.append(tuple(line))
    if len({len(line) for line in lines}) > 1:
        raise UnreadError("blocks that do not fit together", place)
    return Grid(tuple(lines))
