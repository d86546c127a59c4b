"""Names and limits of joints: read from every format, shown, and written back by every writer."""

from __future__ import annotations

import json
from fractions import Fraction
from math import inf, radians
from pathlib import Path

import mujoco
import pinocchio as pin
import pytest
from tests.formats.arms import FILES, label
from tests.formats.test_xml_leniency import ARM

import torsor
from torsor import Robot, TorsorError
from torsor.cli.main import run
from torsor.formats.mjcf.reader import read_mjcf
from torsor.formats.mjcf.writer import mjcf_and_notes, write_mjcf
from torsor.formats.toml.reader import read_toml, write_toml
from torsor.formats.urdf.reader import read_urdf
from torsor.formats.urdf.writer import write_urdf

Bounds = tuple[float | None, ...]
LIMIT = '<limit lower="-1" upper="1" effort="2" velocity="3"/>'


def limits(robot: Robot) -> dict[str, Bounds]:
    """Lower, upper, velocity and effort of each joint that moves, by its name."""
    return {
        joint.name: tuple(None if b is None else float(b) for b in joint.limits.numbers)
        for joint in robot.joints
        if joint.kind != "F"
    }


def by_pinocchio(file: Path) -> dict[str, Bounds]:
    """The same as Pinocchio reads it; an endless joint has no bounds of position there."""
    model = pin.buildModelFromUrdf(str(file))
    found = {}
    for joint, name in list(zip(model.joints, model.names, strict=True))[1:]:
        v, q = joint.idx_v, joint.idx_q
        ends = (model.lowerPositionLimit[q], model.upperPositionLimit[q])
        lower, upper = (None, None) if joint.nq == 2 else ends
        speed, force = model.velocityLimit[v], model.upperEffortLimit[v]
        found[name] = (lower, upper, *(None if b == inf else b for b in (speed, force)))
    return found


@pytest.mark.parametrize(
    "file",
    [f for f in FILES if label(f).split("/")[0] in ("panda", "ur", "talos", "z1")],
    ids=label,
)
def test_a_urdf_has_the_limits_that_pinocchio_reads(file: Path, tmp_path: Path) -> None:
    if label(file) == "ur/ur3":
        pytest.skip("a file without links")
    robot = torsor.load(file)
    theirs = by_pinocchio(file)
    assert limits(robot) == {name: theirs[name] for name in limits(robot)}
    again = tmp_path / "again.urdf"
    again.write_text(write_urdf(robot), "utf-8")
    written = by_pinocchio(again)
    for name, bounds in limits(robot).items():
        assert [b for b in written[name] if b not in (1e9, -1e9)] == [
            b for b in bounds if b is not None
        ]
    assert limits(torsor.load(again)) == limits(robot)


def test_limits_and_names_survive_every_format(tmp_path: Path) -> None:
    robot = read_urdf(ARM)
    assert limits(robot) == {"one": (-1, 1, 3, 2), "two": (0, 1, 3, 2)}
    assert (robot.base, [link.name for link in robot.links]) == ("base", ["a", "b"])
    for again in (read_urdf(write_urdf(robot)), read_toml(write_toml(robot))):
        assert again.joints == robot.joints
        assert [link.name for link in again.links] == ["a", "b"]
        assert again.base == "base"
    text, unsaid = mjcf_and_notes(robot, {})
    again = read_mjcf(text)
    assert limits(again) == {"one": (-1, 1, None, 2), "two": (0, 1, None, 2)}
    assert [link.name for link in again.links] == ["a", "b"]
    assert "the velocity limit of joint one: 3" in unsaid
    assert limits(read_urdf(write_urdf(again))) == limits(again)


