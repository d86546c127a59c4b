"""An author's expressions over the exact ring of the author's own symbols.

Coordinates, rates and forces are the ring's q1, dq1, ddq1, tau1 whatever the text calls them;
names that the text defines are their values; everything else is a parameter of the author's.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from fractions import Fraction

from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.errors import TorsorError
from torsor.referee.claims.coordinates import Coordinates
from torsor.referee.claims.decimals import PREFIX, half_unit
from torsor.referee.claims.definitions import Definition, Definitions
from torsor.referee.claims.grids import Grid, Value, add, divide, multiply, negate, power
from torsor.referee.claims.mapping import with_index
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
    Statement,
    Sum,
    SumOver,
    Symbol,
    Table,
    Transpose,
    walk,
)

SHORT = re.compile(r"([sScC])(?:theta|q|th)?_?([1-9](?:[pm]?[1-9])*)\Z")
PRIMARY = {"s": "sin", "S": "sin", "c": "cos", "C": "cos"}
KNOWN = ("sin", "cos", "tan", "sqrt", "sign", "diag")
QUARTER = {0: (0, 1), 1: (1, 0), 2: (0, -1), 3: (-1, 0)}
"""Sine and cosine of a number of right angles."""

SYMMETRIC = ("M", "H", "D", "B", "A", "m", "h", "d", "b", "a")
"""Letters of mass matrices."""

DEEPEST = 200
"""Definitions within definitions deeper than this are refused."""


class Evaluator:
    """Evaluates the sides of a text's statements."""

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

    # the ring --------------------------------------------------------------------------------

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
            match = SHORT.match(name)
            if not match:
                continue
            digits = match[2]
            turns: dict[int, int] = {}
            sign = 1
            for ch in digits:
                if ch in "pm":
                    sign = 1 if ch == "p" else -1
                else:
                    turns[int(ch)] = turns.get(int(ch), 0) + sign
                    sign = 1
            if max(turns) <= self.count and len(set(digits)) == len(digits):
                found[name] = (PRIMARY[match[1]], turns)
        found = {n: v for n, v in found.items() if n not in self.declared}
        letters = {n[0] for n in found}
        if self._has_calls():
            for first, second in (("s", "c"), ("S", "C")):
                if not {first, second} <= letters:
                    found = {n: v for n, v in found.items() if n[0] not in (first, second)}
        for upper, pair in (("C", "S"), ("S", "C")):
            entries = any(re.fullmatch(rf"{upper}[1-9][1-9]?", n) for n in defined)
            if upper in letters and (pair not in letters or entries or upper in defined):
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

    # values ----------------------------------------------------------------------------------

    def value(self, node: Node, at: int) -> Value:
        """What a node of a statement is; what cannot be evaluated raises ``UnreadError``."""
        try:
            return self._value(node, at)
        except UnreadError:
            raise
        except TorsorError as error:
            raise UnreadError(str(error), node.place) from None

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
                raised = isinstance(factor, Power)
                letter = factor.base if isinstance(factor, Power) else factor
                if isinstance(letter, Symbol) and self._is_prefix(letter):
                    call = Call(PRIMARY[letter.name], (after,), factor.place.to(after.place))
                    factor = replace(factor, base=call) if raised else call
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

    # symbols ---------------------------------------------------------------------------------

    def _symbol(self, symbol: Symbol, at: int) -> Value:
        name = self.ring_name(symbol)
        if symbol.name in self.coordinates.number or symbol.name in self.coordinates.forces:
            if name in self.ring.index:
                return self.ring.generator(name)
        if symbol.name in self.coordinates.vectors and self._is_vector(symbol, at):
            return self._column("d" * symbol.dots + "q")
        if symbol.name in self.coordinates.force_vectors and not symbol.dots:
            if self.definitions.of(symbol.name, at) is None:
                return self._column("tau")
        if symbol.dots:
            plain = Symbol(symbol.name, symbol.place, 0, symbol.text)
            defined = self._lookup(plain, at)
            if defined is not None:
                for _ in range(symbol.dots):
                    defined = _rate(defined)
                return defined
            return self.ring.generator(name)
        if symbol.name in self.short:
            function, turns = self.short[symbol.name]
            return self._trig(function, {f"q{k}": n for k, n in turns.items()}, 0)
        defined = self._lookup(symbol, at)
        return self.ring.generator(name) if defined is None else defined

    def _is_vector(self, symbol: Symbol, at: int) -> bool:
        return symbol.name not in self.definitions.by_name or bool(symbol.dots)

    def _column(self, stem: str) -> Grid:
        return Grid(tuple((self.ring.generator(f"{stem}{k + 1}"),) for k in range(self.count)))

    def _lookup(self, symbol: Symbol, at: int, called: bool = False) -> Value | None:
        """The value of a name that the text defines, whole, by entries or as an entry."""
        if symbol.name in self._magnitudes and self._within_table and not called:
            return None
        definition = self.definitions.of(symbol.name, at, called)
        if definition is not None:
            if any(n == symbol.name for n, _ in self._active):
                self._suppressed += 1
                return None
            return self._defined(symbol.name, definition, at)
        entry = self._as_entry(symbol, at)
        return entry if entry is not None else self._assembled(symbol, at)

    def _defined(self, name: str, definition: Definition, at: int) -> Value:
        key = (name, definition.statement, bool(definition.indices))
        if key in self._values:
            self.used |= self._rests_on[key]
            return self._values[key]
        if (name, definition.statement) in self._active or len(self._active) > DEEPEST:
            raise UnreadError(f"{name} is defined by itself", definition.value.place)
        self._active.append((name, definition.statement))
        within, self._within_table = self._within_table, 0
        before = self._suppressed
        used, self.used = self.used, {definition.statement}
        try:
            where = definition.statement
            value = self._value(definition.value, where)
        except UnreadError as error:
            line = self.statements[definition.statement].line
            said = str(error).partition(": ")[2] or str(error)
            depends = f"it depends on {name} (line {line}), which could not be read: {said}"
            if str(error).startswith("it depends on"):
                depends = str(error)
            raise UnreadError(depends) from None
        finally:
            self._active.pop()
            self._within_table = within
            own, self.used = self.used, used | self.used
        if before == self._suppressed or not self._active:
            self._values[key] = value
            self._rests_on[key] = own
        return value

    def _as_entry(self, symbol: Symbol, at: int) -> Value | None:
        """``m_{12}`` as an entry of M, ``θ_3`` as one of a vector θ that is defined whole."""
        match = re.fullmatch(r"([A-Za-z_]*[A-Za-z])([1-9])_?([0-9]{0,2})", symbol.name)
        if not match or symbol.name in self.coordinates.number:
            return None
        stem, first, second = match.groups()
        options: list[tuple[int, ...]] = [(int(first + second),)]
        if second and second[0] != "0":
            options.insert(0, (int(first), int(second)))
        numbers = options[0]
        for letter in dict.fromkeys((stem, stem.upper()) if len(numbers) == 2 else (stem,)):
            definition = self.definitions.of(letter, at) if letter else None
            if definition is None or any(n == letter for n, _ in self._active):
                continue
            if not any(isinstance(n, Table) for n in walk(definition.value)):
                continue
            whole = self._defined(letter, definition, at)
            if not isinstance(whole, Grid):
                continue
            for indices in options:
                if len(indices) == 2:
                    i, j = indices
                    if 1 not in whole.shape and i <= whole.shape[0] and j <= whole.shape[1]:
                        return whole.rows[i - 1][j - 1]
                elif 1 in whole.shape and indices[0] <= len(whole.entries):
                    return whole.entries[indices[0] - 1]
        return None

    def _assembled(self, symbol: Symbol, at: int) -> Value | None:
        """A table whose entries are defined one by one, all of them."""
        found = self.definitions.entries_of(symbol.name, at)
        inner = {d.statement for d in found.values()} & {at, *(s for _, s in self._active)}
        if inner:
            self._suppressed += 1
            return None
        wide = {k: d for k, d in found.items() if len(k) == 2}
        tall = {k: d for k, d in found.items() if len(k) == 1}
        if wide and not any(n.startswith(f"{symbol.name}(") for n, _ in self._active):
            rows, columns = (max(k[a] for k in wide) for a in (0, 1))
            if rows == columns == self.count and self._is_mass(symbol.name):
                wide |= {(j, i): d for (i, j), d in wide.items() if (j, i) not in wide}
            if len(wide) == rows * columns and rows > 1:
                return Grid(tuple(
                    tuple(self._of_entry(symbol, (i, j), wide[i, j], at) for j in range(1, columns + 1))
                    for i in range(1, rows + 1)
                ))  # fmt: skip
        if tall and len(tall) == max(k[0] for k in tall) and len(tall) in (self.count,):
            return Grid(tuple((self._of_entry(symbol, k, tall[k], at),) for k in sorted(tall)))
        return None

    def _is_mass(self, name: str) -> bool:
        """Whether a matrix is symmetric, so that of its entries one triangle may be printed."""
        return name in SYMMETRIC

    def _of_entry(
        self, symbol: Symbol, indices: tuple[int, ...], definition: Definition, at: int
    ) -> Expression:
        name = f"{symbol.name}({','.join(map(str, indices))})"
        value = self._defined(name, definition, at)
        if isinstance(value, Grid):
            raise UnreadError(f"{value} where a number is expected", definition.value.place)
        return value

    # functions -------------------------------------------------------------------------------

    def _call(self, node: Call, at: int) -> Value:
        if node.function in ("sin", "cos"):
            (argument,) = node.arguments if len(node.arguments) == 1 else (None,)
            if argument is None:
                raise UnreadError(f"{node.function} of several arguments", node.place)
            angle = self.scalar(argument, at)
            return self._trig(node.function, *self._angle(angle, node.place))
        if node.function == "sign":
            return self._sign(self.scalar(node.arguments[0], at), node.place)
        if node.function == "sqrt":
            number = self.scalar(node.arguments[0], at).constant()
            if number in (2, 3):
                return self.ring.generator(f"sqrt({number})")
            raise UnreadError("a root of something else than 2 or 3", node.place)
        if node.function == "diag":
            return self._diagonal(node, at)
        if node.function in ("tan", "arctan", "tanh", "exp", "log", "ln", "atan2"):
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

    def _angle(self, angle: Expression, place: Place) -> tuple[dict[str, int], int]:
        """A sum of whole multiples of angles and right angles."""
        turns: dict[str, int] = {}
        right = 0
        for term in angle.terms:
            if len(term.powers) != 1 or term.powers[0][1] != 1:
                raise UnreadError("an angle that is no sum of angles", place)
            name = term.powers[0][0]
            amount = term.coefficient * 2 if name == "pi" else term.coefficient
            if amount.denominator != 1 or abs(amount) > 12:
                raise UnreadError("an angle that is no sum of whole angles", place)
            if name == "pi":
                right = int(amount) % 4
            else:
                turns[name] = int(amount)
        return turns, right

    def _trig(self, function: str, turns: dict[str, int], right: int) -> Expression:
        """Sine or cosine of a sum of angles, multiplied out."""
        ring = self.ring
        first, second = QUARTER[right]
        s, c = ring.number(first), ring.number(second)
        for name, count in turns.items():
            if f"sin({name})" not in ring.index:
                raise UnreadError(f"{name} is no angle")
            for _ in range(abs(count)):
                sine, cosine = ring.sin(name) * (1 if count > 0 else -1), ring.cos(name)
                s, c = s * cosine + c * sine, c * cosine - s * sine
        return s if function == "sin" else c

    def _sign(self, value: Expression, place: Place) -> Expression:
        terms = value.terms
        if len(terms) != 1 or len(terms[0].powers) != 1 or terms[0].powers[0][1] != 1:
            raise UnreadError("the sign of something else than a velocity", place)
        name = f"sign({terms[0].powers[0][0]})"
        if name not in self.ring.index:
            raise UnreadError("the sign of something else than a velocity", place)
        return self.ring.generator(name) * (1 if terms[0].coefficient > 0 else -1)

    # calculus --------------------------------------------------------------------------------

    def _derivative(self, node: Derivative, at: int) -> Value:
        self._refuse_undefined(node.of, at)
        inner = self._value(node.of, at)
        if node.by is None:
            return _rate(inner)
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


def _rate(value: Value) -> Value:
    return value.each(lambda e: e.dt()) if isinstance(value, Grid) else value.dt()


def opaque(node: Call) -> str:
    """A name for a function that the ring does not have, by what it is of."""
    names = "_".join(n.name for a in node.arguments for n in walk(a) if isinstance(n, Symbol))
    return re.sub(r"[^A-Za-z0-9_]", "_", f"{node.function}_of_{names}")


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
