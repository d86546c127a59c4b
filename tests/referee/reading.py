"""Printed LaTeX as an exact expression of a model, and what the reader had to say of it."""

from __future__ import annotations

from tests.referee.planting import checker, model

from torsor import Expression
from torsor.referee.comparing.ring_values import in_ring, ring_with
from torsor.referee.reading.sides import read_sides
from torsor.referee.reading.sum_reader import SumReader
from torsor.referee.reading.terms import PrintedTerm


def printed(latex: str, robot: str, notation: str) -> tuple[list[PrintedTerm], list[str]]:
    """The terms of a printed sum or equation, and the findings."""
    reader = SumReader(checker(robot, notation).table, latex)
    terms = reader.terms(read_sides(latex)[-1])
    return list(terms), reader.findings


def read(latex: str, robot: str = "rttrr", notation: str = "rttrr") -> Expression:
    """What a printed sum is, each term read as it is likeliest."""
    terms, _ = printed(latex, robot, notation)
    ring = ring_with(model(robot).ring, terms)
    return sum((in_ring(t.readings[0], ring) for t in terms), ring.number(0))


def known(text: str, robot: str = "rttrr") -> Expression:
    """An expression in Torsor's own names."""
    return model(robot).ring.parse(text)
