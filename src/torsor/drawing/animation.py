"""A motion of a robot: a page of HTML that needs no network, a GIF, or a film."""

from __future__ import annotations

import base64
import os
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np

from torsor.algebra.arrays import ArrayLike
from torsor.algebra.formula import Values
from torsor.arguments import choice, validate_call
from torsor.document.escaping import escape_html
from torsor.drawing.drawing import require_suffix
from torsor.drawing.moving.film import gif_bytes, mp4_bytes
from torsor.drawing.moving.moving_scheme import MovingScheme
from torsor.drawing.plots.plot import array, column
from torsor.drawing.scene.posture import choose_view
from torsor.drawing.scene.scene import scene_of
from torsor.drawing.schematic.figure import SPREAD
from torsor.drawing.viewer.notebook import wanted
from torsor.drawing.viewer.page import Viewer, viewer_of
from torsor.errors import ArrayError, MissingExtraError
from torsor.files import write_file
from torsor.formats.load import RobotLike, load
from torsor.motion.motion_table import Motion

SUFFIXES = (".html", ".gif", ".mp4")
TURNED, LOOKS = 16, 24
"""Up to so many coordinates a view is chosen for the whole motion, by so many of its postures."""


@dataclass(frozen=True, eq=False)
class Animation:
    """A robot in motion: as a page in three dimensions, or as a moving scheme."""

    title: str
    scheme: MovingScheme
    viewer: Viewer
    """The same motion in three dimensions, with curves beside it."""

    def __repr__(self) -> str:
        return f"<Animation {self.title}>"

    @property
    def html(self) -> str:
        """A page that plays the motion in three dimensions, complete in itself."""
        return self.viewer.html

    def _repr_html_(self) -> str | None:
        if wanted() and (shown := self.viewer._repr_html_()):
            return shown
        try:
            picture = base64.b64encode(self.gif()).decode()
        except MissingExtraError:
            return None
        return f'<img src="data:image/gif;base64,{picture}" alt="{escape_html(self.title)}">'

    def gif(self) -> bytes:
        """The motion as an animated GIF in real time."""
        return gif_bytes(self.scheme)

    def mp4(self) -> bytes:
        """The motion as a film in real time, by ffmpeg."""
        return mp4_bytes(self.scheme)

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write an .html, .gif or .mp4 file, whole or not at all."""
        path = Path(path)
        write_file(path, self.content(path.suffix.lower()))

    @validate_call
    def content(self, suffix: Annotated[str, choice(SUFFIXES)]) -> bytes:
        """The bytes of an .html, .gif or .mp4 file."""
        require_suffix("an animation", suffix, SUFFIXES)
        if suffix == ".html":
            return self.html.encode()
        return self.gif() if suffix == ".gif" else self.mp4()


@validate_call
def animate(
    robot: RobotLike,
    values: Values | None,
    t: ArrayLike,
    q: ArrayLike,
    view: str = "auto",
    tau: ArrayLike | None = None,
) -> Animation:
    """A robot moving through the coordinates q, (N, n), at the times t in seconds.

    The driving forces ``tau`` are plotted beside it, where they are given.
    """
    forces = None if tau is None else array(tau, "tau")
    return animate_motion(robot, values, Motion(column(t, "t"), array(q, "q"), forces), view)


def animate_motion(
    robot: RobotLike, values: Values | None, given: Motion, view: str = "auto"
) -> Animation:
    """A robot moving along a motion, with all that is known of it."""
    drawn = load(robot)
    times, motion = given.t, given.q
    if motion.shape != (len(times), drawn.dof) or not np.all(np.isfinite(motion)):
        raise ArrayError(
            f"q: expected finite numbers of the shape {(len(times), drawn.dof)}, a row for each "
            f"time; got the shape {motion.shape}"
        )
    if given.tau is not None and given.tau.shape != motion.shape:
        raise ArrayError(f"tau: expected the shape {motion.shape}, as of q; got {given.tau.shape}")
    if np.any(np.diff(times) <= 0):
        raise ArrayError("t: expected times that increase")
    postures: list[list[float]] = motion.tolist()
    scene = scene_of(drawn, values, postures[0], view=view, spread=SPREAD)
    if view == "auto" and drawn.dof <= TURNED:
        few = [postures[k] for k in np.linspace(0, len(postures) - 1, LOOKS).astype(int).tolist()]
        best = choose_view(scene.skeleton, scene.arrangement, SPREAD * scene.unit, few)
        scene = replace(scene, view=best)
    page = viewer_of(drawn, values, motion=given)
    scheme = MovingScheme(scene, times, motion, tuple(given.events))
    return Animation(f"{drawn.name} in motion", scheme, page)
