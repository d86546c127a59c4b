"""A robot's own surfaces, simplified and packed so that they fit into a page."""

from __future__ import annotations

import base64
from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from torsor.algebra.arrays import Array, Indices
from torsor.drawing.scene.data import Data, numbers
from torsor.drawing.viewer.mesh_files import MOST_TRIANGLES, Surface, read_surfaces
from torsor.errors import MissingExtraError, TorsorError, shown
from torsor.robot.visual import Visual

LEAST = 60
"""A piece keeps so many triangles, whatever the page."""

TRIANGLE_BYTES = 13.5
"""What a triangle takes in the page: three corners, and half a point."""

MOST_POINTS = 60_000
"""Corners are numbered in 16 bits."""

STEPS = 65_535
TOLD = 4


def mesh_data(visuals: Sequence[Visual], room: int) -> tuple[list[Data], list[str]]:
    """The surfaces in so many bytes, and what is to be told of those that are not as they were."""
    surfaces: list[Surface] = []
    failed: dict[str, list[str]] = defaultdict(list)
    count = 0
    for visual in visuals:
        try:
            if count > MOST_TRIANGLES:
                raise TorsorError("more triangles than can be shown")
            pieces = read_surfaces(visual)
            count += sum(len(piece.triangles) for piece in pieces)
            surfaces += pieces
        except TorsorError as error:
            failed[str(error)].append(_name(visual))
    notes = [f"Not shown: {_list(names)} ({reason})." for reason, names in failed.items()]
    joined = [_packable(piece) for piece in _joined(surfaces)]
    most = int(room / TRIANGLE_BYTES)
    total = sum(len(piece.triangles) for piece in joined)
    if total > most:
        try:
            joined = [simplify(piece, most / total) for piece in joined]
            kept = sum(len(piece.triangles) for piece in joined)
            notes.append(f"The meshes are simplified from {total:,} triangles to {kept:,}.")
        except MissingExtraError as error:
            return [], [*notes, f"The meshes are not shown: {error}"]
    packed = [_pack(piece) for piece in joined if len(piece.triangles)]
    size = sum(len(one["points"]) + len(one["triangles"]) for one in packed)
    if size > 1.2 * room:
        return [], [*notes, "The meshes are not shown: they are too large for a page."]
    return packed, notes


def simplify(piece: Surface, part: float) -> Surface:
    """The same surface with so much of its triangles."""
    try:
        import fast_simplification
    except ImportError:
        raise MissingExtraError(
            "they are simplified by fast-simplification: pip install 'torsor[robots]'"
        ) from None
    wanted = max(LEAST, int(part * len(piece.triangles)))
    if wanted >= len(piece.triangles):
        return piece
    points, triangles = fast_simplification.simplify(
        np.ascontiguousarray(piece.points, np.float32),
        np.ascontiguousarray(piece.triangles, np.int32),
        target_count=wanted,
    )
    return Surface(piece.link, piece.color, np.asarray(points, np.float64), triangles)


def _joined(surfaces: Sequence[Surface]) -> list[Surface]:
    """One surface of each colour on each link."""
    groups: dict[tuple[int, str], list[Surface]] = defaultdict(list)
    for surface in surfaces:
        groups[surface.link, surface.color].append(surface)
    found = []
    for (link, color), pieces in groups.items():
        starts = np.cumsum([0, *(len(piece.points) for piece in pieces)])
        corners = [p.triangles + start for p, start in zip(pieces, starts.tolist(), strict=False)]
        points: Array = np.concatenate([piece.points for piece in pieces])
        triangles: Indices = np.concatenate(corners)
        found.append(Surface(link, color, points, triangles))
    return found


def _packable(piece: Surface) -> Surface:
    if len(piece.points) <= MOST_POINTS:
        return piece
    return simplify(piece, 0.9 * MOST_POINTS / len(piece.points))


def _pack(piece: Surface) -> Data:
    """Points as 16-bit steps of their box, corners as 16-bit numbers, both in base 64."""
    low: Array = np.min(piece.points, axis=0)
    size: Array = np.max(piece.points, axis=0) - low
    step = np.where(size > 0, size / STEPS, 1.0)
    points = np.rint((piece.points - low) / step).astype("<u2")
    return {
        "link": piece.link,
        "color": piece.color,
        "low": numbers(low),
        "step": numbers(step),
        "points": base64.b64encode(points.tobytes()).decode(),
        "triangles": base64.b64encode(piece.triangles.astype("<u2").tobytes()).decode(),
    }


def _name(visual: Visual) -> str:
    return shown(visual.file.rsplit("/", 1)[-1]) if visual.file else f"a {visual.kind}"


def _list(names: Sequence[str]) -> str:
    more = f" and {len(names) - TOLD} more" if len(names) > TOLD else ""
    return ", ".join(names[:TOLD]) + more
