"""The parameters and coordinates of a structure, each told in those of a robot."""

from __future__ import annotations

from dataclasses import dataclass, field

from torsor.algebra.scalars.arithmetic import add_angles, minus, plus, summed, times
from torsor.algebra.scalars.ring import RingScalar
from torsor.formats.atlas import LETTERS, needed_offsets
from torsor.robot.entries import INERTIA
from torsor.spatial.inertia import entries, rotate_inertia
from torsor.spatial.vectors import Matrix, Vector
from torsor.studies.atlas.axes import NEXT, Axes, Triad
from torsor.studies.atlas.lines import Lines

Pair = tuple[RingScalar, RingScalar]
"""Sine and cosine."""


@dataclass(frozen=True)
class Coordinate:
    """A coordinate of the structure: ± the robot's own, and a shift of its zero.

    The shift is a length, or an angle by its sine and cosine.
    """

    sense: int
    shift: RingScalar | Pair


@dataclass(frozen=True)
class Mapping:
    """What a structure's symbols are, in the ring of a robot."""

    coordinates: tuple[Coordinate, ...]
    parameters: dict[str, RingScalar]
    """By the structure's symbols: lengths, masses, mass centres, inertias, gravity."""
    angles: dict[str, Pair] = field(default_factory=dict)
    """Sine and cosine of each twist, where the structure has any."""


def map_parameters(laid: Lines, axes: Axes) -> Mapping:
    """The mapping to the structure that has these axes."""
    lengths, shifts, places = _measure(laid, axes)
    coordinates = []
    for i, line in enumerate(laid.lines):
        shift: RingScalar | Pair = shifts[i]
        if line.kind == "R":
            shift = _turn(axes.triads[i], axes.triads[i + 1], axes.letters[i])
        coordinates.append(Coordinate(axes.senses[i], shift))
    parameters: dict[str, RingScalar] = dict(
        zip(("gx", "gy", "gz"), _turned(axes.triads[0]) @ laid.gravity, strict=True)
    )
    parameters |= lengths
    for i, line in enumerate(laid.lines, 1):
        R = _turned(axes.triads[i])
        body = line.body
        parameters[f"m{i}"] = body.m
        centre = R @ body.r_C - Vector(places[i - 1])
        parameters |= {f"r{c}{i}": e for c, e in zip(LETTERS, centre, strict=True)}
        inertia = entries(rotate_inertia(R, body.I_C))
        parameters |= {f"I{name}{i}": e for name, e in zip(INERTIA, inertia, strict=True)}
    return Mapping(tuple(coordinates), parameters)


def _turned(triad: Triad) -> Matrix[RingScalar]:
    """From base axes into those of a triad."""
    return Matrix(triad[letter] for letter in LETTERS)


def _turn(before: Triad, behind: Triad, letter: str) -> Pair:
    """By how much the axes behind a joint are turned about it, at the robot's zero."""
    first = NEXT[letter]
    cosine = before[first].dot(behind[first])
    return before[NEXT[first]].dot(behind[first]), cosine


def _measure(
    laid: Lines, axes: Axes
) -> tuple[dict[str, RingScalar], list[RingScalar], list[list[RingScalar]]]:
    """Lengths by name, the shift of each slide's zero, and where each frame of the structure is.

    A place is the frame's origin seen from the robot's own point of that joint. Along each
    direction the joints that turn about another one stay where they are; those in between follow.
    """
    count = len(laid.lines)
    needed = set(needed_offsets(laid.kinds, axes.letters))
    lengths: dict[str, RingScalar] = {}
    shifts: list[RingScalar] = [0] * count
    places: list[list[RingScalar]] = [[0, 0, 0] for _ in range(count)]
    for c, letter in enumerate(LETTERS):
        steps = [_step(laid, axes, i, letter) for i in range(count)]
        fixed = [
            i for i, line in enumerate(laid.lines)
            if line.kind == "R" and axes.letters[i] != letter
        ]  # fmt: skip
        for last, here in zip([-1, *fixed], fixed, strict=False):
            between = range(last + 1, here + 1)
            whole = summed(steps[i] for i in between)
            if (here + 1, letter) in needed:
                lengths[f"l{letter}{here + 1}"] = whole
            elif last >= 0:
                slide = next(i for i in between if axes.letters[i] == letter
                             and laid.lines[i].kind == "T")  # fmt: skip
                shifts[slide] = whole
        place: RingScalar = summed(steps[i] for i in range(fixed[0] + 1)) if fixed else 0
        for i in range(count):
            place = minus(place, steps[i])
            if laid.lines[i].kind == "T" and axes.letters[i] == letter:
                place = plus(place, shifts[i])
            if (i + 1, letter) in needed:
                place = plus(place, lengths[f"l{letter}{i + 1}"])
            places[i][c] = place
    return lengths, shifts, places


def _step(laid: Lines, axes: Axes, i: int, letter: str) -> RingScalar:
    """How far the robot's joint is from the one before it, along a letter."""
    here = laid.lines[i].point
    step = here if i == 0 else here - laid.lines[i - 1].point
    return axes.triads[i][letter].dot(step)


def shifted_pair(pair: Pair, coordinate: Coordinate) -> Pair:
    """Sine and cosine of a structure's angle, from those of the robot's."""
    sine, cosine = pair
    shift = coordinate.shift
    assert isinstance(shift, tuple)
    return add_angles((times(coordinate.sense, sine), cosine), shift)
