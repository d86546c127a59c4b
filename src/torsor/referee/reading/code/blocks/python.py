"""Python's blocks: by indentation."""

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
from torsor.referee.reading.code.tokens import Token

BRANCHES = ("if", "elif", "else", "while", "try", "except", "finally", "match", "case")
FLAT = ("class", "with")


def python_blocks(tokens: Sequence[Token]) -> list[Item]:
    """The items of a module, or of a piece of one."""
    stack = Stack()
    stack.top.indent = -1
    for line in _lines(tokens):
        indent = line[0].place.column
        while stack.top.indent >= indent:
            stack.pop()
        words = line[1:] if line[0].text == "async" and len(line) > 1 else line
        head = words[0].text if words[0].kind == "name" else ""
        if head in ("def", "for", *BRANCHES, *FLAT) and _opens(head, words):
            rest = _open(stack, head, words, indent)
            if rest:
                _add(stack, rest)
                stack.pop()
        else:
            _add(stack, words)
    return stack.frames[0].items


def _lines(tokens: Sequence[Token]) -> list[list[Token]]:
    found: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == "line":
            found.append([])
        else:
            found[-1].append(token)
    return [line for line in found if line and not line[0].is_mark("@")]


def _opens(head: str, words: Sequence[Token]) -> bool:
    """Whether a line opens a block; ``match`` and ``case`` may be names too."""
    parts = split_at(words, ":")
    if len(parts) < 2:
        return False
    return head not in ("match", "case") or not any(t.is_mark("=") for t in parts[0])


def _open(stack: Stack, head: str, words: Sequence[Token], indent: int) -> list[Token]:
    """Open the block of a line; what stands behind its colon."""
    parts = split_at(words, ":")
    before, behind = parts[0], parts[-1]
    body: list[Item] = []
    if head == "def":
        opening = next((i for i, t in enumerate(before) if t.is_mark("(")), len(before))
        name = before[1].text if len(before) > 1 else ""
        inside = before[opening + 1 : group_end(before, opening) - 1]
        names = tuple(n for n in parameter_names(inside) if n not in ("self", "cls"))
        stack.top.items.append(Routine(name, names, (), words[0].place.line, body))
    elif head == "for":
        stack.top.items.append(Loop(tuple(before[1:]), body))
    elif head in FLAT:
        body = stack.top.items
    elif not any(t.text == "__name__" for t in before):
        stack.top.items.append(Branch(body))
    stack.push(Frame(body, indent, routine=head == "def"))
    return behind


def _add(stack: Stack, words: Sequence[Token]) -> None:
    for part in split_at(words, ";"):
        if part:
            stack.top.items.append(Line(tuple(part)))
