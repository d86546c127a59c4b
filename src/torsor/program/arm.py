"""``torsor.compile``: a robot's functions as machine code, made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, Unpack, cast

from torsor.algebra.formula import Formula
from torsor.errors import (
    ArgumentTypeError,
    ArgumentValueError,
    MissingValueError,
    UnknownAttributeError,
    shown,
    suggestion,
)
from torsor.formats.load import Description, RobotLike, load
from torsor.program.functions.catalogue import FUNCTIONS, list_functions
from torsor.program.functions.preparation import numbers, prepare_robot, settable
from torsor.program.jit import cpython_layout
from torsor.program.jit.builtin import make_builtin
from torsor.program.jit.compilation import KINDS, Kernel, Recipe, load_kernel, load_rollout
from torsor.program.jit.compiled_function import CompiledFunction
from torsor.robot.peer_names import find_peer
from torsor.robot.robot import Robot

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from torsor.program.graph.program import Program

    Floats = NDArray[np.float64]

P = ParamSpec("P")
R = TypeVar("R")


def compile(
    robot: RobotLike,
    values: Mapping[str, Any] | None = None,
    payload: str = "none",
    threads: int | None = None,
    **options: Unpack[Description],
) -> Arm:
    """The robot (anything that ``load`` takes) with numbers in it, as machine code.

    ``values`` are by symbol and go over the robot's own numbers. ``payload`` is ``none``,
    ``wrench`` (a further argument of six components, in tool axes; ``wrench-base`` in base axes),
    ``body`` or ``weight``. Batches use every core, or at most ``threads``. The options are those
    of ``load``.

    >>> import torsor
    >>> arm = torsor.compile("planar2r", {"m1": 1, "m2": 1, "l1": 1, "rx1": 0.5, "ry1": 0,
    ...     "rx2": 0.5, "ry2": 0, "Izz1": 0.1, "Izz2": 0.1, "g": 9.81})
    >>> arm.gravity([0, 0])
    array([19.62 ,  4.905])
    """
    if threads is not None and (type(threads) is not int or threads < 1):
        kind = ArgumentValueError if type(threads) is int else ArgumentTypeError
        raise kind(f"threads is {shown(str(threads))}; expected a whole number above zero")
    loaded = load(robot, **options)
    made = prepare_robot(loaded, payload)
    given = numbers(loaded, made, values)
    if any(n not in given for n in settable(made)):
        missing = _missing(made, tuple(sorted(given.items(), key=lambda item: item[0])))
        if missing:
            raise MissingValueError(f"no value for {', '.join(missing)}")
    return Arm(made, given, threads)


@lru_cache(maxsize=32)
def _missing(made: Robot, given: tuple[tuple[str, Formula], ...]) -> tuple[str, ...]:
    """The symbols without a number that have an effect: not every parameter has."""
    from torsor.program.functions.programs import build_program

    return build_program(made, "inverse_dynamics", dict(given)).parameters


class _Compiled:
    """A method whose place machine code takes in an arm's own dictionary when first asked for."""

    def __init__(self, method: Callable[..., Any]) -> None:
        self.name, self.method, self.__doc__ = method.__name__, method, method.__doc__

    def __get__(self, arm: Arm | None, kind: type[Arm]) -> Any:
        return self.method if arm is None else arm.function(self.name)


def compiled(method: Callable[P, R]) -> Callable[P, R]:
    """The method as it is written, with machine code in its place."""
    return cast("Callable[P, R]", _Compiled(method))


