"""Mass properties of a closed mesh (STL, OBJ) of one density, through trimesh."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from fractions import Fraction
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from torsor.algebra.formula import exact
from torsor.errors import MissingExtraError, TextError
from torsor.formats.cad.mass_properties import MassProperties
from torsor.formats.cad.units import length_unit

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMATS = (".stl", ".obj")
LARGEST = 100_000_000


class Mesh(Protocol):
    """A mesh of trimesh, as far as it is read here: trimesh itself says no types."""

    is_watertight: bool
    is_winding_consistent: bool
    volume: float
    center_mass: Sequence[float]
    moment_inertia: Sequence[Sequence[float]]
    faces: Sequence[Sequence[int]]
    bounds: NDArray[np.float64] | None


def read_mesh(path: Path, density: float | Fraction | None, unit: str = "") -> MassProperties:
    """The body that a mesh encloses; a mesh that is not closed has no volume and is refused."""
    if density is None:
        raise TextError("a mesh has no mass of its own; give its density in kg/m³ (--density 2700)")
    weight = exact(density)
    if weight <= 0:
        raise TextError(f"the density is {density}; expected more than zero, in kg/m³")
    scale = length_unit(unit or "mm")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # what overflows is told in a sentence below
        return _body(_loaded(path), weight, scale, unit)


def _body(mesh: Mesh, weight: Fraction, scale: Fraction, unit: str) -> MassProperties:
    if not mesh.is_watertight:
        raise TextError("the mesh is not closed (watertight): it has holes or loose edges")
    if not mesh.is_winding_consistent:
        raise TextError("the triangles of the mesh do not all face outwards")
    volume = float(mesh.volume)
    if not isfinite(volume) or volume <= 0:
        raise TextError("the mesh encloses no volume; its triangles may all face inwards")
    factor = weight * scale**3
    tensor = mesh.moment_inertia
    keys = ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2))
    x, y, z = (exact(float(e)) * scale for e in mesh.center_mass)
    notes = () if unit else ("a mesh has no unit of its own: read as millimetres",)
    return MassProperties(
        exact(volume) * factor,
        (x, y, z),
        tuple(_settled(tensor[i][j], tensor) * factor * scale**2 for i, j in keys),
        unit or "mm",
        notes,
        "mesh",
    )


def _settled(entry: float, tensor: Sequence[Sequence[float]]) -> Fraction:
    """A product of inertia that is nothing but rounding is zero."""
    largest = max(abs(float(tensor[k][k])) for k in range(3))
    return Fraction(0) if abs(float(entry)) < 1e-12 * largest else exact(float(entry))


def _loaded(path: Path) -> Mesh:
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise TextError(f"expected a mesh in {' or '.join(FORMATS)}")
    try:
        import trimesh
    except ImportError:
        raise MissingExtraError("meshes need trimesh: pip install 'torsor[robots]'") from None
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TextError(f"cannot be read: {reason}") from None
    if len(content) > LARGEST:
        raise TextError(f"larger than {LARGEST // 1_000_000} MB, refused")
    try:
        # Without a resolver no other file that the mesh names is opened.
        mesh: Mesh = trimesh.load(
            io.BytesIO(content), file_type=suffix[1:], force="mesh", resolver=None
        )
        faces, bounds = len(mesh.faces), mesh.bounds
    except Exception as error:  # whatever a broken mesh makes the library raise
        raise TextError(
            f"no {suffix[1:].upper()} mesh that can be read ({type(error).__name__})"
        ) from None
    if not faces or bounds is None or not all(isfinite(float(e)) for e in bounds.ravel()):
        raise TextError("the mesh has no triangles, or points that are not finite")
    return mesh
