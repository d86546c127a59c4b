"""``torsor.open_arm``: a saved robot's functions, without what made them."""

from __future__ import annotations

import ctypes
import os
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from torsor.arguments import validate_call
from torsor.errors import (
    ArrayError,
    TorsorError,
    UnknownAttributeError,
    UnknownNameError,
    shown,
    suggestion,
)
from torsor.program.array_function import Given, Varied
from torsor.program.functions.catalogue import FUNCTIONS
from torsor.program.graph.program import PARAMETERS
from torsor.program.jit.cache import Head
from torsor.program.jit.compiled_function import CompiledFunction, Place
from torsor.program.jit.kernel import Kernel
from torsor.program.jit.parallel import PIECE
from torsor.program.jit.writing.signature import BATCH, SET_UP
from torsor.program.robot_functions import RobotFunctions
from torsor.program.saved.machines import choose_machine, find_host
from torsor.program.saved.mapping import Mapped
from torsor.program.saved.robot_file import RobotFile, SavedRobotError, read_robot
from torsor.program.tensors.dispatch import front_of
from torsor.robot.peer_names import find_peer

if TYPE_CHECKING:
    from torsor.program.array_function import Floats
    from torsor.robot.frame_names import LinkName


def key_of(name: str, dtype: str, is_once: bool) -> str:
    """How a file calls a function's code: for one set of parameters, or for one in every row."""
    return f"{name} {dtype}{' once' if is_once else ''}"


@validate_call
def open_arm(path: str | os.PathLike[str]) -> SavedArm:
    """The robot that ``arm.save`` wrote: the same functions, the same bits, and no compiler.

    A saved robot is a program: its machine code runs in this process, and its digest tells damage
    alone, not who made it. Open those of people whom you trust.
    """
    return SavedArm(read_robot(path), os.fspath(path))


class SavedArm(RobotFunctions):
    """A robot's functions from a file, for NumPy's arrays; ``functions`` names them.

    They are called as an ``Arm``'s are. What else an arm has (derivatives, rollouts, inverse
    kinematics, frames of other links by ``link``) needs the robot itself and is not in the file.
    """

    def __init__(self, file: RobotFile, path: str) -> None:
        told = shown(path, 200)
        self.path = path
        """Where it was opened."""
        try:
            head = file.head
            self.machine = choose_machine(told, file.images, find_host())
            """The machine that the code is for."""
            self.robot = str(head["robot"])
            """The robot's name."""
            self.n = int(head["n"])
            """The number of coordinates."""
            self.functions = tuple(str(name) for name in head["functions"])
            """Those that were saved."""
            names = tuple(str(name) for name in head["vary"])
            own = tuple(None if x is None else float(x) for x in head["own"])
            self._varied = Varied(names, own)
            image = file.images[self.machine]
            places = {str(key): int(at) for key, at in head["places"][self.machine].items()}
            if not (self._needed() <= {*places} and _within(places.values(), len(image))):
                raise ValueError("a function that is not in the image")
            loaded = Mapped(image, places)
            self._made = {
                name: SavedFunction(name, described, self._varied, loaded, path)
                for name, described in head["functions"].items()
            }
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            if isinstance(error, TorsorError):
                raise
            raise SavedRobotError(f"{told} is damaged: its head cannot be read") from None

    @property
    def parameters(self) -> dict[str, float | None]:
        """What varies, in order: the robot's own numbers, or none where it has none."""
        return dict(zip(self._varied.names, self._varied.own, strict=True))

    def function(self, name: str) -> Callable[..., Any]:
        """A function by its name."""
        if name not in self.functions:
            near = suggestion(str(name), self.functions)
            raise UnknownNameError(
                f"{shown(str(name))} was not saved{near}; there are {', '.join(self.functions)}"
            )
        return self._made[name]

    def _needed(self) -> set[str]:
        """What has to be in an image."""
        if not {*self.functions} <= {*FUNCTIONS}:
            raise ValueError("a function that there is not")
        needed = set()
        for name, dtype in product(self.functions, ("float64", "float32")):
            needed.add(f"{key_of(name, dtype, False)} {BATCH.name}")
            if self._varied.names:
                key = key_of(name, dtype, True)
                needed |= {f"{key} {BATCH.name}", f"{key} {SET_UP.name}"}
        return needed

    def prepare(self, name: str) -> None:
        """Have a function ready, in the arm's own dictionary."""
        self.__dict__[f"made_{name}"] = self.function(name)

    def __reduce__(self) -> tuple[Any, ...]:
        return open_arm, (self.path,)

    def __repr__(self) -> str:
        return f"<SavedArm {self.robot}, {self.machine}: {', '.join(self.functions)}>"

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Whatever a saved robot has not, in a sentence."""
            if name.startswith("_") or "functions" not in self.__dict__:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            near = find_peer(name) or suggestion(name, self.functions)
            raise UnknownAttributeError(f"a saved robot has no {name!r}{near}")


def _within(places: Iterable[int], size: int) -> bool:
    return all(0 <= at < size for at in places)


class _Kernels(dict[str, Kernel]):
    """The machine code of a function by NumPy's name of a float; found when first asked for."""

    def __init__(self, name: str, head: Head, loaded: Mapped, is_once: bool) -> None:
        super().__init__()
        self.name, self.head, self.loaded, self.is_once = name, head, loaded, is_once

    def __missing__(self, dtype: str) -> Kernel:
        key, head, set_up = key_of(self.name, dtype, self.is_once), self.head, None
        address = self.loaded.address(f"{key} {BATCH.name}")
        if self.is_once:
            set_up = SET_UP.foreign(self.loaded.address(f"{key} {SET_UP.name}"))
            kept = [pair for pair in head["arguments"] if pair[0] != PARAMETERS]
            head = {**head, "arguments": kept}
        self[dtype] = Kernel(head, self.loaded, address, BATCH.foreign(address), 0, key, set_up)
        return self[dtype]


