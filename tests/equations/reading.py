"""What the tests read printed equations with: models derived once, and plain text taken apart."""

from __future__ import annotations

import math
import random
import re
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from unicodedata import combining

import torsor
from torsor import Expression, Model
from torsor.equations import Style, document, write
from torsor.notation import load_notation

SMALL = ("planar2r", "cartesian", "scara", "3r", "trtrr", "rttrr")
"""The robots whose every equation is short enough to be read back term by term."""

FORMS = ("tau", "matrices", "steps")


@cache
def model(robot: str, *hypotheses: str) -> Model:
    """The robot's model, derived once."""
    from torsor.robot.hypotheses import assume

    return torsor.derive(assume(torsor.load(robot), *hypotheses))


def printed(
    shown: Model, form: str = "tau", notation: str = "plain", width: int = 100, **style: object
) -> str:
    """The model's equations as the terminal shows them."""
    hand = load_notation(notation)
    return write(document(shown, Style(hand, **style), form), hand, "text", width=width)


def equations(text: str) -> dict[str, str]:
    """Right-hand sides by left-hand side; an entry's zeros stand together (``a = b = 0``)."""
    found: dict[str, str] = {}
    body = text.partition("\n\n")[2]  # after the title and the facts
    joined = re.sub(r"\n    +", " ", body)
    for line in joined.splitlines():
        *lefts, right = line.split(" = ")
        found.update(dict.fromkeys(lefts, right))
    return found


def quantities(shown: Model, form: str) -> dict[str, Expression]:
    """What a form of the model has to print, by its plain name."""
    n = range(len(shown.tau))
    if form == "tau":
        return {f"tau{i + 1}": shown.tau[i] for i in n}
    if form == "matrices":
        found = {f"M[{i + 1},{j + 1}]": shown.M[i][j] for i in n for j in n if i <= j}
        found |= {f"C[{i + 1},{j + 1}]": shown.C[i][j] for i in n for j in n}
        found |= {f"g[{i + 1}]": shown.g[i] for i in n}
        return found | {f"payload[{i + 1}]": shown.payload[i] for i in n}
    return {
        f"{step}[{i}].{axis}": entry
        for i, steps in shown.links.items()
        if i > 0
        for step in ("omega", "epsilon", "v", "a", "v_C", "a_C", "F", "N", "f", "n")
        for axis, entry in zip("xyz", getattr(steps, step), strict=True)
    }


def components(found: Mapping[str, str]) -> dict[str, str]:
    """Vectors that stand on one line, ``F[1] = (0, 0, m1*g)``, by component."""
    spread: dict[str, str] = {}
    for left, right in found.items():
        if right.startswith("(") and right.endswith(")") and right.count(", ") == 2:
            entries = right[1:-1].split(", ")
            spread.update({f"{left}.{a}": e for a, e in zip("xyz", entries, strict=True)})
        else:
            spread[left] = right
    return spread


def columns(line: str) -> int:
    """The columns a line takes in a terminal."""
    return sum(1 for ch in line if not combining(ch))


def random_values(shown: Model, seed: int = 1) -> dict[str, Fraction]:
    """An exact number for every symbol of the model."""
    draw = random.Random(seed)
    names = {n for e in shown.tau for n in e.symbols()}
    return {n: Fraction(draw.randint(-2000, 2000) or 7, 1024) for n in sorted(names)}


def number(text: str, values: Mapping[str, Fraction]) -> float:
    """A printed right-hand side in floats, by Python itself and not by Torsor."""
    table = {name: float(value) for name, value in values.items()}
    return float(eval(text.replace("^", "**"), {"sin": math.sin, "cos": math.cos, **table}))


def magnitude(expression: Expression, values: Mapping[str, Fraction]) -> float:
    """The sum of the sizes of an expression's terms."""
    single = expression.ring.from_term_list
    return sum(abs(single([t]).evaluate(values)) for t in expression.terms)
