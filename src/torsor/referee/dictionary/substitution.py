"""Declared meanings put in: symbols that are others, and symbols that are expressions."""

from __future__ import annotations

from collections.abc import Callable

from torsor.algebra.expression import Expression
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.dictionary.declared import Declared, one_symbol


def put_declared(evaluator: Evaluator, declared: Declared) -> Callable[[Expression], Expression]:
    """What an author's symbol is declared to be, put in its place."""
    ring = evaluator.ring
    whole = {evaluator.safe(n): v for n, v in declared.symbols.items() if not one_symbol(v)}
    whole = {n: v for n, v in whole.items() if n in ring.index}
    if not whole:
        return lambda e: e
    symbols = {s for v in whole.values() for s in v.names()}
    larger = ring.extended([f"model_{s}" for s in symbols])
    images = {
        n: larger.parse(v.replace({s: f"model_{s}" for s in v.names()})) for n, v in whole.items()
    }

    def substitute(e: Expression) -> Expression:
        present = set(e.names())
        return e.to(larger).subs({n: x for n, x in images.items() if n in present})

    return substitute


def declared_names(declared: Declared) -> dict[str, tuple[str, int]]:
    """The author's symbols that are declared to be one of the robot's, with the sign."""
    found: dict[str, tuple[str, int]] = {}
    for name, value in declared.symbols.items():
        if one_symbol(value):
            (symbol,) = value.names()
            found[name] = (symbol, -1 if str(value).startswith("-") else 1)
        else:
            found |= {f"model_{s}": (s, 1) for s in value.names()}
    return found
