"""``numbers``, ``weigh``: the closed form at a posture, and its terms by their size."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from heapq import nlargest
from typing import Any

from torsor.algebra.expression import Expression
from torsor.algebra.numbers import missing
from torsor.document.printing.mathml import MathmlPrinter
from torsor.document.printing.text import TextPrinter
from torsor.equations.documents import Style, Writer
from torsor.equations.tree import Key, flat, key, terms_of
from torsor.errors import MissingValueError, TorsorError
from torsor.explanation import read_target
from torsor.model import Model
from torsor.robot.values import own_values, read_values
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol.description import Effect
from torsor.studio.protocol.numbers import (
    Numbers,
    NumbersQuestion,
    Weighed,
    WeighQuestion,
    Weights,
)
from torsor.studio.reading import notation_for
from torsor.studio.sheets.parts import sorter_for
from torsor.studio.sheets.terms import typed
from torsor.studio.sheets.windows import links_of

ALL = ("tau", "M", "C", "g", "payload", "friction", "spring", "K", "U")
MOST = 200
USUAL = 12


def answer_numbers(asked: NumbersQuestion, kept: Kept) -> Numbers:
    """What can be computed at these values; what cannot names the symbols that it needs."""
    model = kept.model(asked["robot"])
    values = numbers_at(model, asked["values"])
    found: dict[str, Any] = {}
    lacking: dict[str, None] = {}
    for name in asked.get("what") or ALL:
        if name not in ALL:
            with about("what"):
                raise TorsorError(f"what: expected {', '.join(ALL)}")
        value = getattr(model, name)
        needed = missing(list(_entries(value)), values)
        if needed:
            lacking.update(dict.fromkeys(needed))
        else:
            found[name] = _numbers(value, values)
    return {"numbers": found, "missing": list(lacking)}


def answer_weigh(asked: WeighQuestion, kept: Kept) -> Weights:
    """The terms of an equation at a posture, the largest first, and their sums."""
    model = kept.model(asked["robot"])
    values = numbers_at(model, asked["values"])
    hand = notation_for(model.robot, asked.get("notation"))
    with about("equation"):
        target = read_target(model, asked["equation"])
    expression = target.value(model)
    needed = missing([expression], values)
    writer = Writer(model, Style(hand))
    mathml, texts = MathmlPrinter(hand.product), TextPrinter(hand.product, hand.ascii)
    if needed:
        printed = [texts.glyph(writer.speller.glyph(name)) for name in needed]
        with about("values"):
            raise MissingValueError(f"no value for {', '.join(printed)}")
    sorter = sorter_for(model, target.name, target.column)
    factors = _factor_values(expression, values)
    effects: dict[str, float] = {}
    links: dict[str, float] = {}
    weighed: list[tuple[float, Key, Effect, list[int]]] = []
    bearers: dict[Key, list[int]] = {}
    total = 0.0
    for term in expression.terms:
        value = float(term.coefficient)
        for name, power in term.powers:
            value *= factors[name] ** power
        powers = key(term.powers)
        still = tuple(p for p in powers if not p[0].startswith(("sin(", "cos(", "sqrt(")))
        if still not in bearers:
            bearers[still] = links_of(model.robot, writer.roles, still)
        own, effect = bearers[still], sorter.effect(powers)
        total += value
        effects[effect] = effects.get(effect, 0.0) + value
        for link in own:
            links[str(link)] = links.get(str(link), 0.0) + value / len(own)
        weighed.append((value, powers, effect, own))
    count = min(max(asked.get("count", USUAL), 0), MOST)
    coefficients = terms_of(expression)
    rows: list[Weighed] = []
    for value, powers, effect, own in nlargest(count, weighed, key=lambda row: abs(row[0])):
        tree = flat({powers: coefficients[powers]}, writer.roles)
        pieces = writer.speller.pieces(tree)
        rows.append(
            {
                "mathml": mathml.sum(pieces), "text": texts.sum(pieces), "term": typed(powers),
                "effect": effect, "links": own, "value": value,
            }
        )  # fmt: skip
    return {"terms": rows, "by_effect": effects, "by_link": links, "total": total}


def numbers_at(model: Model, given: Mapping[str, float]) -> dict[str, Any]:
    """Numbers by symbol: the robot's own, and over them those that are given."""
    robot = model.robot
    with about("values"):
        read_values(robot, given, "values", moving=True)
    own = {name: value for name, value in own_values(robot).items() if name not in model.values}
    return {**own, **given}


def _factor_values(expression: Expression, values: Mapping[str, Any]) -> dict[str, float]:
    """A number for each generator of an expression."""
    ring = expression.ring
    found: dict[str, float] = {}
    for name in expression.names():
        found[name] = float(ring.generator(name).evaluate(values))
    return found


def _entries(value: Any) -> Iterable[Any]:
    return [e for v in value for e in _entries(v)] if isinstance(value, tuple) else [value]


def _numbers(value: Any, values: Mapping[str, Any]) -> Any:
    if isinstance(value, tuple):
        return [_numbers(entry, values) for entry in value]
    return value.evaluate(values) if isinstance(value, Expression) else float(value)
