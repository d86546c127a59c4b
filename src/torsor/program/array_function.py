"""A function of arrays: its arguments named, checked and brought to one shape and kind of float."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from torsor.errors import ArrayError, MissingValueError, suggestion
from torsor.program.array_conversion import spread, to_batch, to_real_array
from torsor.program.graph.program import PARAMETERS
from torsor.program.tensors.dispatch import front_of
from torsor.program.tensors.tracing import hide_from_tracing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import ArrayLike, NDArray

    from torsor.robot.frame_names import LinkName

    Floats: TypeAlias = NDArray[np.floating[Any]]
    """States or results, in double or in single precision."""

Given: TypeAlias = "ArrayLike | Mapping[str, ArrayLike] | None"
"""An array; of parameters also some of them by name, or none."""


@dataclass(frozen=True)
class Varied:
    """The parameters that come in with every call, and the robot's own numbers where it has any."""

    names: tuple[str, ...] = ()
    own: tuple[float | None, ...] = ()

    def take(self, function: str, given: Given) -> ArrayLike:
        """Parameters as an array: as they are given, or put together by name."""
        if given is None or isinstance(given, Mapping):
            return self.stack(function, given or {})
        return given

    def stack(self, function: str, given: Mapping[str, ArrayLike]) -> NDArray[Any]:
        """An array of parameters by name, the robot's own for those that are not given."""
        import numpy as np

        self.refuse_others(function, given)
        known: dict[str, ArrayLike] = {
            n: own for n, own in zip(self.names, self.own, strict=True) if own is not None
        }
        known |= given
        lacking = [name for name in self.names if name not in known]
        if lacking:
            raise MissingValueError(
                f"{function} needs a value for {', '.join(lacking)}: give parameters of "
                f"{', '.join(self.names)}, in this order or by name"
            )
        columns = [to_real_array(function, name, known[name]) for name in self.names]
        self.refuse_shapes(function, [column.shape for column in columns])
        return np.stack(np.broadcast_arrays(*columns), axis=-1)

    def refuse_others(self, function: str, given: Mapping[str, object]) -> None:
        """Complain about names that do not vary."""
        for name in given:
            if name not in self.names:
                near = suggestion(name, self.names) if isinstance(name, str) else ""
                raise ArrayError(
                    f"{function}: {name!r} does not vary{near}; "
                    f"parameters are {', '.join(self.names)}"
                )

    def refuse_shapes(self, function: str, shapes: Sequence[tuple[int, ...]]) -> None:
        """Complain about parameters by name of which some have other axes of states."""
        import numpy as np

        try:
            np.broadcast_shapes(*shapes)
        except ValueError:
            told = ", ".join(f"{n} {shape}" for n, shape in zip(self.names, shapes, strict=True))
            raise ArrayError(f"{function}: the parameters differ in shape: {told}") from None


def describe_singular(q: NDArray[Any], at: int, lead: tuple[int, ...]) -> str:
    """The sentence for a state, by its row, at which the mass matrix is singular."""
    import numpy as np

    state = np.array2string(q[at], precision=6, separator=", ")
    index = ", ".join(str(k) for k in np.unravel_index(at, lead)) if lead else ""
    return f"the mass matrix is singular at q = {state}{f' (state {index})' if lead else ''}"


