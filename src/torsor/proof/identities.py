"""The exact identities that a right model satisfies; each is proven in the ring, not sampled."""

from __future__ import annotations

from torsor.algebra.expression import Expression
from torsor.mechanics.derivatives import rate
from torsor.mechanics.kinematics import jacobian, poses
from torsor.mechanics.newton_euler import newton_euler
from torsor.mechanics.parameters.linear_rnea import linear_newton_euler
from torsor.model import Model
from torsor.proof.claim import Check, identity
from torsor.spatial.vectors import Vector, zeros


def methods_agree(model: Model) -> Check:
    """Newton-Euler ≡ Lagrange ≡ virtual work."""
    lagrange, work = model.forces_by("lagrange"), model.forces_by("virtual-work")
    terms = ", ".join(str(len(t)) for t in lagrange)
    if model.robot.bodies:
        name, detail = "Lagrange ≡ virtual work", f"τ has {terms} terms by both"
        return identity(model, name, lagrange, work, detail)
    recursion = model.forces_by("newton-euler")
    return identity(
        model,
        "Newton-Euler ≡ Lagrange ≡ virtual work",
        (*recursion, *recursion),
        (*lagrange, *work),
        f"τ has {terms} terms by all three",
    )


def linear_rnea_agrees(model: Model) -> Check:
    """RNEA in the parameters the model is linear in ≡ the textbook one."""
    left = model.vector(linear_newton_euler(model.chain))
    right = model.vector(newton_euler(model.chain).tau)
    return identity(model, "lean recursion ≡ textbook recursion", left, right, "without load")


def tensor_form_adds_up(model: Model) -> Check:
    """τ = M q̈ + C q̇ + g + payload + friction + springs."""
    rates = Vector(model.ring.symbol(f"d{n}") for n in model.coordinates)
    accelerations = Vector(model.ring.symbol(f"dd{n}") for n in model.coordinates)
    whole = model.tensor.forces(rates, accelerations)
    detail = "with C by Christoffel"
    return identity(
        model, "τ = M q̈ + C q̇ + g + payload", whole, model.forces_by("lagrange"), detail
    )


def mass_matrix_symmetric(model: Model) -> Check:
    """M = Mᵀ, with M read off Newton-Euler's (or virtual work's) forces."""
    method = "virtual-work" if model.robot.bodies else "newton-euler"
    tau = model.forces_by(method)
    n = len(tau)
    M: list[list[Expression]] = [[t.diff(f"dd{name}") for name in model.coordinates] for t in tau]
    left = [M[i][j] for i in range(n) for j in range(n)]
    right = [M[j][i] for i in range(n) for j in range(n)]
    return identity(model, "M is symmetric", left, right, f"as read off the forces by {method}")


def skew(model: Model) -> Check:
    """Ṁ − 2C is skew-symmetric."""
    tensor, n = model.tensor, len(model.coordinates)
    Mdot = rate(tensor.M)
    S: list[list[Expression]] = [
        [Mdot[i][j] - 2 * tensor.C[i][j] for j in range(n)] for i in range(n)
    ]
    left = [S[i][j] for i in range(n) for j in range(i, n)]
    right = [-S[j][i] for i in range(n) for j in range(i, n)]
    return identity(model, "Ṁ − 2C is skew", left, right, "entry by entry")


def energy_balance(model: Model) -> Check:
    """d/dt (K + U) = q̇ᵀ τ, without friction and load."""
    energies = model.energies
    method = "virtual-work" if model.robot.bodies else "newton-euler"
    tau = Vector(model.forces_by(method)) - model.friction - model.payload
    rates = Vector(model.ring.symbol(f"d{n}") for n in model.coordinates)
    power = model.ring.coerce(rates.dot(tau))
    stored = (energies.K + energies.U).dt()
    detail = f"the power of the forces by {method} is stored"
    return identity(model, "d/dt (K + U) = q̇ᵀ τ", [stored], [power], detail)


def payload_by_jacobian(model: Model) -> Check:
    """Newton-Euler's share of the load = Jᵀ · wrench, with the geometric Jacobian in base axes."""
    chain, load = model.chain, model.load
    loaded = model.vector(newton_euler(chain, load).tau)
    bare = model.vector(newton_euler(chain).tau)
    R = poses(chain)["tool"].R
    J = jacobian(chain)
    work = model.vector((J.J_v.T @ (R @ load.f)) + (J.J_w.T @ (R @ load.n)))
    return identity(
        model, "payload = Jᵀ · wrench", loaded - bare, work, "with the geometric Jacobian"
    )


def linear_in_parameters(model: Model) -> Check:
    """τ = Y π, the load apart."""
    total = zeros(len(model.coordinates))
    for column in model.columns:
        total = total + column.work * column.value
    bare = model.vector(newton_euler(model.chain).tau)
    bare = bare + model.rotors + model.spring + model.friction
    detail = f"{len(model.columns)} parameters"
    return identity(model, "τ = Y π", model.vector(total), bare, detail)
