"""The viewer in a notebook's cell: packed, in a frame of its own, as wide as the cell."""

from __future__ import annotations

import base64
import html
import os
import zlib

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


def notebook_frame(page: str) -> str:
    """A frame with the page in it, about a quarter of the page's size."""
    packed = base64.b64encode(zlib.compress(page.encode(), 9)).decode()
    document = html.escape(UNPACK % packed, quote=True)
    return (
        f'<iframe srcdoc="{document}" width="100%" height="{HEIGHT}" '
        'style="border:1px solid #8884;border-radius:8px;max-width:1100px" loading="lazy" '
        'title="Torsor viewer"></iframe>'
    )
