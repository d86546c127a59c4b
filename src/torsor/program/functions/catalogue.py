"""The functions that a robot can have: names, arguments, what they say."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Function:
    """A function by name: its arguments, what it says, and whether it needs a chain."""

    inputs: tuple[str, ...]
    says: str
    chain: bool = False


FUNCTIONS = {
    "inverse_dynamics": Function(
        ("q", "dq", "ddq"), "driving forces: M(q) ddq + C(q, dq) dq + g(q), and all that acts"
    ),
    "mass_matrix": Function(("q",), "mass matrix M(q)"),
    "bias": Function(("q", "dq"), "C(q, dq) dq + g(q): driving forces without acceleration"),
    "coriolis": Function(("q", "dq"), "Christoffel's C(q, dq)"),
    "gravity": Function(("q",), "gravity vector g(q)"),
    "forward_dynamics": Function(("q", "dq", "tau"), "accelerations under driving forces"),
    "forward_kinematics": Function(("q",), "the tool's frame in base axes, 4 × 4", True),
    "jacobian": Function(("q",), "the tool's geometric Jacobian in base axes: J_v over J_w", True),
    "jacobian_rate": Function(("q", "dq"), "J̇ q̇: the tool's accelerations at constant dq", True),
    "regressor": Function(("q", "dq", "ddq"), "Y with tau = Y π, π ten to a link", True),
    "inverse_dynamics_derivatives": Function(("q", "dq", "ddq"), "∂tau/∂q, then ∂tau/∂dq"),
    "forward_dynamics_derivatives": Function(
        ("q", "dq", "tau"), "∂ddq/∂q, ∂ddq/∂dq, then ∂ddq/∂tau"
    ),
}
"""Every function that a robot can have."""

FELT = ("inverse_dynamics", "bias", "forward_dynamics", "inverse_dynamics_derivatives",
        "forward_dynamics_derivatives")  # fmt: skip
"""Those in which a wrench at the tool is felt."""
