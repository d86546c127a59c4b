"""A small program of a user's: mypy --strict knows the type of every public call in it.

``test_client`` has it checked, and runs it.
"""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import assert_type

import numpy as np
import sympy
from numpy.typing import NDArray

import torsor
from torsor.drawing import Animation, Drawing, Plot, Viewer

VALUES: dict[str, float | str] = {
    "m1": 1, "m2": 2, "l1": 0.5, "l2": 0.4, "rx1": 0.2, "ry1": 0, "rx2": 0.1, "ry2": 0,
    "Izz1": 0.1, "Izz2": "1/30", "g": 9.81,
}  # fmt: skip
CYCLE = {"motion": {"kind": "quintic", "from": [0, 0], "to": [1, 1], "duration": 0.05},
         "sample": 0.01, "values": VALUES}  # fmt: skip
HEAD = "link,mass,x,y,z,Ixx,Iyy,Izz,Ixy,Ixz,Iyz\n"


def describe() -> torsor.Robot:
    """Robots in and out."""
    assert_type(torsor.library_names(), tuple[str, ...])
    robot = torsor.load("planar2r", payload="none", assume="ry1 = 0")
    assert_type(robot, torsor.Robot)
    assert_type(robot.n, int)
    text = torsor.export(robot, "toml", {"l1": 0.5})
    assert_type(text, torsor.RobotText)
    assert_type(text.notes, tuple[str, ...])
    assert_type(torsor.new("RTTRR", axes="zzyzy"), torsor.RobotText)
    assert_type(robot.joints, tuple[torsor.Joint, ...])
    assert_type(robot.links, tuple[torsor.Link, ...])
    assert_type(robot.tool, torsor.Frame)
    assert_type(torsor.values("planar2r", payload="none"), dict[str, float | None])
    table = {"name": "one", "joint": [{"kind": "R", "axis": "z"}]}
    assert_type(torsor.load(table), torsor.Robot)
    assert_type(torsor.Payload(), torsor.Payload)
    return robot


def read_parts(folder: Path) -> None:
    """Numbers from CAD."""
    file = folder / "parts.csv"
    file.write_text(HEAD + "1,2.5,0.1,0,0,0.02,0.03,0.03,0,0,0\n", "utf-8")
    parts = torsor.cad(file, robot="planar2r")
    assert_type(parts, torsor.CadValues)
    assert_type(parts["m1"], Fraction)
    parts.save(folder / "parts.toml")


def derive(robot: torsor.Robot) -> None:
    """The exact model and what it is made of."""
    model = torsor.derive(robot, method="lagrange")
    assert_type(model, torsor.Model)
    first = model.tau[0]
    assert_type(first, torsor.Expression)
    assert_type(model.tau, torsor.Vector[torsor.Expression])
    assert_type(model.M, torsor.Matrix[torsor.Expression])
    assert_type(model.M[0, 1], torsor.Expression)
    assert_type(model.links[1].F[2], torsor.Expression)
    assert_type(model.M.T @ model.ddq, torsor.Vector[torsor.Expression])
    assert_type(model.M.shape, tuple[int, int])
    assert_type(model.tau.shape, tuple[int])
    assert_type(first.diff("q1"), torsor.Expression)
    assert_type(first.subs({"l1": 2}), torsor.Expression)
    assert_type(first.terms, tuple[torsor.Term, ...])
    assert_type(first.ring, torsor.Ring)
    assert_type(model.M.evaluate(VALUES | {"q2": 0.3}), NDArray[np.float64])
    assert_type(model.at({"l1": "1/2"}), torsor.Model)
    assert_type(model.terms, list[int])
    assert_type(
        torsor.evaluate(robot, VALUES | {"q1": 0.1, "q2": "30deg"}, what=["M", "g"]),
        dict[str, NDArray[np.float64]],
    )
    m1 = sympy.Symbol("m1")
    assert_type(torsor.from_sympy(2 * m1, model), torsor.Expression)
    found = torsor.why(model, "M[1,2]", "m₂")
    assert_type(found, torsor.Why)
    assert_type(found.count, int)
    assert [origin.link for origin in found.origins]


def prove() -> None:
    """Certificates, papers, differences."""
    certificate = torsor.verify("planar2r")
    assert_type(certificate, torsor.Certificate)
    assert_type(certificate.holds, bool)
    assert_type(torsor.check("scara"), torsor.PaperCheck)
    other = torsor.diff("rttrr", "rttrr", assume=["principal_axes"])
    assert_type(other, torsor.ModelDiff)
    assert_type(other.equal, bool)


