"""What of a model can be evaluated, by name."""

from __future__ import annotations

QUANTITIES = {
    "tau": "driving forces",
    "M": "mass matrix",
    "C": "Christoffel matrix",
    "g": "gravity vector",
    "payload": "the load's share",
    "friction": "friction's share",
    "spring": "the springs' share",
    "K": "kinetic energy",
    "U": "potential energy",
    "L": "Lagrangian",
    "pose": "tool frame, 4 × 4",
    "J": "geometric Jacobian of the tool",
    "Jdot": "its rate",
    "Mdot": "the mass matrix's rate",
    "tau_q": "∂τ/∂q",
    "tau_dq": "∂τ/∂q̇",
    "Y": "regressor",
    "f": "joint forces of every link",
    "n": "joint moments of every link",
    "A": "linearised, ẋ = A x + B δτ",
    "B": "likewise",
}
