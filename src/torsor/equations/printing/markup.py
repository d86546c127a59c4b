"""A user's text within HTML, MathML and Markdown: nothing in it is markup or unseen."""

from __future__ import annotations

import html

from torsor.errors import visible


def escape(text: str) -> str:
    """The text as characters of a page, also within an attribute."""
    return html.escape(visible(text))


def markdown(text: str) -> str:
    """The text as characters of a Markdown document, in one line."""
    marks = "\\`*{}[]<>#|$~&"  # an underscore within a word is itself
    line = " ".join(visible(text).split())
    return "".join(f"\\{ch}" if ch in marks else ch for ch in line)
