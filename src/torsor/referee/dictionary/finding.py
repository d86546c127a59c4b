"""The dictionary of a text: conventions tried one after another, symbols matched under each.

The search goes downhill: of all single changes of the conventions the one that explains the text
best is kept, until none does better. An error in the text costs the same under every dictionary
that does not bend to it, and a bent one costs more elsewhere.
"""

from __future__ import annotations

import re
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from torsor.algebra.budget import budget
from torsor.derivation import derive
from torsor.errors import TorsorError
from torsor.model import Model
from torsor.referee.dictionary.conventions import Conventions
from torsor.referee.dictionary.matching import Match, improve, judge_match, match
from torsor.referee.dictionary.names import family, parts_of
from torsor.referee.dictionary.rotors import ROTORS, CarriedRotors
from torsor.referee.dictionary.terms import Terms, sample
from torsor.referee.dictionary.units import Unit, derived
from torsor.robot.robot import Robot

SECONDS = 6.0
"""The search ends after this, with the best that was found."""

SLIP = 2
"""What one slip costs: a term too many and one too few; a sign of gravity shows twice."""

PRINCIPAL = ("Ixx", "Iyy", "Izz")
LARGE = 4000
"""Of texts with more terms than this only conventions that change no coordinate are tried."""


@dataclass(frozen=True)
class Fit:
    """A robot as the author takes it, its model, and the symbols matched."""

    conventions: Conventions
    model: Model
    match: Match
    merit: float
    """The lower the better: terms that do not agree, and a little for each thing assumed."""
    joint: bool = False
    """Whether forces are the joints' own though coordinates are measured from the base."""
    there: Terms = field(default_factory=Terms, compare=False, repr=False)
    """The terms of what was derived."""


