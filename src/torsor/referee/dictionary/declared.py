"""Lines by which an author declares or corrects the dictionary, read and sorted.

``I_1 = Izz1 + m1*rx1^2``: an author's symbol by the robot's; ``q2 = theta2 - theta1``: a coordinate
of the robot by the author's; ``ry1 = 0``: a symbol of the robot that is nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from fractions import Fraction

from torsor.algebra.angles import angle_of
from torsor.algebra.expression import Expression
from torsor.algebra.formula import Formula, formula
from torsor.errors import TextError, TorsorError, shown, suggestion
from torsor.notation.notation import GREEK
from torsor.referee.claims.evaluation import Evaluator
from torsor.referee.dictionary.conventions import Conventions
from torsor.robot.robot import Robot
from torsor.robot.symbols import coordinates, parameters

ROTORS = ("none", "carried")
LINES = 500
"""More lines than this are refused."""

GREEK_LETTER = {letter: name for name, letter in GREEK.items()}


@dataclass(frozen=True)
class Declared:
    """What an author says: symbols, zeros, coordinates."""

    symbols: dict[str, Formula] = field(default_factory=dict)
    """An author's flat name and what it is in the robot's symbols."""
    values: dict[str, Formula] = field(default_factory=dict)
    """Numbers for symbols of the robot."""
    names: tuple[str, ...] = ()
    """The author's coordinates in order, where they are declared."""
    conventions: Conventions = field(default_factory=Conventions)
    coordinated: bool = False
    rotors: str = ""
    equal: dict[str, Formula] = field(default_factory=dict)
    """Symbols of the robot that are others, as where one of the author's stands for two."""


def flat(text: str) -> str:
    """A symbol as an author may type it (``\\theta_{1}``, θ_1, theta_1) as a flat name."""
    spelled = "".join(GREEK_LETTER.get(ch, ch) for ch in text.strip())
    bare = re.sub(r"[\\{}_^\s,]|mathrm|text|boldsymbol", "", spelled)
    return re.sub(r"var(phi|theta|epsilon|rho|sigma|pi)", r"\1", bare.replace("ell", "l"))


def read_declared(lines: Iterable[str], robot: Robot) -> Declared:
    """The lines of a dictionary; each may hold several, by semicolons."""
    split = [part for line in lines for part in line.split(";") if part.strip()]
    if len(split) > LINES:
        raise TextError(f"a dictionary of more than {LINES} lines is refused")
    loaded = robot if robot.bodies else robot.with_payload("body")
    known = set(parameters(loaded)) | set(parameters(robot)) | {"g"}
    moving = coordinates(robot)
    symbols: dict[str, Formula] = {}
    values: dict[str, Formula] = {}
    turned: dict[str, Formula] = {}
    equal: dict[str, Formula] = {}
    rotors = ""
    for line in split:
        left, equals, right = (part.strip() for part in line.partition("="))
        name = flat(left)
        if not equals or not name or not right:
            raise TextError(
                f"the line {shown(line.strip())} cannot be read; expected a symbol = what it is"
            )
        if name == "rotors":
            if right not in ROTORS:
                raise TextError(f"rotors: expected one of {', '.join(ROTORS)}, got {shown(right)}")
            rotors = right
            continue
        try:
            value = formula(_flat_expression(right))
        except TorsorError as error:
            raise TextError(f"the line {shown(line.strip())}: {error}") from None
        if name in moving:
            turned[name] = value
        elif name in known and value.constant is not None:
            values[name] = value
        else:
            for inner in value.names():
                if inner not in known:
                    raise TextError(
                        f"the line {shown(line.strip())}: {shown(inner)} is no symbol of "
                        f"{robot.name}{suggestion(inner, sorted(known))}"
                    )
            if name in symbols and one_symbol(symbols[name]) and one_symbol(value):
                equal[str(value)] = symbols[name]
            else:
                symbols[name] = value
    names, conventions = _coordinates(turned, robot)
    if rotors == "carried":
        conventions = replace(conventions, rotors=rotors)
    return Declared(symbols, values, names, conventions, bool(turned), rotors, equal)


def one_symbol(value: Formula) -> bool:
    """Whether a value is one symbol, or its negative."""
    names = list(value.names())
    return len(names) == 1 and str(value) in (names[0], f"-{names[0]}")


def _flat_expression(text: str) -> str:
    """An expression whose symbols may be typed as LaTeX: θ_2 − θ_1."""
    spelled = "".join(GREEK_LETTER.get(ch, ch) for ch in text)
    spelled = spelled.replace("−", "-").replace("\\pi", "pi").replace("π", "pi")
    spelled = re.sub(r"_\{([A-Za-z0-9]+)\}", r"\1", spelled)
    spelled = re.sub(r"\\([A-Za-z]+)", r"\1", re.sub(r"_([A-Za-z0-9])", r"\1", spelled))
    return re.sub(r"var(phi|theta|epsilon|rho)", r"\1", spelled.replace("ell", "l"))


def _coordinates(turned: dict[str, Formula], robot: Robot) -> tuple[tuple[str, ...], Conventions]:
    """Coordinates of the robot by the author's: zero, sense, and what they are measured from."""
    if not turned:
        return (), Conventions()
    count = robot.dof
    shares: dict[int, dict[str, Fraction]] = {}
    quarters: dict[int, int] = {}
    for name, value in turned.items():
        i = int(name[1:])
        try:
            angle = angle_of(value)
            shares[i] = {n: Fraction(k) for n, k in angle.named}
            quarter = angle.quarters
        except TorsorError:
            raise TextError(
                f"{name} = {value}: expected a sum of the author's coordinates and right angles"
            ) from None
        if quarter is None:
            raise TextError(f"{name} = {value}: expected multiples of 90deg")
        if quarter:
            quarters[i] = quarter
    order = _order(shares, count)
    number = {n: k for k, n in enumerate(order, 1)}
    absolute, reverse = [], []
    for i, by in shares.items():
        counted = {number.get(n, 0): k for n, k in by.items()}
        if 0 in counted:
            unknown = next(n for n in by if n not in number)
            raise TextError(f"q{i}: which coordinate {shown(unknown)} is cannot be told")
        if counted == {i: 1}:
            continue
        if counted == {i: -1}:
            reverse.append(i)
        elif counted == {i: 1, i - 1: -1}:
            absolute.append(i)
        else:
            raise TextError(
                f"q{i}: expected the author's coordinate {i}, its negative, or its difference "
                "from the one before"
            )
    spun = tuple(sorted((i, t if t < 3 else -1) for i, t in quarters.items() if t))
    return order, Conventions(turned=spun, reversed=tuple(reverse), absolute=tuple(absolute))


def _order(shares: dict[int, dict[str, Fraction]], count: int) -> tuple[str, ...]:
    """The author's coordinates in order: by a line of their own, by number, else as they come."""
    order: dict[int, str] = {}
    for i, by in shares.items():
        if len(by) == 1:
            order[i] = next(iter(by))
    for i, by in shares.items():
        for name in by:
            digits = re.findall(r"[0-9]+", name)
            if digits and 1 <= int(digits[-1]) <= count:
                order.setdefault(int(digits[-1]), name)
            elif len(by) == 2 and name not in order.values():
                order.setdefault(i, name)
    return tuple(order.get(k, "") for k in range(1, count + 1))


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
