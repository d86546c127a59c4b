"""The visuals of a URDF on the links that carry them; what is broken is left out of the picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import cos, isfinite, sin

from torsor.errors import TorsorError
from torsor.formats.fixed_bodies import Placement
from torsor.formats.urdf.fields import decimal
from torsor.formats.xml.tree import Node
from torsor.robot.visual import Visual
from torsor.spatial.vectors import Matrix, Vector

MOST_VISUALS = 500
LONGEST_NAME = 1000


def read_visuals(
    root: Node, at: Mapping[str, tuple[int, Placement]], folder: str
) -> tuple[Visual, ...]:
    """Every visual that can be read, in its moving link's frame."""
    colors = {node.get("name"): _color(node) for node in root.children("material")}
    found: list[Visual] = []
    for link in root.children("link"):
        carrier, place = at.get(link.get("name") or "", (0, Placement()))
        for node in link.children("visual"):
            if len(found) < MOST_VISUALS:
                try:
                    found += _visual(node, carrier, place, folder, colors)
                except (TorsorError, OverflowError):
                    continue
    return tuple(found)


def _visual(
    node: Node,
    carrier: int,
    place: Placement,
    folder: str,
    colors: Mapping[str | None, str],
) -> Iterator[Visual]:
    geometry = node.child("geometry")
    shape = next(geometry.children(), None) if geometry is not None else None
    if shape is None:
        return
    sizes: tuple[float, ...] = ()
    file = ""
    if shape.tag == "mesh":
        file = shape.need("filename")[:LONGEST_NAME]
        sizes = _numbers(shape, "scale", 3) or (1.0, 1.0, 1.0)
    elif shape.tag == "box":
        sizes = _numbers(shape, "size", 3)
    elif shape.tag == "cylinder":
        sizes = _numbers(shape, "radius", 1) + _numbers(shape, "length", 1)
    elif shape.tag == "sphere":
        sizes = _numbers(shape, "radius", 1)
    if not sizes:
        return
    origin = node.child("origin")
    xyz = _numbers(origin, "xyz", 3) if origin is not None else ()
    rpy = _numbers(origin, "rpy", 3) if origin is not None else ()
    R = Matrix([[float(e) for e in row] for row in place.R])
    p = Vector(float(e) for e in place.p) + R @ Vector(xyz or (0.0, 0.0, 0.0))
    turned = R @ _roll_pitch_yaw(*(rpy or (0.0, 0.0, 0.0)))
    material = node.child("material")
    color = ""
    if material is not None:
        color = _color(material) or colors.get(material.get("name"), "")
    flat = tuple(e for row in turned for e in row)
    if all(isfinite(e) for e in (*flat, *p, *sizes)):
        yield Visual(carrier, shape.tag, flat, tuple(p), sizes, file, folder, color)


def _numbers(node: Node, attribute: str, count: int) -> tuple[float, ...]:
    """So many numbers; none where there is nothing."""
    text = node.get(attribute)
    if text is None:
        return ()
    found = tuple(float(decimal(node, attribute, part)) for part in text.split())
    if len(found) != count:
        raise node.error(f"{attribute}: expected {count} numbers")
    return found


def _color(material: Node) -> str:
    node = material.child("color")
    if node is None:
        return ""
    try:
        rgba = _numbers(node, "rgba", 4)
    except TorsorError:
        return ""
    return "#" + "".join(f"{round(255 * min(max(e, 0.0), 1.0)):02x}" for e in rgba[:3])


def _roll_pitch_yaw(roll: float, pitch: float, yaw: float) -> Matrix[float]:
    (a, b, c), (x, y, z) = map(sin, (roll, pitch, yaw)), map(cos, (roll, pitch, yaw))
    return Matrix(
        [
            [z * y, z * b * a - c * x, z * b * x + c * a],
            [c * y, c * b * a + z * x, c * b * x - z * a],
            [-b, y * a, y * x],
        ]
    )
