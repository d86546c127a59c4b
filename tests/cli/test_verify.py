"""``torsor verify`` of a model that is wrong, on a terminal, and of what is no robot."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest
from tests.cli.running import certificate_rows
from tests.proof.broken import HeavierForNewtonEuler

METHODS = "Newton-Euler ≡ Lagrange ≡ virtual work"
STATE = r"entry 1 differs: by -?[\d.e+]+ at (\w+ = -?\d+, )+all other symbols 1"


@pytest.fixture
def wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    """A derivation in which Newton-Euler meets a heavier link than the other methods do."""
    for module in ("torsor.proof.certificate", "torsor.derivation"):
        monkeypatch.setattr(import_module(module), "Model", HeavierForNewtonEuler)


# a model that is wrong ----------------------------------------------------------------------------


@pytest.mark.usefixtures("wrong")
def test_a_proof_that_fails_exits_with_1_and_names_a_state(torsor) -> None:
    answer = torsor("verify", "rttrr")
    assert (answer.status, answer.err) == (1, "")
    verdict, name, detail = certificate_rows(answer.out)[0]
    assert (verdict, name) == ("FAILS", METHODS)
    assert re.fullmatch(STATE, detail)
    assert re.search(r"^2 of 11 fail; \d+\.\d\d s\.$", answer.out, re.MULTILINE)
    assert answer.out.count("proven") == 7


@pytest.mark.usefixtures("wrong")
def test_a_proof_that_fails_says_so_in_json(torsor) -> None:
    answer = torsor("verify", "rttrr", "--json")
    assert answer.status == 1
    checks = {check["name"]: check for check in json.loads(answer.out)["checks"]}
    assert checks[METHODS]["holds"] is False
    assert re.fullmatch(STATE, checks[METHODS]["detail"])
    assert checks["τ = Y π"]["holds"] is True


@pytest.mark.usefixtures("wrong")
def test_a_proof_that_fails_says_so_in_a_file(torsor, tmp_path: Path) -> None:
    file = tmp_path / "certificate.md"
    answer = torsor("verify", "rttrr", "--format", "markdown", "-o", file)
    assert answer.status == 1
    assert re.search(
        rf"^\| \*\*FAILS\*\* \| {METHODS} \| {STATE} \|$",
        file.read_text("utf-8").replace(r"$\equiv$", "≡"),
        re.MULTILINE,
    )


@pytest.mark.usefixtures("wrong")
def test_methods_that_differ_are_told_side_by_side(torsor) -> None:
    answer = torsor("derive", "rttrr", "--compare")
    assert answer.status == 1
    assert [line.rpartition(", ")[2] for line in answer.out.splitlines()[2:]] == ["DIFFERENT"] * 2
    data = json.loads(torsor("derive", "rttrr", "--compare", "--json").out)
    assert [row["equal"] for row in data["methods"]] == [True, False, False]


# on a terminal ------------------------------------------------------------------------------------


def test_progress_is_shown_on_a_terminal_and_the_certificate_stays_clean() -> None:
    reader, writer = pty.openpty()
    command = [sys.executable, "-c", "from torsor.cli.main import main; main()", "verify", "rttrr"]
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    done = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=writer, env=environment, check=False
    )
    os.close(writer)
    shown = os.read(reader, 100_000).decode("utf-8", "replace")
    os.close(reader)
    assert done.returncode == 0
    assert "proving RTTRR" in shown or "agrees with Pinocchio" in shown
    assert done.stdout.decode("utf-8").startswith("Certificate of RTTRR\n")
    assert b"\x1b" not in done.stdout


# what is no robot ---------------------------------------------------------------------------------

BODY = """coordinates = "RT"
[[body]]
position = ["l*cos(q1)", "l*sin(q1)", "q2"]
omega = [0, 0, "dq1"]
"""
ROBOTS = {
    "an angular velocity that is not linear": (
        BODY.replace('"dq1"', '"dq1*dq2"'),
        "body 1: the angular velocity's z component dq1*dq2 is not linear in the velocities",
    ),
    "a coordinate that is not there": (
        BODY.replace('"q2"', '"q7"'),
        "body 1: q7 is beyond the 2 coordinates q1 … q2",
    ),
    "an angle as a length": (
        BODY.replace('"l*cos(q1)"', '"l*q1"'),
        "body 1: q1 turns (R) and stands outside of sine and cosine",
    ),
    "an inertia that turning changes": (
        BODY.replace('"RT"', '"RR"').replace('"q2"', "0").replace("[0, 0, ", '["sin(q1)*dq2", 0, '),
        "body 1: its inertia would change in base axes as it turns with q1",
    ),
    "a circle of followers": (
        """joint = [
          { kind = "R", axis = "z", mimic = { joint = 2 } },
          { kind = "R", axis = "x", mimic = { joint = 1 } },
        ]""",
        "the coupling runs in a circle: joint 1 → 2 → 1",
    ),
    "a singular coupling": (
        """joint = [
          { kind = "R", axis = "z", moves = "q1 + q2" },
          { kind = "T", axis = "z", moves = "2*q1 + 2*q2" },
        ]""",
        "is singular: some motion of its coordinates moves no joint",
    ),
    "half an angle": (
        """joint = [
          { kind = "R", axis = "z" },
          { kind = "R", axis = "x", mimic = { joint = 1, ratio = 0.5 } },
        ]""",
        "turns by q1/2; a revolute joint needs whole multiples: take the slower joint's angle",
    ),
    "friction where two coordinates act": (
        """joint = [
          { kind = "R", axis = "z", moves = "q1 + q2", link = { coulomb = 1 } },
          { kind = "R", axis = "x", moves = "q1 - q2" },
        ]""",
        "has Coulomb friction and is moved by several coordinates",
    ),
}


@pytest.mark.parametrize("what", ROBOTS)
@pytest.mark.parametrize("command", ["verify", "derive"])
def test_what_is_no_robot_is_refused_in_a_sentence(
    what: str, command: str, torsor, tmp_path: Path
) -> None:
    text, sentence = ROBOTS[what]
    file = tmp_path / "robot.toml"
    file.write_text(text, "utf-8")
    assert sentence in torsor(command, file).complaint


DIFFERENTIAL = """joint = [
  { kind = "R", axis = "z", moves = "q1 + q2" },
  { kind = "R", axis = "x", moves = "q1 - q2" },
]"""


def test_friction_for_every_joint_of_a_differential_is_refused(torsor, tmp_path: Path) -> None:
    file = tmp_path / "robot.toml"
    file.write_text(DIFFERENTIAL)
    complaint = torsor("verify", file, "--with", "friction").complaint
    assert "joint 1 of 'robot' has Coulomb friction and is moved by several" in complaint
    assert torsor("verify", file, "--with", "rotors,springs").status == 0


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            "verify rttrr --with magic",
            "'magic' is nothing that a joint can have; expected friction",
        ),
        ("derive rttrr --with friction,", "'' is nothing that a joint can have"),
        ("verify rttrr --with Friction", "'Friction' is nothing that a joint can have"),
        ("verify rttrr --payload brick", "the payload 'brick'"),
        ("verify rttrr --assume m9=1", "names no symbol of 'RTTRR'"),
        ("verify rttrrr", "no robot is called 'rttrrr'; did you mean 'rttrr'"),
        ("verify rv1a-paper --with friction", "is given by bodies and has no joints to drive"),
        ("verify rv1a-paper --payload body", "is given by bodies and has no tool to carry a load"),
        ("verify rv1a-paper --assume point_masses", "point_masses speaks of a chain's links"),
        ("derive rv1a-paper --method newton-euler", "derive it by lagrange or virtual-work"),
        ("derive rv1a-paper --form steps", "it has no frames, no tool and no joint reactions"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(
    arguments: str, sentence: str, torsor
) -> None:
    assert sentence in torsor(*arguments.split()).complaint


@pytest.mark.parametrize("what", ["f", "n", "pose", "J", "Jdot", "Y"])
def test_what_only_a_chain_has_cannot_be_evaluated_for_bodies(what: str, torsor) -> None:
    complaint = torsor("eval", "rv1a-paper", "--what", what).complaint
    assert "is given by bodies, not by a chain: it has no frames, no tool" in complaint