class Arm:
    """A robot with numbers: its functions, called with arrays of (n,) or with leading axes.

    Leading axes are states and broadcast: q of (2, 3, n) goes with dq of (n,). A function is
    compiled, or fetched from the disk, when it is first asked for; ``functions`` names those that
    the robot has. Arrays of float32 alone are worked on as such. ``out`` takes the result. An arm
    compiled with ``payload="wrench"`` has the six numbers of a ``wrench`` as one more argument.
    """

    def __init__(self, robot: Robot, values: Mapping[str, Formula], threads: int | None) -> None:
        self.robot = robot
        self.values = dict(values)
        self.threads = threads
        self.n = robot.dof
        self.functions = list_functions(robot)

    @compiled
    def inverse_dynamics(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        out: Floats | None = None,
    ) -> Floats:
        """Driving forces (n,): M(q) ddq + C(q, dq) dq + g(q), and all that acts."""
        return self.function("inverse_dynamics")(q, dq, ddq, wrench, out=out)

    @compiled
    def mass_matrix(self, q: ArrayLike, *, out: Floats | None = None) -> Floats:
        """The mass matrix M(q), (n, n)."""
        return self.function("mass_matrix")(q, out=out)

    @compiled
    def bias(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        out: Floats | None = None,
    ) -> Floats:
        """Driving forces (n,) without acceleration: C(q, dq) dq + g(q)."""
        return self.function("bias")(q, dq, wrench, out=out)

    @compiled
    def coriolis(self, q: ArrayLike, dq: ArrayLike, *, out: Floats | None = None) -> Floats:
        """Christoffel's C(q, dq), (n, n)."""
        return self.function("coriolis")(q, dq, out=out)

    @compiled
    def gravity(self, q: ArrayLike, *, out: Floats | None = None) -> Floats:
        """The gravity vector g(q), (n,)."""
        return self.function("gravity")(q, out=out)

    @compiled
    def forward_dynamics(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        tau: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        out: Floats | None = None,
    ) -> Floats:
        """Accelerations (n,) under driving forces."""
        return self.function("forward_dynamics")(q, dq, tau, wrench, out=out)

    @compiled
    def forward_kinematics(self, q: ArrayLike, *, out: Floats | None = None) -> Floats:
        """The tool's frame in base axes, (4, 4)."""
        return self.function("forward_kinematics")(q, out=out)

    @compiled
    def jacobian(self, q: ArrayLike, *, out: Floats | None = None) -> Floats:
        """The tool's geometric Jacobian in base axes, (6, n): J_v over J_w."""
        return self.function("jacobian")(q, out=out)

    @compiled
    def jacobian_rate(self, q: ArrayLike, dq: ArrayLike, *, out: Floats | None = None) -> Floats:
        """J̇ q̇, (6,): the tool's accelerations at constant dq."""
        return self.function("jacobian_rate")(q, dq, out=out)

    @compiled
    def regressor(
        self, q: ArrayLike, dq: ArrayLike, ddq: ArrayLike, *, out: Floats | None = None
    ) -> Floats:
        """Y of (n, p) with tau = Y π, π ten to a link."""
        return self.function("regressor")(q, dq, ddq, out=out)

    @compiled
    def inverse_dynamics_derivatives(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        ddq: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        out: Floats | None = None,
    ) -> Floats:
        """∂tau/∂q, then ∂tau/∂dq, (2, n, n)."""
        return self.function("inverse_dynamics_derivatives")(q, dq, ddq, wrench, out=out)

    @compiled
    def forward_dynamics_derivatives(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        tau: ArrayLike,
        wrench: ArrayLike | None = None,
        *,
        out: Floats | None = None,
    ) -> Floats:
        """∂ddq/∂q, ∂ddq/∂dq, then ∂ddq/∂tau, (3, n, n)."""
        return self.function("forward_dynamics_derivatives")(q, dq, tau, wrench, out=out)

    def function(self, name: str) -> Callable[..., Floats]:
        """A function by its name, as machine code."""
        if name not in self.__dict__:
            self._refuse_lacking(name)
            self.__dict__[name] = _make_function(self._recipe, name, self.threads)
        made: Callable[..., Floats] = self.__dict__[name]
        return made

    def _refuse_lacking(self, name: str) -> None:
        if name in FUNCTIONS and name not in self.functions:
            raise UnknownAttributeError(
                f"{self.robot.name!r} is given by bodies and has no frames: no {name}"
            )

    if not TYPE_CHECKING:  # to whom every name would be one of an arm's

        def __getattr__(self, name: str) -> Any:
            """Whatever an arm has not, in a sentence; what other toolboxes call so is told."""
            if name.startswith("_") or "functions" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            self._refuse_lacking(name)
            if name in FUNCTIONS:
                return self.function(name)  # what went wrong there goes wrong again, and says so
            near = find_peer(name) or suggestion(name, dir(type(self)))
            raise UnknownAttributeError(f"'Arm' object has no attribute {name!r}{near}")

    def __repr__(self) -> str:
        return f"<Arm {self.robot.name}: {', '.join(self.functions)}>"

    def __eq__(self, other: object) -> bool:
        """The same robot with the same numbers."""
        if not isinstance(other, Arm):
            return NotImplemented
        return (self.robot, self.values) == (other.robot, other.values)

    def __hash__(self) -> int:
        return hash((self.robot, frozenset(self.values.items())))

    def __getstate__(self) -> dict[str, Any]:
        made = (*FUNCTIONS, "_rollout")
        return {k: v for k, v in self.__dict__.items() if k not in made}

    @property
    def _recipe(self) -> Recipe:
        """What functions are made from. They hold this and not the arm: no circle keeps them."""
        return Recipe(self.robot, self.values)

    def program(self, name: str) -> Program:
        """A function as a straight-line program."""
        return self._recipe.program(name)

    def rollout(
        self,
        q: ArrayLike,
        dq: ArrayLike,
        tau: ArrayLike,
        dt: float,
        steps: int,
        history: bool = False,
        wrench: ArrayLike | None = None,
    ) -> tuple[Floats, Floats]:
        """Many motions at once by fixed Runge-Kutta steps: q and dq of every start at the end.

        With ``history``, those at first and after every step. ``tau`` is one set of driving forces
        for all (n,), a set for each start (N, n), for each step (steps, 1, n), or for each step and
        start (steps, N, n); so is the ``wrench`` of an arm that has one, six numbers each. The same
        bits each time.
        """
        from torsor.program.jit.rollout import rollout

        if "_rollout" not in self.__dict__:
            self.__dict__["_rollout"] = load_rollout(self._recipe)
        code: Kernel = self.__dict__["_rollout"]
        return rollout(code, q, dq, {"tau": tau, "wrench": wrench}, dt, steps, history)

    def certificate(self, name: str) -> str:
        """What is proven of a function's program, in one sentence; see ``certify_program``."""
        from torsor.program.certification.certification import certify_program

        return certify_program(self.robot, self.program(name), self.values)