class ArrayFunction(ABC):
    """One function, for arrays of any shape that makes sense.

    ``arguments`` are pairs (name, size); ``shapes`` has those of several axes. ``elsewhere`` gives
    the same function of another link's frame, where there is such a thing. ``made_by`` makes,
    elsewhere, what has the function as an attribute: so it is sent there.
    """

    def __init__(
        self,
        name: str,
        arguments: Sequence[tuple[str, int]],
        shape: tuple[int, ...],
        varied: Varied,
        elsewhere: Callable[[LinkName], Callable[..., Floats]] | None,
        made_by: tuple[Callable[..., object], tuple[object, ...]],
        shapes: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        self.__name__ = name
        self.shapes = dict(shapes or {})
        self.arguments = tuple(arguments)
        self.shape = shape
        self.varied = varied
        self.elsewhere = elsewhere
        self._at_links: dict[LinkName, Callable[..., Floats]] = {}
        self.made_by = made_by

    def __reduce__(self) -> tuple[Any, ...]:
        make, arguments = self.made_by
        return getattr, (make(*arguments), self.__name__)

    def __call__(
        self,
        *arrays: Given,
        out: Floats | None = None,
        link: LinkName = "tool",
        **named: Given,
    ) -> Floats:
        """The result, in ``out`` if that is given; leading axes are states, and broadcast.

        What is of a frame is of the tool's, or of that of a ``link``.
        """
        if not (isinstance(link, str) and link == "tool"):
            return self.at_link(link)(*arrays, out=out, **named)
        return self.call_ordered(self._ordered(arrays, named), out)

    def call_ordered(self, given: dict[str, Given], out: Floats | None) -> Floats:
        """The result of arguments by name, by whoever takes arrays of their library."""
        front = front_of((*given.values(), out))
        if front is not None:
            return front.call(self, given, out)  # type: ignore[arg-type, return-value]
        return self._compute(given, out)

    def at_link(self, link: LinkName) -> Callable[..., Floats]:
        """The same function of another link's frame."""
        if self.elsewhere is None:
            raise ArrayError(f"{self.__name__} has no argument 'link'; it is of the whole arm")
        if type(link) not in (int, str):
            return self.elsewhere(link)
        self._make_at_link(link)
        return self._at_links[link]

    @hide_from_tracing
    def _make_at_link(self, link: LinkName) -> None:
        if link not in self._at_links and self.elsewhere is not None:
            made = self.elsewhere(link)
            itself = getattr(made, "__self__", None)
            self._at_links[link] = itself[0] if isinstance(itself, tuple) else made

    @abstractmethod
    def _run(
        self,
        rows: list[Floats],
        out: Floats,
        dtype: np.dtype[np.floating[Any]],
        lead: tuple[int, ...],
    ) -> None:
        """Fill ``out`` from rows, as many as there are states, or one of parameters for all."""

    def _compute(self, given: dict[str, Given], out: Floats | None) -> Floats:
        import numpy as np

        states: list[NDArray[Any]] = []
        weak: list[bool] = []  # what has no kind of its own takes that of the others
        for name, size in self.arguments:
            value = given[name]
            by_name = name == PARAMETERS and (value is None or isinstance(value, Mapping))
            named = value if isinstance(value, Mapping) else {}
            plain = by_name and all(isinstance(v, (int, float)) for v in named.values())
            weak.append(plain)
            array = self.varied.take(self.__name__, value) if by_name else value
            shape = self.shapes.get(name, (size,))
            states.append(
                to_batch(self.__name__, name, size, array, shape)  # type: ignore[arg-type]
            )
        single = all(
            bare or a.dtype.newbyteorder("=") == np.float32
            for a, bare in zip(states, weak, strict=True)
        )
        dtype: np.dtype[np.floating[Any]] = np.dtype(np.float32 if single else np.float64)
        lead = self._lead([a.shape for a in states])
        count = math.prod(lead)
        try:
            rows = [
                np.require(a if shared else spread(a, lead), dtype, ("C", "A")).reshape(-1, size)
                for a, shared, size in self._sharing(states, count)
            ]
        except MemoryError:
            raise self._too_large() from None
        result = self._result(out, lead + self.shape, dtype)
        target = result
        apart = result.flags.aligned and not any(np.may_share_memory(result, a) for a in rows)
        if out is not None and not apart:
            target = np.empty_like(result)
        self._run(rows, target, dtype, lead)
        if target is not result:
            result[...] = target
        return result

    def _sharing(
        self, states: list[NDArray[Any]], count: int
    ) -> list[tuple[NDArray[Any], bool, int]]:
        """Each array, whether it is one set of parameters for all states, and its size."""
        return [
            (a, name == PARAMETERS and a.size == size and count != 1, size)
            for a, (name, size) in zip(states, self.arguments, strict=True)
        ]

    def _lead(self, shapes: list[tuple[int, ...]]) -> tuple[int, ...]:
        """The axes of states, which all arrays have or are spread over."""
        import numpy as np

        try:
            return np.broadcast_shapes(*{shape[:-1] for shape in shapes})
        except ValueError:
            told = ", ".join(
                f"{n} {shape}" for (n, _), shape in zip(self.arguments, shapes, strict=True)
            )
            raise ArrayError(
                f"{self.__name__}: the arrays differ in how many states they have: {told}"
            ) from None

    def _ordered(self, arrays: tuple[Given, ...], named: dict[str, Given]) -> dict[str, Given]:
        names = [name for name, _ in self.arguments]
        placed = names if "|" in self.__name__ else [n for n in names if n != PARAMETERS]
        for absent, how in (("wrench", "payload='wrench'"), (PARAMETERS, "vary=[…]")):
            if absent not in names:
                arrays, named = self._without(absent, how, arrays, named, len(placed))
        given = dict(zip(placed, arrays, strict=False))
        for name, value in named.items():
            if name not in names:
                raise ArrayError(
                    f"{self.__name__} has no argument {name!r}; it takes {self._takes()}"
                )
            if name in given:
                raise ArrayError(f"{self.__name__}: {name} is given twice")
            given[name] = value
        if PARAMETERS in names:
            sets = given.setdefault(PARAMETERS, None)
            given[PARAMETERS] = dict(sets) if isinstance(sets, Mapping) else sets
        if len(arrays) > len(placed) or len(given) < len(names):
            raise ArrayError(
                f"{self.__name__} takes {self._takes()}; got {len(arrays) + len(named)} arrays"
            )
        return given

    def _without(
        self,
        name: str,
        how: str,
        arrays: tuple[Given, ...],
        named: dict[str, Given],
        count: int,
    ) -> tuple[tuple[Given, ...], dict[str, Given]]:
        """What is given but for a None, which says that there is no such argument."""
        if name == "wrench" and len(arrays) == count + 1 and arrays[-1] is None:
            arrays = arrays[:-1]
        if name in named:
            if named[name] is not None:
                raise ArrayError(f"{self.__name__}: this arm has no {name}; compile it with {how}")
            named = {key: value for key, value in named.items() if key != name}
        return arrays, named

    def _takes(self) -> str:
        by_name = () if "|" in self.__name__ else (PARAMETERS,)
        return ", ".join(
            f"{name}=({size},)" if name in by_name else f"{name} ({size},)"
            for name, size in self.arguments
        )

    def _too_large(self) -> ArrayError:
        return ArrayError(f"{self.__name__}: so many states do not fit into memory")

    def _result(
        self, out: Floats | None, shape: tuple[int, ...], dtype: np.dtype[np.floating[Any]]
    ) -> Floats:
        import numpy as np

        if out is None:
            try:
                return np.empty(shape, dtype)
            except MemoryError:
                raise self._too_large() from None
        if not isinstance(out, np.ndarray) or out.dtype != dtype or out.shape != shape:
            kind = f"{out.dtype} {out.shape}" if isinstance(out, np.ndarray) else type(out).__name__
            raise ArrayError(f"{self.__name__}: out is {kind}; expected {dtype} {shape}")
        if not out.flags.writeable:
            raise ArrayError(f"{self.__name__}: out is read-only")
        if not out.flags.c_contiguous:
            raise ArrayError(
                f"{self.__name__}: out is not contiguous; give a C-contiguous array, or none"
            )
        return out
