"""Many motions at once, in machine code: what is given checked, steps taken, failures named."""

from __future__ import annotations

import ctypes
import math
import numbers
import operator
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from torsor.errors import ArgumentTypeError, ArgumentValueError, ArrayError, SingularError, shown
from torsor.program.array_conversion import to_real_array, to_states
from torsor.program.jit.machine import machine, memory
from torsor.program.jit.writing.signature import rollout as signature

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from torsor.program.jit.kernel import Kernel

    Floats = NDArray[np.floating[Any]]

METHODS = ("rk4", "euler")
"""How a step is taken: Runge and Kutta's of order four, or Euler's symplectic one."""

STARTS = 4096
STEPS = 32768
"""So many starts, and steps of all of them, are done in one go: a signal waits for that long."""


@dataclass(frozen=True)
class Motions:
    """What is given of many motions, checked: states of (N, n), and what acts along them."""

    q: Floats
    dq: Floats
    acting: dict[str, Acting]
    dt: float
    steps: int
    history: bool

    @property
    def starts(self) -> int:
        """How many motions there are."""
        return len(self.q)

    @property
    def n(self) -> int:
        """How many coordinates there are."""
        return int(self.q.shape[1])


def read_motions(
    arguments: Sequence[tuple[str, int]],
    q: ArrayLike,
    dq: ArrayLike,
    acting: Mapping[str, ArrayLike | None],
    dt: object,
    steps: object,
    history: object,
    dtype: str = "float64",
) -> Motions:
    """What a user gives, or one sentence; ``arguments`` are those of the forward dynamics."""
    import numpy as np

    seconds, total = read_duration(dt), read_steps(steps)
    if not isinstance(history, bool | np.bool_):
        raise ArgumentTypeError(f"rollout: history is {_told(history)}; expected True or False")
    (_, n), _, *others = arguments
    first, rates = (
        np.array(to_states("rollout", name, n, x), dtype, ndmin=2)
        for name, x in (("q", q), ("dq", dq))
    )
    if first.shape != rates.shape:
        raise ArrayError(f"rollout: q {first.shape} and dq {rates.shape}; expected both (N, {n})")
    given = {
        name: Acting(name, acting.get(name), size, len(first), total, dtype)
        for name, size in others
    }
    for name, value in acting.items():
        if value is not None and name not in given:
            raise ArrayError(f"rollout: this arm has no {name}; compile it with payload={name!r}")
    return Motions(first, rates, given, seconds, total, bool(history))


