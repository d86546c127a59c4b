"""MJCF models read by Torsor, judged by MuJoCo itself."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import mujoco
import numpy as np
import pytest
from tests.formats.mujoco_truth import array, errors

from torsor import TorsorError
from torsor.algebra.formula import formula, number
from torsor.formats.fields import axis_field
from torsor.formats.mjcf.exact_numbers import exact_rotation
from torsor.formats.mjcf.reader import load_mjcf, read_mjcf
from torsor.formats.toml.reader import read_toml, write_toml
from torsor.robot.robot import Turn

TOLERANCE = 1e-10

SEVERAL_JOINTS = """
<mujoco model="several">
  <option gravity="0.1 -0.2 -9.81"/>
  <worldbody>
    <geom type="plane" size="1 1 1"/>
    <body name="stand" pos="0 0 0.5" euler="10 20 30">
      <body name="a" pos="0.1 0.2 0.3" quat="1 2 3 4">
        <joint name="turn" axis="0 1 1" pos="0.1 -0.2 0.3" ref="20" armature="0.4" damping="0.7"/>
        <joint name="slide" type="slide" axis="1 2 3" pos="1 2 3" ref="0.3" stiffness="5"
               springref="-0.2"/>
        <joint name="twist" axis="1 0 0" pos="0 0.1 0" stiffness="2" springref="40"
               frictionloss="0.3" limited="true" range="-90 90"/>
        <inertial pos="0.1 0 0.2" mass="2.5" quat="1 0 0.5 0" diaginertia="0.3 0.2 0.35"/>
        <body name="b" pos="0 0 1" axisangle="0 1 0 45">
          <joint name="last" type="slide" axis="0 0 -1" pos="0 0 0.5"/>
          <geom type="capsule" fromto="0 0 0 0.3 0.1 0.2" size="0.05"/>
          <body name="welded" pos="0.2 0 0" euler="0 0 33">
            <geom type="box" size="0.1 0.2 0.05" pos="0.1 0 0" euler="11 0 0"/>
            <body name="leaf" pos="0 0 0.3" xyaxes="0 1 0 -1 0 0">
              <geom type="cylinder" size="0.02 0.1" mass="0.4"/>
            </body>
          </body>
        </body>
      </body>
    </body>
  </worldbody>
  <actuator><motor joint="turn" gear="3" armature="0.02" damping="0.5"/></actuator>
</mujoco>
"""

DEFAULTS = """
<mujoco model="defaults">
  <compiler angle="radian" settotalmass="12" eulerseq="zyx"/>
  <option gravity="0 0 0"><flag gravity="enable"/></option>
  <default>
    <joint armature="0.01" damping="0.2"/>
    <geom density="500"/>
    <default class="heavy">
      <joint axis="0 1 0" damping="0.5"/>
      <geom density="8000" type="sphere" size="0.1"/>
      <default class="heavier"><geom density="9000"/></default>
    </default>
  </default>
  <worldbody>
    <body name="a" childclass="heavy" pos="1 0 0">
      <joint/>
      <frame pos="0 0 0.1" euler="0.1 0.2 0.3">
        <geom/>
        <geom class="heavier" pos="0.3 0 0" type="ellipsoid" size="0.1 0.2 0.3"/>
        <body name="left" pos="0 0.5 0">
          <joint axis="1 0 0"/><geom/>
          <body name="left2" pos="0.2 0.5 0"><joint type="slide"/><geom pos="0 0.1 0"/></body>
        </body>
      </frame>
      <replicate count="2" offset="0.5 0 0" euler="0.3 0 0">
        <body name="right" pos="0 -0.5 0"><joint class="main"/><geom pos="0 0 0.2"/></body>
      </replicate>
    </body>
  </worldbody>
