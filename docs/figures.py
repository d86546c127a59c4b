"""Pictures in the site's pages: each has its size, and those that are paper stay paper.

A Python-Markdown extension that ``zensical.toml`` names. A picture that does not follow light and
dark pages (a page of a report, a photograph of a screen) is marked, so that it stands on white.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor
from PIL import Image

PICTURES = Path(__file__).with_name("pictures")
FOLLOWS = "prefers-color-scheme"
"""What an SVG that suits dark pages says."""


@cache
def size(path: Path) -> tuple[float, float] | None:
    """Width and height of a picture, as its head tells them."""
    head = path.read_bytes()[:2000]
    if head.startswith(b"\x89PNG"):
        return int.from_bytes(head[16:20]), int.from_bytes(head[20:24])
    box = re.search(rb'viewBox="[-\d.]+ [-\d.]+ ([\d.]+) ([\d.]+)"', head)
    if box is None and path.suffix == ".webp":
        with Image.open(path) as picture:
            return picture.size
    return (float(box[1]), float(box[2])) if box else None


class Figures(Treeprocessor):
    """Looks at every picture of a page."""

    def run(self, root: Element) -> None:
        """Mark paper, tell sizes."""
        for picture in root.iter("img"):
            path = PICTURES / picture.get("src", "").partition("pictures/")[2].partition("#")[0]
            if not path.is_file():
                continue
            if "-mode-only" in picture.get("src", ""):
                picture.set("class", "screen")
            elif path.suffix != ".svg" or FOLLOWS not in path.read_text("utf-8"):
                picture.set("class", f"{picture.get('class', '')} paper".strip())
            found = size(path)
            if found and "width" not in picture.attrib:
                picture.set("width", f"{found[0]:.0f}")
                picture.set("height", f"{found[1]:.0f}")


class FiguresExtension(Extension):
    """The same, for Python-Markdown."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register it, after attributes in braces were read."""
        md.treeprocessors.register(Figures(md), "figures", 5)


def makeExtension(**options: Any) -> FiguresExtension:
    """What Python-Markdown asks a module for."""
    return FiguresExtension(**options)
