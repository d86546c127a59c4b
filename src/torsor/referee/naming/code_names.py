"""Names in code as a reader takes them: rates by their spelling, inputs by their names.

``dq(2)``, ``q1_dot`` and ``thd1`` are rates; ``m1 = par(5)`` only names an input; ``g = 9.81``
gives a parameter its value, and the equations are judged with the symbol.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from torsor.referee.naming.mapping import rebuild
from torsor.referee.reading.syntax import (
    Entry,
    Node,
    Number,
    Statement,
    Symbol,
    walk,
)

STEMS = ("q", "theta", "th", "phi", "psi", "qq", "joint")
RATE = re.compile(
    r"(?P<before>dd|d|D2|D)?_?(?P<stem>[A-Za-z]+?)_?(?P<number>[0-9]*)_?"
    r"(?P<after>ddot|dot|dd|d|pp|p|DD|D|Dot|DDot)?_?(?P<last>[0-9]*)\Z"
)
ORDER = {"dd": 2, "ddot": 2, "pp": 2, "DD": 2, "D2": 2, "DDot": 2}
NUMBERED = re.compile(r"([A-Za-z]+?)([1-9])\Z")
SPEEDS = ("w", "v", "omega", "om", "vel", "dth", "qv", "s")
ACCELERATIONS = ("acc", "a", "alpha", "e", "eps", "al", "dw", "dv", "domega")
FORCES = ("tau", "u", "Q", "T", "torque", "trq", "F", "f", "res", "M")
PARAMETER = re.compile(
    r"(G0|GRAV|[gG]rav\w*|GRAVITY|g|m|M|l|L|I|J|r|a|A|d|b|lc|lg|ac|Ic|j)(_?\d+)?\Z"
)


def name_code(statements: Sequence[Statement], count: int) -> list[Statement]:
    """The statements of code with their rates, inputs and outputs named as a reader names them."""
    kept = [s for s in statements if not _unreadable(s)]
    assigned = {_root(s.sides[0]) for s in kept if s.assignment}
    kept = [s for s in kept if not _names_input(s, assigned) and not _gives_value(s)]
    assigned = {_root(s.sides[0]) for s in kept if s.assignment}
    flat = [_flatten(s, assigned) for s in kept]
    used = {n.name for n in _symbols(flat)}
    spelled = [_map(s, lambda symbol: _rate(symbol, used, assigned)) for s in flat]
    if not any(n.dots for n in _symbols(spelled)):
        spelled = _by_family(spelled, assigned, count)
    return [_output(s) for s in spelled]


def _unreadable(statement: Statement) -> bool:
    return any(
        getattr(n, "function", "") == "unreadable" for side in statement.sides for n in walk(side)
    )


def _symbols(statements: Iterable[Statement]) -> Iterable[Symbol]:
    for statement in statements:
        for side in statement.sides:
            yield from (n for n in walk(side) if isinstance(n, Symbol))


def _root(node: Node) -> str:
    while isinstance(node, Entry):
        node = node.of
    return node.name if isinstance(node, Symbol) else ""


def _names_input(statement: Statement, assigned: set[str]) -> bool:
    """``a1 = par(1)``, ``self.m1 = m1``: a name for what comes in, no equation."""
    if not statement.assignment or len(statement.sides) != 2:
        return False
    name, value = statement.sides
    if not isinstance(name, Symbol):
        return False
    if isinstance(value, Entry):
        return _root(value) not in assigned and not _is_coordinate(_root(value))
    return isinstance(value, Symbol) and value.name == name.name


def _is_coordinate(name: str) -> bool:
    return name in STEMS or bool(RATE.match(name) and name.strip("d_ot") in STEMS)


def _gives_value(statement: Statement) -> bool:
    """``g = 9.81``: the value of a parameter."""
    if not statement.assignment or len(statement.sides) != 2:
        return False
    name, value = statement.sides
    return (
        isinstance(name, Symbol) and isinstance(value, Number) and bool(PARAMETER.match(name.name))
    )


def _flatten(statement: Statement, assigned: set[str]) -> Statement:
    """``q(2)`` as q2, where q comes in from outside."""

    def change(node: Node) -> Node:
        if isinstance(node, Entry) and isinstance(node.of, Symbol) and node.of.name not in assigned:
            indices = "".join(map(str, node.indices))
            if len(node.indices) == 2 and 1 in node.indices:
                indices = str(max(node.indices))
            return Symbol(f"{node.of.name}{indices}", node.place, 0, node.of.text)
        return rebuild(node, change)

    return replace(statement, sides=tuple(map(change, statement.sides)))


def _map(statement: Statement, change_symbol) -> Statement:  # type: ignore[no-untyped-def]
    def change(node: Node) -> Node:
        return change_symbol(node) if isinstance(node, Symbol) else rebuild(node, change)

    return replace(statement, sides=tuple(map(change, statement.sides)))


def _rate(symbol: Symbol, used: set[str], assigned: set[str]) -> Symbol:
    accelerated = symbol.name in ("qdd", "ddq", "qddot", "q_ddot", "thdd", "ddth", "qpp")
    if (symbol.name in assigned and not accelerated) or symbol.dots:
        return replace(symbol, name=symbol.name.replace("_", ""))
    plain = symbol.name.replace("_", "")
    match = RATE.match(symbol.name)
    if match is None:
        return replace(symbol, name=plain)
    before, after = match["before"] or "", match["after"] or ""
    number = match["number"] or match["last"]
    stem = match["stem"]
    order = ORDER.get(before, 1 if before else 0) or ORDER.get(after, 1 if after else 0)
    known = stem in STEMS or f"{stem}{number}" in {u.replace("_", "") for u in used}
    if order and known and not (before and after) and (stem in STEMS or number):
        return Symbol(f"{stem}{number}", symbol.place, order, symbol.text)
    return replace(symbol, name=plain)


def _by_family(statements: list[Statement], assigned: set[str], count: int) -> list[Statement]:
    """Speeds and accelerations by letters of their own, as w1, w2 and a1, a2."""
    free: dict[str, set[int]] = {}
    for symbol in _symbols(statements):
        match = NUMBERED.match(symbol.name)
        if match and symbol.name not in assigned and 1 <= int(match[2]) <= count:
            free.setdefault(match[1], set()).add(int(match[2]))
    stem = next((s for s in STEMS if s in free), "q")
    whole = [s for s, numbers in free.items() if len(numbers) == count]
    speed = next((s for s in SPEEDS if s in whole or (s in free and len(s) > 1)), "")
    speed = speed or next((s for s in ("w",) if s in free), "")
    faster = next((s for s in ACCELERATIONS if s in whole or (s in free and len(s) > 1)), "")
    orders = {s: k for s, k in ((speed, 1), (faster, 2)) if s}
    if not speed:
        return statements

    def change(symbol: Symbol) -> Symbol:
        match = NUMBERED.match(symbol.name)
        if match and match[1] in orders and symbol.name not in assigned:
            return Symbol(f"{stem}{match[2]}", symbol.place, orders[match[1]], symbol.text)
        return symbol

    return [_map(s, change) for s in statements]


def _output(statement: Statement) -> Statement:
    """``tau(1) = …`` as tau1, where the right side has accelerations."""
    if not statement.assignment:
        return statement
    target, *values = statement.sides
    if not (isinstance(target, Entry) and isinstance(target.of, Symbol)):
        return statement
    single = len(target.indices) == 1 or target.indices[1:] == (1,)
    moving = any(isinstance(n, Symbol) and n.dots == 2 for v in values for n in walk(v))
    if single and (moving or target.of.name == "tau"):
        name = Symbol(f"{target.of.name}{target.indices[0]}", target.place, 0, target.of.text)
        return replace(statement, sides=(name, *values))
    return statement
