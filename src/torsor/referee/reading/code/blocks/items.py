"""What a program is made of before its expressions are read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from torsor.errors import TextError
from torsor.referee.reading.code.tokens import CLOSING, OPENING, Token

DEEPEST = 40
"""Blocks that are nested deeper than this are refused."""


@dataclass(frozen=True)
class Line:
    """One statement's words."""

    tokens: tuple[Token, ...]


@dataclass(frozen=True)
class Loop:
    """A counted loop: the words of its head, and what is repeated."""

    head: tuple[Token, ...]
    body: list[Item]


@dataclass(frozen=True)
class Branch:
    """What is done under a condition, or an unknown number of times."""

    body: list[Item]


@dataclass(frozen=True)
class Routine:
    """A function of the text: its name, arguments, results that its head names, and body."""

    name: str
    parameters: tuple[str, ...]
    results: tuple[str, ...]
    line: int
    body: list[Item]


Item = Line | Loop | Branch | Routine


@dataclass
class Frame:
    """A block that is open: where its items go, and how it is closed."""

    items: list[Item]
    indent: int = 0
    single: bool = False
    """Whether one statement is all it takes, as after C's ``if (…)`` without braces."""
    routine: bool = False


@dataclass
class Stack:
    """The open blocks, outermost first."""

    frames: list[Frame] = field(default_factory=lambda: [Frame([])])

    @property
    def top(self) -> Frame:
        """The innermost open block."""
        return self.frames[-1]

    def push(self, frame: Frame) -> None:
        """Open a block."""
        if len(self.frames) > DEEPEST:
            raise TextError(f"blocks nested more than {DEEPEST} deep are not read")
        self.frames.append(frame)

    def pop(self) -> None:
        """Close the innermost block, if any is open."""
        if len(self.frames) > 1:
            self.frames.pop()


def split_at(tokens: Sequence[Token], *marks: str) -> list[list[Token]]:
    """The words between these marks, where no bracket is open."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == "mark" and token.text in OPENING:
            depth += 1
        elif token.kind == "mark" and token.text in CLOSING:
            depth -= 1
        if depth == 0 and token.is_mark(*marks):
            found.append([])
        else:
            found[-1].append(token)
    return found


def group_end(tokens: Sequence[Token], at: int) -> int:
    """The place behind the bracket that closes the one here."""
    depth = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "mark" and token.text in OPENING:
            depth += 1
        elif token.kind == "mark" and token.text in CLOSING:
            depth -= 1
        at += 1
        if depth <= 0:
            break
    return at


def parameter_names(tokens: Sequence[Token]) -> tuple[str, ...]:
    """The names of arguments: of each the last that no bracket, type or default follows."""
    found = []
    for part in split_at(tokens, ","):
        name, depth = "", 0
        for token in part:
            if token.is_mark("=", ":"):
                break
            depth += (token.text in OPENING) - (token.text in CLOSING)
            if token.kind == "name" and depth == 0:
                name = token.text
        if name:
            found.append(name)
    return tuple(found)
