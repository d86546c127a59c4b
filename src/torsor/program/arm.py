"""``torsor.compile``: a robot's functions as machine code, made when they are first asked for."""

from __future__ import annotations

import ctypes
import hashlib
import os
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from torsor.algebra.formula import Formula
from torsor.errors import MissingValueError, TorsorError, shown
from torsor.program import array_header, cache
from torsor.program.call import Call
from torsor.program.catalogue import FUNCTIONS
from torsor.program.machine import Loaded, machine, object_code
from torsor.program.ready import numbers, ready, settable
from torsor.robot.robot import Robot

if TYPE_CHECKING:
    from torsor.program.program import Program

KINDS = {"float64": "double", "float32": "float"}


def compile_robot(
    robot: Robot,
    values: Mapping[str, Any] | None = None,
    payload: str = "none",
    threads: int | None = None,
) -> Arm:
    """The robot with numbers in it, ready to run.

    ``values`` are by symbol; the robot's own numbers if none are given. ``payload`` is ``none``,
    ``wrench`` (a further argument of six components, in tool axes; ``wrench-base`` in base axes),
    ``body`` or ``weight``. Batches use every core, or at most ``threads``.
    """
    if threads is not None and (type(threads) is not int or threads < 1):
        raise TorsorError(f"threads is {shown(str(threads))}; expected a whole number above zero")
    made = ready(robot, payload)
    given = numbers(robot, made, robot.numbers if values is None else values)
    if any(n not in given for n in settable(made)):
        missing = _missing(made, tuple(sorted(given.items(), key=lambda item: item[0])))
        if missing:
            raise MissingValueError(f"no value for {', '.join(missing)}")
    return Arm(made, given, threads)


@lru_cache(maxsize=32)
def _missing(made: Robot, given: tuple[tuple[str, Formula], ...]) -> tuple[str, ...]:
    """The symbols without a number that have an effect: not every parameter has."""
    from torsor.program.functions import program

    return program(made, "inverse_dynamics", dict(given)).parameters


class Arm:
    """A robot with numbers: each of its functions, called with arrays of (n,) or (N, n).

    A function is compiled, or fetched from the disk, when it is first asked for.
    """

    def __init__(self, robot: Robot, values: Mapping[str, Formula], threads: int | None) -> None:
        self.robot = robot
        self.values = dict(values)
        self.threads = threads
        self.n = robot.dof
        self.functions = tuple(n for n, f in FUNCTIONS.items() if not (f.chain and robot.bodies))

    def __repr__(self) -> str:
        return f"<Arm {self.robot.name}: {', '.join(self.functions)}>"

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *self.functions]

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in FUNCTIONS:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        made = _made(self, name)
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

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def program(self, name: str) -> Program:
        """A function as a straight-line program."""
        from torsor.program.functions import program

        made = program(self.robot, name, self.values)
        if made.parameters:
            raise MissingValueError(f"no value for {', '.join(made.parameters)} (for {name})")
        return made

    def rollout(
        self, q: Any, dq: Any, tau: Any, dt: float, steps: int, history: bool = False
    ) -> tuple[Any, Any]:
        """Many motions at once by fixed Runge-Kutta steps: see ``torsor.program.rollout``."""
        from torsor.program.rollout import rollout

        return rollout(self, q, dq, tau, dt, steps, history)

    def rollout_code(self) -> tuple[Any, int, Loaded]:
        """The machine code of rollouts, how many starts it takes at a time, and what holds it."""
        from torsor.program.rollout import SIGNATURE, write_rollout

        if "_rollout" not in self.__dict__:
            lanes = machine().lanes("double")
            key = _key(self, "rollout", "double")
            entry = cache.read(key)
            if entry is None:
                made = self.program("forward_dynamics")
                room = max(1, len(made.constants))
                text = f"@constants = global [{room} x double] zeroinitializer\n"
                entry = ({}, object_code(text + write_rollout(made, lanes)))
                cache.write(key, *entry)
            loaded = Loaded(entry[1])
            self.__dict__["_rollout"] = (SIGNATURE(loaded.address("rollout")), lanes, loaded)
        found: tuple[Any, int, Loaded] = self.__dict__["_rollout"]
        return found

    def certificate(self, name: str) -> str:
        """What is proven of a function's program, in one sentence; see ``program.certify``."""
        from torsor.program.certify import certificate

        return certificate(self.robot, self.program(name), self.values)


class _Kernels(dict[str, Any]):
    """The machine code of a function by NumPy's name of a float; made when first asked for."""

    def __init__(self, arm: Arm, name: str) -> None:
        super().__init__()
        self.arm, self.name = arm, name
        self.loaded: dict[str, Loaded] = {}

    def __missing__(self, dtype: str) -> Any:
        head, loaded = compiled(self.arm, self.name, KINDS[dtype])
        del head
        self.loaded[dtype] = loaded
        kind = ctypes.CFUNCTYPE(
            ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64
        )
        self[dtype] = (kind(loaded.address("batch")), loaded.place("constants"))
        return self[dtype]


def _made(arm: Arm, name: str) -> Any:
    head, loaded = compiled(arm, name, "double")
    kernels = _Kernels(arm, name)
    call = Call(
        name,
        [(n, s) for n, s in head["arguments"]],
        tuple(head["shape"]),
        kernels,
        arm.threads,
    )
    call.__doc__ = FUNCTIONS[name].says
    call.operations = head["operations"]  # type: ignore[attr-defined]
    kind = ctypes.CFUNCTYPE(
        ctypes.c_int64, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int64
    )
    kernels.loaded["float64"] = loaded
    kernels["float64"] = (kind(loaded.address("batch")), loaded.place("constants"))
    if not array_header.trusted():
        return call
    return array_header.built_in(loaded, name, FUNCTIONS[name].says, "double", call)


def compiled(arm: Arm, name: str, float_: str) -> tuple[dict[str, Any], Loaded]:
    """A function's machine code, from the disk if it is there."""
    key = _key(arm, name, float_)
    entry = cache.read(key)
    if entry is not None:
        return entry[0], Loaded(entry[1])
    from torsor.program.kernel import write_kernels

    made = arm.program(name)
    text = write_kernels(made, float_, machine().lanes(float_))
    text += "\n" + array_header.write_entry(made, float_)
    head = {
        "arguments": [(a.name, a.size) for a in made.inputs],
        "shape": list(made.output.shape),
        "operations": made.operations,
    }
    code = object_code(text)
    cache.write(key, head, code)
    return head, Loaded(code)


def _key(arm: Arm, name: str, float_: str) -> str:
    robot = arm.robot
    parts = (
        (robot.joints, robot.links, robot.tool, robot.payload, robot.gravity),
        (robot.bodies, robot.kinds),
        sorted((n, str(v)) for n, v in arm.values.items()),
        (name, float_, machine(), object.__basicsize__, _sources()),
    )
    return hashlib.sha256(repr(parts).encode()).hexdigest()


@lru_cache(maxsize=1)
def _sources() -> tuple[tuple[str, int, int], ...]:
    """The sources that code is made from, so that what older ones made is not used."""
    found = []
    package = Path(__file__).parent.parent
    for room in ("algebra", "robot", "mechanics", "program"):
        with os.scandir(package / room) as files:
            for file in files:
                if file.name.endswith(".py"):
                    seen = file.stat()
                    found.append((f"{room}/{file.name}", seen.st_size, seen.st_mtime_ns))
    return tuple(sorted(found))
