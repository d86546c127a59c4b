"""The functions of a robot as programs: recursion or closed form, whichever is less work."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from torsor.algebra.formula import Formula
from torsor.algebra.vectors import ZERO, Scalar, Vector, plus, times
from torsor.errors import RobotError, SingularError, UnknownNameError, shown, suggestion
from torsor.mechanics import articulated, light
from torsor.mechanics.aligned import AlignedChain, aligned_chain
from torsor.mechanics.chain import Chain, chain_of
from torsor.mechanics.drives import Drive, drives_of, shared
from torsor.mechanics.kinematics import jacobian, poses, tool_motion
from torsor.mechanics.newton_euler import Wrench
from torsor.mechanics.regressor import columns
from torsor.mechanics.solving import Factors, factors
from torsor.program.closed_form import nodes_of
from torsor.program.differentiate import along, derivatives
from torsor.program.graph import Graph, Operand
from torsor.program.passes import lightened, work
from torsor.program.program import Array, Program
from torsor.program.scalars import GraphScalars
from torsor.robot.robot import WRENCH, Robot

SMALL = 160
"""A recursion with no more operations than this is compared with the closed form."""


@dataclass
class Maker:
    """One program in the making: the robot over a graph of its own."""

    robot: Robot
    values: Mapping[str, Formula]
    grouped: bool = True
    """Whether parameters are regrouped: what a link's parent can bear is moved to it."""
    graph: Graph = field(default_factory=Graph)

    @property
    def n(self) -> int:
        """The number of coordinates."""
        return self.robot.dof

    @property
    def wrench(self) -> tuple[str, ...]:
        """The symbols of a wrench at the tool, which come in with the state."""
        return WRENCH if self.robot.payload.kind == "wrench" and not self.robot.bodies else ()

    def scalars(self, *still: str) -> GraphScalars:
        """Formulas into nodes; ``still`` is what does not move."""
        return GraphScalars(self.graph, self.values, still, self.wrench)

    def chain(self, *still: str) -> AlignedChain:
        """The lightest chain."""
        chain = aligned_chain(self.robot, self.scalars(*still))
        return light.borne(chain) if self.grouped else chain

    def plain_chain(self, *still: str) -> Chain:
        """The chain as described."""
        return chain_of(self.robot, self.scalars(*still))

    def drives(self, *still: str) -> dict[int, Drive]:
        """Friction, rotors and springs."""
        return drives_of(self.robot, self.scalars(*still))

    def load(self, chain: AlignedChain, *still: str) -> light.Load:
        """What acts at the tool; a carried body is part of its link already."""
        payload, scalars = self.robot.payload, self.scalars(*still)
        if payload.kind == "wrench":
            entries = [scalars.value(e) for e in payload.wrench]
            given = Wrench(Vector(entries[:3]), Vector(entries[3:]))
            return light.Load(given) if payload.axes == "tool" else light.Load(in_base=given)
        if payload.kind == "weight" and payload.body is not None:
            m = scalars.value(payload.body.mass)
            return light.Load(in_base=Wrench(-(chain.gravity * m), ZERO))
        return light.UNLOADED

    def names(self, stem: str) -> tuple[str, ...]:
        """``q1 … qn``."""
        return tuple(f"{stem}{k}" for k in range(1, self.n + 1))


def _forces(maker: Maker, *still: str) -> list[Operand]:
    """The driving forces by the lightest recursion, drives included."""
    chain = maker.chain(*still)
    forces = light.inverse_dynamics(chain, maker.load(chain, *still))
    drives = maker.drives(*still)
    at_joint: dict[int, Scalar] = {}
    for link in chain.links:
        if link.number in drives:
            drive = drives[link.number]
            rotor = times(drive.rotor, link.ddq)
            at_joint[link.number] = plus(plus(drive.friction(link.dq), drive.elastic()), rotor)
    return list(forces + shared(chain, at_joint))


def _lightest(maker: Maker, recursion: list[Operand], closed: Callable[[], Any]) -> list[Operand]:
    """The recursion, or the closed form where that is small and less work."""
    best = lightened(maker.graph, recursion)
    if work(best) > SMALL:
        return best
    other = lightened(maker.graph, nodes_of(closed(), maker.scalars()))
    return other if work(other) < work(best) else best


def _system(maker: Maker) -> Any:
    from torsor.system import System

    return System(maker.robot)


def _tau_at(maker: Maker, *still: str) -> list[Any]:
    """The closed form of the driving forces with some of the motion zero."""
    zero = {name: 0 for stem in still for name in maker.names(stem)}
    method = "lagrange" if maker.robot.bodies else "newton-euler"
    return [t.subs(zero) if zero else t for t in _system(maker).tau(method)]


def _inverse(maker: Maker, *still: str) -> list[Operand]:
    if maker.robot.bodies:
        return lightened(maker.graph, nodes_of(_tau_at(maker, *still), maker.scalars()))
    return _lightest(maker, _forces(maker, *still), lambda: _tau_at(maker, *still))


