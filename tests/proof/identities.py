"""What mechanics asks of a robot's equations, as exact equalities of normal forms."""

from __future__ import annotations

from torsor.algebra.expression import Expression
from torsor.mechanics.kinematics import jacobian, transform
from torsor.mechanics.newton_euler import newton_euler
from torsor.mechanics.parameters.base_parameters import base_parameters
from torsor.mechanics.parameters.linear_rnea import linear_newton_euler
from torsor.mechanics.parameters.regressor import columns
from torsor.mechanics.payload import tool_wrench
from torsor.model import Model
from torsor.spatial.vectors import Matrix, Vector


def rates(system: Model, dots: str = "d") -> Vector:
    """The velocities, or with ``dd`` the accelerations."""
    return Vector(system.ring.symbol(f"{dots}{name}") for name in system.coordinates)


def dt(matrix: Matrix) -> Matrix:
    """The time derivative, entry by entry."""
    return Matrix(Vector(e.dt() for e in row) for row in matrix)


def of_any_robot(system: Model) -> dict[str, bool]:
    """The claims that need no chain, each with whether it holds."""
    lagrange, work = system.forces_by("lagrange"), system.forces_by("virtual-work")
    tensor, dq, ddq = system.tensor, rates(system), rates(system, "dd")
    skew = dt(tensor.M) - 2 * tensor.C
    stored = (system.energies.K + system.energies.U).dt()
    free = Vector(work) - system.friction - system.payload
    read_off = Matrix([t.diff(f"dd{name}") for name in system.coordinates] for t in work)
    return {
        "Lagrange is virtual work": lagrange == work,
        "M is symmetric": tensor.M == tensor.M.T,
        "M is what multiplies the accelerations": read_off == tensor.M,
        "dM/dt - 2C is skew": skew == -skew.T,
        "the tensor form adds up": tensor.forces(dq, ddq) == Vector(lagrange),
        "d/dt (K + U) is the power": stored == system.ring.coerce(dq.dot(free)),
    }


def of_a_chain(system: Model) -> dict[str, bool]:
    """The claims about a chain or tree, each with whether it holds."""
    recursion = system.forces_by("newton-euler")
    chain, vector = system.chain, system.vector
    bare = vector(newton_euler(chain).tau)
    load = tool_wrench(system.robot, chain, system.scalars)
    loaded = vector(newton_euler(chain, load).tau)
    J, R = jacobian(chain), transform(chain, "tool").R
    work = vector(J.J_v.T @ (R @ load.f) + J.J_w.T @ (R @ load.n))

    driven = bare + system.rotors + system.spring + system.friction
    found = columns(chain, system.drives)
    regressor = Matrix(column.work for column in found).T
    base = base_parameters(system.robot, system.ring, found)
    return {
        "Newton-Euler is Lagrange": recursion == system.forces_by("lagrange"),
        "Newton-Euler is virtual work": recursion == system.forces_by("virtual-work"),
        "the load's share is its wrench on the Jacobian": loaded - bare == work,
        "the linear recursion is the textbook one": vector(linear_newton_euler(chain, load))
        == loaded,
        "tau is Y pi": vector(regressor @ Vector(c.value for c in found)) == driven,
        "tau is the sum of the base parameters": vector(base.forces()) == driven
        if len(base)
        else not any(driven),
        "every base parameter has a value": all(
            isinstance(p.value, Expression) and p.value for p in base.parameters
        ),
    }


def broken(claims: dict[str, bool]) -> list[str]:
    """The claims that do not hold."""
    return [claim for claim, holds in claims.items() if not holds]
