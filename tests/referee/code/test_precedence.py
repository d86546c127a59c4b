"""Random expressions mean what the language itself computes."""

from __future__ import annotations

from fractions import Fraction
from random import Random

from torsor.referee.reading.code import read_code, run_code


def expression(random: Random, depth: int) -> str:
    """A random expression of small numbers, as a person would type it."""
    if depth == 0 or random.random() < 0.2:
        return str(random.randint(1, 4))
    kind = random.choice(["+", "-", "*", "/", " + ", " - ", "**", "neg", "paren", "pos"])
    first = expression(random, depth - 1)
    if kind == "neg":
        return f"-{first}"
    if kind == "pos":
        return f"+{first}"
    if kind == "paren":
        return f"({first})"
    if kind == "**":
        return f"({first})**{random.choice(['2', '-1', '0', '1'])}"
    return f"{first}{kind}{expression(random, depth - 1)}"


def as_fractions(text: str) -> str:
    return "".join(f"F({ch})" if ch.isdigit() else ch for ch in text)


def test_python_agrees_with_python() -> None:
    random = Random(3)
    compared = 0
    for _ in range(400):
        text = expression(random, 6)
        try:
            value = eval(as_fractions(text), {"F": Fraction})
        except (ZeroDivisionError, OverflowError):
            continue
        ran = run_code(read_code(f"x = {text}", "python")[0])
        assert ran.values["x"] == value, text
        compared += 1
    assert compared > 300


def test_matlab_reads_the_same_expression_alike() -> None:
    random = Random(4)
    for _ in range(300):
        text = expression(random, 6)
        python = run_code(read_code(f"x = {text}", "python")[0]).values.get("x")
        matlab = run_code(read_code(f"x = {text.replace('**', '^')};", "matlab")[0])
        assert matlab.values.get("x") == python, text