def _gravity(maker: Maker) -> list[Operand]:
    def closed() -> Any:
        return list(_system(maker).tensor.g)

    if maker.robot.bodies:
        return lightened(maker.graph, nodes_of(closed(), maker.scalars()))
    chain = maker.chain("dq", "ddq")
    return _lightest(maker, list(light.inverse_dynamics(chain)), closed)


def _mass_matrix(maker: Maker) -> list[list[Operand]]:
    n = maker.n

    def closed() -> Any:
        M = _system(maker).tensor.M
        return [M[i][j] for i in range(n) for j in range(i, n)]

    if maker.robot.bodies:
        flat = lightened(maker.graph, nodes_of(closed(), maker.scalars()))
    else:
        chain = maker.chain("dq", "ddq")
        M = light.mass_matrix(chain)
        for i, drive in maker.drives("dq", "ddq").items():
            for a, x in maker.robot.shares(i).items():
                for b, y in maker.robot.shares(i).items():
                    M[a - 1][b - 1] = plus(M[a - 1][b - 1], times(x * y, drive.rotor))
        upper = [M[i][j] for i in range(n) for j in range(i, n)]
        flat = _lightest(maker, upper, closed)
    found: list[list[Operand]] = [[0] * n for _ in range(n)]
    entries = iter(flat)
    for i in range(n):
        for j in range(i, n):
            found[i][j] = found[j][i] = next(entries)
    return found


def _coriolis(maker: Maker) -> list[list[Operand]]:
    """C = ½ (Ṁ + N − Nᵀ) with N = ∂(M q̇)/∂q: Christoffel's C."""
    M, n, half = _mass_matrix(maker), maker.n, Fraction(1, 2)
    dq = [maker.graph.input(name) for name in maker.names("dq")]
    momentum = [sum((times(M[i][j], dq[j]) for j in range(n)), start=0) for i in range(n)]
    N = derivatives(maker.graph, momentum, maker.names("q"))
    rates = dict(zip(maker.names("q"), dq, strict=True))
    flat = along(maker.graph, [e for row in M for e in row], rates)
    return [
        [times(half, plus(flat[k * n + j], plus(N[k][j], times(-1, N[j][k])))) for j in range(n)]
        for k in range(n)
    ]


@dataclass(frozen=True)
class _Solved:
    ddq: list[Operand]
    pivots: list[tuple[Operand, Operand]]
    factors: Factors | None = None


def _by_mass_matrix(maker: Maker) -> _Solved:
    M = _mass_matrix(maker)
    bias = _inverse(maker, "ddq")
    tau = [maker.graph.input(name) for name in maker.names("tau")]
    rest = [plus(t, times(-1, b)) for t, b in zip(tau, bias, strict=True)]
    try:
        parts = factors(M)
    except ZeroDivisionError:
        raise SingularError(
            f"the mass matrix of {maker.robot.name!r} is singular everywhere"
        ) from None
    pivots = [(d, M[i][i]) for i, d in enumerate(parts.D)]
    return _Solved(parts.solve(rest), pivots, parts)


def _by_articulated_bodies(maker: Maker) -> _Solved | None:
    """Where each coordinate moves one joint of its own and nothing else."""
    robot = maker.robot
    if robot.bodies or any(robot.shares(i) != {k: 1} for i, k in robot.coordinate.items()):
        return None
    if len(robot.coordinate) != len(robot.displacement):
        return None
    chain = maker.chain("ddq")
    drives = maker.drives("ddq")
    tau: dict[int, Operand] = {}
    for link in chain.links:
        force = maker.graph.input(f"tau{robot.coordinate[link.number]}")
        drive = drives.get(link.number)
        own = plus(drive.friction(link.dq), drive.elastic()) if drive else 0
        tau[link.number] = plus(force, times(-1, own))
    rotors = {i: drive.rotor for i, drive in drives.items()}
    ddq, pivots = articulated.forward_dynamics(chain, tau, rotors, maker.load(chain, "ddq"))
    order = [robot.coordinate[link.number] for link in chain.links]
    by_coordinate = dict(zip(order, ddq, strict=True))
    return _Solved([by_coordinate[k] for k in range(1, maker.n + 1)], pivots)


MANY = 9
"""From so many joints on, articulated bodies are tried."""


def _forward(maker: Maker) -> _Solved:
    solved = _by_mass_matrix(maker)
    other = _by_articulated_bodies(maker) if maker.n >= MANY else None
    if other is not None:
        flat = lightened(maker.graph, other.ddq)
        if work(flat) < work(solved.ddq):
            return _Solved(flat, other.pivots)
    return solved


