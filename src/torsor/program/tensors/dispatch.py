"""Which library arrays belong to, by the module of their type alone: nothing is imported for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol

from torsor.errors import ArrayError

if TYPE_CHECKING:
    from torsor.program.tensors.derivable import Derivable

LIBRARIES = {"torch": "PyTorch", "jax": "JAX", "jaxlib": "JAX", "cupy": "CuPy"}
"""Libraries by the package that an array's type is defined in."""

PLAIN = ("numpy", "builtins")
OTHER = "DLPack"
"""Arrays of any other library that can be exchanged."""


class Front(Protocol):
    """What calls a function with arrays of one library."""

    def call(self, function: Derivable, arrays: Mapping[str, object], out: object) -> object:
        """The result, of the same library, on the device where the arrays are."""


def front_of(arrays: Iterable[object]) -> Front | None:
    """What takes these arrays; nothing where they are NumPy's, or lists and numbers."""
    library = find_library(arrays)
    return _load(library) if library else None


def find_library(arrays: Iterable[object]) -> str:
    """The one library of these arrays; an empty text where they are NumPy's, or plain."""
    found: list[str] = []
    for array in list_values(arrays):
        library = library_of(array)
        if library and library not in found:
            found.append(library)
    if len(found) > 1:
        raise ArrayError(f"arrays of {' and '.join(sorted(found))} are mixed; give those of one")
    return found[0] if found else ""


def list_values(arrays: Iterable[object]) -> Iterator[object]:
    """Arrays, and those that are given by name inside them."""
    for array in arrays:
        if isinstance(array, dict):
            yield from array.values()
        else:
            yield array


def library_of(array: object) -> str:
    """The library of an array; an empty text for NumPy's and for plain Python."""
    if array is None or isinstance(array, (int, float, list, tuple)):
        return ""
    kind = type(array)
    package = kind.__module__.partition(".")[0]
    if package in LIBRARIES:
        return LIBRARIES[package]
    if package in PLAIN:
        return ""
    for base in kind.__mro__[1:]:
        package = base.__module__.partition(".")[0]
        if package in LIBRARIES:
            return LIBRARIES[package]
        if package == "numpy":
            return ""
    exchanged = hasattr(array, "__dlpack__") or hasattr(array, "__cuda_array_interface__")
    return OTHER if exchanged else ""


def _load(library: str) -> Front:
    """The file for a library, imported when its first array comes in."""
    front: Front
    if library == "PyTorch":
        from torsor.program.tensors import pytorch as front
    elif library == "JAX":
        from torsor.program.tensors import jax_arrays as front
    elif library == "CuPy":
        from torsor.program.tensors import cupy_arrays as front
    else:
        from torsor.program.tensors import dlpack_arrays as front
    return front
