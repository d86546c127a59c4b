"""Structures in disguise: other frames, senses, zeros, offsets and names."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from torsor.algebra.formula import Formula, formula, name
from torsor.formats.atlas import UNIT, structure
from torsor.robot.frame import Frame, Turn
from torsor.robot.joint import Joint
from torsor.robot.robot import Robot

Axis = tuple[int, int, int]
LETTERS = "xyz"


@dataclass(frozen=True)
class Turned:
    """A rotation of the cube: quarter turns one after another, and what they make of vectors."""

    turns: tuple[tuple[str, int], ...]

    @property
    def frame(self) -> tuple[Turn, ...]:
        return tuple(Turn(UNIT[a], formula(f"{90 * k}deg")) for a, k in self.turns)

    @property
    def back(self) -> tuple[Turn, ...]:
        return tuple(Turn(UNIT[a], formula(f"{-90 * k}deg")) for a, k in reversed(self.turns))

    def into(self, vector: tuple[Formula, ...]) -> tuple[Formula, ...]:
        """A vector of the old axes in the new ones."""
        for axis, count in self.turns:
            for _ in range(count % 4):
                i = LETTERS.index(axis)
                j, k = (i + 1) % 3, (i + 2) % 3
                new = list(vector)
                new[j], new[k] = vector[k], -vector[j]
                vector = tuple(new)
        return vector


def disguise(kinds: str, axes: str, random: Random) -> Robot:
    """The structure with these axes as somebody else would describe it."""
    plain = structure(kinds, axes)
    letters = "".join(random.sample("abcdhkrsuvw", 4))
    turned = [_turned(random) for _ in range(len(kinds) + 1)]
    moved = [_place(kind, axis, random) for kind, axis in zip(kinds, axes, strict=True)]
    moved.insert(0, tuple(_length(random, letters) for _ in LETTERS))
    joints, links = [], []
    for i, (kind, axis) in enumerate(zip(kinds, axes, strict=True), 1):
        offset: tuple[Formula, ...] = tuple(
            e if not e.names() else name(f"{letters[k]}{i}") + random.choice((0, 1)) * name("e")
            for k, e in enumerate(plain.joints[i - 1].placement.offset)
        )
        steps = [o + new - old for o, new, old in zip(offset, moved[i], moved[i - 1], strict=True)]
        if kind == "T":  # its zero and its place are anybody's choice
            steps = [
                s + random.choice((0, 1)) * name(f"z{c}{i}")
                for s, c in zip(steps, LETTERS, strict=True)
            ]
        zero = random.choice((0, 0, 90, 180, 270, 30, 45)) if kind == "R" else 0
        shift = (Turn(UNIT[axis], formula(f"{zero}deg")),) if zero else ()
        sense = random.choice((1, -1))
        own = turned[i].into(UNIT[axis])
        placement = Frame(
            turned[i - 1].into(tuple(steps)),  # type: ignore[arg-type]
            (*turned[i - 1].back, *shift, *turned[i].frame),
        )
        joints.append(Joint(kind, tuple(sense * e for e in own), placement, i - 1))  # type: ignore[arg-type]
        links.append(plain.links[i - 1])
    down = random.choice(((0, 0, "-g"), ("g", 0, 0), (0, "-9.81", 0), ("gx", "gy", "gz")))
    return Robot("disguised", tuple(joints), tuple(links), gravity=down)  # type: ignore[arg-type]


def _turned(random: Random) -> Turned:
    return Turned(
        tuple((random.choice(LETTERS), random.randint(1, 3)) for _ in range(random.randint(0, 2)))
    )


def _length(random: Random, letters: str) -> Formula:
    return random.choice((formula(0), formula("3/7"), name(letters[3]), name(letters[2]) * 2))


def _place(kind: str, axis: str, random: Random) -> tuple[Formula, ...]:
    """Where a frame is, seen from the structure's: along the axis it turns about, or anywhere."""
    free = [_length(random, "uvwk") for _ in LETTERS]
    if kind == "T":
        return tuple(free)
    kept = zip(free, LETTERS, strict=True)
    return tuple(e if letter == axis else formula(0) for e, letter in kept)
