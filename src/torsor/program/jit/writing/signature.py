"""The functions of our machine code by their arguments: stated once, for writer and caller.

LLVM lets a call have other arguments than its function (pointers are opaque), and nobody would
notice before the process ends; so no definition, call or foreign function is spelled by hand.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

FOREIGN = {"ptr": ctypes.c_void_p, "i64": ctypes.c_int64, "double": ctypes.c_double}
"""What ctypes calls the types that Python hands over."""


@dataclass(frozen=True)
class Signature:
    """A function's name, its arguments as pairs (name, type) in order, and its result's type."""

    name: str
    arguments: tuple[tuple[str, str], ...]
    result: str

    def definition(self, lines: list[str], internal: bool = False) -> str:
        """The whole function; its first block is ``entry``, its arguments are ``%name``."""
        taken = ", ".join(f"{type_} %{name}" for name, type_ in self.arguments)
        linkage = "internal " if internal else ""
        head = f"define {linkage}{self.result} @{self.name}({taken}) #0 {{"
        return "\n".join([head, "entry:", *lines, "}"])

    def call(self, **given: str) -> str:
        """The call as text; every argument by its name."""
        return self.call_at(f"@{self.name}", **given)

    def call_at(self, place: str, /, **given: str) -> str:
        """The same of a function somewhere."""
        self._check(given)
        handed = ", ".join(f"{type_.split()[0]} {given[name]}" for name, type_ in self.arguments)
        return f"call {self.result} {place}({handed})"

    def foreign(self, address: int) -> Callable[..., int]:
        """The function at an address, callable from Python (without its lock), by position."""
        types = [FOREIGN[type_.split()[0]] for _, type_ in self.arguments]
        result = None if self.result == "void" else FOREIGN[self.result]
        return ctypes.CFUNCTYPE(result, *types)(address)

    def values(self, **given: object) -> list[object]:
        """What a foreign call takes, in order; every argument by its name."""
        self._check(given)
        return [given[name] for name, _ in self.arguments]

    def _check(self, given: Mapping[str, object]) -> None:
        wanted = [name for name, _ in self.arguments]
        if set(given) != set(wanted):
            raise TypeError(f"{self.name} takes {', '.join(wanted)}; given {', '.join(given)}")


def single(inputs: int) -> Signature:
    """One state, a place for each input; tells whether the mass matrix is singular there."""
    places = [(f"in{k}", "ptr") for k in range(inputs)]
    return Signature("single", (*places, ("constants", "ptr"), ("out", "ptr")), "i1")


BATCH = Signature(
    "batch", (("in", "ptr"), ("constants", "ptr"), ("out", "ptr noalias"), ("n", "i64")), "i64"
)
"""``n`` states; ``in`` has the places of the inputs. Gives −1 or a row near one that failed."""

ENTRY = Signature(
    "entry", (("self", "ptr"), ("args", "ptr"), ("nargs", "i64"), ("names", "ptr")), "ptr"
)
"""Python's fast calling convention."""


def acceleration(inputs: Sequence[str]) -> Signature:
    """The right-hand side of a motion, all in registers' widths; tells if it is singular."""
    places = [(name, "ptr") for name in inputs]
    return Signature("acceleration", (*places, ("constants", "ptr"), ("ddq", "ptr")), "i1")


def rollout(acting: Sequence[str]) -> Signature:
    """Many motions; ``acting`` is what is given along them: driving forces, a wrench.

    Of each, ``start_…`` and ``step_…`` tell how far apart (in numbers) the rows of two starts and
    of two steps are; ``width`` is how many starts a step of the history has. Gives −1 or a start
    near one that failed.
    """
    arguments = [("q", "ptr"), ("dq", "ptr"), ("constants", "ptr"), ("history", "ptr")]
    arguments += [("width", "i64"), ("starts", "i64"), ("steps", "i64"), ("dt", "double")]
    for name in acting:
        arguments += [(name, "ptr"), (f"start_{name}", "i64"), (f"step_{name}", "i64")]
    return Signature("rollout", tuple(arguments), "i64")


SET_UP = Signature("set_up", (("parameters", "ptr"), ("constants", "ptr")), "i64")
"""What depends on parameters alone, from one set of those that vary."""

SHARE = Signature("share", (("job", "ptr"), ("most", "i64")), "i64")
"""Work on a job for at most so many pieces; tells whether there may be more."""

FINISH = Signature("finish", (("job", "ptr"),), "i64")
"""Stop a job, wait until nobody works on it; the first row that failed, or how many there are."""
