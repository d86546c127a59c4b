"""Terms stand in reading order: accelerations, velocity products, gravity, payload."""

from __future__ import annotations

import re

import pytest
from tests.write.reading import SMALL, columns, equations, model, printed

import torsor
from torsor.notation import notation_names

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
    for right in equations(printed(shown)).values():
        ranks = [rank(t, load) for t in terms(right)]
        assert ranks == sorted(ranks)
        assert set(ranks) >= {0, 3}


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


@pytest.mark.parametrize("robot", SMALL)
@pytest.mark.parametrize("form", ["tau", "matrices", "steps"])
def test_no_line_is_wider_than_the_terminal(robot: str, form: str) -> None:
    for notation in notation_names():
        for width in (40, 61, 80, 100, 160):
            text = printed(model(robot), form, notation, width, relations=True)
            widest = max(text.splitlines(), key=columns)
            assert columns(widest) <= width, (notation, width, widest)


@pytest.mark.parametrize("style", [{"intermediates": True}, {"collect": "parameter"}])
def test_no_line_of_a_nested_equation_is_wider_than_the_terminal(style: dict[str, object]) -> None:
    for width in (40, 77, 120):
        text = printed(model("3r"), "tau", "3r", width, **style)
        assert max(map(columns, text.splitlines())) <= width


@pytest.mark.parametrize("notation", notation_names())
def test_lines_break_between_terms_and_use_the_width(notation: str) -> None:
    text = printed(model("rttrr"), "tau", notation, 100)
    body = text.partition("\n\n")[2].splitlines()
    lines = [line for line in body if line.startswith("    ")]
    assert len(lines) > 50
    assert all(re.match(r"    [+-] ", line) for line in lines)
    assert sum(map(columns, lines)) / len(lines) > 80


def test_a_term_wider_than_the_terminal_breaks_between_its_factors() -> None:
    text = printed(model("rttrr"), "tau", "plain", 40)
    inside = [line for line in text.splitlines() if re.match(r"    [a-z0-9]", line)]
    assert inside
    assert "*" in text
    whole = printed(model("rttrr"), "tau", "plain", 160)
    assert equations(text.replace("* ", "*")).keys() == equations(whole).keys()
    assert [v.replace("* ", "*") for v in equations(text).values()] == list(
        equations(whole).values()
    )
