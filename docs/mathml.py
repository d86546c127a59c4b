"""Mathematics in the site's pages: ``$…$`` and ``$$…$$`` become MathML, which browsers show.

A Python-Markdown extension that ``zensical.toml`` names; GitHub reads the same marks.
"""

from __future__ import annotations

import re
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from latex2mathml.converter import convert
from markdown import Markdown
from markdown.blockprocessors import BlockProcessor
from markdown.extensions import Extension
from markdown.inlinepatterns import InlineProcessor
from markdown.util import AtomicString

INLINE = r"(?<![\\$\w])\$(?![\s$])([^$\n]+?)(?<![\s\\])\$(?![\w$])"
DISPLAY = re.compile(r"\A\s*\$\$(.+?)\$\$\s*\Z", re.S)


def mathml(md: Markdown, latex: str, display: str) -> str:
    """The MathML of a piece of LaTeX, set aside so that Markdown leaves it alone."""
    if latex.count(r"\left") != latex.count(r"\right"):  # a term out of a longer bracket
        latex = re.sub(r"\\(left|right)(?![a-z])", "", latex)
    return md.htmlStash.store(convert(latex.strip(), display=display))


class Inline(InlineProcessor):
    """``$…$`` in running text and in tables."""

    def handleMatch(self, m: re.Match[str], data: str) -> tuple[str, int, int]:
        """One formula."""
        return mathml(self.md, m[1], "inline"), m.start(0), m.end(0)


class Display(BlockProcessor):
    """``$$…$$`` as a paragraph of its own."""

    def test(self, parent: Element, block: str) -> bool:
        """Whether the block is a displayed formula."""
        return bool(DISPLAY.match(block))

    def run(self, parent: Element, blocks: list[str]) -> None:
        """Put the formula into a block that scrolls if it is too wide."""
        found = DISPLAY.match(blocks.pop(0))
        if found:
            block = SubElement(parent, "div", {"class": "formula"})
            block.text = AtomicString(mathml(self.parser.md, found[1], "block"))


class MathML(Extension):
    """Both kinds, before Markdown reads backslashes, underscores and stars."""

    def extendMarkdown(self, md: Markdown) -> None:
        """Register both."""
        md.inlinePatterns.register(Inline(INLINE, md), "mathml", 185)
        md.parser.blockprocessors.register(Display(md.parser), "mathml", 175)


def makeExtension(**options: Any) -> MathML:
    """What Python-Markdown asks a module for."""
    return MathML(**options)
