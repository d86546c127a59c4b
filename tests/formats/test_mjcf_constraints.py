"""MJCF whose only fault is a constraint is read without it, by name; fragments are told apart."""

from __future__ import annotations

import json
from pathlib import Path

import mujoco
import numpy as np
import pytest
from tests.formats.mujoco_truth import errors

import torsor
from torsor import TorsorError
from torsor.cli.main import run
from torsor.formats.mjcf.reader import read_mjcf
from torsor.formats.toml.reader import read_toml, write_toml
from torsor.robot.hypotheses import assume

BODIES = """<worldbody><body name="a" pos="0 0 1"><joint name="one" axis="0 1 0"/>
<geom size="0.1" pos="0.2 0 0"/><body name="b" pos="0.4 0 0"><joint name="two" axis="0 1 0"/>
<geom size="0.1" pos="0.2 0.1 0"/></body></body></worldbody>"""
CONSTRAINTS = {
    "weld": ('<weld name="grip" body1="a" body2="b"/>', ["grip"]),
    "connect": ('<connect name="pin" body1="b" anchor="0 0 0"/>', ["pin"]),
    "cubic": ('<joint name="cam" joint1="one" joint2="two" polycoef="0 1 0 1 0"/>', ["cam"]),
    "held": ('<joint name="lock" joint1="one"/>', ["lock"]),
    "two": (
        '<weld name="grip" body1="a" body2="b"/><connect body1="b" anchor="0 0 0"/>',
        ["grip", "equality 1"],
    ),
    "tendon": ('<tendon name="tie" tendon1="rope"/>', ["tie"]),
    "a spring": ("", ["rope"]),
}


def model(what: str, constraints: bool = True) -> str:
    """Two links, and what ties them together."""
    equality = CONSTRAINTS[what][0]
    stiff = ' stiffness="3" damping="2"' if what == "a spring" and constraints else ""
    tendon = f'<fixed name="rope"{stiff}><joint joint="one" coef="1"/></fixed>'
    held = f"<equality>{equality}</equality>" if constraints else ""
    return f"<mujoco>{BODIES}<tendon>{tendon}</tendon>{held}</mujoco>"


@pytest.mark.parametrize("what", CONSTRAINTS)
def test_a_refusal_names_every_constraint_and_the_way_out(what: str) -> None:
    with pytest.raises(TorsorError) as refusal:
        read_mjcf(model(what), file="arm.xml")
    message = str(refusal.value)
    assert message.startswith("arm.xml:")
    for name in CONSTRAINTS[what][1]:
        assert f"--without-constraint {name if ' ' not in name else repr(name)}" in message
    assert "without_constraints" in message


@pytest.mark.parametrize("what", CONSTRAINTS)
def test_without_its_constraints_a_model_moves_as_mujocos_does_without_them(
    what: str, tmp_path: Path
) -> None:
    names = CONSTRAINTS[what][1]
    file = tmp_path / "arm.xml"
    file.write_text(model(what), "utf-8")
    robot = torsor.load(file, without_constraints=names)
    free = mujoco.MjModel.from_xml_string(model(what, constraints=False))
    found = errors(robot, free, ("body", free.nbody - 1), count=5)
    assert max(found.values()) < 1e-12, found
    assert robot.dof == 2
    assert robot.hypotheses == tuple(f"without constraint {name}" for name in names)
    notes = "\n".join(robot.notes)
    assert f"({', '.join(names)}) left out, as was asked for" in notes
    assert "slack" not in notes or "rope" not in names
    again = read_toml(write_toml(robot))
    assert again.hypotheses == robot.hypotheses
    assert again == robot


def test_the_constraint_would_have_mattered() -> None:
    """MuJoCo's own motion with the weld is another one: what is left out is worth saying."""
    held = mujoco.MjModel.from_xml_string(model("weld"))
    free = mujoco.MjModel.from_xml_string(model("weld", constraints=False))
    accelerations = []
    for compiled in (held, free):
        data = mujoco.MjData(compiled)
        data.qpos[:] = (0.3, 0.4)
        mujoco.mj_forward(compiled, data)
        accelerations.append(np.array(data.qacc))
    assert np.abs(accelerations[0] - accelerations[1]).max() > 1


