"""``torsor.classify``: which structure of the atlas a robot is, proven."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2, degrees
from time import perf_counter
from typing import Unpack

from torsor import hooks
from torsor.algebra.budget import budget, usual
from torsor.algebra.expression import Expression
from torsor.algebra.ring import Ring
from torsor.algebra.scalars.ring import RingScalar
from torsor.arguments import validate_call
from torsor.formats.atlas import MOST_TWISTED, PREFIX, structure, twisted_structure
from torsor.formats.load import LoadOptions, RobotLike, load
from torsor.robot.robot import Robot
from torsor.size import refuse_too_large
from torsor.studies.atlas.axes import ObliqueError, find_axes
from torsor.studies.atlas.lines import Lines, lay_out
from torsor.studies.atlas.mapping import Mapping, map_parameters
from torsor.studies.atlas.proving import holds
from torsor.studies.atlas.twists import map_twisted

QUARTERS = {(0, 1): "0", (1, 0): "90deg", (0, -1): "180deg", (-1, 0): "-90deg"}
"""Shifts by quarter turns, by sine and cosine."""


@dataclass(frozen=True)
class Classification:
    """A robot's structure in the atlas, and what each of its symbols is in the robot's."""

    robot: Robot
    """What was classified, its load and its drives left out."""
    structure: Robot
    """The structure, as ``torsor.load(name)`` gives it."""
    laid: Lines
    """The robot's lines."""
    mapping: Mapping
    """The structure's coordinates and parameters."""
    proven: bool
    """Whether the structure's driving forces under the mapping are the robot's, ``==``."""
    seconds: float
    """How long it took."""

    @property
    def name(self) -> str:
        """The structure's name, which ``torsor.load`` takes."""
        return f"{PREFIX}{self.structure.name}"

    @cached_property
    def parameters(self) -> dict[str, Expression]:
        """The structure's parameters, each an expression of the robot's symbols."""
        coerce = self.laid.ring.coerce
        return {name: coerce(value) for name, value in self.mapping.parameters.items()}

    @property
    def zero(self) -> list[str]:
        """The structure's parameters that are zero in this robot."""
        return [name for name, value in self.parameters.items() if value == 0]

    @property
    def lengths(self) -> dict[str, Expression]:
        """Those of the parameters that are lengths of the geometry."""
        return {name: self.parameters[name] for name in sorted(lengths_of(self.structure))}

    @property
    def twists(self) -> dict[str, str]:
        """The angles between oblique axes, as texts; none where all are right."""
        return {name: _angle(pair, self.laid.ring) for name, pair in self.mapping.angles.items()}

    @property
    def coordinates(self) -> dict[str, str]:
        """The structure's coordinates in those of the robot, as texts."""
        return {
            f"q{k}": _coordinate(f"q{k}", c.sense, c.shift, self.laid.ring)
            for k, c in enumerate(self.mapping.coordinates, 1)
        }

    @property
    def data(self) -> dict[str, object]:
        """As plain data, expressions in the plain notation."""
        return {
            "robot": self.robot.name,
            "structure": self.name,
            "proven": self.proven,
            "coordinates": self.coordinates,
            "twists": self.twists,
            "senses": [c.sense for c in self.mapping.coordinates],
            "parameters": {name: str(value) for name, value in self.parameters.items()},
            "zero": self.zero,
            "seconds": self.seconds,
        }

    def _repr_html_(self) -> str:
        rows = [*self.coordinates.items(), *self.twists.items()]
        rows += [(name, str(value)) for name, value in self.parameters.items()]
        heads = (self.structure.name, self.robot.name)
        return hooks.write("table", heads, rows, repr(self)[1:-1])

    def __repr__(self) -> str:
        verdict = "proven" if self.proven else "NOT proven"
        return f"<{self.robot.name} is {self.name}, {verdict}; {len(self.zero)} parameters zero>"


def lengths_of(robot: Robot) -> set[str]:
    """The symbols of a structure's lengths."""
    frames = [joint.placement for joint in robot.joints]
    entries = [e for frame in frames for e in frame.offset]
    return {name for entry in entries for name in entry.names()}


def _coordinate(
    name: str, sense: int, shift: RingScalar | tuple[RingScalar, RingScalar], ring: Ring
) -> str:
    own = name if sense > 0 else f"-{name}"
    told = str(shift) if not isinstance(shift, tuple) else _angle(shift, ring)
    return own if told == "0" else f"{own} + {told}".replace("+ -", "- ")


def _angle(pair: tuple[RingScalar, RingScalar], ring: Ring) -> str:
    """An angle by its sine and cosine, as a text."""
    sine, cosine = pair
    for quarter, told in QUARTERS.items():
        if quarter == (sine, cosine):
            return told
    for name in ring.angles:
        if cosine == ring.cos(name) and sine in (ring.sin(name), -ring.sin(name)):
            return name if sine == ring.sin(name) else f"-{name}"
    if not {*ring.coerce(sine).symbols(), *ring.coerce(cosine).symbols()}:
        return f"{degrees(atan2(float(sine), float(cosine))):.9g}deg"
    return f"atan2({sine}, {cosine})"


def _find(laid: Lines) -> tuple[Robot, Mapping]:
    """The structure with right angles; else the twisted one, if there are few joints."""
    try:
        axes = find_axes(laid)
    except ObliqueError:
        if len(laid.lines) > MOST_TWISTED:
            raise
        return twisted_structure(laid.kinds), map_twisted(laid)
    return structure(laid.kinds, axes.letters), map_parameters(laid, axes)


@validate_call
def classify(robot: RobotLike, **options: Unpack[LoadOptions]) -> Classification:
    """The structure of the atlas that a serial robot is (anything that ``load`` takes).

    Its mapping says what each parameter of the structure is in the robot's own symbols, and is
    proven: the structure's driving forces under it are ``==`` the robot's. A load and drives are
    left out. The options are those of ``load``.

    >>> import torsor
    >>> torsor.classify("rttrr").name
    'atlas:RTTRR-zzyzy'
    """
    start = perf_counter()
    laid = lay_out(load(robot, **options))
    with budget(usual()):
        refuse_too_large(laid.robot)
        found, mapping = _find(laid)
        proven = holds(found, laid, mapping)
    return Classification(laid.robot, found, laid, mapping, proven, perf_counter() - start)
