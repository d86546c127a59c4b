"""What is taken along."""

from __future__ import annotations

from typing import NotRequired, TypedDict

from torsor.studio.protocol.description import Description, Form, Style


class TakeQuestion(TypedDict):
    """``take``: a file. ``what`` is one of ``catalogue.takes``."""

    robot: Description
    what: str
    form: NotRequired[Form]
    style: NotRequired[Style]
    equation: NotRequired[str]
    """One equation alone, for the clipboard: LaTeX, text, SymPy or code."""
    bare: NotRequired[bool]
    """LaTeX of the equations only, to stand in a document of one's own."""
    values: NotRequired[dict[str, float]]
    q: NotRequired[list[float]]


class Taken(TypedDict):
    """A file: its text, or its bytes in base 64 where it is none."""

    name: str
    media: str
    text: str
    base64: str
