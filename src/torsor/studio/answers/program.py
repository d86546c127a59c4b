"""``program``: the robot's functions as a JavaScript module, for a worker of the page."""

from __future__ import annotations

from torsor.program.functions.catalogue import FUNCTIONS, list_functions, refuse_unknown
from torsor.program.functions.preparation import numbers, prepare_robot
from torsor.program.targets.javascript import write_module
from torsor.program.targets.shared.package import merge_programs
from torsor.robot.robot import Robot
from torsor.robot.symbols import angles, coordinates
from torsor.studio.kept import Kept
from torsor.studio.places import about
from torsor.studio.protocol.numbers import ProgramAnswer, ProgramFunction, ProgramQuestion
from torsor.studio.reading import numbers_of

USUAL = (
    "inverse_dynamics", "forward_dynamics", "mass_matrix", "gravity", "forward_kinematics",
    "jacobian", "kinetic_energy", "potential_energy",
)  # fmt: skip
ENERGIES = ("kinetic_energy", "potential_energy")
STEM = "robot"
"""The module's name: no word of a user's is an identifier that is not made harmless."""


def answer_program(asked: ProgramQuestion, kept: Kept) -> ProgramAnswer:
    """The functions that the page moves a robot by."""
    robot = kept.reading(asked["robot"]).robot
    made = prepare_robot(robot, _load(robot))
    known = list_functions(made)
    wanted = [name for name in USUAL if name in known]
    with about("functions"):
        if asked.get("functions") is not None:
            asked_for = [ENERGIES if f == "energy" else (f,) for f in asked.get("functions") or ()]
            wanted = list(dict.fromkeys(name for names in asked_for for name in names))
        for name in wanted:
            refuse_unknown(name)
    kept.tell(f"writing the program of {robot.title}", None)
    built_in = numbers(robot, made, numbers_of(robot, asked["robot"]), own=False)
    package = merge_programs(made, [name for name in wanted if name in known], built_in, STEM)
    turning = set(angles(made))
    functions: list[ProgramFunction] = [
        {
            "name": program.name,
            "inputs": [array.name for array in program.inputs],
            "shape": list(program.output.shape),
            "says": FUNCTIONS[program.name].says,
        }
        for program in package.programs
    ]
    return {
        "module": write_module(package),
        "parameters": list(package.parameters),
        "functions": functions,
        "operations": {program.name: dict(program.operations) for program in package.programs},
        "coordinates": ["R" if q in turning else "T" for q in coordinates(made)],
    }


def _load(robot: Robot) -> str:
    """A load that is carried moves with the robot; a wrench is nothing unless it is asked for."""
    return robot.payload.kind if robot.payload.kind in ("body", "weight") else "none"
