"""Printed LaTeX as an exact expression of a model, and what the reader had to say of it."""

from __future__ import annotations

from tests.referee.planting import checker, model

from torsor import Expression
from torsor.referee.comparing.comparison import in_ring, ring_with
from torsor.referee.reading.grammar import parse_latex
from torsor.referee.reading.runs import joined
from torsor.referee.reading.sides import sides_of
from torsor.referee.reading.sum_reader import Reader
from torsor.referee.reading.terms import PrintedTerm


def printed(latex: str, robot: str, notation: str) -> tuple[list[PrintedTerm], list[str]]:
    """The terms of a printed sum or equation, and the findings."""
    reader = Reader(checker(robot, notation).table, latex)
    terms = reader.terms(sides_of(joined(parse_latex(latex)), latex)[-1])
    return terms, reader.findings


def read(latex: str, robot: str = "rttrr", notation: str = "rttrr") -> Expression:
    """What a printed sum is, each term read as it is likeliest."""
    terms, _ = printed(latex, robot, notation)
    ring = ring_with(model(robot).ring, terms)
    return sum((in_ring(t.readings[0], ring) for t in terms), ring.number(0))


def known(text: str, robot: str = "rttrr") -> Expression:
    """An expression in Torsor's own names."""
    return model(robot).ring.parse(text)
