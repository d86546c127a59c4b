"""The blocks of C and C++: braces, and heads that take one statement."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.referee.reading.code.blocks.items import (
    Branch,
    Frame,
    Item,
    Line,
    Loop,
    Routine,
    Stack,
    group_end,
    parameter_names,
)
from torsor.referee.reading.code.tokens import Token

HEADS = ("if", "while", "switch", "for", "catch")
BARE = ("else", "do", "try")
LABELS = ("public", "private", "protected", "default")


def c_blocks(tokens: Sequence[Token]) -> list[Item]:
    """The items of a file, or of a piece of one."""
    stack = Stack()
    words: list[Token] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        if token.kind == "line":
            at += 1
        elif not words and token.kind == "name" and token.text in (*HEADS, *BARE):
            at = _open_head(stack, tokens, at)
        elif token.is_mark(";"):
            _add(stack, words)
            words, at = [], at + 1
        elif token.is_mark("}"):
            _add(stack, words, closing=True)
            stack.pop()
            _close_single(stack)
            words, at = [], at + 1
        elif token.is_mark("{") and not any(t.is_mark("=") for t in words):
            _open_braces(stack, words)
            words, at = [], at + 1
        elif token.is_mark("(", "[", "{"):
            end = group_end(tokens, at)
            words += tokens[at:end]
            at = end
        elif token.is_mark(":") and words and words[0].text in (*LABELS, "case"):
            words, at = [], at + 1
        else:
            words.append(token)
            at += 1
    _add(stack, words)
    return stack.frames[0].items


def _open_head(stack: Stack, tokens: Sequence[Token], at: int) -> int:
    """Open the block behind ``if (…)``, ``for (…)``, ``else``; where its body begins."""
    head, end = tokens[at].text, at + 1
    if head in HEADS and end < len(tokens) and tokens[end].is_mark("("):
        end = group_end(tokens, end)
    body: list[Item] = []
    if head == "for":
        stack.top.items.append(Loop(tuple(tokens[at + 2 : end - 1]), body))
    else:
        stack.top.items.append(Branch(body))
    braced = end < len(tokens) and tokens[end].is_mark("{")
    stack.push(Frame(body, single=not braced))
    return end + 1 if braced else end


def _open_braces(stack: Stack, words: Sequence[Token]) -> None:
    """Open a function's body, or a block whose items belong to what is around it."""
    opening = next((i for i, t in enumerate(words) if t.is_mark("(")), 0)
    if opening and words[opening - 1].kind == "name":
        inside = words[opening + 1 : group_end(words, opening) - 1]
        name = words[opening - 1]
        routine = Routine(name.text, parameter_names(inside), (), words[0].place.line, [])
        stack.top.items.append(routine)
        stack.push(Frame(routine.body, routine=True))
    else:
        stack.push(Frame(stack.top.items))


def _add(stack: Stack, words: Sequence[Token], closing: bool = False) -> None:
    """Take a statement, and close what takes only one."""
    if words:
        stack.top.items.append(Line(tuple(words)))
    if not closing:
        _close_single(stack)


def _close_single(stack: Stack) -> None:
    while stack.top.single:
        stack.pop()
