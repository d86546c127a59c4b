"""Where the terms of a driving force, or of an entry of M, C or g, come from."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction

from torsor import hooks
from torsor.algebra.expression import Expression
from torsor.algebra.formula import formula
from torsor.algebra.terms import Term
from torsor.arguments import validate_call
from torsor.derivation import derive
from torsor.errors import ArgumentValueError, TorsorError, UnknownNameError, shown
from torsor.mechanics.effects import roles_of_robot
from torsor.mechanics.payload import tool_wrench
from torsor.mechanics.trace import Origin, body_origins, drive_origins, origins
from torsor.mechanics.virtual_work import virtual_work
from torsor.model import Model
from torsor.robot import hypotheses
from torsor.robot.symbols import parameters

TARGET = re.compile(
    r"(?P<force>tau|g)\[?(?P<row>[0-9]{1,4})\]?\Z"
    r"|(?P<matrix>[MC])(?:\[(?P<i>[0-9]{1,4}),(?P<j>[0-9]{1,4})\]|(?P<i1>[1-9])(?P<j1>[1-9]))\Z"
)
MULTIPLIER = {"tau": "", "g": "", "M": "ddq", "C": "dq"}
"""What an entry is multiplied by in the driving force of its row."""


@dataclass(frozen=True)
class Target:
    """A driving force ``tau1``, or an entry ``M[1,2]``, ``C[1,2]``, ``g[1]``, counted from 1."""

    name: str
    row: int
    column: int = 0

    def __str__(self) -> str:
        if self.name == "tau":
            return f"tau{self.row}"
        return f"{self.name}[{self.row}{f',{self.column}' if self.column else ''}]"

    @validate_call
    def value(self, model: Model) -> Expression:
        """The expression that it stands for."""
        found = getattr(model, self.name)[self.row - 1]
        value: Expression = found[self.column - 1] if self.column else found
        return value

    @property
    def multiplier(self) -> str:
        """``ddq2`` of M[1,2], with which the entry stands in the driving force of its row."""
        return f"{MULTIPLIER[self.name]}{self.column}" if self.column else ""


@dataclass(frozen=True)
class Why:
    """The terms of a target that have the asked-for factors, each with its origin."""

    target: Target
    """What was asked of: tau1, M[1,2] …"""
    asked: str
    """The factors that were asked for."""
    total: int
    """How many terms the target has in all."""
    origins: tuple[Origin, ...]
    """Each term that has them: effect, link and way."""

    @property
    def count(self) -> int:
        """How many terms were found."""
        return len({term for origin in self.origins for term in origin.terms})

    def _repr_html_(self) -> str:
        return hooks.write("why html", self)

    def __repr__(self) -> str:
        effects = ", ".join(dict.fromkeys(origin.effect for origin in self.origins))
        told = f": {effects}" if effects else ""
        return f"<Why: {self.count} of {self.total} terms of {self.target}{told}>"


def read_target(model: Model, text: str) -> Target:
    """A target by its name, as papers count."""
    match = TARGET.match(re.sub(r"\s", "", text))
    n = len(model.tau)
    if match:
        name = match["force"] or match["matrix"]
        row, column = match["row"] or match["i"] or match["i1"], match["j"] or match["j1"] or "0"
        if 1 <= int(row) <= n and (name in ("tau", "g") or 1 <= int(column) <= n):
            return Target(name, int(row), int(column))
    raise UnknownNameError(
        f"no driving force {shown(text)}; expected tau1 to tau{n}, g1 to g{n}, or an entry as "
        f"M[1,{n}] or C[{n},1]"
    )


def explain(model: Model, target: str, term: str) -> Why:
    """Trace the terms of a target that contain every factor of ``term``, in the model's names."""
    model = _with_its_numbers(model)
    wanted = read_target(model, target)
    asked = model.parse(term)
    if len(asked) != 1:
        raise ArgumentValueError(
            f"{shown(term)} has {len(asked)} terms in normal form; expected one"
        )
    factors = asked.terms[0].powers
    entry = wanted.value(model)
    found = [t for t in entry.terms if all(t.power(n) >= e for n, e in factors)]
    force = {_key(t.powers): t for t in model.tau[wanted.row - 1].terms}
    pairs = {}
    for t in found:
        there = force.get(_key(_multiplied(t, wanted.multiplier)))
        if there is not None:
            pairs[_key(there.powers)] = (there, t)
    traced = _trace(model, wanted.row, tuple(there for there, _ in pairs.values()))
    if wanted.name != "tau":
        traced = [_in_entry(origin, pairs, wanted.multiplier) for origin in traced]
    return Why(wanted, term, len(entry), tuple(traced))


def _trace(model: Model, coordinate: int, found: tuple[Term, ...]) -> list[Origin]:
    """The origins of terms of a driving force."""
    roles = roles_of_robot(model.robot)
    if model.robot.bodies:
        shares = {
            body.number: virtual_work([body], model.ring, model.coordinates, False)[coordinate - 1]
            for body in model.bodies
        }
        return body_origins(model.robot, shares, roles, found)
    traced = drive_origins(model.robot, model.chain, model.drives, coordinate, found)
    tool = tool_wrench(model.robot, model.chain, model.scalars)
    return traced + origins(model.robot, model.chain, model.links, tool, roles, coordinate, found)


Powers = tuple[tuple[str, int], ...]
Key = frozenset[tuple[str, int]]


def _key(powers: Powers) -> Key:
    return frozenset(powers)


def _multiplied(term: Term, name: str) -> Powers:
    if not name:
        return term.powers
    rest = tuple((n, e) for n, e in term.powers if n != name)
    return (*rest, (name, term.power(name) + 1))


def _in_entry(origin: Origin, pairs: dict[Key, tuple[Term, Term]], multiplier: str) -> Origin:
    """The origin of terms of a force as that of the entry's terms: what is shared is divided."""

    def ratio(term: Term) -> Fraction:
        there, here = pairs[_key(term.powers)]
        return here.coefficient / there.coefficient

    def divided(term: Term) -> Term:
        powers = ((n, e - (n == multiplier)) for n, e in term.powers)
        return Term(ratio(term) * term.coefficient, tuple((n, e) for n, e in powers if e))

    known: Callable[[Term], bool] = lambda t: _key(t.powers) in pairs  # noqa: E731
    arrived = origin.arrived.select(known).terms
    return replace(
        origin,
        terms=tuple(pairs[_key(t.powers)][1] for t in origin.terms),
        arrived=origin.arrived.ring.from_term_list(map(divided, arrived)),
    )


def _with_its_numbers(model: Model) -> Model:
    """The model of the robot that has the model's numbers in it, which can be traced."""
    if not model.values:
        return model
    states = {f"{stem}{q}" for stem in ("", "d", "dd") for q in model.coordinates}
    moving = [n for n in model.values if n in states]
    if moving:
        raise TorsorError(
            f"the model has numbers in the place of {', '.join(moving)}; "
            "ask where its terms come from before they are put in"
        )
    known = set(parameters(model.robot))
    values = {n: formula(v) for n, v in model.values.items() if n in known}
    found = derive(hypotheses.substitute(model.robot, values))
    if found.tau != model.tau:
        raise TorsorError("the numbers of the model are rounded; ask before they are")
    return found
