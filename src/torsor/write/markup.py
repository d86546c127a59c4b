"""A user's text within HTML and MathML: nothing in it is markup, and nothing is unseen."""

from __future__ import annotations

import html

from torsor.errors import visible


def escape(text: str) -> str:
    """The text as characters of a page, also within an attribute."""
    return html.escape(visible(text))
