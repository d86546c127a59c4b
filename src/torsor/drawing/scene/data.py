"""A scene as plain data, for the page that shows it: ``web/src/types.ts`` says the same."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from torsor.algebra.arrays import Array
from torsor.drawing.scene.bodies import LinkBody
from torsor.drawing.scene.plain_text import plain_text
from torsor.drawing.scene.scene import Scene
from torsor.drawing.scene.skeleton import Bone
from torsor.drawing.scene.view import upwards

VERSION = 1
"""Counted up when a page of before could not read it."""

DIGITS = 9

Data = dict[str, Any]


def scene_data(scene: Scene) -> Data:
    """The scene as dictionaries, lists, texts and numbers, in SI units and radians."""
    skeleton = scene.skeleton
    return {
        "version": VERSION,
        "name": scene.name,
        "title": scene.title,
        "unit": rounded(scene.unit),
        "gravity": numbers(skeleton.gravity),
        "up": numbers(upwards(skeleton.gravity)),
        "coordinates": [
            {
                "name": one.name,
                "label": one.label,
                "kind": one.kind,
                "lower": rounded(one.lower),
                "upper": rounded(one.upper),
                "limited": one.limited,
                "value": rounded(value),
            }
            for one, value in zip(scene.coordinates, scene.posture, strict=True)
        ],
        "bones": [
            _bone(scene, bone, scene.arrangement.shifts[bone.number]) for bone in skeleton.bones
        ],
        "tool": _bone(scene, skeleton.tool, 0.0),
        "bodies": [_body(body) for body in scene.bodies],
        "notes": list(scene.notes),
    }


def _bone(scene: Scene, bone: Bone, shift: float) -> Data:
    return {
        "number": bone.number,
        "parent": bone.parent,
        "kind": bone.kind,
        "name": scene.joint_names.get(bone.number, ""),
        "label": plain_text(scene.joint_labels.get(bone.number, ())),
        "axis": numbers(bone.axis),
        "R": numbers(bone.R.ravel()),
        "p": numbers(bone.p),
        "shares": [[k, share] for k, share in bone.shares],
        "shift": rounded(shift),
        "segments": [
            {
                "step": numbers(segment.step),
                "label": _length(scene, bone, n),
            }
            for n, segment in enumerate(bone.segments)
        ],
    }


def _length(scene: Scene, bone: Bone, n: int) -> str:
    """The length that is written on a segment; a bare number is not."""
    length = bone.segments[n].length
    named = length is not None and any(length.names())
    return plain_text(scene.length_labels[bone.number, n]) if named else ""


def _body(body: LinkBody) -> Data:
    shape = body.ellipsoid
    return {
        "link": body.link,
        "mass": rounded(body.mass),
        "com": numbers(body.com),
        "ellipsoid": shape
        and {"R": numbers(shape.R.ravel()), "halfAxes": numbers(shape.half_axes)},
    }


def numbers(values: Array | Iterable[float]) -> list[float]:
    """Floats with as many digits as can be seen."""
    return [rounded(value) for value in values]


def rounded(value: float, digits: int = DIGITS) -> float:
    """A number of so many digits; minus zero is zero."""
    return float(f"{float(value):.{digits}g}") + 0.0
