"""``torsor list`` and ``torsor show``."""

from __future__ import annotations

import pytest

import torsor as package


def test_the_list_has_every_robot_of_the_library(torsor) -> None:
    found = torsor("list")
    assert found.status == 0
    names = [line.split()[0] for line in found.out.splitlines()]
    assert names == list(package.library_names())


def test_the_list_for_a_program(torsor) -> None:
    robots = torsor("list", "--json").data["robots"]
    assert [r["name"] for r in robots] == list(package.library_names())
    for robot in robots:
        assert set(robot) == {"name", "title", "structure", "dof", "description", "source"}
    (trtrr,) = [r for r in robots if r["name"] == "trtrr"]
    assert (trtrr["title"], trtrr["structure"], trtrr["dof"]) == ("TRTRR", "TRTRR", 5)
    assert "Acta Technica Napocensis" in trtrr["source"]


def test_the_list_can_be_searched(torsor) -> None:
    assert [r["name"] for r in torsor("list", "napocensis", "--json").data["robots"]] == [
        "rttrr",
        "trtrr",
    ]
    nothing = torsor("list", "zeppelin")
    assert nothing.status == 0
    assert nothing.out == "no robot matches 'zeppelin'\n"
    assert torsor("list", "zeppelin", "--json").data == {"robots": []}


def test_show_tells_joints_frames_hypotheses_and_symbols(torsor) -> None:
    found = torsor("show", "trtrr").out
    for part in ("TRTRR", "com_at_origin, principal_axes", "(0, l4, 0)", "fx fy fz nx ny nz"):
        assert part in found
    assert "rx1" not in found


@pytest.mark.parametrize("robot", package.library_names())
def test_show_for_a_program(robot: str, torsor) -> None:
    data = torsor("show", robot, "--json").data
    loaded = package.load(robot)
    assert (data["robot"], data["structure"]) == (loaded.name, loaded.structure)
    assert data["dof"] == loaded.dof == len(data["symbols"]["motion"]) / 3
    assert data["hypotheses"] == list(loaded.hypotheses)
    assert len(data["joints"]) == len(loaded.joints)
    for i, joint in enumerate(data["joints"], 1):
        assert joint["link"] == i
        assert joint["kind"] in ("R", "T", "F")
        assert {"axis", "offset", "rotation", "mass", "com", "inertia"} <= set(joint)
    assert torsor("show", robot).status == 0


def test_show_follows_its_options(torsor) -> None:
    data = torsor(
        "show", "trtrr", "--payload", "body", "--no-hypotheses", "--assume", "m1 = 2", "--json"
    ).data
    assert data["payload"]["kind"] == "body"
    assert data["hypotheses"] == ["m1 = 2"]
    assert {"mp", "Ixxp", "rx1", "Ixy5"} <= set(data["symbols"]["parameters"])
    assert "m1" not in data["symbols"]["parameters"]
    assert data["joints"][0]["mass"] == "2"


def test_an_ets_line_is_a_robot(torsor) -> None:
    data = torsor("show", "Rz(q1) tx(l1) Rz(q2) tx(l2)", "--json").data
    assert data["structure"] == "RR"
    assert data["joints"][1]["offset"] == ["l1", "0", "0"]
    assert data["tool"]["offset"] == ["l2", "0", "0"]
