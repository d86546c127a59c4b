"""MATLAB's and Octave's blocks: from a word that opens one to its ``end``."""

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
    split_at,
)
from torsor.referee.reading.code.tokens import CLOSING, OPENING, Token

BRANCHES = ("if", "while", "switch", "try", "unwind_protect", "do", "spmd")
AGAIN = ("else", "elseif", "case", "otherwise", "catch", "unwind_protect_cleanup")
CLOSING_WORDS = (
    "end endif endfor endwhile endfunction endswitch end_try_catch until endparfor "
    "end_unwind_protect"
)
ENDS = frozenset(CLOSING_WORDS.split())


def matlab_blocks(tokens: Sequence[Token]) -> list[Item]:
    """The items of a script or of a file of functions."""
    stack = Stack()
    for words in _statements(tokens):
        head = words[0].text if words[0].kind == "name" else ""
        if head in ENDS:
            stack.pop()
        elif head == "function":
            while len(stack.frames) > 1:  # functions without an end of their own
                stack.pop()
            routine = _routine(words)
            stack.top.items.append(routine)
            stack.push(Frame(routine.body, routine=True))
        elif head in ("for", "parfor"):
            loop = Loop(tuple(words[1:]), [])
            stack.top.items.append(loop)
            stack.push(Frame(loop.body))
        elif head in BRANCHES:
            branch = Branch([])
            stack.top.items.append(branch)
            stack.push(Frame(branch.body))
        elif head not in AGAIN:
            stack.top.items.append(Line(tuple(words)))
    return stack.frames[0].items


def _statements(tokens: Sequence[Token]) -> list[list[Token]]:
    """The words of each statement; commas, semicolons and ends of lines part them."""
    found: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == "mark" and token.text in OPENING:
            depth += 1
        elif token.kind == "mark" and token.text in CLOSING:
            depth = max(0, depth - 1)
        if depth == 0 and (token.kind == "line" or token.is_mark(";", ",")):
            found.append([])
        else:
            found[-1].append(token)
    return [words for words in found if words]


def _routine(words: Sequence[Token]) -> Routine:
    """``function [M, C] = name(q, dq)``."""
    sides = split_at(words[1:], "=")
    results = parameter_names(_inside(sides[0])) if len(sides) > 1 else ()
    named = sides[-1]
    opening = next((i for i, t in enumerate(named) if t.is_mark("(")), len(named))
    name = "".join(t.text for t in named[:opening])
    inside = named[opening + 1 : group_end(named, opening) - 1]
    return Routine(name, parameter_names(inside), results, words[0].place.line, [])


def _inside(words: Sequence[Token]) -> list[Token]:
    return [t for t in words if not t.is_mark("[", "]")]
