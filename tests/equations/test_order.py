"""Terms stand in reading order: accelerations, velocity products, gravity, payload."""

from __future__ import annotations

import re

import pytest
from tests.equations.reading import SMALL, equations, model, printed

import torsor

PAYLOADS = {"wrench": ("fx", "fy", "fz", "nx", "ny", "nz"), "body": ("mp",), "weight": ("mp",)}


def terms(right: str) -> list[set[str]]:
    """The names in each term of a printed sum."""
    split = re.split(r" [+-] ", right)
    return [set(re.findall(r"[A-Za-z_]\w*", term)) for term in split]


def rank(names: set[str], load: tuple[str, ...], weight: str = "g") -> int:
    """0 an acceleration, 1 a velocity product, 2 gravity, 3 the payload."""
    if names & set(load):
        return 3
    if any(n.startswith("ddq") for n in names):
        return 0
    if any(n.startswith("dq") for n in names):
        return 1
    assert weight in names or not weight
    return 2


@pytest.mark.parametrize("robot", [*SMALL, "stanford"])
def test_every_driving_force_is_in_reading_order(robot: str) -> None:
    seen = set()
    for name, right in equations(printed(model(robot))).items():
        ranks = [rank(t, PAYLOADS["wrench"]) for t in terms(right)]
        assert ranks == sorted(ranks), name
        seen |= set(ranks)
    assert seen >= {0, 3}


@pytest.mark.parametrize("kind", ["body", "weight"])
def test_a_carried_load_stands_last(kind: str) -> None:
    shown = torsor.derive(torsor.load("rttrr").with_payload(kind))
    load = tuple(n for n in shown.ring.symbols if n.endswith("p"))
    assert any(rank(t, load) == 3 for r in equations(printed(shown)).values() for t in terms(r))
    for right in equations(printed(shown)).values():
        ranks = [rank(t, load) for t in terms(right)]
        assert ranks == sorted(ranks)


def test_gravity_stands_before_the_payload_even_as_a_number() -> None:
    found = equations(printed(model("planar2r", "g = 9.81")))
    ranks = [rank(t, PAYLOADS["wrench"], weight="") for t in terms(found["tau1"])]
    assert ranks == sorted(ranks)
    assert ranks.count(2) == 7
    assert ranks.count(3) == 4


def test_accelerations_and_velocities_are_in_the_order_of_the_joints() -> None:
    for right in equations(printed(model("rttrr"))).values():
        motions = [re.findall(r"ddq(\d)", term) for term in re.split(r" [+-] ", right)]
        joints = [int(m[0]) for m in motions if m]
        assert joints == sorted(joints)
