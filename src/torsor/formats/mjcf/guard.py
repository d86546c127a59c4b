"""An MJCF text made safe to hand to MuJoCo: bounded, no entities, nothing from elsewhere on disk.

What has no bearing on masses and motion (textures, cameras, contacts, sensors …) is taken out and
counted, so a model can be read without its pictures and, where the inertias are written down,
without its meshes. The text that MuJoCo sees is the one that was looked at, an element a line.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from torsor.errors import RobotError, TextError, shown
from torsor.formats.mjcf.included_files import (
    LARGEST_MESH,
    MOST_ELEMENTS,
    include,
    inside,
    place_of,
    read,
)
from torsor.formats.xml.tree import line_of, parse_xml, plain, require_lxml

if TYPE_CHECKING:
    from lxml.etree import _Element as Element

    from torsor.formats.mjcf.included_files import Origin

DEEPEST = 240
"""Elements nested deeper than this are refused."""

REFUSED = {
    "extension": "a plugin",
    "plugin": "a plugin",
    "composite": "a composite body",
    "flexcomp": "a deformable body",
    "flex": "a deformable body",
    "deformable": "a deformable body",
    "attach": "a model attached from another file",
    "freejoint": "a free joint",
}
"""Elements that have no counterpart here, and what they are."""

UNSEEN = ("visual", "statistic", "size", "material", "texture", "hfield", "custom", "skin")
UNFELT = ("camera", "light", "sensor", "keyframe", "contact")
ONE_BY_ONE = ("sensor", "keyframe", "contact")
"""Sections whose contents are counted one by one."""


@dataclass
class Guarded:
    """The text for MuJoCo, the meshes it needs, where each line came from, what was left out.

    ``lines`` has the place and the element's name for each line of the text.
    """

    text: str
    assets: dict[str, bytes]
    lines: dict[int, tuple[str, str]]
    left_out: Counter[str] = field(default_factory=Counter)
    notes: tuple[str, ...] = ()


def guarded(text: str | bytes, file: str, folder: Path | None) -> Guarded:
    """Look an MJCF text through; includes and meshes are taken from ``folder`` or below."""
    require_lxml(file)
    node = parse_xml(text, file)
    root, notes = node.element, [*node.notes]
    if root.tag != "mujoco":
        raise _no_model(root, file)
    origin = dict.fromkeys(root.iter(), file)
    include(root, folder, origin, notes)
    if root.find("worldbody") is None:
        raise _no_model(root, file)
    _bounded(root, origin)
    left_out: Counter[str] = Counter()
    _leave_out(root, left_out)
    _forget_shapes(root)
    assets = _meshes(root, folder, origin)
    return Guarded(*_one_a_line(root, assets, origin), left_out, tuple(notes))


def _no_model(root: Element, file: str) -> TextError:
    """What a file is that is no model by itself: a part of one, or another format."""
    place, tag = f"{file}:{line_of(root)}", plain(str(root.tag))
    inside = (
        ", ".join(dict.fromkeys(f"<{plain(str(e.tag))}>" for e in list(root)[:200])) or "nothing"
    )
    part = f"a part that other MJCF files include (it has {plain(inside, 120)})"
    whole = "expected the file that includes it"
    if root.tag == "mujocoinclude":
        return TextError(f"{place}: <mujocoinclude>: {part}, and no model by itself; {whole}")
    if root.tag == "mujoco":
        return TextError(
            f"{place}: <mujoco>: no <worldbody>, so it is {part}, and no model by itself; {whole}"
        )
    hint = "; a URDF file is read by its name, .urdf" if root.tag == "robot" else ""
    return TextError(f"{place}: expected <mujoco> at the root, got <{tag}>{hint}")


def _bounded(root: Element, origin: Origin) -> None:
    """Refuse what is too deep, too much, not a finite number, or has no counterpart."""
    level, depth = [(root, 1)], 0
    total = 0
    while level:
        depth += 1
        if depth > DEEPEST:
            raise TextError(
                f"{place_of(level[0][0], origin)}: elements nested more than {DEEPEST} deep "
                "are refused"
            )
        following = []
        for element, copies in level:
            total += copies
            place = place_of(element, origin)
            if total > MOST_ELEMENTS:
                raise TextError(f"{place}: more than {MOST_ELEMENTS} elements, refused")
            if element.tag in REFUSED:
                what = REFUSED[element.tag]
                raise RobotError(f"{place}: <{element.tag}>: {what} has no counterpart here")
            if element.tag == "model" and element.getparent() is not root:
                raise TextError(f"{place}: <model>: a model from another file is not read")
            _finite(element, place)
            if element.tag == "replicate":
                copies *= _count(element, place)
            following += [(inner, copies) for inner in element]
        level = following


def _count(element: Element, place: str) -> int:
    text = element.get("count", "0")
    if not re.fullmatch(r"\s*[0-9]{1,4}\s*", text):
        raise TextError(f"{place}: <replicate>: expected a count up to 9999, got {shown(text)}")
    return max(1, int(text))


def _finite(element: Element, place: str) -> None:
    """Refuse numbers that are none; names and classes may be called what they like."""
    for key, value in element.attrib.items():
        text = str(value)
        if key in ("name", "class", "childclass") or len(text) > 400:
            continue
        for word in text.split():
            try:
                number = float(word)
            except ValueError:
                break
            if not isfinite(number):
                raise TextError(f"{place}: <{plain(element.tag)}>: {key!s} has {shown(word)}")


def _leave_out(root: Element, left_out: Counter[str]) -> None:
    """Take out what is only seen or only felt on contact, and count the latter."""
    for element in list(root.iter(*UNSEEN, *UNFELT)):
        parent = element.getparent()
        if parent is None:
            continue
        if parent.tag in ("sensor", "contact", "tendon", "actuator", "equality"):
            continue
        if element.tag in ONE_BY_ONE:
            left_out[element.tag] += len(element)
        parent.remove(element)
    for element in root.iter("geom", "site", "mesh"):
        _drop(element, "material")
    for geom in list(root.iter("geom")):
        if geom.get("hfield") is not None or geom.get("type") == "hfield":
            _remove(geom)


def _forget_shapes(root: Element) -> None:
    """Take out the geoms that no mass comes from: of fixed bodies, and where <inertial> stands."""
    always = any(c.get("inertiafromgeom") == "true" for c in root.iter("compiler"))
    wrapped = {e.get("geom") for tendon in root.iter("tendon") for e in tendon.iter("geom")}
    bodies = [(world, True) for world in root.iter("worldbody")]
    while bodies:
        body, fixed = bodies.pop()
        own = list(_own(body))
        fixed = fixed and not any(e.tag in ("joint", "freejoint") for e in own)
        given = any(e.tag == "inertial" for e in own) and not always
        for element in own:
            if element.tag == "body":
                bodies.append((element, fixed))
            elif element.tag == "geom" and (fixed or given) and element.get("name") not in wrapped:
                _remove(element)


def _drop(element: Element, *attributes: str) -> None:
    for key in attributes:
        if key in element.attrib:
            del element.attrib[key]


def _remove(element: Element) -> None:
    parent = element.getparent()
    if parent is not None:
        parent.remove(element)


def _own(body: Element) -> Iterator[Element]:
    """The elements of a body, those in its frames and replicas included."""
    level = list(body)
    while level:
        element = level.pop()
        yield element
        if element.tag in ("frame", "replicate"):
            level += list(element)


def _meshes(root: Element, folder: Path | None, origin: Origin) -> dict[str, bytes]:
    """The meshes that some geom still needs, under plain names; all others are taken out."""
    needed = {geom.get("mesh") for geom in root.iter("geom")} - {None}
    where = ""
    for compiler in root.iter("compiler"):
        where = compiler.get("meshdir", compiler.get("assetdir", where))
        _drop(compiler, "meshdir", "assetdir", "texturedir", "strippath", "fusestatic")
    assets: dict[str, bytes] = {}
    for mesh in [m for asset in root.iter("asset") for m in asset.iter("mesh")]:
        place = f"{place_of(mesh, origin)}: <mesh>"
        file = mesh.get("file", "")
        name = mesh.get("name") or file.rpartition("/")[2].rpartition(".")[0]
        if name not in needed:
            _remove(mesh)
            continue
        if mesh.get("builtin") is not None:
            raise TextError(f"{place}: the inertia of a built-in mesh is not read")
        if not file:
            continue
        path = inside(folder, f"{where.rstrip('/')}/{file}" if where else file, place)
        key = f"mesh{len(assets)}{re.sub('[^.a-z]', '', path.suffix.lower())}"
        assets[key] = read(path, LARGEST_MESH - sum(map(len, assets.values())), place)
        mesh.set("name", name)
        mesh.set("file", key)
    for element in root.iter():
        if element.get("file") is not None and element.get("file") not in assets:
            raise TextError(f"{place_of(element, origin)}: <{element.tag}>: its file is not read")
    return assets


def _one_a_line(
    root: Element, assets: dict[str, bytes], origin: Origin
) -> tuple[str, dict[str, bytes], dict[int, tuple[str, str]]]:
    """The text with an element a line, and the place that each line came from."""
    for element in root.iter():
        element.text = "\n" if len(element) else None
        element.tail = "\n"
    from lxml import etree

    text = etree.tostring(root, encoding="unicode")
    again = parse_xml(text, "MJCF").element
    lines = {
        line_of(new) or 0: (place_of(old, origin), str(old.tag))
        for new, old in zip(again.iter(), root.iter(), strict=True)
    }
    return text, assets, lines
