"""Printed LaTeX mathematics as a tree, within bounds on length, marks and depth.

It knows nothing of robots. It gives lines of cells, each a run of signs, points and factors with
their scripts and places; what a mark means, and which lines belong together, is decided later.
"""

from __future__ import annotations

import re

from torsor.errors import TextError
from torsor.referee.reading.latex.brackets import settle_brackets
from torsor.referee.reading.latex.parser import Parser
from torsor.referee.reading.latex.tokens import tokenize
from torsor.referee.reading.latex.tree import Block

LENGTH = 800_000
"""An equation longer than this is refused."""

TOKENS = 520_000
"""An equation with more letters, digits and commands than this is refused."""

CELLS = 20_000
"""An equation with more alignment marks than this is refused: no paper prints such a table."""

LEFT, RIGHT = (re.compile(rf"\\{word}(?![A-Za-z])") for word in ("left", "right"))


def parse_latex(text: str) -> Block:
    """Parse printed mathematics; an error says line and column and what is wrong there."""
    if len(text) > LENGTH:
        raise TextError(f"an equation of {len(text)} characters is refused (at most {LENGTH})")
    if text.count("&") > CELLS:
        raise TextError(f"an equation with more than {CELLS} alignment marks is refused")
    tokens = tokenize(text)
    if len(tokens) > TOKENS:
        raise TextError(f"an equation with more than {TOKENS} marks is refused")
    tokens = settle_brackets(tokens, lambda at: _where(text, at))
    lefts, rights = len(LEFT.findall(text)), len(RIGHT.findall(text))
    if lefts != rights:
        raise TextError(f"{lefts} of \\left and {rights} of \\right: one is left alone")
    return Parser(text, tokens).whole()


def _where(text: str, position: int) -> str:
    line = text.count("\n", 0, position) + 1
    column = position - (text.rfind("\n", 0, position) + 1) + 1
    return f"line {line}, column {column}"
