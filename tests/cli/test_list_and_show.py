"""``torsor list`` and ``torsor show``."""

from __future__ import annotations

import pytest

import torsor as package


def test_the_list_has_every_robot_of_the_library(torsor) -> None:
    found = torsor("list")
    assert found.status == 0
    rows = [line for line in found.out.splitlines() if line.startswith("  ") and line[2] != " "]
    assert sorted(row.split()[0] for row in rows) == list(package.library_names())


def test_the_list_is_grouped_and_marks_robots_with_numbers(torsor) -> None:
    lines = torsor("list").out.splitlines()
    groups = [line.strip() for line in lines if line and line[0] not in " ·"]
    assert groups == [
        "From the five papers", "Classic arms", "Collaborative arms", "Teaching examples",
    ]  # fmt: skip
    row = {line.split()[0]: line for line in lines if line.startswith("  ") and line[2] != " "}
    assert "·" in row["ur5e"]
    assert "·" not in row["rttrr"]
    assert list(row).index("ur3e") < list(row).index("ur10e")


def test_the_list_for_a_program(torsor) -> None:
    robots = torsor("list", "--json").data["robots"]
    assert [r["name"] for r in robots] == list(package.library_names())
    for robot in robots:
        assert set(robot) == {
            "name", "title", "structure", "dof", "description", "source", "group", "values",
        }  # fmt: skip
    (trtrr,) = [r for r in robots if r["name"] == "trtrr"]
    assert (trtrr["title"], trtrr["structure"], trtrr["dof"]) == ("TRTRR", "TRTRR", 5)
    assert "Acta Technica Napocensis" in trtrr["source"]


def test_the_list_can_be_searched(torsor) -> None:
    assert [r["name"] for r in torsor("list", "napocensis", "--json").data["robots"]] == [
        "rttrr",
        "trtrr",
    ]
    assert [r["name"] for r in torsor("list", "ur", "--json").data["robots"]] == [
        "ur10e", "ur3e", "ur5", "ur5e",
    ]  # fmt: skip
    assert [r["name"] for r in torsor("list", "RTTRR", "--json").data["robots"]] == ["rttrr"]
    assert {r["group"] for r in torsor("list", "collaborative", "--json").data["robots"]} == {
        "Collaborative arms"
    }
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


def test_show_tells_the_numbers_and_where_they_come_from(torsor) -> None:
    data = torsor("show", "puma560", "--json").data
    values = {v["name"]: v for v in data["values"]}
    assert (values["m2"]["value"], values["rz2"]["value"]) == ("17.4", "0.2275")
    assert "Armstrong" in values["m2"]["source"]
    assert any("triangle" in note for note in data["notes"])
    out = torsor("show", "puma560").out
    for part in ("m2 = 17.4", "from        B. Armstrong", "triangle inequality"):
        assert part in out.replace("\u00a0", " ")


@pytest.mark.parametrize("robot", package.library_names())
def test_show_fits_a_terminal_of_80_columns(
    robot: str, torsor, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    assert max(map(len, torsor("show", robot).out.splitlines())) <= 80
    assert max(map(len, torsor("list").out.splitlines())) <= 80


def test_published_numbers_are_used_only_when_asked_for(torsor) -> None:
    pose = [x for k in range(2, 7) for x in ("--set", f"q{k}=0")]
    assert "no value for" in torsor("eval", "ur5e", *pose, "--what", "g").complaint
    g = torsor("eval", "ur5e", *pose, "--what", "g", "--published", "--json").data["g"]
    arm = 8.058 * 0.2125 + 2.846 * (0.425 + 0.2422) + (1.37 + 1.3 + 0.365) * (0.425 + 0.3922)
    assert g[1] == pytest.approx(-9.80665 * arm, rel=1e-12)
    light = torsor(
        "eval", "ur5e", *pose, "--what", "g", "--published", "--set", "g=1", "--json"
    ).data["g"]
    assert light[1] == pytest.approx(g[1] / 9.80665)
    assert "comes without numbers" in torsor("eval", "scara", "--published").complaint
    derived = torsor("derive", "puma560", "--published", "--payload", "none", "--json").data
    assert "m2" not in " ".join(derived["tau"])


def test_published_numbers_leave_out_what_a_hypothesis_has_taken(torsor) -> None:
    found = torsor(
        "eval", "puma560", "--published", "--assume", "com_at_origin", "--what", "g", "--json",
        *[x for k in range(1, 7) for x in ("--set", f"q{k}=0")],
    )  # fmt: skip
    assert found.status == 0, found.err


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
