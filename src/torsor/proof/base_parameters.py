"""The base parameters, proven by substitution."""

from __future__ import annotations

from torsor.errors import TorsorError
from torsor.mechanics.newton_euler import newton_euler
from torsor.mechanics.parameters.base_parameters import base_parameters
from torsor.mechanics.parameters.regressor import columns
from torsor.proof.claim import LEFT_OUT, Check, identity
from torsor.system import System

NAME = "τ from base parameters ≡ τ"


def base_parameters_suffice(system: System) -> Check:
    """τ from the base parameters ≡ τ; where their grouping is no polynomial, that is said."""
    try:
        base = base_parameters(system.robot, system.ring, columns(system.chain, system.drives))
    except TorsorError as error:
        # Nothing is claimed, and the certificate says so rather than leave the line out.
        return Check("base parameters", True, f"not grouped: {error}", LEFT_OUT)
    bare = system.vector(newton_euler(system.chain).tau)
    bare = bare + system.rotors + system.spring + system.friction
    forces = system.vector(base.forces()) if len(base) else 0 * bare
    return identity(system, NAME, forces, bare, f"{len(base)} base parameters")