class SavedFunction(CompiledFunction):
    """One function of a saved robot, on one core."""

    def __init__(self, name: str, head: Head, varied: Varied, loaded: Mapped, path: str) -> None:
        super().__init__(
            name,
            [(str(argument), int(size)) for argument, size in head["arguments"]],
            tuple(int(extent) for extent in head["shape"]),
            varied,
            _refuse_link if FUNCTIONS[name].of_frame else None,
            (open_arm, (path,)),
            _Kernels(name, head, loaded, False),
            _Kernels(name, head, loaded, True),
            1,
            _refuse_derivative,
            {str(argument): tuple(shape) for argument, shape in head["shapes"].items()},
        )
        self.__doc__ = getattr(RobotFunctions, name).__doc__

    def call_ordered(self, given: dict[str, Given], out: Floats | None) -> Floats:
        """The result of arguments by name, which have to be NumPy's or plain."""
        if front_of((*given.values(), out)) is not None:
            raise ArrayError(f"{self.__name__}: a saved robot takes arrays of NumPy")
        return self._compute(given, out)

    def run_rows(
        self, dtype: str, count: int, places: Sequence[Place], out: int, *held: object
    ) -> int:
        """Results of so many states at ``out``, a piece at a time: a signal waits for one."""
        kernel, places, _kept = self._set_up(dtype, count, places)
        item = ctypes.sizeof(ctypes.c_double if dtype == "float64" else ctypes.c_float)
        sizes = [size * item for _, size in kernel.head["arguments"]]
        for start in range(0, count, PIECE):
            at = [place + start * size for (place, _), size in zip(places, sizes, strict=True)]
            inputs = (ctypes.c_void_p * len(at))(*at)
            rows = min(PIECE, count - start)
            target = out + start * self._width * item
            failed = int(kernel.call(inputs, kernel.constants, target, rows))
            if failed >= 0:
                return start + failed
        return -1


def _refuse_link(link: LinkName) -> Callable[..., Floats]:
    raise ArrayError("a saved robot has the tool's frame alone; frames has that of every link")


def _refuse_derivative(name: str) -> CompiledFunction:
    raise ArrayError(f"a saved robot has no derivatives: no {name}")
