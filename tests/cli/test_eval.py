"""``torsor eval``: numbers from the closed form, against the oracles."""

from __future__ import annotations

import io
import json
import math
from pathlib import Path

import numpy as np
import pytest
from tests.oracles import recursion
from tests.oracles.plain import PlainRobot
from tests.truth.bridge import in_numbers, random_values, short_state, with_state
from tests.truth.judge import relative_error

import torsor as package
from torsor.robot.symbols import parameters

TOLERANCE = 1e-12
CHAINS = ("planar2r", "cartesian", "scara", "3r", "trtrr", "rttrr", "stanford", "puma560")


@pytest.mark.parametrize("name", CHAINS)
def test_numbers_agree_with_the_plain_recursion(name: str, torsor, tmp_path: Path) -> None:
    robot = package.load(name)
    rng = np.random.default_rng(11)
    values = {n: v for n, v in random_values(rng, robot).items() if n in parameters(robot)}
    truth = in_numbers(robot, values)
    state = short_state(rng, truth.robot.dof)
    file = tmp_path / "state.json"
    file.write_text(json.dumps(with_state(values, state)))
    data = torsor("eval", name, "--values", file, "--what", "tau,M,C,g", "--json").data
    assert list(data) == ["tau", "M", "C", "g"]
    found = {key: np.array(value) for key, value in data.items()}

    q, dq, ddq = state.q, state.dq, state.ddq
    rest = np.zeros(truth.robot.dof)
    wanted = recursion.driving_forces(truth.robot, q, dq, ddq, truth.payload)
    assert relative_error(found["tau"], wanted.tau, wanted.magnitude.sum()) <= TOLERANCE
    held = recursion.driving_forces(truth.robot, q, rest, rest)
    assert relative_error(found["g"], held.tau, held.magnitude.sum()) <= TOLERANCE
    weightless = PlainRobot(truth.robot.joints, np.zeros(3))
    coasting = recursion.driving_forces(weightless, q, dq, rest)
    assert relative_error(found["C"] @ dq, coasting.tau, coasting.magnitude.sum()) <= TOLERANCE
    for j, unit in enumerate(np.eye(truth.robot.dof)):
        column = recursion.driving_forces(weightless, q, rest, unit)
        assert relative_error(found["M"][:, j], column.tau, column.magnitude.sum()) <= TOLERANCE
    assert np.array_equal(found["M"], found["M"].T)


def test_pose_and_jacobian_agree_with_the_plain_recursion(torsor, tmp_path: Path) -> None:
    robot = package.load("rttrr")
    rng = np.random.default_rng(5)
    values = random_values(rng, robot)
    plain = in_numbers(robot, values).robot
    state = short_state(rng, plain.dof)
    file = tmp_path / "state.json"
    file.write_text(json.dumps(with_state(values, state)))
    data = torsor("eval", "rttrr", "--values", file, "--what", "pose,J", "--json").data
    tool = recursion.tool_motion(plain, recursion.link_motions(plain, state.q, state.dq, state.ddq))
    pose = np.array(data["pose"])
    assert np.allclose(pose[:3, :3], tool.rotation, rtol=0, atol=1e-14)
    assert np.allclose(pose[:3, 3], tool.position, rtol=0, atol=1e-13)
    assert np.allclose(data["J"], recursion.tool_jacobian(plain, state.q), rtol=0, atol=1e-13)


def settings(**values: object) -> list[str]:
    return [f"--set={name}={value}" for name, value in values.items()]


def test_a_pendulum_by_hand(torsor) -> None:
    ets = ("eval", "Ry(q1) tx(l1)", "--payload", "none")
    data = torsor(*ets, *settings(m1=2, rx1=0.5, rz1=0, g=9.81, q1="60deg", Iyy1=0), "--json",
                  "--what", "g").data  # fmt: skip
    assert data == {"g": [pytest.approx(-2 * 9.81 * 0.5 * math.cos(math.pi / 3), rel=1e-15)]}


