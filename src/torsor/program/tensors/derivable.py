"""What the fronts ask of a compiled function, and where those that graphs refer to are kept."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple, Protocol

from torsor.errors import ArrayError

if TYPE_CHECKING:
    from torsor.program.array_function import Varied
    from torsor.program.jit.compilation import Recipe

Place = tuple[int, bool]
"""An address, and whether each state has a row of its own there: else one row is for all."""


class Derivable(Protocol):
    """A function of rows of numbers that has derivatives of every order."""

    __name__: str
    arguments: tuple[tuple[str, int], ...]
    shape: tuple[int, ...]
    shapes: dict[str, tuple[int, ...]]
    varied: Varied
    recipe: Recipe

    def key(self, dtype: str) -> str:
        """A digest of all that it is made from."""

    def derive(self, kind: str, by: Sequence[str]) -> Derivable:
        """The derivative ``jvp`` along directions, or ``vjp`` of weights, by some arguments."""

    def run_rows(
        self, dtype: str, count: int, places: Sequence[Place], out: int, *held: object
    ) -> int:
        """Results of so many states at an address; −1, or a state that is singular."""


_kept: dict[str, Derivable] = {}


def keep(function: Derivable) -> str:
    """The key of a function, which a graph of PyTorch or JAX holds in its place.

    Such a graph can live as long as the process, so the function does too.
    """
    key = f"{function.__name__} {function.key('float64')}"
    _kept.setdefault(key, function)
    return key


def recall(key: str) -> Derivable:
    """The function that a graph refers to."""
    found = _kept.get(key)
    if found is None:
        raise ArrayError(
            f"{key.partition(' ')[0]} was traced in another process; compile the arm and call the "
            "function here before the graph is run"
        )
    return found


class Origin(NamedTuple):
    """What a derivative was derived from, ``jvp`` or ``vjp``, and by which arguments."""

    function: Derivable
    kind: str
    by: tuple[str, ...]


_origins: dict[str, Origin] = {}


def derive(function: Derivable, kind: str, by: tuple[str, ...]) -> Derivable:
    """The derivative, of which is then known where it comes from."""
    made = function.derive(kind, by)
    _origins.setdefault(keep(made), Origin(function, kind, by))
    return made


def find_origin(key: str) -> Origin | None:
    """Where a derivative comes from; nothing of a function that is none."""
    return _origins.get(key)


def name_arguments(function: Derivable, wanted: Sequence[bool]) -> tuple[str, ...]:
    """The names of those arguments that are wanted."""
    pairs = zip(function.arguments, wanted, strict=True)
    return tuple(name for (name, _), want in pairs if want)


def count_numbers(function: Derivable, names: Sequence[str]) -> list[int]:
    """How many numbers each of some arguments has."""
    sizes = dict(function.arguments)
    return [sizes[name] for name in names]
