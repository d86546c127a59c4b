"""The exact identities that a right model satisfies; each is proven in the ring, not sampled."""

from __future__ import annotations

from torsor.mechanics.derivatives import rate
from torsor.mechanics.kinematics import jacobian, poses
from torsor.mechanics.newton_euler import newton_euler
from torsor.mechanics.parameters.linear_rnea import lean_newton_euler
from torsor.mechanics.parameters.regressor import columns
from torsor.proof.claim import Check, identity
from torsor.spatial.vectors import Vector
from torsor.system import System


def methods_agree(system: System) -> Check:
    """Newton-Euler ≡ Lagrange ≡ virtual work."""
    lagrange, work = system.tau("lagrange"), system.tau("virtual-work")
    terms = ", ".join(str(len(t)) for t in lagrange)
    if system.robot.bodies:
        name, detail = "Lagrange ≡ virtual work", f"τ has {terms} terms by both"
        return identity(system, name, lagrange, work, detail)
    recursion = system.tau("newton-euler")
    return identity(
        system,
        "Newton-Euler ≡ Lagrange ≡ virtual work",
        (*recursion, *recursion),
        (*lagrange, *work),
        f"τ has {terms} terms by all three",
    )


def lean_agrees(system: System) -> Check:
    """The lean recursion, from which code comes, ≡ the textbook one."""
    left = system.vector(lean_newton_euler(system.chain))
    right = system.vector(newton_euler(system.chain).tau)
    return identity(system, "lean recursion ≡ textbook recursion", left, right, "without load")


def tensor_form_adds_up(system: System) -> Check:
    """τ = M q̈ + C q̇ + g + payload + friction + springs."""
    rates = Vector(system.ring.symbol(f"d{n}") for n in system.q)
    accelerations = Vector(system.ring.symbol(f"dd{n}") for n in system.q)
    whole = system.tensor.forces(rates, accelerations)
    detail = "with C by Christoffel"
    return identity(system, "τ = M q̈ + C q̇ + g + payload", whole, system.tau("lagrange"), detail)


def mass_matrix_symmetric(system: System) -> Check:
    """M = Mᵀ, with M read off Newton-Euler's (or virtual work's) forces."""
    method = "virtual-work" if system.robot.bodies else "newton-euler"
    tau = system.tau(method)
    n = len(tau)
    M = [[t.diff(f"dd{name}") for name in system.q] for t in tau]
    left = [M[i][j] for i in range(n) for j in range(n)]
    right = [M[j][i] for i in range(n) for j in range(n)]
    return identity(system, "M is symmetric", left, right, f"as read off the forces by {method}")


def skew(system: System) -> Check:
    """Ṁ − 2C is skew-symmetric."""
    tensor, n = system.tensor, len(system.q)
    M_rate = rate(tensor.M)
    S = [[M_rate[i][j] - 2 * tensor.C[i][j] for j in range(n)] for i in range(n)]
    left = [S[i][j] for i in range(n) for j in range(i, n)]
    right = [-S[j][i] for i in range(n) for j in range(i, n)]
    return identity(system, "Ṁ − 2C is skew", left, right, "entry by entry")


def energy_balance(system: System) -> Check:
    """d/dt (K + U) = q̇ᵀ τ, without friction and load."""
    energies = system.energies
    method = "virtual-work" if system.robot.bodies else "newton-euler"
    tau = Vector(system.tau(method)) - system.friction - system.payload
    rates = Vector(system.ring.symbol(f"d{n}") for n in system.q)
    power = system.ring.coerce(rates.dot(tau))
    stored = (energies.K + energies.U).dt()
    detail = f"the power of the forces by {method} is stored"
    return identity(system, "d/dt (K + U) = q̇ᵀ τ", [stored], [power], detail)


def payload_by_jacobian(system: System) -> Check:
    """Newton-Euler's share of the load = Jᵀ · wrench, with the geometric Jacobian in base axes."""
    chain, load = system.chain, system.load
    loaded = system.vector(newton_euler(chain, load).tau)
    bare = system.vector(newton_euler(chain).tau)
    R = poses(chain)["tool"].R
    J = jacobian(chain)
    work = system.vector((J.J_v.T @ (R @ load.f)) + (J.J_w.T @ (R @ load.n)))
    return identity(
        system, "payload = Jᵀ · wrench", loaded - bare, work, "with the geometric Jacobian"
    )


def linear_in_parameters(system: System) -> Check:
    """τ = Y π, the load apart."""
    total = Vector((0,) * len(system.q))
    found = columns(system.chain, system.drives)
    for column in found:
        total = total + column.work * column.value
    bare = system.vector(newton_euler(system.chain).tau)
    bare = bare + system.rotors + system.spring + system.friction
    detail = f"{len(found)} parameters"
    return identity(system, "τ = Y π", system.vector(total), bare, detail)
