"""What a scheme shows on request: origins, mass centres, ellipsoids, link numbers, gravity."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import pairwise

import numpy as np

from torsor.algebra.arrays import Array
from torsor.drawing.palette import BODY, FAINT, INK
from torsor.drawing.scene.skeleton import TOOL
from torsor.drawing.schematic.figure import Figure
from torsor.drawing.schematic.labels import Wanted
from torsor.drawing.shapes import Shape, Span, arc, arrow_head, polyline
from torsor.errors import UnknownNameError, shown, suggestion

PARTS = ("origins", "masses", "ellipsoids", "links", "gravity")
LETTER, SMALL_LETTER = 17.0, 13.5
X, Y = np.array([1.0, 0.0]), np.array([0.0, 1.0])
ARROW = 46.0
NO_WAY = np.zeros(2)


def read_parts(asked: str | Collection[str]) -> frozenset[str]:
    """``"origins, masses"``, the same as a list, or ``"all"``."""
    names = asked.split(",") if isinstance(asked, str) else asked
    found = {str(n).strip() for n in names} - {""}
    for name in sorted(found - {*PARTS, "all"}):
        raise UnknownNameError(
            f"show: {shown(name)} is not among {', '.join(PARTS)}, all{suggestion(name, PARTS)}"
        )
    return frozenset(PARTS if "all" in found else found)


def draw_extras(figure: Figure, parts: Collection[str]) -> Iterator[Wanted]:
    """Draw these on top of the figure, and tell the labels that they want."""
    if "ellipsoids" in parts:
        _draw_ellipsoids(figure)
    if "origins" in parts:
        yield from _origins(figure)
    if "masses" in parts:
        yield from _mass_centres(figure)
    if "links" in parts:
        yield from _link_numbers(figure)
    if "gravity" in parts:
        yield from _gravity(figure)


def _disc(at: Array, radius: float, fill: str, stroke: str = INK, width: float = 0.0) -> Shape:
    ring = (*arc(at, radius * X, radius * Y, 0, 2 * np.pi), ("Z", ()))
    return Shape(ring, width, fill, stroke, kind="mark")


def _origins(figure: Figure) -> Iterator[Wanted]:
    """A dot at every frame's origin; those at one point have one name, O with all their numbers."""
    count = len(figure.skeleton.bones)
    tool = figure.skeleton.tool
    numbers = {0: 0} | {b.number: b.number for b in figure.skeleton.bones}
    if np.any(tool.p):
        numbers[TOOL] = count + 1
    together: dict[tuple[float, ...], list[int]] = {}
    for key, number in numbers.items():
        origin = figure.px(figure.places[key].origin)
        together.setdefault(tuple(np.round(origin, 3).tolist()), []).append(number)
    for point, named in together.items():
        at = figure.eye.at(np.array(point))
        figure.layers[-1].append(_disc(at, 3.2, INK))
        index = Span(",".join(map(str, named)), False, -1)
        yield Wanted((Span("O", True), index), SMALL_LETTER, (at,), NO_WAY, "origin")


def _mass_centres(figure: Figure) -> Iterator[Wanted]:
    """A quartered disc where a mass centre is, in the middle of its link if nobody knows where."""
    for number, centre in figure.scene.mass_centres.items():
        if centre is None:
            a, b = _longest_part(figure, number)
            at = (figure.eye.at(a) + figure.eye.at(b)) / 2
        else:
            place = figure.places[number]
            at = figure.eye.at(figure.px(place.origin + place.R @ np.array(centre)))
        layer = figure.layers[-1]
        layer.append(_disc(at, 6.0, BODY, width=1.2))
        for begin in (0.0, np.pi):
            quarter = arc(at, 6 * X, 6 * Y, begin, begin + np.pi / 2)
            to_middle = ("L", ((at.item(0), at.item(1)),))
            layer.append(Shape((*quarter, to_middle, ("Z", ())), 0, INK, kind="mark"))
        index = Span("p" if number == TOOL else str(number), number == TOOL, -1)
        yield Wanted((Span("C", True), index), SMALL_LETTER, (at,), NO_WAY, "mass")


def _draw_ellipsoids(figure: Figure) -> None:
    """The outline of every body's ellipsoid of inertia, as far as there are numbers."""
    for body in figure.scene.bodies:
        if body.ellipsoid is None:
            continue
        place = figure.places[body.link]
        at = figure.eye.at(figure.px(place.origin + place.R @ np.array(body.com)))
        axes = place.R @ body.ellipsoid.R @ np.diag(body.ellipsoid.half_axes)
        flat = figure.eye.at(figure.px(axes.T)).T
        u, sizes, _ = np.linalg.svd(flat)
        outline = arc(at, u[:, 0] * sizes[0], u[:, 1] * sizes[1], 0, 2 * np.pi)
        shape = Shape((*outline, ("Z", ())), 0.9, stroke=FAINT, dash="4 3", kind="ellipsoid")
        figure.layers[-1].append(shape)


def _link_numbers(figure: Figure) -> Iterator[Wanted]:
    """A number in a ring beside every link, 0 the base's."""
    for number in (0, *(bone.number for bone in figure.skeleton.bones)):
        a, b = (figure.eye.at(end) for end in _longest_part(figure, number))
        way = b - a
        across = np.array([-way.item(1), way.item(0)]) / max(float(np.linalg.norm(way)), 1e-9)
        anchors = tuple(a + t * way for t in (0.5, 0.35, 0.65, 0.2, 0.8))
        yield Wanted((Span(str(number)),), SMALL_LETTER, anchors, 0.3 * across, "link", ring=True)


def _longest_part(figure: Figure, number: int) -> tuple[Array, Array]:
    """The ends of the longest straight part of a link, outside of the joints."""
    if number == TOOL:
        return figure.hand, figure.hand
    ways = [figure.ways[b.number or TOOL] for b in figure.skeleton.children(number)]
    if not ways:
        centre = figure.solids[number].centre
        return centre, centre
    legs = list(pairwise(ways[0]))
    ends = [np.linspace(a, b, 3) for a, b in legs]
    sizes = [float(np.linalg.norm(figure.eye.at(e[2]) - figure.eye.at(e[0]))) for e in ends]
    a, b = legs[sizes.index(max(sizes))]
    return a, b


def _gravity(figure: Figure) -> Iterator[Wanted]:
    """An arrow beside the picture, the way that things fall."""
    if not np.any(figure.skeleton.gravity):
        return
    points = figure.legs.reshape(-1, 2)
    x, y = points.min(axis=0).item(0) - 70, points.min(axis=0).item(1) + 10
    begin = np.array([x, y])
    way = figure.eye.at(-figure.up)
    size = float(np.linalg.norm(way))
    layer = figure.layers[-1]
    if size < 0.1:
        layer.append(_disc(begin, 6.0, "none", width=1.2))
        layer.append(_disc(begin, 1.6, INK))
        end = begin
    else:
        end = begin + way * ARROW
        layer.append(Shape(polyline([begin, end - 6 * way / size]), 1.4, kind="gravity"))
        layer.append(Shape(arrow_head(end, way, 9.0), 0, INK, kind="gravity"))
    yield Wanted((Span("g", True),), LETTER, ((begin + end) / 2,), np.array([-0.3, 0.0]), "gravity")