@pytest.mark.parametrize(
    ("old", "new", "expected", "note"),
    [
        (LIMIT, "", (None,) * 4, ""),
        (LIMIT, '<limit lower="1" upper="-1" effort="2" velocity="3"/>', (None, None, 3, 2),
         "joint 'one': the lower limit is above the upper one; both left out"),
        (LIMIT, '<limit lower="-2" upper="-1" effort="0" velocity="0"/>', (-2, -1, 0, 0), ""),
        (LIMIT, '<limit upper="1" effort="2" velocity="3"/>', (0, 1, 3, 2),
         "no lower or upper limit is given: it is 0, as URDF says"),
        (LIMIT, '<limit effort="2" velocity="3"/>', (0, 0, 3, 2), "it is 0, as URDF says"),
        (LIMIT, '<limit lower="1" upper="1" effort="1e9"/>', (1, 1, None, None), ""),
        (LIMIT, '<limit lower="nan" upper="1"/>', (None,) * 4,
         "the limits are left out: 'nan' is not a finite decimal number"),
        (LIMIT, '<limit lower="-1.57." upper="1"/>', (None,) * 4, "'-1.57.' is not a finite"),
        (LIMIT, '<limit lower="-1" upper="1" velocity="-3"/>', (None,) * 4,
         "the limits are left out: a limit of velocity below zero, -3"),
        (LIMIT, '<limit lower="-1e31" upper="1"/>', (None,) * 4, "out of range"),
        (LIMIT, '<limit lower="-1e16" upper="1e16"/>', (None,) * 4, ""),
        (LIMIT, LIMIT + '<limit lower="-9" upper="9"/>', (-1, 1, 3, 2),
         "given twice, and the first counts: <limit> of joint 'one'"),
        ('"revolute"', '"continuous"', (None, None, 3, 2),
         "a continuous joint has no lower and upper limit; left out"),
    ],
)  # fmt: skip
def test_a_limit_is_kept_as_far_as_it_can_be_meant(
    old: str, new: str, expected: Bounds, note: str
) -> None:
    """A limit enters no equation: what is wrong with it is told, and the robot is read."""
    robot = read_urdf(ARM.replace(old, new, 1))
    assert limits(robot)["one"] == expected
    told = [n for n in robot.notes if n not in read_urdf(ARM).notes]
    assert note in "; ".join(told)
    assert bool(note) == bool(told)
    assert read_toml(write_toml(robot)) == robot
    assert limits(read_urdf(write_urdf(robot)))["one"] == expected


def test_a_follower_and_a_lumped_joint_keep_and_lose_their_limits() -> None:
    follower = ARM.replace('<axis xyz="1 0 0"/>', '<axis xyz="1 0 0"/><mimic joint="one"/>')
    robot = read_urdf(follower)
    assert robot.dof == 1
    assert limits(robot) == {"one": (-1, 1, 3, 2), "two": (0, 1, 3, 2)}
    assert limits(read_urdf(write_urdf(robot))) == limits(robot)
    assert limits(read_mjcf(write_mjcf(robot)))["two"] == (0, 1, None, 2)
    assert limits(read_urdf(ARM, tip="a")) == {"one": (-1, 1, 3, 2)}


def test_limits_in_toml_are_numbers_and_angles() -> None:
    robot = read_toml(
        """joint = [
  { kind = "R", axis = "z", limits = { lower = "-170deg", upper = "170deg", effort = 87 } },
  { kind = "T", axis = "z", limits = { lower = -0.5, upper = 0, velocity = "1/3" } },
]"""
    )
    first, second = (joint.limits.numbers for joint in robot.joints)
    assert float(first[1] or 0) == pytest.approx(radians(170), rel=1e-15)
    assert second == (Fraction(-1, 2), 0, Fraction(1, 3), None)
    assert read_toml(write_toml(robot)) == robot


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (
            "{ lower = 1, upper = -1 }",
            "the lower limit 1 is above the upper one, -1",
        ),
        ("{ lower = 1 }", "expected lower and upper limits, or none of the two"),
        ("{ velocity = -1 }", "a limit of velocity below zero, -1"),
        ("{ effort = 'tau' }", "the limit tau is no number"),
        ("{ effort = '3deg' }", "effort: '3deg' is an angle"),
        ("{ upper = 1, lower = '1e31' }", "a limit beyond 1e+30 is refused"),
        ("{ low = 1 }", "unknown key 'low'; did you mean 'lower'?"),
        ("3", "limits: expected a table with lower, upper, velocity, effort"),
        ("{ lower = true, upper = 2 }", "lower: 'True' is not an angle"),
        ("{ lower = nan, upper = 2 }", "lower: "),
    ],
)
def test_a_wrong_limit_in_toml_is_one_sentence(entry: str, sentence: str) -> None:
    with pytest.raises(TorsorError) as refusal:
        read_toml(f'joint = [{{ kind = "R", axis = "z", limits = {entry} }}]')
    assert sentence in str(refusal.value)
    assert str(refusal.value).startswith("joint 1, limits")


def test_a_fixed_joint_has_no_limits() -> None:
    text = """joint = [{ kind = "R", axis = "z" },
    { kind = "F", limits = { lower = 0, upper = 1 } }]"""
    with pytest.raises(TorsorError, match="joint 2, limits: a fixed joint has no limits"):
        read_toml(text)


MJCF = """<mujoco><compiler angle="degree"/><worldbody>
<body name="upper arm" pos="0 0 1">{}<geom size="0.1" pos="0.2 0 0"/></body>
</worldbody><actuator>{}</actuator></mujoco>"""
TURN = '<joint name="j" axis="0 1 0"{}/>'


