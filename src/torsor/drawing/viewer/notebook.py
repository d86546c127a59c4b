"""The viewer in a notebook's cell: packed, in a frame of its own, as wide as the cell."""

from __future__ import annotations

import base64
import html
import os
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

from torsor.drawing.viewer.page import Viewer, page_template, viewer_of
from torsor.errors import TorsorError
from torsor.motion.motion_table import motion_of

if TYPE_CHECKING:
    from torsor.motion.results import Result
    from torsor.robot.robot import Robot

SWITCH = "TORSOR_VIEWER"
"""The environment variable that keeps viewers out of notebooks when it is ``off``."""

HEIGHT = 480

UNPACK = """<!DOCTYPE html><meta charset="utf-8"><script>
(async () => {
  const packed = Uint8Array.from(atob("%s"), c => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  const page = await new Response(stream).text();
  document.open(); document.write(page); document.close();
})();
</script>"""


def wanted() -> bool:
    """Whether notebooks are to show viewers at all."""
    return os.environ.get(SWITCH, "").strip().lower() not in ("off", "0", "no", "none")


def robot_frame(robot: Robot) -> str:
    """A robot to be turned and moved; nothing where it cannot be shown."""
    return _shown(lambda: viewer_of(robot))


def motion_html(result: Result) -> str:
    """A motion to be played; nothing where it cannot be shown."""
    robot = result.described
    return "" if robot is None else _shown(lambda: viewer_of(robot, motion=motion_of(result)))


def _shown(make: Callable[[], Viewer]) -> str:
    """The frame of a viewer; nothing where there is no page, no wish or nothing to be seen."""
    if not (wanted() and page_template()):
        return ""
    try:
        return notebook_frame(make().html)
    except TorsorError:
        return ""


def notebook_frame(page: str) -> str:
    """A frame with the page in it, about a quarter of the page's size."""
    packed = base64.b64encode(zlib.compress(page.encode(), 9)).decode()
    document = html.escape(UNPACK % packed, quote=True)
    return (
        f'<iframe srcdoc="{document}" width="100%" height="{HEIGHT}" '
        'style="border:1px solid #8884;border-radius:8px;max-width:1100px" loading="lazy" '
        'title="Torsor viewer"></iframe>'
    )
