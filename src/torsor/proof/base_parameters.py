"""The base parameters, proven by substitution."""

from __future__ import annotations

from torsor.errors import TorsorError
from torsor.mechanics.newton_euler import newton_euler
from torsor.model import Model
from torsor.proof.claim import LEFT_OUT, Check, identity

NAME = "τ from base parameters ≡ τ"


def base_parameters_suffice(model: Model) -> Check:
    """τ from the base parameters ≡ τ; where their grouping is no polynomial, that is said."""
    try:
        base = model.base_parameters
    except TorsorError as error:
        # Nothing is claimed, and the certificate says so rather than leave the line out.
        return Check("base parameters", True, f"not grouped: {error}", LEFT_OUT)
    bare = model.vector(newton_euler(model.chain).tau)
    bare = bare + model.rotors + model.spring + model.friction
    forces = model.vector(base.forces()) if len(base) else 0 * bare
    return identity(model, NAME, forces, bare, f"{len(base)} base parameters")