@dataclass
class Search:
    """Looks for the conventions and symbols under which most of a text is right."""

    robot: Robot
    units: Sequence[Unit]
    fixed: Mapping[str, tuple[str, int]] = field(default_factory=dict)
    start: Conventions = field(default_factory=Conventions)
    zero: frozenset[str] = frozenset()
    """Symbols of the model that are declared to be nothing."""
    kept: frozenset[str] = frozenset()
    declared: bool = False
    """Whether coordinates are declared, so that theirs are not searched."""
    _tried: dict[Conventions, Fit | None] = field(default_factory=dict)

    def run(self) -> Fit:
        """The best fit found in the time there is."""
        began = time.monotonic()
        self.printed = Terms.of(u.printed for u in self.units)
        self._drop_constants(self.printed)
        self.places = sample(self.printed)
        best = self._fit(self.start)
        if best is None:
            raise TorsorError("the robot's model could not be derived for this text")
        self.whole = bool(self.fixed) and all(n in self.fixed for n in self.printed.names())
        while best.match.cost and time.monotonic() - began < SECONDS:
            found = best
            for conventions in self._neighbours(best):
                if time.monotonic() - began > SECONDS:
                    break
                other = self._fit(conventions)
                if other is None or (self.whole and other.match.cost):
                    continue  # with every symbol declared, only what makes all of it right
                if other.merit < found.merit - 1e-9:
                    found = other
                    if not found.match.cost:
                        break
            if found is best:
                break
            best = found
        return best

    def doubtful(self, fit: Fit) -> Iterator[str]:
        """What is assumed on so little that a single slip would look the same, in words."""
        here = fit.conventions
        without = [replace(here, equal=tuple(p for p in here.equal if p != q)) for q in here.equal]
        if not self.declared:
            turned = dict(here.turned)
            for i in turned:
                kept = tuple((k, t) for k, t in here.turned if k != i)
                without.append(replace(here, turned=kept))
            for i in here.reversed:
                kept_joints = tuple(k for k in here.reversed if k != i)
                without.append(replace(here, reversed=kept_joints))
            if here.absolute:
                without.append(replace(here, absolute=()))
        if here.down:
            without.append(replace(here, down=""))
        if here.centres:
            without.append(replace(here, centres=""))
        if here.inertias:
            without.append(replace(here, inertias=""))
        if here.payload != "none":
            without.append(replace(here, payload="none"))
        told = set(here.sentences(self.robot))
        for conventions in without:
            other = self._fit(conventions)
            gain = other.match.cost - fit.match.cost if other is not None else 0
            bodies = (conventions.centres, conventions.inertias, conventions.payload)
            moved = bodies == (here.centres, here.inertias, here.payload)
            if self.whole or gain <= (2 * SLIP if moved else SLIP):
                yield from sorted(told - set(conventions.sentences(self.robot)))

    def _fit(self, conventions: Conventions) -> Fit | None:
        if conventions in self._tried:
            return self._tried[conventions]
        fit: Fit | None = None
        try:
            with budget(4):
                model = _model(self.robot, conventions)
                options = [self._matched(conventions, model, False)]
                if conventions.absolute and any(u.forces for u in self.units):
                    options.append(self._matched(conventions, model, True))
                fit = min(options, key=lambda f: f.merit)
        except TorsorError:
            fit = None
        self._tried[conventions] = fit
        return fit

    def _matched(self, conventions: Conventions, model: Model, joint: bool) -> Fit:
        wanted = [derived(model, u.target, u.forces, joint) for u in self.units]
        nothing = model.ring.number(0)
        there = Terms.of(nothing if e is None else e for e in wanted)
        self._drop_constants(there)
        there = there.without(set(self.zero))
        some = self.printed.at_places(self.places)
        found = match(some, there.at_places(self.places), self.fixed, self.kept)
        if conventions == self.start:
            found = improve(found, self.printed, there, self.fixed)
        if self.places is not None:
            found = judge_match(found.names, self.printed, there, self.kept)
        return Fit(conventions, model, found, _merit(conventions, found), joint, there)

    def _drop_constants(self, terms: Terms) -> None:
        """A potential energy, and with it L, is meant up to a constant."""
        for number, unit in enumerate(self.units):
            if unit.target[:1] in ("U", "L") and unit.target[:3] != "L_q":
                terms.at.pop((number, ()), None)

    # what else may be meant ------------------------------------------------------------------

    def _neighbours(self, fit: Fit) -> Iterator[Conventions]:
        here, robot = fit.conventions, self.robot
        if robot.bodies:
            return
        bodies = [
            ("", ""), ("", "joint"), ("half", "rod"), ("half", ""), ("end", ""), ("half", "joint"),
            ("end", "joint"), ("", "rod"),
        ]  # fmt: skip
        revolute = [i for i, j in enumerate(robot.joints, 1) if j.kind == "R"]
        large = self.printed.count() > LARGE
        if not self.declared and not large:
            yield from self._turned(here, revolute[:1])
        for centres, inertias in bodies:
            yield replace(here, centres=centres, inertias=inertias)
        for payload in ("body", "wrench", "none"):
            yield replace(here, payload=payload)
        for down in ("-y", "-x", "y", "x", "z", "-z"):
            yield replace(here, down=down)
        if self._has_friction() != here.friction:
            yield replace(here, friction=not here.friction)
        if here.rotors:
            for kind in ROTORS:
                yield replace(here, rotors=kind)
        yield from self._same(fit)
        if self.declared or large:
            return
        parallel = [i for i in revolute if i > 1 and _parallel(robot, i)]
        if parallel:
            yield replace(here, absolute=() if here.absolute else tuple(parallel))
        yield from self._turned(here, revolute[1:])
        for i, joint in enumerate(robot.joints, 1):
            if joint.kind != "F":
                others = set(here.reversed) ^ {i}
                yield replace(here, reversed=tuple(sorted(others)))
        first = revolute[:1]
        if first and parallel:  # absolute angles from another zero
            for way in self._turned(here, first):
                yield replace(way, absolute=() if here.absolute else tuple(parallel))
        for centres, inertias in bodies:
            for way in self._turned(here, first):
                yield replace(way, centres=centres, inertias=inertias)
                if parallel:
                    yield replace(way, centres=centres, inertias=inertias, absolute=tuple(parallel))

    def _same(self, fit: Fit) -> Iterator[Conventions]:
        """A principal inertia that the text never has, taken for another of the same link."""
        here = fit.conventions
        meant = {s for s, _ in fit.match.names.values()}
        every: list[tuple[str, str]] = []
        for symbol in sorted(fit.match.zero):
            letters, number = parts_of(symbol)
            if letters not in PRINCIPAL:
                continue
            for other in PRINCIPAL:
                if f"{other}{number}" in meant:
                    pair = (symbol, f"{other}{number}")
                    yield replace(here, equal=(*here.equal, pair))
                    every.append(pair)
        for first, second in (("Ixx", "Iyy"), ("Iyy", "Izz"), ("Ixx", "Izz")):
            pairs = [p for p in every if {parts_of(n)[0] for n in p} == {first, second}]
            if len(pairs) > 1:
                yield replace(here, equal=(*here.equal, *pairs))

    def _turned(self, here: Conventions, joints: Sequence[int]) -> Iterator[Conventions]:
        now = dict(here.turned)
        for i in joints:
            for turns in (0, 1, -1, 2):
                if turns != now.get(i, 0):
                    changed = {k: t for k, t in (now | {i: turns}).items() if t}
                    yield replace(here, turned=tuple(sorted(changed.items())))

    def _has_friction(self) -> bool:
        """Whether an equation of motion has terms linear in the rates."""
        for number, unit in enumerate(self.units):
            if not unit.forces:
                continue
            for at, motion in self.printed.at:
                rates = sum(e for n, e in motion if re.fullmatch(r"dq[0-9]+", n))
                other = any(n.startswith(("ddq", "sin", "cos")) for n, _ in motion)
                if at == number and rates == 1 and not other:
                    return True
        return False


