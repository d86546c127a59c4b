"""``torsor.compile``: a robot's functions as machine code, made when they are first asked for."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Unpack

from torsor.algebra.formula import Formula
from torsor.arguments import validate_call
from torsor.errors import UnknownAttributeError, UnknownNameError, shown, suggestion
from torsor.formats.load import Description, Names, RobotLike, load
from torsor.program.arm_functions import make_function
from torsor.program.engine import MACHINE_CODE, Engine, read_engine
from torsor.program.functions.catalogue import FUNCTIONS, list_functions, refuse_unknown
from torsor.program.functions.derived_names import join_name, split_name
from torsor.program.functions.preparation import (
    as_doubles,
    numbers,
    prepare_robot,
    read_names,
    settable,
)
from torsor.program.functions.variation import vary_symbols
from torsor.program.graph.program import PARAMETERS
from torsor.program.jit.compilation import Recipe
from torsor.program.robot_functions import RobotFunctions
from torsor.program.tensors.tracing import hide_from_tracing, is_tracing
from torsor.robot.frame_names import LinkName
from torsor.robot.peer_names import find_peer
from torsor.robot.robot import Robot
from torsor.robot.values import own_values

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from torsor.program.base_grouping import BaseGrouping
    from torsor.program.graph.program import Program
    from torsor.program.kinematics.solution import Solution
    from torsor.program.tensors.casadi_functions import Function

    Floats = NDArray[np.float64]


def compile(
    robot: RobotLike,
    values: Mapping[str, Any] | None = None,
    payload: str = "none",
    threads: int | None = None,
    vary: Names = (),
    device: str = "cpu",
    jit: bool = True,
    **options: Unpack[Description],
) -> Arm:
    """The robot (anything that ``load`` takes) with numbers in it, as machine code.

    ``values`` are by symbol and go over the robot's own numbers. ``payload`` is ``none``,
    ``wrench`` (a further argument of six components, in tool axes; ``wrench-base`` in base axes),
    ``body`` or ``weight``. Batches use every core, or at most ``threads``. Symbols that ``vary``
    (``["l3", "m5"]``; also ``"tool"`` and ``"payload"``) come in with every call, as an array of
    ``parameters``: one set for all states, or one for each.

    ``device="cuda"`` (or ``"cuda:1"``) works on a GPU, to which arrays of NumPy are brought and
    back; arrays of PyTorch, JAX and CuPy are worked on where they are. Without ``jit`` nothing is
    compiled and NumPy runs the programs: sooner where a robot is asked once, much slower where it
    is asked often, and without llvmlite. The options are those of ``load``.

    >>> import torsor
    >>> arm = torsor.compile("planar2r", {"m1": 1, "m2": 1, "l1": 1, "rx1": 0.5, "ry1": 0,
    ...     "rx2": 0.5, "ry2": 0, "Izz1": 0.1, "Izz2": 0.1, "g": 9.81})
    >>> arm.gravity([0, 0])
    array([19.62 ,  4.905])
    """
    engine = read_engine(threads, jit, device)
    loaded = load(robot, **options)
    made, varied = vary_symbols(prepare_robot(loaded, payload), read_names("vary", vary))
    known = own_values(made) | numbers(loaded, made, as_doubles(made, values))
    return Arm(made, known, engine, varied)


@lru_cache(maxsize=32)
def _missing(made: Robot, name: str, given: tuple[tuple[str, Formula], ...]) -> tuple[str, ...]:
    """The symbols without a number that have an effect: not every parameter has."""
    from torsor.program.functions.programs import build_program

    found = build_program(made, name, dict(given)).parameters
    return tuple(n for n in settable(made) if n in found)


class Arm(RobotFunctions):
    """A robot with numbers: its functions, called with arrays of (n,) or with leading axes.

    Leading axes are states and broadcast: q of (2, 3, n) goes with dq of (n,). A function is
    compiled, or fetched from the disk, when it is first asked for, and needs a value for those
    symbols alone that it depends on: kinematics needs no masses. ``functions`` names those that
    the robot has. Arrays of float32 alone are worked on as such. ``out`` takes the result. An arm
    compiled with ``payload="wrench"`` has the six numbers of a ``wrench`` as one more argument,
    one compiled with ``vary`` the ``parameters`` that vary: an array, or a mapping of those that
    are not the robot's own.
    """

    def __init__(
        self,
        robot: Robot,
        values: Mapping[str, Formula],
        engine: Engine = MACHINE_CODE,
        vary: tuple[str, ...] = (),
    ) -> None:
        self.robot = robot
        self.values = dict(values)
        """The numbers by symbol, exact."""
        self.engine = engine
        """What runs the functions."""
        self.vary = vary
        """The symbols of the array ``parameters`` that every function takes, in order."""
        self.n = robot.dof
        self.functions = list_functions(robot)

    def function(self, name: str) -> Callable[..., Floats]:
        """A function by its name, as machine code."""
        own = split_name(name)[0]
        refuse_unknown(own)
        if name not in self.__dict__:
            self._refuse_lacking(own)
            self.__dict__[name] = make_function(type(self), self._recipe, name, self.engine)
        made: Callable[..., Floats] = self.__dict__[name]
        return made

    @hide_from_tracing
    def prepare(self, name: str) -> None:
        """Have machine code of a function ready, in the arm's own dictionary.

        While a call is traced its place there has to stay as it was; it stands beside it always.
        """
        self.__dict__[f"made_{name}"] = self.function(name)
        if is_tracing():
            del self.__dict__[name]

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
            if split_name(name)[0] in FUNCTIONS:
                return self.function(name)  # what went wrong there goes wrong again, and says so
            near = find_peer(name) or suggestion(name, dir(type(self)))
            raise UnknownAttributeError(f"'Arm' object has no attribute {name!r}{near}")

    def __repr__(self) -> str:
        return f"<Arm {self.robot.name}: {', '.join(self.functions)}>"

    def __eq__(self, other: object) -> bool:
        """The same robot with the same numbers."""
        if not isinstance(other, Arm):
            return NotImplemented
        mine, others = ((a.robot, a.values, a.vary, a.engine.device) for a in (self, other))
        return mine == others

    def __hash__(self) -> int:
        return hash((self.robot, frozenset(self.values.items()), self.vary))

    def __getstate__(self) -> dict[str, Any]:
        made = (*FUNCTIONS, *(f"made_{name}" for name in FUNCTIONS), "_rollouts")
        return {k: v for k, v in self.__dict__.items() if split_name(k)[0] not in made}

    @property
    def _recipe(self) -> Recipe:
        """What functions are made from. They hold this and not the arm: no circle keeps them."""
        return Recipe(self.robot, self.values, vary=self.vary)

    @property
    def parameters(self) -> dict[str, float | None]:
        """What varies, in order: the robot's own numbers, or none where it has none."""
        varied = self._recipe.varied
        return dict(zip(varied.names, varied.own, strict=True))

    def jvp(self, name: str, by: Names = ()) -> Callable[..., Floats]:
        """The derivative of a function along directions of some arguments (all unless told).

        It takes the function's arguments, then a direction of each: ``v_q``, ``v_dq`` …
        """
        return self._derive(name, "jvp", by)

    def vjp(self, name: str, by: Names = ()) -> Callable[..., Floats]:
        """The gradient of a weighted result by some arguments, one after another, backwards.

        It takes the function's arguments, then ``w``, of the result's shape.
        """
        return self._derive(name, "vjp", by)

    def hvp(self, name: str, by: Names = ()) -> Callable[..., Floats]:
        """The second derivatives of a weighted result by some arguments, times a direction.

        It takes the function's arguments, then ``w``, then the directions ``v_q``, ``v_dq`` …
        """
        chosen = self._chosen(name, by)
        return self.function(join_name(join_name(name, "vjp", chosen), "jvp", chosen))

    def _derive(self, name: str, kind: str, by: Names) -> Callable[..., Floats]:
        return self.function(join_name(name, kind, self._chosen(name, by)))

    def _chosen(self, name: str, by: Names) -> tuple[str, ...]:
        refuse_unknown(split_name(name)[0])
        texts = read_names("by", by)
        named = [part.strip() for text in texts for part in text.split(",") if part.strip()]
        for argument in named:
            if not argument.isidentifier():
                raise UnknownNameError(f"{name} has no argument {shown(argument)}")
        return tuple(named) or tuple(a.name for a in self.program(name).inputs)

    def missing(self, name: str = "inverse_dynamics") -> tuple[str, ...]:
        """The symbols that a function needs a value for and that have none."""
        refuse_unknown(name)
        if all(n in self.values for n in settable(self.robot)):
            return ()
        given = tuple(sorted(self.values.items(), key=lambda e: e[0]))
        return tuple(n for n in _missing(self.robot, name, given) if n not in self.vary)

    def program(self, name: str) -> Program:
        """A function as a straight-line program."""
        return self._recipe.program(name)

    def casadi(self, name: str = "inverse_dynamics") -> Function:
        """A function as one of CasADi's (SX), with exact sparse derivatives of its own.

        ``name`` may be a derivative's, as in ``arm.vjp(…).__name__``.
        """
        from torsor.program.tensors.casadi_functions import casadi_function

        self._refuse_lacking(split_name(name)[0])
        return casadi_function(self.program(name))

    @property
    def base_parameters(self) -> BaseGrouping:
        """β = K π, which the driving forces are linear in: names, K, and the numbers of both."""
        from torsor.program.base_grouping import group_parameters

        known = {name: value for name, value in self.values.items() if name not in self.vary}
        return group_parameters(self.robot, known)

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
        q: ArrayLike,
        dq: ArrayLike,
        tau: ArrayLike,
        dt: float,
        steps: int,
        history: bool = False,
        wrench: ArrayLike | None = None,
        parameters: ArrayLike | Mapping[str, ArrayLike] | None = None,
        method: str = "rk4",
    ) -> tuple[Floats, Floats]:
        """Many motions at once by fixed steps: q and dq of every start at the end.

        A step is one of Runge and Kutta (``rk4``, order four) or of symplectic ``euler``: the rates
        first, then the coordinates with the new rates.

        With ``history``, those at first and after every step. ``tau`` is one set of driving forces
        for all (n,), a set for each start (N, n), for each step (steps, 1, n), or for each step and
        start (steps, N, n); so are the ``wrench`` of an arm that has one, six numbers each, and the
        ``parameters`` of one in which some vary. The same bits each time.
        """
        from torsor.program.rollouts import Rollouts

        if "_rollouts" not in self.__dict__:
            self.__dict__["_rollouts"] = Rollouts(self._recipe, self.engine)
        made: Rollouts = self.__dict__["_rollouts"]
        acting = {"tau": tau, "wrench": wrench, PARAMETERS: parameters}
        return made.run(q, dq, acting, dt, steps, history, method)

    @validate_call
    def save(
        self,
        path: str | os.PathLike[str],
        machines: Names = (),
        functions: Names | None = None,
        progress: Callable[[int, int], object] | None = None,
    ) -> None:
        """The functions into a file that ``torsor.open_arm`` opens without a compiler.

        It has machine code for the ``machines`` by name (``x86-64-v3``, ``x86-64-v4``,
        ``aarch64``; by itself for this one), of all functions whose numbers are known or of some;
        ``progress`` is called with how many are made and of how many. A saved robot is a program:
        who opens it runs it.
        """
        from torsor.program.saved.saving import save_arm

        names = self.functions if functions is None else read_names("functions", functions)
        for name in names:
            self._refuse_lacking(name)
        wanted = read_names("machines", machines)
        save_arm(self._recipe, path, wanted, names, functions is None, progress)

    def certificate(self, name: str) -> str:
        """What is proven of a function's program, in one sentence; see ``certify_program``."""
        from torsor.program.certification.certification import certify_program

        return certify_program(self.robot, self.program(name), self._recipe.built_in)
