"""``torsor.compile``: a robot's functions as machine code, made when they are first asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from torsor.algebra.formula import Formula
from torsor.errors import ArgumentTypeError, ArgumentValueError, MissingValueError, shown
from torsor.program.functions.catalogue import FUNCTIONS, list_functions, refuse_unknown
from torsor.program.functions.preparation import numbers, prepare_robot, settable
from torsor.program.jit import cpython_layout
from torsor.program.jit.builtin import make_builtin
from torsor.program.jit.compilation import KINDS, Kernel, Recipe, load_kernel, load_rollout
from torsor.program.jit.compiled_function import CompiledFunction
from torsor.robot.frame_names import FrameName, LinkName, find_frame
from torsor.robot.robot import Robot

if TYPE_CHECKING:
    from numpy.typing import ArrayLike

    from torsor.program.graph.program import Program
    from torsor.program.kinematics.solution import Solution


def compile_robot(
    robot: Robot,
    values: Mapping[str, Any] | None = None,
    payload: str = "none",
    threads: int | None = None,
) -> Arm:
    """The robot with numbers in it, ready to run.

    ``values`` are by symbol and go over the robot's own numbers. ``payload`` is ``none``,
    ``wrench`` (a further argument of six components, in tool axes; ``wrench-base`` in base axes),
    ``body`` or ``weight``. Batches use every core, or at most ``threads``.
    """
    if threads is not None and (type(threads) is not int or threads < 1):
        kind = ArgumentValueError if type(threads) is int else ArgumentTypeError
        raise kind(f"threads is {shown(str(threads))}; expected a whole number above zero")
    made = prepare_robot(robot, payload)
    return Arm(made, numbers(robot, made, values), threads)


@lru_cache(maxsize=32)
def _missing(made: Robot, name: str, given: tuple[tuple[str, Formula], ...]) -> tuple[str, ...]:
    """The symbols without a number that have an effect: not every parameter has."""
    from torsor.program.functions.programs import build_program

    found = build_program(made, name, dict(given)).parameters
    return tuple(n for n in settable(made) if n in found)


class Arm:
    """A robot with numbers: each of its functions, called with arrays of (n,) or (N, n).

    A function is compiled, or fetched from the disk, when it is first asked for, and needs a value
    for those symbols alone that it depends on: kinematics needs no masses.
    """

    def __init__(self, robot: Robot, values: Mapping[str, Formula], threads: int | None) -> None:
        self.robot = robot
        self.values = dict(values)
        self.threads = threads
        self.n = robot.dof
        self.functions = list_functions(robot)

    def __repr__(self) -> str:
        return f"<Arm {self.robot.name}: {', '.join(self.functions)}>"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.functions]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in FUNCTIONS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        made = _make_function(self._recipe, name, self.threads)
        self.__dict__[name] = made
        return made

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

    def missing(self, name: str = "inverse_dynamics") -> tuple[str, ...]:
        """The symbols that a function needs a value for and that have none."""
        refuse_unknown(name)
        if all(n in self.values for n in settable(self.robot)):
            return ()
        return _missing(self.robot, name, tuple(sorted(self.values.items(), key=lambda e: e[0])))

    def program(self, name: str) -> Program:
        """A function as a straight-line program."""
        return self._recipe.program(name)

    def inverse_kinematics(
        self,
        T: ArrayLike,
        q0: ArrayLike | None = None,
        *,
        link: LinkName = "tool",
        weights: ArrayLike | None = None,
        axes: str = "base",
        tolerance: float | tuple[float, float] = 1e-10,
        max_iterations: int = 60,
        restarts: int = 48,
        seed: int = 0,
        raises: bool = False,
    ) -> Solution:
        """Coordinates (…, n) that bring the tool, or a ``link``, to the poses T of (…, 4, 4).

        The search starts from ``q0``, or halfway between the joints' limits, and again from up to
        ``restarts`` other postures; limits are kept. ``weights`` are six, of the components along
        and about x, y, z of the base (or, with ``axes="tool"``, of the target itself); 0 frees one.
        The result is an array with ``reached``, ``error`` (metres and radians) and ``iterations``;
        with ``raises``, a target that is not reached to the ``tolerance`` is an error.
        """
        from torsor.program.kinematics.inverse import solve_poses

        return solve_poses(
            self, T, q0, link=link, weights=weights, axes=axes, tolerance=tolerance,
            max_iterations=max_iterations, restarts=restarts, seed=seed, raises=raises,
        )  # fmt: skip

    def rollout(
        self,
        q: Any,
        dq: Any,
        tau: Any,
        dt: float,
        steps: int,
        history: bool = False,
        wrench: Any = None,
    ) -> tuple[Any, Any]:
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


class _Elsewhere(dict[FrameName, Any]):
    """A function of the frames other than the tool's; made when first asked for."""

    def __init__(self, recipe: Recipe, name: str, threads: int | None) -> None:
        super().__init__()
        self.recipe, self.name, self.threads = recipe, name, threads

    def __missing__(self, frame: FrameName) -> Any:
        recipe = Recipe(self.recipe.robot, self.recipe.values, frame)
        self[frame] = _make_function(recipe, self.name, self.threads)
        return self[frame]

    def __call__(self, link: LinkName) -> Any:
        return self[find_frame(self.recipe.robot, link)]


def _without_tool(elsewhere: _Elsewhere, complaint: str) -> Callable[..., Any]:
    """A function of every frame but the tool's, for which a value is missing."""

    def call(*arrays: Any, link: LinkName = "tool", **named: Any) -> Any:
        if isinstance(link, str) and link == "tool":
            raise MissingValueError(complaint)
        return elsewhere(link)(*arrays, **named)

    return call


def _make_function(recipe: Recipe, name: str, threads: int | None) -> Any:
    """A function as Python calls it."""
    kernels = _Kernels(recipe, name)
    elsewhere = None
    if FUNCTIONS[name].of_frame and recipe.frame == "tool":
        elsewhere = _Elsewhere(recipe, name, threads)
    try:
        double = kernels["float64"]
    except MissingValueError as error:  # which a link nearer to the base may do without
        if elsewhere is None:
            raise
        return _without_tool(elsewhere, str(error))
    call = CompiledFunction(
        name,
        [(n, s) for n, s in double.head["arguments"]],
        tuple(double.head["shape"]),
        kernels,
        threads,
        elsewhere,
    )
    call.__doc__ = FUNCTIONS[name].says
    call.operations = double.head["operations"]  # type: ignore[attr-defined]
    if not cpython_layout.is_trusted():
        return call
    return make_builtin(double.loaded, name, FUNCTIONS[name].says, "double", call)