@lru_cache(maxsize=96)
def _model(robot: Robot, conventions: Conventions) -> Model:
    """The model of the robot as the author takes it; texts on one robot share it."""
    return derive_as(conventions.apply(robot), conventions)


def derive_as(robot: Robot, conventions: Conventions) -> Model:
    """The model of a robot, with the rotors that a text asks for."""
    if not conventions.rotors:
        return derive(robot)
    model = CarriedRotors(robot, rotor_kind=conventions.rotors)
    with budget(4):
        _ = model.tau
    return model


def _merit(conventions: Conventions, found: Match) -> float:
    """Terms that do not agree, and what is assumed: more than one slip has to be explained by it.

    A printed term that is not derived weighs more than a derived one that is not printed.
    """
    negative = sum(sign < 0 for _, sign in found.names.values())
    assumed = 6.0 * negative + 6.0 * len(conventions.reversed)
    assumed += sum(4.5 if i == 1 else 6.0 for i, _ in conventions.turned)
    assumed += 4.5 * bool(conventions.centres) + 4.5 * bool(conventions.inertias)
    assumed += 4.5 * (conventions.payload != "none") + 4.5 * bool(conventions.absolute)
    assumed += 1.6 * len(conventions.equal) + 6.0 * bool(conventions.down)
    assumed += 0.3 * sum(_misnumbered(a, s) for a, (s, _) in found.names.items())
    return 3 * found.extra + found.missing + assumed + 0.01 * len(found.zero)


def _misnumbered(mine: str, symbol: str) -> bool:
    number, index = parts_of(mine)[1], parts_of(symbol)[1]
    return family(symbol) in ("m", "r", "I") and bool(number) and number != index


def _parallel(robot: Robot, i: int) -> bool:
    """Whether a revolute joint turns about an axis parallel to its parent's."""
    joint = robot.joints[i - 1]
    if joint.parent != i - 1 or joint.placement.rotation:
        return False
    before = robot.joints[i - 2]
    return before.kind == "R" and before.axis == joint.axis
