"""Tables in the site's pages: figures stay on a line, sentences get room to stand in.

A Python-Markdown extension that ``zensical.toml`` names. A table that is then wider than the page
scrolls in a box of its own (``site.js``).
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element

from markdown import Markdown
from markdown.extensions import Extension
from markdown.treeprocessors import Treeprocessor

FIGURE = re.compile(r"[-−~≈]?[\d.,]+(\s?[\w%µ·²³/°]{1,6})?(\s?\(.{1,12}\))?")
LONG = 36
"""Letters from which on a cell is a sentence."""


class Tables(Treeprocessor):
    """Looks at every cell."""

    def run(self, root: Element) -> None:
        """Name the cells that want to be treated otherwise."""
        for cell in root.iter("td"):
            told = "".join(cell.itertext()).strip()
            if FIGURE.fullmatch(told):
                cell.set("class", "figure")
            elif len(told) > LONG:
                cell.set("class", "sentence")


class TablesExtension(Extension):
    """The same, for Python-Markdown."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register it, after the text of cells was read."""
        md.treeprocessors.register(Tables(md), "tables_of_the_site", 6)


def makeExtension(**options: Any) -> TablesExtension:
    """What Python-Markdown asks a module for."""
    return TablesExtension(**options)
