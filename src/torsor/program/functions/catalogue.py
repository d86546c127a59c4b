"""The functions that a robot can have: the one table of their arguments, results and sentences.

A robot's programs are built by functions of these names (``dynamics``, ``energies``,
``parameters``, ``tool_motion``), and proven against methods of these names (``certification``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from torsor.errors import ArgumentTypeError, UnknownNameError, shown, suggestion

if TYPE_CHECKING:
    from torsor.robot.robot import Robot


@dataclass(frozen=True)
class Function:
    """What goes in, what comes out, and what that is, in a phrase."""

    inputs: tuple[str, ...]
    output: str
    shape: tuple[int | str, ...]
    """``n`` stands for the number of coordinates, ``p`` for that of parameters, ``b`` for that of
    base parameters, ``links`` and ``frames`` for theirs."""
    says: str
    needs_chain: bool = False
    """Whether a robot has to have frames, as one that is given by bodies has not."""
    of_frame: bool = False
    """Whether it may be asked of another frame than the tool's, by ``link``."""
    feels_wrench: bool = False
    """Whether a wrench at the tool is one more argument."""
    of_geometry: bool = False
    """Whether it is the same for all robots of a geometry, whatever their links and drives."""


FUNCTIONS = {
    "inverse_dynamics": Function(
        ("q", "dq", "ddq"), "tau", ("n",),
        "driving forces: M(q) ddq + C(q, dq) dq + g(q), and all that acts", feels_wrench=True,
    ),
    "mass_matrix": Function(("q",), "M", ("n", "n"), "mass matrix M(q)"),
    "bias": Function(
        ("q", "dq"), "bias", ("n",),
        "C(q, dq) dq + g(q): driving forces without acceleration", feels_wrench=True,
    ),
    "coriolis": Function(("q", "dq"), "C", ("n", "n"), "Christoffel's C(q, dq)"),
    "gravity": Function(("q",), "g", ("n",), "gravity vector g(q)"),
    "forward_dynamics": Function(
        ("q", "dq", "tau"), "ddq", ("n",), "accelerations under driving forces", feels_wrench=True
    ),
    "forward_kinematics": Function(
        ("q",), "pose", (4, 4), "the tool's frame in base axes, 4 × 4",
        needs_chain=True, of_frame=True,
    ),
    "jacobian": Function(
        ("q",), "J", (6, "n"),
        "the tool's geometric Jacobian in base axes: J_v over J_w",
        needs_chain=True, of_frame=True,
    ),
    "jacobian_rate": Function(
        ("q", "dq"), "a", (6,), "J̇ q̇: the tool's accelerations at constant dq",
        needs_chain=True, of_frame=True,
    ),
    "frames": Function(
        ("q",), "poses", ("frames", 4, 4),
        "every frame in base axes: the base's, each link's, the tool's", needs_chain=True,
    ),
    "regressor": Function(
        ("q", "dq", "ddq"), "Y", ("n", "p"),
        "Y with tau = Y π, π ten to a link, then the drives'", needs_chain=True, of_geometry=True,
    ),
    "base_regressor": Function(
        ("q", "dq", "ddq"), "Y_b", ("n", "b"),
        "Y_b with tau = Y_b β, β the base parameters", needs_chain=True, of_geometry=True,
    ),
    "inverse_dynamics_base": Function(
        ("q", "dq", "ddq", "beta"), "tau", ("n",),
        "driving forces, given the base parameters", needs_chain=True, of_geometry=True,
        feels_wrench=True,
    ),
    "regressor_derivatives": Function(
        ("q", "dq", "ddq"), "Y_by", ("n", "n", "p"),
        "∂Y/∂q: the row of tau_i by q_j", needs_chain=True, of_geometry=True,
    ),
    "kinetic_energy": Function(
        ("q", "dq"), "K", (), "kinetic energy of the bodies and the rotors"
    ),
    "potential_energy": Function(
        ("q",), "U", (), "potential energy of the weights and the springs"
    ),
    "mass_matrix_rate": Function(
        ("q", "dq"), "M_rate", ("n", "n"), "Ṁ, the rate of the mass matrix"
    ),
    "reactions": Function(
        ("q", "dq", "ddq"), "f_n", ("links", 6),
        "force and moment at every joint, in its link's frame", needs_chain=True, feels_wrench=True,
    ),
    "inverse_dynamics_derivatives": Function(
        ("q", "dq", "ddq"), "tau_by", (2, "n", "n"), "∂tau/∂q, then ∂tau/∂dq", feels_wrench=True
    ),
    "forward_dynamics_derivatives": Function(
        ("q", "dq", "tau"), "ddq_by", (3, "n", "n"),
        "∂ddq/∂q, ∂ddq/∂dq, then ∂ddq/∂tau", feels_wrench=True,
    ),
}  # fmt: skip
"""Every function that a robot can have."""

USUAL = ("inverse_dynamics", "mass_matrix", "bias", "gravity", "forward_dynamics")
"""Those that a controller or a simulation needs first."""


def list_functions(robot: Robot) -> tuple[str, ...]:
    """Every function that this robot can have."""
    return tuple(n for n, f in FUNCTIONS.items() if not (f.needs_chain and robot.bodies))


def refuse_unknown(name: str) -> None:
    """Complain about a function that is not in the table."""
    if not isinstance(name, str):
        raise ArgumentTypeError(f"a function is asked for by name, not by {type(name).__name__}")
    if name not in FUNCTIONS:
        hint = suggestion(name, FUNCTIONS)
        raise UnknownNameError(f"no function {shown(name)}{hint}; there are {', '.join(FUNCTIONS)}")
