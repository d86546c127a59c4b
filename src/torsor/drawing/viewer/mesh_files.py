"""The surfaces that a robot's description names: found as ROS finds them, read with care.

Only a file that the description names is opened, and no file that this one names.
"""

from __future__ import annotations

import io
import os
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.errors import MissingExtraError, TextError
from torsor.robot.visual import Visual

FORMATS = (".stl", ".dae", ".obj", ".ply")
LARGEST = 60_000_000
MOST_TRIANGLES = 3_000_000
GREY = "#b8c0ca"
ROUND = 48


@dataclass(frozen=True)
class Surface:
    """Triangles of one colour in the frame of a link."""

    link: int
    color: str
    points: Array
    triangles: Indices


def read_surfaces(visual: Visual) -> list[Surface]:
    """The pieces of a visual; an error in a sentence where there are none to be had."""
    try:
        import trimesh
    except ImportError:
        raise MissingExtraError("meshes need trimesh: pip install 'torsor[robots]'") from None
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if visual.kind == "mesh":
            pieces = _read_file(find_mesh(visual), trimesh)
            scale = np.array(visual.size)
        else:
            pieces, scale = [_plain_body(visual, trimesh)], np.ones(3)
        return [_placed(visual, piece, scale) for piece in pieces]


def find_mesh(visual: Visual) -> Path:
    """Where a mesh is: ``package://``, ``file://`` or a path from its description's folder."""
    for candidate in _candidates(visual.file, Path(visual.folder or ".")):
        if candidate.is_file():
            return candidate
    raise TextError("not found")


def _candidates(name: str, folder: Path) -> Iterator[Path]:
    scheme, colon, rest = name.partition("://")
    if not colon:
        yield folder / name
        return
    rest = unquote(rest)
    if scheme == "file":
        yield Path(rest)
    if scheme not in ("package", "model"):
        return
    package, _, within = rest.partition("/")
    roots = [*folder.parents, folder]
    roots += [Path(p) for p in os.environ.get("ROS_PACKAGE_PATH", "").split(os.pathsep) if p]
    prefixes = os.environ.get("AMENT_PREFIX_PATH", "").split(os.pathsep)
    roots += [Path(p) / "share" for p in prefixes if p]
    for root in roots:
        if root.name == package:
            yield root / within
        yield root / package / within


def _read_file(path: Path, trimesh: Any) -> list[Any]:
    suffix = path.suffix.lower()
    if suffix not in FORMATS:
        raise TextError(f"of a format that is not read; those are {', '.join(FORMATS)}")
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except OSError as error:
        raise TextError(error.strerror or "cannot be read") from None
    if len(content) > LARGEST:
        raise TextError(f"larger than {LARGEST // 1_000_000} MB")
    if suffix == ".dae" and (b"<!DOCTYPE" in content or b"<!ENTITY" in content):
        raise TextError("it declares entities")
    try:
        # Without a resolver no other file that the mesh names is opened.
        scene = trimesh.load_scene(io.BytesIO(content), file_type=suffix[1:], resolver=None)
        pieces = [piece for piece in scene.dump() if hasattr(piece, "faces") and len(piece.faces)]
    except ImportError as error:
        raise MissingExtraError(
            f"it needs {error.name or 'a reader'}: pip install 'torsor[robots]'"
        ) from None
    except Exception as error:  # whatever a broken mesh makes the library raise
        raise TextError(f"cannot be read ({type(error).__name__})") from None
    if not pieces:
        raise TextError("it has no triangles")
    if sum(len(piece.faces) for piece in pieces) > MOST_TRIANGLES:
        raise TextError(f"more than {MOST_TRIANGLES:,} triangles")
    return pieces


def _plain_body(visual: Visual, trimesh: Any) -> Any:
    size: Sequence[float] = visual.size
    if visual.kind == "box":
        return trimesh.creation.box(extents=size)
    if visual.kind == "cylinder":
        return trimesh.creation.cylinder(radius=size[0], height=size[1], sections=ROUND)
    return trimesh.creation.icosphere(subdivisions=3, radius=size[0])


def _placed(visual: Visual, piece: Any, scale: Array) -> Surface:
    piece.merge_vertices(merge_tex=True, merge_norm=True)
    R = np.reshape(np.array(visual.R), (3, 3))
    points: Array = np.asarray(piece.vertices, np.float64) * scale @ R.T + np.array(visual.p)
    triangles: Indices = np.asarray(piece.faces, np.intp)
    if not np.all(np.isfinite(points)):
        raise TextError("it has points that are not finite")
    if np.prod(np.sign(scale)) < 0:  # mirrored: the triangles face inwards
        triangles = triangles[:, ::-1]
    return Surface(visual.link, visual.color or _color(piece), points, triangles)


def _color(piece: Any) -> str:
    looks = getattr(piece, "visual", None)
    own = getattr(getattr(looks, "material", None), "main_color", None)
    if own is None and getattr(looks, "defined", False):
        own = getattr(looks, "main_color", None)
    if own is None or len(own) < 3:
        return GREY
    return "#" + "".join(f"{int(e) & 255:02x}" for e in own[:3])
