"""Arrays of any other library that can be exchanged: as NumPy's, or on a GPU as CuPy's.

The result on a GPU goes back into the library that the arrays came from, if that has
``from_dlpack``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Protocol, cast

from torsor.errors import ArrayError
from torsor.program.tensors.derivable import Derivable
from torsor.program.tensors.dispatch import OTHER, library_of, list_values

CPU = 1


class Exchanged(Protocol):
    """What can be handed over by DLPack."""

    def __dlpack__(self) -> object: ...
    def __dlpack_device__(self) -> tuple[int, int]: ...


Import = Callable[[object], object]
"""What makes a library's own array of another's."""


def call(function: Derivable, arrays: Mapping[str, object], out: object = None) -> object:
    """The result for arrays that came from elsewhere."""
    if out is not None and library_of(out) == OTHER:
        raise ArrayError(
            f"{function.__name__}: nothing can be written into {type(out).__name__}; call it "
            "without out"
        )
    others = [value for value in list_values(arrays.values()) if library_of(value) == OTHER]
    on_cpu = [_is_on_cpu(value) for value in others]
    read: Import
    give_back: Import | None
    if all(on_cpu):
        read, give_back = _from_numpy, None
    elif not any(on_cpu):
        read, give_back = _find_reader(function), _find_import(others[0])
    else:
        raise ArrayError(f"{function.__name__}: some arrays are on a GPU and some are not")

    def take(value: object) -> object:
        if isinstance(value, dict):
            return {name: take(each) for name, each in value.items()}
        if library_of(value) != OTHER:
            return value
        try:
            return read(value)
        except Exception as error:  # another library's, of any kind
            raise ArrayError(
                f"{function.__name__}: {type(value).__name__} could not be read through DLPack: "
                f"{str(error).partition(chr(10))[0]}"
            ) from error

    taken = {name: take(value) for name, value in arrays.items()}
    ask = cast("Callable[..., object]", function)
    result = ask(**taken, out=out)
    return give_back(result) if give_back else result


def _is_on_cpu(array: object) -> bool:
    if hasattr(array, "__dlpack_device__"):
        kind, _ = cast("Exchanged", array).__dlpack_device__()
        return int(kind) == CPU
    return not hasattr(array, "__cuda_array_interface__")


def _from_numpy(array: object) -> object:
    import numpy as np

    if hasattr(array, "__array__"):
        return np.asarray(array)
    return np.from_dlpack(array)  # type: ignore[arg-type]


def _find_reader(function: Derivable) -> Import:
    """What reads arrays on a GPU: CuPy or PyTorch, whichever is loaded."""
    for name in ("cupy", "torch"):
        module = sys.modules.get(name)
        if module is not None:
            return cast("Import", module.from_dlpack if name == "torch" else module.asarray)
    raise ArrayError(
        f"{function.__name__}: arrays of this library on a GPU are read through CuPy or PyTorch; "
        "import one of them first"
    )


def _find_import(array: object) -> Import | None:
    """``from_dlpack`` of the library that an array belongs to."""
    package = type(array).__module__.partition(".")[0]
    module: ModuleType | None = sys.modules.get(package)
    found = getattr(module, "from_dlpack", None)
    return cast("Import | None", found)