def run(robot: torsor.Robot, folder: Path) -> None:
    """Numbers, code and motion."""
    arm = torsor.compile(robot, VALUES)
    assert_type(arm, torsor.Arm)
    q = np.zeros((2, 3, 2))
    assert_type(arm.inverse_dynamics(q, [0, 0], np.zeros(2)), NDArray[np.float64])
    assert_type(arm.mass_matrix(q), NDArray[np.float64])
    assert_type(arm.forward_kinematics(q), NDArray[np.float64])
    assert_type(arm.n, int)
    arm.save(folder / "arm.torsor", functions=["inverse_dynamics"])
    opened = torsor.open_arm(folder / "arm.torsor")
    assert_type(opened, torsor.SavedArm)
    assert_type(opened.inverse_dynamics(q, [0, 0], np.zeros(2)), NDArray[np.float64])
    goal = arm.forward_kinematics([0.3, 0.5])
    found = arm.inverse_kinematics(goal, [0.2, 0.4])
    assert_type(bool(np.all(found.reached)), bool)
    assert_type(torsor.ops(robot, parameters="all"), dict[str, dict[str, int]])
    files = torsor.code(robot, "c", VALUES, functions="gravity")
    assert_type(files, torsor.SourceFiles)
    assert_type(files.save(folder / "code"), list[Path])
    result = torsor.simulate(robot, CYCLE)
    assert_type(result, torsor.Result)
    choice = torsor.actuators(robot, CYCLE, margin=1.2)
    assert_type(choice, torsor.Selection)
    assert_type(torsor.draw(robot), Drawing)
    assert_type(torsor.draw(robot, viewer=True, posture={"q1": "30deg"}), Viewer)
    assert_type(torsor.draw(robot, motion=result, values={"l1": 0.5}), Animation)
    assert_type(torsor.draw(robot, workspace=True, values={"l1": 0.5, "l2": 0.4}), Plot)
    report = torsor.report(robot, sections="robot,forces")
    assert_type(report, torsor.Report)
    assert_type(report.save(folder / "report.md"), list[Path])


def measure(folder: Path) -> None:
    """A motion to measure along, and a robot from what was measured."""
    lengths: dict[str, float | str] = {"l1": 0.5, "l2": 0.4, "g": 9.81}
    motion = torsor.excite(
        "planar2r", values=VALUES, seconds=4, velocity=3, acceleration=20, time_limit=1, rate=100
    )
    assert_type(motion, torsor.Excitation)
    assert_type(motion.names, tuple[str, ...])
    arm = torsor.compile("planar2r", VALUES)
    tau = arm.inverse_dynamics(motion.q, motion.dq, motion.ddq)
    log = {"t": motion.t, "q": motion.q, "dq": motion.dq, "tau": tau}
    found = torsor.identify("planar2r", log, values=lengths, cutoff=10)
    assert_type(found, torsor.Identification)
    assert_type(found.robot, torsor.Robot)
    assert_type(found.train["identified"].relative_error, float)
    assert_type(found.base[0].std, float)
    assert_type(found.possible.certificate.holds, bool)
    found.save(folder / "identified.toml")


def survey(folder: Path) -> None:
    """Many designs, all structures, and which of them a robot is."""
    done = torsor.study(
        {"robot": "planar2r", "metrics": ["reach"],
         "factor": [{"name": "l1", "values": [1, 2]}, {"name": "l2", "values": [1, 2]}]},
        folder / "study",
    )  # fmt: skip
    assert_type(done, torsor.StudyResult)
    whole = torsor.atlas(2, quick=True)
    assert_type(whole, torsor.Atlas)
    assert_type(whole.where("diagonal").structures, list[str])
    found = torsor.classify("rttrr")
    assert_type(found, torsor.Classification)
    assert_type(found.parameters["lx4"], torsor.Expression)
    assert_type(found.proven, bool)


def main(folder: Path) -> None:
    """Everything, one after another."""
    assert_type(torsor.__version__, str)
    robot = describe()
    read_parts(folder)
    derive(robot)
    prove()
    run(robot, folder)
    measure(folder)
    survey(folder)
    try:
        torsor.load("nothing like it")
    except torsor.TorsorError as error:
        assert str(error)