@pytest.mark.parametrize(
    ("joint", "actuator", "expected"),
    [
        ("", "", (None,) * 4),
        (' range="-90 45"', "", (radians(-90), radians(45), None, None)),
        (' range="-90 45" limited="false"', "", (None,) * 4),
        (' range="-90 45" ref="20"', "", (radians(-90), radians(45), None, None)),
        (' actuatorfrcrange="-7 7"', "", (None, None, None, 7)),
        ("", '<motor joint="j" gear="10" ctrlrange="-2 2"/>', (None, None, None, 20)),
        ("", '<motor joint="j" gear="-10" ctrlrange="-2 2"/>', (None, None, None, 20)),
        (
            "",
            '<motor joint="j" gear="10" ctrlrange="-2 2" forcerange="-1 1"/>',
            (None,) * 3 + (10,),
        ),
        ("", '<position joint="j" kp="3" ctrlrange="-2 2"/>', (None,) * 4),
        ("", '<position joint="j" ctrlrange="-2 2" forcerange="-5 5"/>', (None,) * 3 + (5,)),
        (' actuatorfrcrange="-7 7"', '<motor joint="j" ctrlrange="-9 9"/>', (None,) * 3 + (7,)),
        ("", '<motor joint="j" ctrlrange="-2 2"/>' * 2, (None,) * 4),
        ("", '<motor joint="j" ctrlrange="0 2"/>', (None,) * 4),
    ],
)
def test_an_mjcf_joint_has_the_limits_that_mujoco_compiles(
    joint: str, actuator: str, expected: Bounds
) -> None:
    text = MJCF.format(TURN.format(joint), actuator)
    robot = read_mjcf(text)
    assert limits(robot) == {"j": expected}
    assert robot.links[0].name == "upper arm"
    again = mujoco.MjModel.from_xml_string(write_mjcf(robot))
    lower, upper, _, effort = expected
    assert bool(again.jnt_limited[0]) == (lower is not None)
    assert not again.jnt_limited[0] or tuple(again.jnt_range[0]) == (lower, upper)
    assert bool(again.jnt_actfrclimited[0]) == (effort is not None)
    assert limits(read_mjcf(write_mjcf(robot))) == limits(robot)
    assert ("not even" in "".join(robot.notes)) == ('"0 2"' in actuator)


def test_mujoco_moves_within_the_same_range_whatever_the_leaders_shift() -> None:
    """A joint that moves by q1 + 0.3 reaches its limit in MuJoCo where its own angle does."""
    robot = read_toml(
        """gravity = 0
[[joint]]
kind = "R"
axis = "y"
moves = "q1 + 0.3rad"
name = "a"
limits = { lower = -1, upper = 2 }
link = { mass = 1, com = [1, 0, 0], inertia = [1, 1, 1] }
"""
    )
    model = mujoco.MjModel.from_xml_string(write_mjcf(robot))
    assert model.qpos0[0] == -0.3
    assert list(model.jnt_range[0]) == [-1.3, 1.7]
    assert limits(read_mjcf(write_mjcf(robot)))["a"] == (-1.3, 1.7, None, None)


def test_names_that_are_taken_or_odd_are_written_once_each(tmp_path: Path) -> None:
    text = ARM.replace('"base"', '"tool"').replace('"a"', '"link2"').replace('"b"', '"x/y"')
    robot = read_urdf(text)
    assert (robot.base, [link.name for link in robot.links]) == ("tool", ["link2", "x_y"])
    again = read_urdf(write_urdf(robot))
    assert (again.base, [link.name for link in again.links]) == ("tool", ["link2", "x_y"])
    file = tmp_path / "again.urdf"
    file.write_text(write_urdf(robot), "utf-8")
    frames = [f.name for f in pin.buildModelFromUrdf(str(file)).frames]
    assert len(frames) == len(set(frames))
    assert "tool_2" in frames


def test_show_prints_names_and_limits_and_json_has_them_as_numbers(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "arm.urdf"
    file.write_text(ARM, "utf-8")
    assert run(["show", str(file)]) == 0
    shown = capsys.readouterr().out.replace("\u00a0", " ")
    assert "Names and limits: kept, and no part of the equations or of a simulation" in shown
    assert "1     one           a            -1 rad  1 rad  3 rad/s   2 N·m" in shown
    assert "0 m     1 m    3 m/s     2 N" in shown
    assert run(["show", str(file), "--json"]) == 0
    joints = json.loads(capsys.readouterr().out)["joints"]
    assert [(j["name"], j["link_name"]) for j in joints] == [("one", "a"), ("two", "b")]
    assert joints[0]["limits"] == {"lower": -1, "upper": 1, "velocity": 3, "effort": 2}
    assert run(["show", "rttrr", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["joints"][0]["limits"] is None