def rollout(kernel: Kernel, motions: Motions) -> tuple[Floats, Floats]:
    """q and dq of every start after so many steps of dt, or after every step (and at first)."""
    import numpy as np

    n, starts, total = motions.n, motions.starts, motions.steps
    lanes = machine().lanes("double")
    whole = -(-starts // lanes) * lanes
    check_room(whole * n * 2 * 8 * ((total + 1 if motions.history else 0) + 1))
    Q = np.resize(motions.q, (whole, n))
    V = np.resize(motions.dq, (whole, n))
    kept = np.empty((total + 1, whole, 2 * n)) if motions.history else None
    if kept is not None:
        kept[0] = np.concatenate((Q, V), axis=1)
    given = motions.acting
    for each in given.values():
        each.pad(whole)
    for start in range(0, whole, STARTS):
        count = min(STARTS, whole - start)
        at_once = max(1, STEPS // count)
        for step in range(0, total, at_once):
            values: dict[str, object] = {
                "q": Q[start:].ctypes.data,
                "dq": V[start:].ctypes.data,
                "constants": kernel.constants,
                "history": None if kept is None else kept[step + 1, start:].ctypes.data,
                "width": whole,
                "starts": count,
                "steps": min(at_once, total - step),
                "dt": motions.dt,
            }
            for each in given.values():
                values |= each.arguments(start, step)
            failed = kernel.call(*signature(list(given)).values(**values))
            if failed >= 0:
                raise SingularError(
                    f"the mass matrix became singular in start {start + failed} or one next to it"
                )
    if kept is not None:
        return kept[:, :starts, :n], kept[:, :starts, n:]
    return Q[:starts], V[:starts]


def check_acting(
    name: str, shape: tuple[int, ...] | None, size: int, starts: int, steps: int
) -> tuple[int, ...]:
    """The shape of what acts along motions, one of the four that it may have."""
    shapes = dict.fromkeys(((size,), (starts, size), (steps, 1, size), (steps, starts, size)))
    expected = " or ".join(str(each) for each in shapes)
    if shape is None:
        raise ArrayError(f"rollout: {name} is not given; expected {expected}")
    if shape not in shapes:
        raise ArrayError(f"rollout: {name} has shape {shape}; expected {expected}")
    return shape


def find_strides(shape: tuple[int, ...]) -> tuple[int, int]:
    """How far apart, in numbers, the rows of two starts and of two steps are."""
    size = shape[-1]
    apart = size if len(shape) > 1 and shape[-2] > 1 else 0
    return apart, shape[-2] * size if len(shape) == 3 else 0


class Acting:
    """What acts along the motions, with how far apart the rows of starts and of steps are."""

    def __init__(
        self,
        name: str,
        value: ArrayLike | None,
        size: int,
        starts: int,
        steps: int,
        dtype: str,
    ) -> None:
        import numpy as np

        self.name, self.size, self.starts = name, size, starts
        array = None if value is None else to_real_array("rollout", name, value)
        shape = check_acting(name, None if array is None else array.shape, size, starts, steps)
        self.array: Floats = np.require(array, dtype, ("C", "A"))
        self.per_start = len(shape) > 1 and shape[-2] > 1

    def pad(self, whole: int) -> None:
        """Give the starts that fill up a register what the first ones have."""
        import numpy as np

        if self.per_start and whole > self.starts:
            self.array = np.take(self.array, np.arange(whole) % self.starts, axis=-2)

    @property
    def strides(self) -> tuple[int, int]:
        """How far apart, in numbers, the rows of two starts and of two steps are."""
        return find_strides(self.array.shape)

    def arguments(self, start: int, step: int) -> dict[str, object]:
        """What the machine code is told, from a start and a step on."""
        apart, along = self.strides
        place = self.array.ctypes.data + 8 * (start * apart + step * along)
        return {
            self.name: ctypes.c_void_p(place),
            f"start_{self.name}": apart,
            f"step_{self.name}": along,
        }


def refuse_unknown_method(method: object) -> None:
    """Complain about a way to step that there is not."""
    if not isinstance(method, str) or method not in METHODS:
        given = shown(method) if isinstance(method, str) else _told(method)
        raise ArgumentValueError(f"rollout: method is {given}; expected 'rk4' or 'euler'")


def read_duration(dt: object) -> float:
    """The seconds of a step."""
    if isinstance(dt, bool) or not isinstance(dt, numbers.Real):
        raise ArgumentTypeError(f"rollout: dt is {_told(dt)}; expected seconds, as a number")
    try:
        seconds = float(dt)
    except OverflowError:
        seconds = math.inf
    if not 0 < seconds < math.inf:
        raise ArrayError(f"rollout: dt = {seconds}; expected dt > 0")
    return seconds


def read_steps(steps: object) -> int:
    """How many steps are taken."""
    try:
        if isinstance(steps, bool):
            raise TypeError
        count = operator.index(steps)  # type: ignore[arg-type]
    except TypeError:
        raise ArgumentTypeError(
            f"rollout: steps is {_told(steps)}; expected a whole number"
        ) from None
    if count < 0:
        raise ArrayError(f"rollout: steps = {shown(str(count))[1:-1]}; expected steps >= 0")
    return count


def check_room(needed: int) -> None:
    """Complain about results that the machine's memory cannot hold."""
    if needed > memory():
        raise ArrayError(
            f"rollout: so many starts and steps need {needed:.1e} bytes; this machine has "
            f"{memory():.1e}"
        )


def _told(value: object) -> str:
    """A value as it was given, or its type if it is long."""
    return shown(repr(value)) if isinstance(value, str | int | float) else type(value).__name__
