"""What a name is at a place of a text: a coordinate, a force, a shorthand, a defined value."""

from __future__ import annotations

import re

from torsor.algebra.expression import Expression
from torsor.referee.claims.author_ring import AuthorRing
from torsor.referee.claims.definitions import Definition
from torsor.referee.claims.grids import Grid, Value
from torsor.referee.claims.trigonometry import expand_trig
from torsor.referee.reading.latex.places import UnreadError
from torsor.referee.reading.syntax import Node, Symbol, Table, walk

SYMMETRIC = ("M", "H", "D", "B", "A", "m", "h", "d", "b", "a")
"""Letters of mass matrices."""

DEEPEST = 200
"""Definitions within definitions deeper than this are refused."""


class Lookup(AuthorRing):
    """Finds the values of names; how expressions are evaluated, its kind tells."""

    def _value(self, node: Node, at: int) -> Value:
        raise NotImplementedError

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
                    defined = rate_of(defined)
                return defined
            return self.ring.generator(name)
        if symbol.name in self.short:
            function, turns = self.short[symbol.name]
            return expand_trig(self.ring, function, {f"q{k}": n for k, n in turns.items()})
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
                self._refuse_circle(symbol, definition, called)
                self._suppressed += 1
                return None
            return self._defined(symbol.name, definition, at)
        entry = self._as_entry(symbol, at)
        return entry if entry is not None else self._assembled(symbol, at)

    def _refuse_circle(self, symbol: Symbol, definition: Definition, called: bool) -> None:
        """A name within its own definition is a slip, but for a vector's or a function's letter.

        In g = [0, −g, 0] and in g(q) = g m l cos q the inner g is a number.
        """
        if symbol.name not in self._magnitudes and not (definition.called and not called):
            raise UnreadError(f"{symbol.name} is defined by itself", symbol.place)

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
                cells = [[(i, j) for j in range(1, columns + 1)] for i in range(1, rows + 1)]
                return Grid(tuple(
                    tuple(self._of_entry(symbol, cell, wide[cell], at) for cell in row)
                    for row in cells
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


def rate_of(value: Value) -> Value:
    """The time derivative of a value."""
    return value.each(lambda e: e.dt()) if isinstance(value, Grid) else value.dt()
