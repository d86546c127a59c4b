"""Pictures of the viewer: the home's motion in three dimensions, on a light page and on a dark one.

``python -m docs.make_viewer`` takes them in a real browser (Chromium), of the page that `make web`
builds.
"""

from __future__ import annotations

import io
import shutil
import tempfile
from pathlib import Path

from docs.charts import PICTURES
from docs.make_hero import simulated
from PIL import Image
from playwright.sync_api import sync_playwright

import torsor

WIDTH, HEIGHT = 1200, 720
INSTANT = 1.9
"""The time of the motion, in seconds."""
QUALITY = 82
SOFTWARE = ("--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader")


def taken() -> dict[str, bytes]:
    """The pictures, by the names of their files."""
    found: dict[str, bytes] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as player:
        page = Path(folder) / "motion.html"
        torsor.draw("puma560", motion=simulated()).save(page)
        chromium = player.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(SOFTWARE)
        )
        for scheme in ("light", "dark"):
            window = chromium.new_context(
                viewport={"width": WIDTH, "height": HEIGHT},
                color_scheme="light" if scheme == "light" else "dark",
            ).new_page()
            window.goto(page.as_uri())
            window.wait_for_function("window.torsor && torsor.measure().frames > 0")
            window.evaluate(f"torsor.pause(); torsor.setTime({INSTANT})")
            window.wait_for_timeout(500)  # until it is drawn
            found[f"viewer-{scheme}.webp"] = small(window.screenshot())
        chromium.close()
    return found


def small(png: bytes) -> bytes:
    """A photograph of a screen, of few bytes."""
    made = io.BytesIO()
    Image.open(io.BytesIO(png)).convert("RGB").save(made, "WEBP", quality=QUALITY, method=6)
    return made.getvalue()


def main() -> None:
    """Take the pictures."""
    for name, png in taken().items():
        (PICTURES / name).write_bytes(png)
        print(f"wrote {name}, {len(png) // 1000} kB")


if __name__ == "__main__":
    main()