class _Kernels(dict[str, Kernel]):
    """The machine code of a function by NumPy's name of a float; made when first asked for."""

    def __init__(self, recipe: Recipe, name: str) -> None:
        super().__init__()
        self.recipe, self.name = recipe, name

    def __missing__(self, dtype: str) -> Kernel:
        self[dtype] = load_kernel(self.recipe, self.name, KINDS[dtype])
        return self[dtype]


def _make_function(recipe: Recipe, name: str, threads: int | None) -> Any:
    """A function as Python calls it."""
    kernels = _Kernels(recipe, name)
    double = kernels["float64"]
    call = CompiledFunction(
        name,
        [(n, s) for n, s in double.head["arguments"]],
        tuple(double.head["shape"]),
        kernels,
        threads,
        (Arm, (recipe.robot, recipe.values, threads)),
    )
    call.__doc__ = getattr(Arm, name).__doc__
    call.operations = double.head["operations"]  # type: ignore[attr-defined]
    if not cpython_layout.is_trusted():
        return call
    return make_builtin(double.loaded, name, _signed_sentence(name), "double", call)


def _signed_sentence(name: str) -> str:
    """What a method says, after its signature as built-ins carry it."""
    from inspect import Parameter, signature

    method = getattr(Arm, name)
    _, *own = signature(method).parameters.values()
    plain = ", ".join(str(p.replace(annotation=Parameter.empty)) for p in own).split(", ")
    plain.insert(len(plain) - 1, "*")
    return f"{name}({', '.join(plain)})\n--\n\n{method.__doc__}"
