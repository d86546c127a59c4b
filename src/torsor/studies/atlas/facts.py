"""The facts of one structure: what its model tells, and what is proven and counted of it."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from functools import lru_cache
from random import Random

from flint import nmod_mat

from torsor.algebra.expression import Expression
from torsor.algebra.formula import name as symbol
from torsor.algebra.scalars.residues import PRIME, ResidueScalars
from torsor.errors import TorsorError
from torsor.formats.atlas import LETTERS, TWISTED, read_atlas_name, structure
from torsor.formats.load import library_names, library_robot
from torsor.mechanics.chain import chain_of
from torsor.mechanics.kinematics import jacobian
from torsor.model import Model
from torsor.program.functions.programs import build_program
from torsor.proof.certificate import run
from torsor.robot.frame import Frame
from torsor.robot.robot import Robot
from torsor.studies.atlas.axes import find_axes
from torsor.studies.atlas.classifying import classify, lengths_of
from torsor.studies.atlas.fingerprint import fingerprint
from torsor.studies.atlas.lines import lay_out
from torsor.studies.atlas.words import list_words_of

Fact = str | int | bool
Facts = dict[str, Fact]

POINTS = 3
"""Random points at which ranks are taken; the largest counts."""


def find_facts(kinds: str, axes: str, quick: bool = False, words: bool = True) -> Facts:
    """Everything that the atlas tells of a structure; ``axes`` may be ``twisted``.

    ``quick`` leaves proofs, programs and base parameters out; ``words`` proves each word.
    """
    robot = read_atlas_name(f"atlas:{kinds}-{axes}")
    model = Model(robot, "newton-euler")
    told = "" if axes == TWISTED else axes
    facts: Facts = {"structure": robot.name, "kinds": kinds, "axes": told}
    facts["words"] = len(list_words_of(kinds, told)) if told else 0
    facts["lengths"] = len(lengths_of(robot))
    facts["terms"] = sum(model.terms)
    facts["terms_of"] = _row(model.terms)
    facts |= find_freedoms(robot)
    facts |= find_wrist(kinds, told, robot)
    facts |= find_couplings(model)
    facts |= find_gravity(model)
    facts["fingerprint"] = hashlib.sha256(repr(fingerprint(model)).encode()).hexdigest()[:16]
    facts["robots"] = " ".join(library_by_structure(len(kinds)).get(robot.name, ()))
    if quick:
        return facts
    facts["base"] = len(model.base_parameters)
    inverse = build_program(robot, "inverse_dynamics").operations
    forward = build_program(robot, "forward_dynamics").operations
    facts |= {"mul": inverse["mul"], "add": inverse["add"]}
    facts["operations"] = inverse["mul"] + inverse["add"]
    facts["forward_operations"] = forward["mul"] + forward["add"]
    checks = [check for _, _, check in run(robot) if check is not None]
    facts["checks"] = sum(check.holds for check in checks)
    facts["holds"] = all(check.holds for check in checks)
    facts["words_proven"] = prove_words(kinds, told) if words and told else 0
    return facts


def _row(numbers: list[int]) -> str:
    return " ".join(map(str, numbers))


def find_freedoms(robot: Robot) -> Facts:
    """The ranks of the last link's Jacobian at generic places, over a finite field."""
    random = Random(1)
    whole = turning = 0
    for _ in range(POINTS):
        J = jacobian(chain_of(robot, ResidueScalars(random)), len(robot.joints))
        whole = max(whole, _rank([*J.J_v, *J.J_w]))
        turning = max(turning, _rank([*J.J_w]))
    return {
        "freedoms": whole,
        "rotations": turning,
        "translations": whole - turning,
        "independent": whole == robot.dof,
    }


def _rank(rows: list[object]) -> int:
    entries = [[int(e) for e in row] for row in rows]  # type: ignore[attr-defined]
    return int(nmod_mat(entries, PRIME).rank())


def find_wrist(kinds: str, axes: str, robot: Robot) -> Facts:
    """Whether the last three joints may be a spherical wrist, and what must be zero for it."""
    last = axes[-3:]
    wrist = len(last) == 3 and kinds.endswith("RRR") and last[0] != last[1] != last[2]
    count = len(kinds)
    lengths = sorted(lengths_of(robot)) if wrist else []
    zero = [n for n in lengths if int(n[2:]) == count]
    zero += [n for n in lengths if int(n[2:]) == count - 1 and n[1] not in last[:2]]
    return {"wrist": wrist, "wrist_if": " ".join(sorted(zero, key=lambda n: (n[2:], n)))}


def find_couplings(model: Model) -> Facts:
    """Which entries of M and C are zero whatever the parameters and the coordinates are."""
    M, C, n = model.M, model.C, len(model.coordinates)
    off = [(i, j) for i in range(n) for j in range(i + 1, n)]
    zero = [(i, j) for i, j in off if M[i, j] == 0]
    moving = set(model.coordinates)
    constant = not any(moving & set(M[i, j].symbols()) for i in range(n) for j in range(i, n))
    alone = [i for i in range(n) if all(M[i, j] == 0 for j in range(n) if j != i)]
    return {
        "M_zeros": len(zero),
        "M_zero": " ".join(f"{i + 1}{j + 1}" for i, j in zero),
        "M_constant": constant,
        "diagonal": len(zero) == len(off),
        "decoupled": _row([i + 1 for i in alone]),
        "C_zeros": sum(C[i, j] == 0 for i in range(n) for j in range(n)),
    }


def find_gravity(model: Model) -> Facts:
    """Which joints feel a gravity along each axis of the base."""

    def feel(letter: str) -> list[int]:
        return [i for i, e in enumerate(model.g, 1) if _has(e, f"g{letter}")]

    felt = {letter: feel(letter) for letter in LETTERS}
    free = [i for i in range(1, len(model.g) + 1) if not any(i in f for f in felt.values())]
    facts: Facts = {f"gravity_{c}": _row(joints) for c, joints in felt.items()}
    return {**facts, "gravity_free": _row(free)}


def _has(entry: Expression, symbol: str) -> bool:
    return symbol in entry.symbols()


def general_word(kinds: str, axes: str) -> Robot:
    """A word with a symbol for every entry of every offset, the first joint's too."""
    robot = structure(kinds, axes)
    joints = tuple(
        replace(joint, placement=Frame((symbol(f"px{i}"), symbol(f"py{i}"), symbol(f"pz{i}"))))
        for i, joint in enumerate(robot.joints, 1)
    )
    return replace(robot, joints=joints)


def prove_words(kinds: str, axes: str) -> int:
    """How many of a structure's words are proven to be it: all, unless something is wrong."""
    wanted = f"atlas:{kinds}-{axes}"
    found = (classify(general_word(kinds, word)) for word in list_words_of(kinds, axes))
    return sum(one.proven and one.name == wanted for one in found)


@lru_cache(maxsize=8)
def library_by_structure(joints: int) -> dict[str, tuple[str, ...]]:
    """The library's robots with so many joints, by structure."""
    found: dict[str, tuple[str, ...]] = {}
    for name in library_names():
        robot = library_robot(name)
        if robot.dof != joints or robot.bodies:
            continue
        try:
            laid = lay_out(robot)
            title = f"{laid.kinds}-{find_axes(laid).letters}"
        except TorsorError:
            continue
        found[title] = (*found.get(title, ()), name)
    return found