def test_exact_decimals_and_many_digits(torsor) -> None:
    data = torsor("eval", "cartesian", *settings(m1="0.1", m2="0.2", m3="1/3"), "--what", "M",
                  "--digits", 30, "--json").data  # fmt: skip
    assert data["M"][0] == ["0.633333333333333333333333333333", "0", "0"]
    one = torsor("eval", "Rz(q1) tx(l1)", *settings(q1=1, l1=1), "--what", "pose", "--digits", 40)
    cosine = "0.5403023058681397174009366074429766037323"
    assert cosine in one.out


def test_what_is_printed_for_people(torsor) -> None:
    values = settings(m1=1, m2=2, m3=3)
    found = torsor("eval", "cartesian", *values, "--what", "M").out
    assert found.splitlines()[0] == "M ="
    assert [row.split() for row in found.splitlines()[1:]] == [
        ["6.0", "0.0", "0.0"],
        ["0.0", "5.0", "0.0"],
        ["0.0", "0.0", "3.0"],
    ]


def test_only_what_occurs_in_what_was_asked_needs_a_value(torsor) -> None:
    found = torsor("eval", "cartesian", *settings(m3=2, g=10), "--what", "g", "--json").data
    assert found == {"g": [0.0, 0.0, 20.0]}


def test_missing_values_are_all_listed(torsor) -> None:
    found = torsor("eval", "cartesian", *settings(m1=1, ddq1=0), "--what", "tau,M").complaint
    listed = found.removeprefix("no value for ").partition(" (needed for tau, M of Cartesian)")[0]
    model = package.derive("cartesian")
    wanted = {n for tau in model.tau for n in tau.symbols()} - {"m1", "ddq1"}
    assert set(listed.split(", ")) == wanted
    assert len(listed.split(", ")) == len(wanted)


def test_other_symbols_of_the_robot_are_welcome_and_unused(torsor) -> None:
    base = ("eval", "cartesian", "--what", "M", "--json", *settings(m1=1, m2=2, m3=3))
    plain = torsor(*base).data
    extra = settings(Ixx1=7, rx2=1, q1=5, ddq3=9, fx=3, g=1)
    assert torsor(*base, *extra).data == plain


def test_symbols_that_a_hypothesis_removes_are_still_the_robots(torsor) -> None:
    values = settings(**{f"m{i}": i for i in range(1, 6)}, rx1=1, Ixy5=2, g=10)
    data = torsor("eval", "trtrr", "--what", "g", "--json", *values).data
    assert data["g"] == [150.0, 0.0, 0.0, 0.0, 0.0]


@pytest.mark.parametrize(
    ("name", "hint"),
    [("m4", "'m3'"), ("mass1", ""), ("Ixx", "'Ixx1'"), ("ddq4", "'ddq3'"), ("__class__", "")],
)
def test_a_name_that_is_not_the_robots_is_an_error(name: str, hint: str, torsor) -> None:
    found = torsor("eval", "cartesian", "--set", f"{name}=1", "--what", "M").complaint
    assert found.startswith(f"the values: '{name}' is no symbol of Cartesian")
    assert hint in found


def test_lists_and_degrees(torsor, tmp_path: Path) -> None:
    file = tmp_path / "state.json"
    file.write_text('{"q": ["90deg", 0], "m1": 1, "rx1": 1, "ry1": 0, "m2": 0, "l1": 0, '
                    '"rx2": 0, "ry2": 0, "g": 10}')  # fmt: skip
    data = torsor("eval", "planar2r", "--values", file, "--what", "g", "--json").data
    assert data == {"g": [0.0, 0.0]}
    toml = tmp_path / "state.toml"
    zeros = "".join(f"{name} = 0\n" for name in ("ry1", "m2", "l1", "rx2", "ry2"))
    toml.write_text(f'q = ["pi", 0.0]\nm1 = 1\nrx1 = 1.0\ng = 10\n{zeros}')
    data = torsor("eval", "planar2r", "--values", toml, "--what", "g", "--json").data
    assert data == {"g": [-10.0, 0.0]}


def test_values_from_standard_input(torsor, monkeypatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO('{"m1": 1, "m2": 1, "m3": 1}'))
    data = torsor("eval", "cartesian", "--values", "-", "--what", "M", "--json").data
    assert [row[i] for i, row in enumerate(data["M"])] == [3.0, 2.0, 1.0]
