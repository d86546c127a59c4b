"""The words of one statement, taken from left to right; depth is bounded."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.referee.reading.code.languages import Language
from torsor.referee.reading.code.tokens import Token
from torsor.referee.reading.latex.places import Place, UnreadError

DEEPEST = 40
"""Expressions that are nested deeper than this are refused."""

CONDITION = "it depends on a condition"
CONDITIONS = ("==", "!=", "~=", "<", ">", "<=", ">=", "&&", "||", "?", "&", "|", "!", "~")
WORDS = ("and", "or", "not", "if", "in", "is")


class Words:
    """Where the reading of a statement stands."""

    def __init__(self, tokens: Sequence[Token], language: Language) -> None:
        self.tokens = tokens
        self.language = language
        self.at = 0
        self.depth = 0
        self.matrix = False
        """Whether spaces part the entries here, as in MATLAB's brackets."""

    def peek(self, ahead: int = 0) -> Token | None:
        """The next word, if there is one."""
        index = self.at + ahead
        return self.tokens[index] if index < len(self.tokens) else None

    def sees(self, *marks: str) -> bool:
        """Whether one of these marks is next."""
        token = self.peek()
        return token is not None and token.is_mark(*marks)

    def take(self) -> Token:
        """The next word; the statement must have one."""
        token = self.peek()
        if token is None:
            last = self.tokens[-1].place if self.tokens else None
            raise UnreadError("the statement ends too early", last)
        self.at += 1
        return token

    def expect(self, mark: str) -> Token:
        """Take this mark."""
        token = self.take()
        if not token.is_mark(mark):
            raise UnreadError(f"expected {mark} before {token.text[:20].strip()!r}", token.place)
        return token

    def finish(self) -> None:
        """Refuse what is left over."""
        token = self.peek()
        if token is not None:
            if token.is_mark(*CONDITIONS) or (token.kind == "name" and token.text in WORDS):
                raise UnreadError(CONDITION, token.place)
            raise UnreadError(f"{token.text[:20].strip()!r} is not understood here", token.place)

    def enter(self, place: Place) -> None:
        """Go one level deeper, or refuse."""
        self.depth += 1
        if self.depth > DEEPEST:
            raise UnreadError(f"an expression nested more than {DEEPEST} deep", place)
