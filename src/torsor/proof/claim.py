"""One line of a certificate, and how a failing identity names a state at which it fails."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from torsor.algebra.expression import Expression
from torsor.model import Model
from torsor.robot.symbols import motion

LEFT_OUT = "left out"
"""How a check was shown that could not be made: nothing is claimed."""


@dataclass(frozen=True)
class Check:
    """A claim, whether it holds, how it was shown, and what there is to say."""

    name: str
    holds: bool
    detail: str
    how: str = "exact"


def identity(
    model: Model, name: str, left: Sequence[Expression], right: Sequence[Expression], detail: str
) -> Check:
    """Both sides equal, entry by entry, as normal forms; else a state at which they are not."""
    for i, (a, b) in enumerate(zip(left, right, strict=True), 1):
        if a == b:
            continue
        difference = a - b
        where = counterexample(model, difference)
        return Check(name, False, f"entry {i} differs: {where}")
    return Check(name, True, detail)


def counterexample(model: Model, difference: Expression) -> str:
    """A state with small round numbers at which an expression is not zero."""
    random = Random(7)
    moving = [n for n in difference.symbols() if n in motion(model.robot)]
    others = [n for n in difference.symbols() if n not in moving]
    for attempt in range(100):
        values = {n: random.randint(-9, 9) or 1 for n in moving}
        # Every other symbol is 1, unless that hides the difference.
        values |= {n: 1 if attempt < 50 else random.randint(1, 9) for n in others}
        value: float = difference.evaluate(values)
        if value:
            told = moving if attempt < 50 else [*moving, *others]
            parts = [f"{n} = {values[n]}" for n in told]
            if others and attempt < 50:
                parts.append("all other symbols 1" if moving else "all symbols 1")
            return f"by {value:.6g} at {', '.join(parts)}" if parts else f"by {value:.6g}"
    return "by an expression that is zero at every state tried"
