"""``torsor.why`` of what joints add, of bodies, trees and coupled joints: all of τ, exactly."""

from __future__ import annotations

import re
from functools import cache
from typing import Any

import pytest
from tests.program.targets.running import COUPLED
from typer.testing import CliRunner

import torsor
from torsor.cli.main import app
from torsor.equations.printed_terms import why
from torsor.errors import TorsorError
from torsor.mechanics.methods import METHODS
from torsor.robot.hypotheses import assume

TREE = {
    "name": "tree",
    "joint": [
        {"kind": "R", "axis": "z"},
        {"kind": "T", "axis": "x", "offset": ["l1", 0, 0], "parent": 1},
        {"kind": "F", "axis": "z", "offset": [0, "l2", 0], "parent": 1},
        {"kind": "R", "axis": "y", "offset": [0, "l3", 0], "parent": 3},
    ],
    "tool": {"offset": ["l4", 0, 0]},
}
TWO_BY_ONE = {
    "name": "two by one",
    "joint": [
        {"kind": "R", "axis": "z", "moves": "q1"},
        {"kind": "R", "axis": "z", "offset": ["l1", 0, 0], "moves": "-2*q1"},
    ],
}
DRIVES = ("friction", "rotors", "springs")
ROBOTS: dict[str, Any] = {
    "planar2r": "planar2r", "cartesian": "cartesian", "coupled": COUPLED, "tree": TREE,
    "two by one": TWO_BY_ONE,
}  # fmt: skip
LETTERS = {
    "fv": "viscous friction",
    "fc": "Coulomb friction",
    "Im": "rotor",
    "N": "rotor",
    "k": "spring",
}


@cache
def driven(name: str, payload: str, *numbers: str) -> torsor.Model:
    robot = torsor.load(ROBOTS[name])
    for what in DRIVES if name not in ("coupled",) else DRIVES[1:]:
        robot = robot.with_drives(what)
    return torsor.derive(assume(robot.with_payload(payload), *numbers))


def drive_of(term: torsor.Term) -> tuple[str, int]:
    """Which drive a term is of and at which joint, by its letters alone."""
    for name, _ in term.powers:
        if match := re.fullmatch(r"(fv|fc|Im|N|k)(\d)", name):
            return LETTERS[match[1]], int(match[2])
    return "", 0


CASES = [(name, load) for name in ROBOTS for load in ("none", "body", "wrench")
         if (name, load) != ("coupled", "body")]  # fmt: skip


@pytest.mark.parametrize(("name", "payload"), CASES)
def test_all_of_tau_is_explained_and_drives_by_their_letters(name: str, payload: str) -> None:
    model = driven(name, payload)
    drives = set()
    for k, tau in enumerate(model.tau, 1):
        found = why(model, f"tau{k}", "1")
        assert found.count == len(tau)
        assert sum((o.arrived for o in found.origins), model.ring.number(0)) == tau
        for origin in found.origins:
            for term in origin.terms:
                drive, joint = drive_of(term)
                assert origin.drive == drive
                if drive:
                    drives.add(drive)
                    assert origin.link == joint
                    own = {n for n, _ in term.powers if drive_of(torsor.Term(1, ((n, 1),)))[0]}
                    assert set(origin.brought_by) == own
                    assert not origin.stations
    assert drives >= {"rotor", "spring"}


def test_numbers_of_drives_do_not_mislead() -> None:
    numbers = ("fv1 = 0.1", "fc1 = 0.2", "Im1 = 0.3", "N1 = 10", "k1 = 5", "Izz1 = 1", "m1 = 2")
    model = driven("planar2r", "none", *numbers)
    found = why(model, "tau1", "1")
    assert sum((o.arrived for o in found.origins), model.ring.number(0)) == model.tau[0]
    brought = {o.drive: str(o.arrived) for o in found.origins if o.drive and o.link == 1}
    assert brought == {
        "viscous friction": "dq1/10",
        "Coulomb friction": "sign(dq1)/5",
        "rotor": "30*ddq1",
        "spring": "5*q1",
    }
    inertia = [
        o for o in found.origins if not o.drive and any(str(t) == "31*ddq1" for t in o.terms)
    ]
    assert [(o.link, str(o.arrived)) for o in inertia] == [(1, "ddq1")]


@pytest.mark.parametrize("method", METHODS)
def test_the_method_of_the_derivation_does_not_matter(method: str) -> None:
    robot = torsor.load("planar2r").with_drives("friction")
    found = why(torsor.derive(robot, method), "tau2", "fv2")
    assert [(o.drive, o.link, str(o.arrived)) for o in found.origins] == [
        ("viscous friction", 2, "dq2*fv2")
    ]


@pytest.mark.parametrize("k", range(1, 7))
def test_bodies_bring_their_terms(k: int) -> None:
    model = torsor.derive("rv1a-paper")
    found = why(model, f"tau{k}", "1")
    tau = model.tau[k - 1]
    assert found.count == len(tau)
    assert sum((o.arrived for o in found.origins), model.ring.number(0)) == tau
    for origin in found.origins:
        masses = {int(n[1:]) for t in origin.terms for n, _ in t.powers if re.fullmatch(r"m\d", n)}
        assert masses <= {origin.link}


def test_a_model_with_numbers_put_in_is_explained_with_them() -> None:
    model = torsor.derive("planar2r")
    at = model.at({"l1": "1/2", "m1": 2})
    for k, tau in enumerate(at.tau, 1):
        found = why(at, f"tau{k}", "1")
        assert found.count == len(tau)
        assert sum((o.arrived.to(at.ring) for o in found.origins), at.ring.number(0)) == tau
    with pytest.raises(TorsorError, match="numbers in the place of q1"):
        why(model.at({"q1": "30deg"}), "tau1", "m1")


@pytest.mark.parametrize(
    ("what", "term", "lines"),
    [
        ("friction", "fv1", ["viscous friction", "joint 1", "fv"]),
        ("friction", "fc1", ["Coulomb friction", "joint 1", "fc"]),
        ("rotors", "Im1", ["rotor", "joint 1", "Im", "N"]),
        ("springs", "k1", ["spring", "joint 1", "k"]),
    ],
)
def test_the_command_names_effect_joint_and_parameter(
    what: str, term: str, lines: list[str]
) -> None:
    done = CliRunner().invoke(app, ["why", "planar2r", "tau1", term, "--with", what])
    assert done.exit_code == 0, done.output
    for said in lines:
        assert said in done.output
    done = CliRunner().invoke(app, ["why", "planar2r", "tau1", term, "--with", what, "--json"])
    assert f'"{lines[0]}"' in done.output
