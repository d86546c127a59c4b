"""The base parameters, proven by substitution."""

from __future__ import annotations

from torsor.errors import TorsorError
from torsor.mechanics.base_parameters import base_parameters
from torsor.mechanics.newton_euler import newton_euler
from torsor.mechanics.regressor import columns
from torsor.system import System
from torsor.verify.check import Check, identity

NAME = "τ from base parameters ≡ τ"


def base_parameters_suffice(system: System) -> Check | None:
    """τ from the base parameters ≡ τ; nothing if their grouping is no polynomial."""
    try:
        base = base_parameters(system.robot, system.ring, columns(system.chain, system.drives))
    except TorsorError:
        return None
    bare = system.vector(newton_euler(system.chain).tau)
    bare = bare + system.rotors + system.spring + system.friction
    forces = system.vector(base.forces()) if len(base) else 0 * bare
    return identity(system, NAME, forces, bare, f"{len(base)} base parameters")