</mujoco>
"""


@pytest.mark.parametrize("text", [SEVERAL_JOINTS, DEFAULTS], ids=["several joints", "defaults"])
@pytest.mark.parametrize("exact_angles", [False, True])
def test_a_model_moves_as_in_mujoco(text: str, exact_angles: bool) -> None:
    model = mujoco.MjModel.from_xml_string(text)
    robot = read_mjcf(text, exact_angles=exact_angles)
    found = errors(robot, model, ("body", model.nbody - 1), count=10)
    assert max(found.values()) < TOLERANCE, found


def test_friction_and_notes_of_a_model_with_several_joints() -> None:
    robot = read_mjcf(SEVERAL_JOINTS)
    assert robot.structure == "RTRT"
    assert [j.name for j in robot.joints] == ["turn", "slide", "twist", "last"]
    assert robot.links[2].drive.coulomb == formula("0.3")
    assert robot.links[0].drive.rotor == formula("0.58")
    assert robot.links[0].massless
    notes = "\n".join(robot.notes)
    for part in ("2 welded bodies (welded, leaf)", "1 body (stand) fixed"):
        assert part in notes
    assert "1 actuator" in notes
    assert read_toml(write_toml(robot)) == robot


def test_decimals_stay_the_decimals_of_the_file() -> None:
    text = """<mujoco><option gravity="0 0 -9.80665"/><worldbody><body pos="0.35 0 0.1">
      <joint damping="0.3"/>
      <inertial pos="0.1 0.2 0.3" mass="0.7" fullinertia="0.31 0.22 0.35 0.011 0.023 -0.037"/>
    </body></worldbody></mujoco>"""
    robot = read_mjcf(text)
    link = robot.links[0]
    assert [e.constant for e in link.inertia] == [
        Fraction(e) for e in ("0.31", "0.22", "0.35", "0.011", "0.023", "-0.037")
    ]
    assert robot.joints[0].placement.offset == tuple(map(formula, ("0.35", 0, "0.1")))
    assert link.com == tuple(map(formula, ("0.1", "0.2", "0.3")))
    assert robot.gravity[2] == formula("-9.80665")
    assert link.mass == formula("0.7")


def test_a_turned_principal_inertia_keeps_its_short_digits() -> None:
    text = """<mujoco><worldbody><body><joint/>
      <inertial pos="0 0 0" quat="1 1 0 0" mass="1" diaginertia="0.3 0.2 0.35"/>
    </body></worldbody></mujoco>"""
    entries = [e.constant for e in read_mjcf(text).links[0].inertia]
    assert entries == [Fraction("0.3"), Fraction("0.35"), Fraction("0.2"), 0, 0, 0]


def test_meshes_and_includes_come_from_the_models_own_directory(tmp_path: Path) -> None:
    import trimesh

    (tmp_path / "parts").mkdir()
    trimesh.creation.box((0.2, 0.3, 0.4)).export(tmp_path / "parts" / "Link 1.STL")
    trimesh.creation.icosphere(1, 0.2).export(tmp_path / "parts" / "ball.obj")
    (tmp_path / "arm.xml").write_text("""<mujoco>
      <compiler meshdir="parts"/>
      <asset><mesh file="Link 1.STL"/><mesh name="b" file="ball.obj" scale="1 1 2"/>
        <mesh name="gone" file="never/opened.stl"/>
        <texture name="sky" type="skybox" file="no.png"/><material name="m" texture="sky"/></asset>
      <worldbody>
        <light pos="0 0 3"/>
        <body name="base"><geom type="mesh" mesh="gone" material="m"/>
          <include file="tip.xml"/></body>
      </worldbody>
      <contact><exclude body1="base" body2="one"/></contact>
      <sensor><jointpos joint="j"/></sensor>
      <keyframe><key qpos="0 0"/></keyframe>
    </mujoco>""")  # fmt: skip
    (tmp_path / "tip.xml").write_text("""<mujocoinclude>
      <body name="one"><joint name="j" axis="0 1 0"/><geom type="mesh" mesh="Link 1"/>
        <body name="two" pos="1 0 0"><joint/><geom type="mesh" mesh="b" pos="0 0.1 0"/>
          <body name="drawn"><inertial pos="0 0 1" mass="1" diaginertia="1 1 1"/>
            <geom type="mesh" mesh="gone"/></body></body></body>
    </mujocoinclude>""")
    robot = load_mjcf(tmp_path / "arm.xml", exact_angles=False)
    plain = (tmp_path / "arm.xml").read_text()
    for gone in ('<mesh name="gone" file="never/opened.stl"/>',
                 '<texture name="sky" type="skybox" file="no.png"/>',
                 '<material name="m" texture="sky"/>',
                 '<geom type="mesh" mesh="gone" material="m"/>'):  # fmt: skip
        assert gone in plain
        plain = plain.replace(gone, "")
    (tmp_path / "seen.xml").write_text(plain)
    tip = (tmp_path / "tip.xml").read_text()
    (tmp_path / "tip.xml").write_text(tip.replace('<geom type="mesh" mesh="gone"/>', ""))
    model = mujoco.MjModel.from_xml_path(str(tmp_path / "seen.xml"))
    found = errors(robot, model, ("body", model.nbody - 1))
    assert max(found.values()) < TOLERANCE, found
    assert robot.name == "arm"
    assert robot.source == "arm.xml"
    notes = "\n".join(robot.notes)
    for part in ("1 element of <sensor>", "1 element of <keyframe>", "1 element of <contact>"):
        assert part in notes


@pytest.mark.parametrize("seed", range(40))
def test_a_rotation_near_fifteen_degrees_is_snapped_and_no_other(seed: int) -> None:
    rng = np.random.default_rng(seed)
    quaternion = np.array([1.0, 0, 0, 0])
    axes = rng.permutation(3)[: rng.integers(1, 4)]
    for axis in axes:
        turn, product = np.zeros(4), np.zeros(4)
        angle = np.pi / 12 * rng.integers(-11, 13)
        turn[0], turn[axis + 1] = np.cos(angle / 2), np.sin(angle / 2)
        mujoco.mju_mulQuat(product, quaternion, turn)
        quaternion = product
    for distance, snaps in ((0.0, True), (5e-5, True), (3e-4, False)):
        nudge, moved = np.zeros(4), np.zeros(4)
        away = rng.normal(size=3)
        nudge[0] = np.cos(distance / 2)
        nudge[1:] = np.sin(distance / 2) * away / np.linalg.norm(away)
        mujoco.mju_mulQuat(moved, quaternion, nudge)
        turns, told = exact_rotation(moved, snap=True)
        assert all(isinstance(t, Turn) for t in turns) == snaps or not turns
        if snaps:
            assert len(turns) <= len(axes)
            assert abs(told - distance) < 1e-9
        R, theirs = matrix_of(turns), np.zeros(9)
        mujoco.mju_quat2Mat(theirs, moved)
        assert np.abs(R - theirs.reshape(3, 3)).max() <= distance + 1e-15
        kept, _ = exact_rotation(moved, snap=False)
        assert np.abs(matrix_of(kept) - theirs.reshape(3, 3)).max() < 2e-15


def matrix_of(turns: Any) -> np.ndarray:
    from torsor.algebra.scalars.floats import FloatScalars
    from torsor.mechanics.chain import placement
    from torsor.robot.robot import Frame

    return array(placement(Frame(rotation=tuple(turns)), FloatScalars({}))[0])


SNAP = """<mujoco><compiler angle="radian"/><worldbody>
  <body name="a" euler="1.5708 0 0"><joint axis="0 0.00001 1"/>
    <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/></body></worldbody></mujoco>"""


def test_snapping_is_told_and_can_be_switched_off() -> None:
    robot = read_mjcf(SNAP)
    assert robot.joints[0].placement.rotation == (Turn(axis_field("x"), formula("90deg")),)
    assert robot.joints[0].axis == axis_field("z")
    assert any("snapped to multiples of 15°" in note for note in robot.notes)
    as_written = read_mjcf(SNAP, exact_angles=False)
    assert not any("snapped" in note for note in as_written.notes)
    model = mujoco.MjModel.from_xml_string(SNAP)
    found = errors(as_written, model, ("body", 1))
    assert max(found.values()) < TOLERANCE, found


TREE = """<mujoco><worldbody>
  <body name="trunk"><joint name="yaw"/><geom size="0.1"/>
    <body name="left" pos="0 1 0"><joint name="l" axis="1 0 0"/><geom size="0.2" pos="0 0 1"/>
      <site name="grip" pos="0 0 0.5" euler="0 0 90"/></body>
    <body name="right" pos="0 -1 0"><joint name="r" axis="0 1 0" ref="30"/>
      <geom size="0.3" pos="0.5 0 0"/></body>
  </body></worldbody></mujoco>"""


def test_a_tree_is_kept_whole_or_lumped_up_to_a_tip() -> None:
    model = mujoco.MjModel.from_xml_string(TREE)
    whole = read_mjcf(TREE)
    assert whole.structure == "RRR"
    assert [j.parent for j in whole.joints] == [0, 1, 1]
    assert max(errors(whole, model, ("body", 3)).values()) < TOLERANCE
    kept = read_mjcf(TREE, tip="grip", rest="kept")
    assert max(errors(kept, model, ("site", 0)).values()) < TOLERANCE
    chain = read_mjcf(TREE, tip="grip")
    assert [j.name for j in chain.joints] == ["yaw", "l"]
    assert any("1 joint (r) held where the model starts" in note for note in chain.notes)
    frozen = TREE.replace('<joint name="r" axis="0 1 0" ref="30"/>', "")
    model = mujoco.MjModel.from_xml_string(frozen)
    assert max(errors(chain, model, ("site", 0)).values()) < TOLERANCE
    with pytest.raises(TorsorError, match="no body or site is called 'gripp'; did you mean 'grip'"):
        read_mjcf(TREE, tip="gripp")
    with pytest.raises(TorsorError, match="expected lumped or kept"):
        read_mjcf(TREE, rest="thrown away")


def test_numbers_become_symbols_with_values() -> None:
    robot = read_mjcf(TREE, symbolic=("inertias", "lengths"))
    assert {"m1", "Ixx2", "py2", "rx3"} <= set(robot.numbers)
    assert robot.numbers["py2"] == number(1)
    assert str(robot.joints[1].placement.offset[1]) == "py2"


COUPLED = """<mujoco><compiler angle="radian"/><worldbody>
  <body name="first"><joint name="a" ref="0.4"/><geom size="0.1" pos="0.3 0 0"/>
    <body name="second" pos="1 0 0"><joint name="b" axis="0 1 0" ref="0.1"/>
      <geom size="0.1" pos="0 0 0.2"/>
      <body pos="1 0 0"><joint name="c" type="slide" axis="1 0 0"/><geom size="0.1"/></body>
    </body></body></worldbody>
  <equality><joint joint1="a" joint2="b" polycoef="0.2 -2 0 0 0"/>
    <joint joint1="c" joint2="a" polycoef="0 0.5"/>
    <joint name="off" joint1="b" active="false"/></equality></mujoco>"""


def test_constraints_of_degree_one_between_joints_are_couplings() -> None:
    robot = read_mjcf(COUPLED, exact_angles=False)
    assert robot.dof == 1
    model = mujoco.MjModel.from_xml_string(COUPLED)
    found = errors(robot, model, ("body", 3))
    assert max(found.values()) < TOLERANCE, found
    assert sum("is coupled" in note for note in robot.notes) == 2
    assert any("1 inactive constraint (off)" in note for note in robot.notes)
    with pytest.raises(TorsorError, match="it couples a joint that is not kept"):
        read_mjcf(COUPLED, tip="second")
    behind = COUPLED.replace('joint1="a" joint2="b"', 'joint1="b" joint2="c"')
    behind = behind.replace('joint1="c" joint2="a"', 'joint1="c" joint2="a" active="false"')
    assert read_mjcf(behind, tip="first").dof == 1
    off = COUPLED.replace("<worldbody>", '<option><flag equality="disable"/></option><worldbody>')
    assert read_mjcf(off).dof == 3


def test_what_the_flags_switch_off_is_off() -> None:
    flags = '<flag gravity="disable" spring="disable" damper="disable" frictionloss="disable"/>'
    text = SEVERAL_JOINTS.replace('-9.81"/>', f'-9.81">{flags}</option>')
    robot = read_mjcf(text, exact_angles=False)
    found = errors(robot, mujoco.MjModel.from_xml_string(text), ("body", 5))
    assert max(found.values()) < TOLERANCE, found
    assert not any(link.drive.coulomb or link.drive.spring for link in robot.links)
    assert sum("switched off" in note for note in robot.notes) == 4
