"""The rows of the matrix: a small robot of every kind, as a user would hand it to the command."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Kind:
    """A robot as text; with a suffix it is a file, else a name or a sequence."""

    text: str
    suffix: str = ""
    has_chain: bool = True

    def argument(self, folder: Path) -> str:
        """What stands for ROBOT at the command line."""
        if not self.suffix:
            return self.text
        file = folder / f"arm{self.suffix}"
        file.write_text(self.text, "utf-8")
        return str(file)


DRIVES = """
name = "driven"

[[joint]]
kind = "R"
axis = "y"
[joint.link]
mass = "m1"
com = ["rx1", 0, 0]
inertia = { xx = "Ixx1", yy = "Iyy1", zz = "Izz1" }
viscous = "fv1"
coulomb = "fc1"
rotor = "Im1"
ratio = "N1"

[[joint]]
kind = "T"
axis = "x"
offset = ["l1", 0, 0]
link = { mass = 2, com = 0, inertia = [0.2, 0.2, 0.2], spring = 40, rest = "1/10", viscous = "0.3" }

[tool]
offset = ["l2", 0, 0]
"""

BODIES = """
name = "two bodies"
gravity = [0, 0, "-g"]
coordinates = "RT"
hypotheses = []

[[body]]
mass = "m1"
position = ["l1*cos(q1)", "l1*sin(q1)", 0]
omega = [0, 0, "dq1"]
inertia = [1, 1, 1]

[[body]]
mass = "m2"
position = ["l1*cos(q1) + q2*cos(q1)", "l1*sin(q1) + q2*sin(q1)", "l2*sin(q1)"]
omega = [0, 0, "dq1"]
inertia = [1, 1, 2]
"""

TREE = """
name = "tree"
joint = [
  { kind = "R", axis = "z" },
  { kind = "T", axis = "x", offset = ["l1", 0, 0], parent = 1 },
  { kind = "R", axis = "y", offset = [0, "l2", 0], parent = 1 },
]
tool = { offset = ["l3", 0, 0] }
"""

COUPLED = """
name = "coupled"
hypotheses = ["principal_axes"]
joint = [
  { kind = "R", axis = "z", moves = "q1" },
  { kind = "R", axis = "y", offset = ["l1", 0, 0], moves = "q2 - q1" },
  { kind = "T", axis = "x", offset = ["l2", 0, 0], moves = "q2/2" },
]
tool = { offset = ["l3", 0, 0] }
"""

QUATERNION = """
name = "tilted"
joint = [
  { kind = "R", axis = "z", rotation = { quaternion = [3, 1, "-1/7", 2] } },
  { kind = "R", axis = "x", offset = ["l1", 0, "1/3"], rotation = { quaternion = [1, 2, 3, 4] } },
]
tool = { offset = ["l2", 0, 0], rotation = { quaternion = [2, 0, 1, 1] } }
"""

FIXED = """
name = "with fixed joints"
joint = [
  { kind = "F", axis = "z", offset = [0, 0, "l1"] },
  { kind = "R", axis = "z" },
  { kind = "F", axis = "z", offset = ["l2", 0, 0], rotation = "Rx(90deg)" },
  { kind = "R", axis = "z" },
  { kind = "F", axis = "z", offset = [0, "l3", 0] },
]
tool = { offset = ["l4", 0, 0] }
"""

DH = """
name = "by its table"
[dh]
convention = "standard"
rows = [
  { alpha = "-90deg", a = "a1", d = "d1", theta = "q1" },
  { alpha = 0, a = "a2", d = 0, theta = "q2" },
]
"""

URDF = """<?xml version="1.0"?>
<robot name="numbers">
  <link name="base"/>
  <link name="one">
    <inertial><origin xyz="0.1 0.02 0.03" rpy="0.1 0.2 0.3"/><mass value="2.5"/>
      <inertia ixx="0.02" iyy="0.03" izz="0.04" ixy="0.001" ixz="0" iyz="0.002"/></inertial>
  </link>
  <link name="two">
    <inertial><origin xyz="0.2 0 0"/><mass value="1.5"/>
      <inertia ixx="0.01" iyy="0.02" izz="0.02" ixy="0" ixz="0" iyz="0"/></inertial>
  </link>
  <joint name="first" type="revolute">
    <parent link="base"/><child link="one"/><origin xyz="0 0 0.3" rpy="0.3 0.2 0.1"/>
    <axis xyz="0 0 1"/><limit lower="-2" upper="2" effort="10" velocity="3"/>
    <dynamics damping="0.4" friction="0.1"/>
  </joint>
  <joint name="second" type="prismatic">
    <parent link="one"/><child link="two"/><origin xyz="0.4 0 0" rpy="0 0.7 0"/>
    <axis xyz="1 0 0"/><limit lower="0" upper="0.5" effort="10" velocity="3"/>
  </joint>
</robot>
"""

MJCF = """<mujoco model="mjcf">
  <worldbody>
    <body name="one" pos="0 0 0.2" quat="0.9 0.1 0.2 0.3">
      <joint name="j1" type="hinge" axis="0 0 1"/>
      <inertial pos="0.1 0 0" mass="2" diaginertia="0.02 0.03 0.04"/>
      <body name="two" pos="0.3 0 0">
        <joint name="j2" type="hinge" axis="0 1 0" armature="0.1" damping="0.2"/>
        <inertial pos="0.2 0 0" mass="1" diaginertia="0.01 0.02 0.02"/>
      </body>
    </body>
  </worldbody>
</mujoco>
"""

KINDS: dict[str, Kind] = {
    "plain": Kind("Rz(q1) tx(l1) Ry(q2) tx(l2)"),
    "drives": Kind(DRIVES, ".toml"),
    "bodies": Kind(BODIES, ".toml", has_chain=False),
    "tree": Kind(TREE, ".toml"),
    "coupled": Kind(COUPLED, ".toml"),
    "quaternion": Kind(QUATERNION, ".toml"),
    "named angles": Kind("Rz(q1) tx(l1) Rx(bend) Ry(q2) tx(l2)"),
    "surds": Kind("Rz(q1) tx(l1) Rx(45deg) Rz(q2) Ry(30deg) tx(l2)"),
    "urdf": Kind(URDF, ".urdf"),
    "mjcf": Kind(MJCF, ".xml"),
    "dh": Kind(DH, ".toml"),
    "sliding": Kind("tz(q1) tx(q2) tz(l1)"),
    "fixed": Kind(FIXED, ".toml"),
    "paper": Kind("scara"),
}