def test_a_coupling_that_could_be_read_can_be_left_out_too() -> None:
    geared = CONSTRAINTS["cubic"][0].replace("0 1 0 1 0", "0 1 0 0 0")
    text = model("weld").replace(CONSTRAINTS["weld"][0], geared)
    assert read_mjcf(text).dof == 1
    assert read_mjcf(text, without_constraints=["cam"]).dof == 2


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (["grap"], "no constraint is called 'grap'; did you mean 'grip'?"),
        (["zzz"], "no constraint is called 'zzz'; it has 'grip'"),
        (["rope"], "no constraint is called 'rope'"),
        ([3], "expected a list of names"),
    ],
)
def test_a_name_that_no_constraint_has_is_one_sentence(names: list[str], sentence: str) -> None:
    with pytest.raises(TorsorError) as refusal:
        read_mjcf(model("weld"), file="arm.xml", without_constraints=names)
    assert str(refusal.value).startswith("arm.xml: ")
    assert sentence in str(refusal.value)


def test_only_mjcf_has_constraints(tmp_path: Path) -> None:
    with pytest.raises(TorsorError, match="only a URDF or MJCF file is read with such options"):
        torsor.load("scara", without_constraints=["a"])
    (tmp_path / "a.urdf").write_text("<robot/>")
    with pytest.raises(TorsorError, match="only an MJCF has constraints to leave out"):
        torsor.load(tmp_path / "a.urdf", without_constraints=["a"])


def test_a_reader_alone_states_what_was_left_out() -> None:
    with pytest.raises(TorsorError, match="is for the reader of a file to make"):
        assume(torsor.load("scara"), "without constraint a")


def test_whatever_shows_hypotheses_shows_what_was_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "arm.xml"
    file.write_text(model("weld"), "utf-8")
    assert run(["show", str(file)]) == 2
    assert "--without-constraint grip" in capsys.readouterr().err
    without = [str(file), "--without-constraint", "grip"]
    for arguments in (
        ["show", *without],
        ["show", *without, "--no-hypotheses"],
        ["derive", *without],
        ["derive", *without, "--json"],
        ["verify", *without],
        ["export", *without],
    ):
        assert run(arguments) == 0, arguments
        assert "without constraint grip" in capsys.readouterr().out, arguments
    assert run(["show", *without, "--json"]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["hypotheses"] == ["without constraint grip"]
    assert "1 constraint (grip) left out, as was asked for" in shown["notes"]
    assert run(["code", *without, "--target", "python", "-o", str(tmp_path / "code")]) == 0
    assert run(["report", *without, "-o", str(tmp_path / "arm.md")]) == 0
    assert "without constraint grip" in (tmp_path / "arm.md").read_text("utf-8")
    written = "".join(f.read_text("utf-8") for f in (tmp_path / "code").rglob("*.py"))
    assert "Hypotheses: without constraint grip" in written


FRAGMENTS = {
    "mujocoinclude": ("<mujocoinclude><body/></mujocoinclude>", "<mujocoinclude>: a part that"),
    "defaults": (
        "<mujoco><default/><asset/><default/></mujoco>",
        "<mujoco>: no <worldbody>, so it is a part that other MJCF files include "
        "(it has <default>, <asset>), and no model by itself; expected the file that includes it",
    ),
    "empty": ("<mujoco/>", "(it has nothing), and no model by itself"),
}


@pytest.mark.parametrize(("text", "sentence"), FRAGMENTS.values(), ids=FRAGMENTS)
def test_a_fragment_is_told_what_it_is(
    text: str, sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "part.xml"
    file.write_text(text, "utf-8")
    assert run(["show", str(file)]) == 2
    assert f"{file}:1: " in (told := capsys.readouterr().err)
    assert sentence in told


def test_a_model_made_of_fragments_is_read(tmp_path: Path) -> None:
    """A declaration of version 0.0 in a fragment is passed over and told, as in a model."""
    (tmp_path / "part.xml").write_text(
        f'\n<?xml version="0.0"?><mujocoinclude>{BODIES}</mujocoinclude>', "utf-8"
    )
    (tmp_path / "arm.xml").write_text('<mujoco><include file="part.xml"/></mujoco>', "utf-8")
    robot = torsor.load(tmp_path / "arm.xml")
    assert robot.dof == 2
    notes = "\n".join(robot.notes)
    assert "part.xml: the XML declaration stands in line 2" in notes
    assert "part.xml: the file declares XML version '0.0'; read as XML 1.0" in notes