def _forward_derivatives(maker: Maker) -> tuple[list[Operand], list[tuple[Operand, Operand]]]:
    """∂q̈/∂q, ∂q̈/∂q̇ = −M⁻¹ ∂τ/∂(q, q̇) at the q̈ that τ gives, and ∂q̈/∂τ = M⁻¹."""
    n = maker.n
    solved = _by_mass_matrix(maker)
    assert solved.factors is not None
    names = maker.names("ddq")
    tau = _inverse(maker)
    by = derivatives(maker.graph, tau, (*maker.names("q"), *maker.names("dq")))
    at = dict(zip(names, solved.ddq, strict=True))
    flat = _replaced(maker.graph, [e for row in by for e in row], at)
    by = [flat[i * 2 * n : (i + 1) * 2 * n] for i in range(n)]
    columns_of = []
    for j in range(2 * n):
        columns_of.append(solved.factors.solve([times(-1, by[i][j]) for i in range(n)]))
    inverse = [solved.factors.solve([int(i == j) for i in range(n)]) for j in range(n)]
    blocks = (columns_of[:n], columns_of[n:], inverse)
    return [block[j][i] for block in blocks for i in range(n) for j in range(n)], solved.pivots


def _replaced(
    graph: Graph, outputs: Sequence[Operand], inputs: Mapping[str, Operand]
) -> list[Operand]:
    """The outputs with other nodes in the place of some inputs."""
    from torsor.program.passes import rebuilt

    return rebuilt(graph, outputs, inputs)


def _pose(maker: Maker) -> list[Operand]:
    tool = poses(maker.plain_chain())["tool"]
    return [e for row in tool.matrix for e in row]


def _jacobian(maker: Maker) -> list[Operand]:
    J = jacobian(maker.plain_chain())
    return [e for matrix in (J.J_v, J.J_w) for row in matrix for e in row]


def _jacobian_rate(maker: Maker) -> list[Operand]:
    """J̇ q̇: the tool's accelerations when no joint accelerates."""
    chain = maker.plain_chain("ddq")
    R = poses(chain)["tool"].R
    tool = tool_motion(chain)
    return [*(R @ tool.a), *(R @ tool.epsilon)]


def regressor_names(robot: Robot) -> tuple[str, ...]:
    """The parameters of the regressor's columns."""
    maker = Maker(robot, {})
    return tuple(c.name for c in columns(maker.plain_chain(), maker.drives()))


def _regressor(maker: Maker) -> tuple[list[Operand], int]:
    found = columns(maker.plain_chain(), maker.drives())
    return [c.work[i] for i in range(maker.n) for c in found], len(found)


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


def program(
    robot: Robot, name: str, values: Mapping[str, Formula] | None = None, grouped: bool = True
) -> Program:
    """A function of the robot; symbols that have a value are numbers in it.

    Inertial parameters are regrouped into base parameters unless ``grouped`` is false.
    """
    if name not in FUNCTIONS:
        hint = suggestion(name, FUNCTIONS)
        raise UnknownNameError(f"no function {shown(name)}{hint}; there are {', '.join(FUNCTIONS)}")
    function = FUNCTIONS[name]
    if function.chain and robot.bodies:
        raise RobotError(f"{robot.name!r} is given by bodies and has no frames: no {name}")
    maker = Maker(robot, values or {}, grouped)
    outputs, pivots, output = _made(maker, name)
    inputs = [Array(stem, (maker.n,), maker.names(stem)) for stem in function.inputs]
    if maker.wrench and name in FELT:
        inputs.append(Array("wrench", (6,), maker.wrench))
    return Program(
        name, robot.name, function.says, tuple(inputs), output, maker.graph, tuple(outputs),
        tuple(pivots),
    )  # fmt: skip


def _made(maker: Maker, name: str) -> tuple[list[Operand], list[tuple[Operand, Operand]], Array]:
    n = maker.n

    def flat(rows: Sequence[Sequence[Operand]]) -> list[Operand]:
        return [e for row in rows for e in row]

    def light_(outputs: list[Operand]) -> list[Operand]:
        return lightened(maker.graph, outputs)

    if name == "inverse_dynamics":
        return _inverse(maker), [], Array("tau", (n,))
    if name == "bias":
        return _inverse(maker, "ddq"), [], Array("bias", (n,))
    if name == "gravity":
        return _gravity(maker), [], Array("g", (n,))
    if name == "mass_matrix":
        return flat(_mass_matrix(maker)), [], Array("M", (n, n))
    if name == "coriolis":
        return light_(flat(_coriolis(maker))), [], Array("C", (n, n))
    if name == "forward_dynamics":
        solved = _forward(maker)
        return solved.ddq, solved.pivots, Array("ddq", (n,))
    if name == "forward_kinematics":
        return light_(_pose(maker)), [], Array("pose", (4, 4))
    if name == "jacobian":
        return light_(_jacobian(maker)), [], Array("J", (6, n))
    if name == "jacobian_rate":
        return light_(_jacobian_rate(maker)), [], Array("a", (6,))
    if name == "regressor":
        outputs, width = _regressor(maker)
        return light_(outputs), [], Array("Y", (n, width))
    if name == "inverse_dynamics_derivatives":
        by = derivatives(maker.graph, _inverse(maker), (*maker.names("q"), *maker.names("dq")))
        split = [row[:n] for row in by] + [row[n:] for row in by]
        return light_(flat(split)), [], Array("tau_by", (2, n, n))
    outputs, pivots = _forward_derivatives(maker)
    return outputs, pivots, Array("ddq_by", (3, n, n))
