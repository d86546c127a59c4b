"""The robots of example-robot-data as MuJoCo writes them out, each read again by Torsor.

``python -m tests.formats.mujoco_arms`` prints the table: file, coordinates, largest error.
"""

from __future__ import annotations

import contextlib
import io
import tempfile
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import mujoco
from lxml import etree
from tests.formats.mujoco_truth import errors

from torsor import TorsorError
from torsor.formats.mjcf.reader import load_mjcf

SERIAL = (
    "asr_twodof_description/urdf/TwoDofs.urdf",
    "borinot_description/urdf/borinot_flying_arm_2.urdf",
    "double_pendulum_description/urdf/double_pendulum.urdf",
    "double_pendulum_description/urdf/double_pendulum_continuous.urdf",
    "double_pendulum_description/urdf/double_pendulum_simple.urdf",
    "finger_edu_description/robots/finger_edu.urdf",
    "hextilt_description/urdf/hextilt_flying_arm_5.urdf",
    "kinova_description/robots/kinova.urdf",
    "panda_description/urdf/panda.urdf",
    "panda_description/urdf/panda_collision.urdf",
    "so_arm_description/urdf/so100.urdf",
    "so_arm_description/urdf/so101.urdf",
    "talos_data/robots/talos_left_arm.urdf",
    "ur_description/urdf/ur10_joint_limited_robot.urdf",
    "ur_description/urdf/ur10_robot.urdf",
    "ur_description/urdf/ur3.urdf",
    "ur_description/urdf/ur3_gripper.urdf",
    "ur_description/urdf/ur3_joint_limited_robot.urdf",
    "ur_description/urdf/ur3_robot.urdf",
    "ur_description/urdf/ur5_gripper.urdf",
    "ur_description/urdf/ur5_joint_limited_robot.urdf",
    "ur_description/urdf/ur5_robot.urdf",
    "xarm_description/urdf/xarm7.urdf",
    "z1_description/urdf/z1.urdf",
)


@dataclass(frozen=True)
class Row:
    """How a file fares: refused by MuJoCo or by Torsor, or read with a largest relative error."""

    file: str
    dof: int = 0
    error: float = 0.0
    by: str = ""
    refused: str = ""


@cache
def robots() -> Path:
    """Where example-robot-data keeps its files."""
    import pinocchio

    above = Path(pinocchio.__file__).parents
    return next(found for p in above if (found := p / "share/example-robot-data/robots").is_dir())


def bare_urdf(path: Path) -> str:
    """A URDF without its shapes, which MuJoCo would want to open."""
    tree = etree.parse(str(path))
    for element in list(tree.iter("visual", "collision", "mujoco")):
        element.getparent().remove(element)
    return etree.tostring(tree).decode()


def written_by_mujoco(path: Path, to: Path) -> Any:
    """Have MuJoCo read a URDF and write it as MJCF; the model of what it wrote."""
    model = mujoco.MjModel.from_xml_string(bare_urdf(path))
    mujoco.mj_saveLastXML(str(to), model)
    return mujoco.MjModel.from_xml_path(str(to))


def judged(file: str, count: int) -> Row:
    """A file through MuJoCo and Torsor, compared at so many random states."""
    with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stderr(io.StringIO()):
        to = Path(folder) / "arm.xml"
        try:
            model = written_by_mujoco(robots() / file, to)
        except ValueError as error:
            return Row(file, by="MuJoCo", refused=str(error).partition("\n")[0])
        try:
            robot = load_mjcf(to, exact_angles=False)
        except TorsorError as error:
            return Row(file, by="Torsor", refused=str(error).removeprefix(f"{to}: "))
        found = errors(robot, model, ("body", model.nbody - 1), count=count)
        return Row(file, robot.dof, max(found.values()))


def every_file() -> list[str]:
    """All of the package's files, arms or not."""
    return sorted(str(path.relative_to(robots())) for path in robots().rglob("*.urdf"))


if __name__ == "__main__":
    for row in (judged(file, 3) for file in every_file()):
        print(row.file, row.dof or "", row.refused or f"{row.error:.1e}", sep=" | ")
