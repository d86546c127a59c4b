"""A second, small reader of plain LaTeX, for numbers only and apart from the referee.

It says which cells (right sides and entries of tables) a text has, and what each is worth at a
random state: by it the tests know whether a change in the text changes what the text states.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random

TOKEN = re.compile(
    r"(?P<skip>(?:\\quad|\\\\|[\s&,.])+)"
    r"|(?P<function>\\sin|\\cos)(?![a-z])"
    r"|(?P<open>\\left\[|[(\[])|(?P<close>\\right\]|[)\]])"
    r"|(?P<symbol>(?:\\d?dot\s*)?(?:\\[A-Za-z]+|[A-Za-z])(?:_(?:\{[^}]*\}|\w))?)"
    r"|(?P<power>\^\d)|(?P<number>\d+)|(?P<sign>[+-])"
)
BLOCK = re.compile(r"\\begin\{(align|equation)\}(.*?)\\end\{\1\}", re.DOTALL)
TABLE = re.compile(r"\\begin\{[bp]matrix\}(.*?)\\end\{[bp]matrix\}", re.DOTALL)


@dataclass(frozen=True)
class Token:
    """A piece of the text: its kind and where it stands."""

    kind: str
    text: str
    start: int
    end: int


@dataclass(frozen=True)
class Cell:
    """A right side, or an entry of a table: what it is called, and where it and its tokens are."""

    name: str
    block: int
    tokens: tuple[Token, ...]


def read_cells(text: str) -> list[Cell]:
    """Every cell of the equations that are displayed."""
    found: list[Cell] = []
    for number, block in enumerate(BLOCK.finditer(text)):
        tables = list(TABLE.finditer(text, block.start(2), block.end(2)))
        if tables:
            for table in tables:
                for k, (start, end) in enumerate(_split(text, table.start(1), table.end(1))):
                    found.append(
                        Cell(f"{table.start()}:{k}", number, read_tokens(text, start, end))
                    )
            continue
        rows = re.split(r"\\\\\n(?!\s*&)", block[2])
        at = block.start(2)
        for k, row in enumerate(rows):
            name, equals, _ = row.partition("=")
            start = at + len(name) + len(equals)
            tokens = read_tokens(text, start, at + len(row))
            found.append(Cell(key_of(name), number * 100 + k, tokens))
            at += len(row) + len("\\\\\n")
    return found


def _split(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The entries of a table."""
    marks = [m.span() for m in re.finditer(r"&|\\\\", text[start:end])]
    starts = [start, *(start + b for _, b in marks)]
    ends = [*(start + a for a, _ in marks), end]
    return list(zip(starts, ends, strict=True))


def read_tokens(text: str, start: int, end: int) -> tuple[Token, ...]:
    """The tokens of a stretch of text; what is no token raises ``ValueError``."""
    found: list[Token] = []
    at = start
    while at < end:
        match = TOKEN.match(text, at, end)
        if match is None or match.lastgroup is None:
            raise ValueError(f"no token: {text[at : at + 20]!r}")
        if match.lastgroup != "skip":
            found.append(Token(match.lastgroup, match[0], at, match.end()))
        at = match.end()
    return tuple(found)


def key_of(symbol: str) -> str:
    """A symbol without braces and spaces."""
    return re.sub(r"[{}\s&]", "", symbol)


class Values:
    """What the cells of one text are worth at a random state."""

    def __init__(self, text: str, seed: int) -> None:
        self.seed = seed
        self.short = "$s_i" in text
        self.cells = read_cells(text)
        self.defined: Mapping[str, Cell] = {c.name: c for c in self.cells}
        self.depth = 0

    def all(self) -> list[float]:
        """The worth of every cell; not a number where a definition turns in a circle."""
        return [self.worth(cell) for cell in self.cells]

    def worth(self, cell: Cell) -> float:
        """The worth of one."""
        self.depth += 1
        try:
            if self.depth > 30:
                return math.nan
            value, rest = self._sum(list(cell.tokens))
            return value if not rest else math.nan
        finally:
            self.depth -= 1

    def _sum(self, tokens: list[Token]) -> tuple[float, list[Token]]:
        total = 0.0
        while tokens and tokens[0].kind != "close":
            sign = 1.0
            while tokens and tokens[0].kind == "sign":
                sign = -sign if tokens[0].text == "-" else sign
                tokens = tokens[1:]
            value, tokens = self._product(tokens)
            total += sign * value
        return total, tokens

    def _product(self, tokens: list[Token]) -> tuple[float, list[Token]]:
        total = 1.0
        while tokens and tokens[0].kind not in ("sign", "close"):
            value, tokens = self._factor(tokens)
            total *= value
        return total, tokens

    def _factor(self, tokens: list[Token]) -> tuple[float, list[Token]]:
        head, rest = tokens[0], tokens[1:]
        if head.kind == "function":
            power = 1
            if rest and rest[0].kind == "power":
                power, rest = int(rest[0].text[1:]), rest[1:]
            value, rest = self._atom(rest)
            turned = math.sin(value) if head.text == r"\sin" else math.cos(value)
            return turned**power, rest
        value, rest = self._atom(tokens)
        if rest and rest[0].kind == "power":
            return value ** int(rest[0].text[1:]), rest[1:]
        return value, rest

    def _atom(self, tokens: list[Token]) -> tuple[float, list[Token]]:
        if not tokens:
            return math.nan, []
        head, rest = tokens[0], tokens[1:]
        if head.kind == "open":
            value, rest = self._sum(rest)
            return value, rest[1:]
        if head.kind == "number":
            return float(head.text), rest
        if head.kind == "symbol":
            return self._symbol(key_of(head.text)), rest
        return math.nan, rest

    def _symbol(self, key: str) -> float:
        if key in self.defined:
            return self.worth(self.defined[key])
        if self.short and (match := re.fullmatch(r"([sc])_(\d)", key)):
            angle = self._symbol(f"q_{match[2]}")
            return math.sin(angle) if match[1] == "s" else math.cos(angle)
        return Random(f"{self.seed} {key}").uniform(0.5, 2.0)
