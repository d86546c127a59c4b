"""The colours of a drawing by what they are for, on light pages, on dark ones, and on either."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

INK, BODY, FAINT, NONE = "ink", "body", "faint", "none"
LOAD = "#e69f00"
"""A load in the gripper, on any page."""
AXES = ("x", "y", "z")
"""The axes of frames: red, green and blue, as robotics has them."""


@dataclass(frozen=True)
class Palette:
    """A colour for each pen and fill, and the page's own."""

    page: str
    colours: Mapping[str, str]
    dark: Mapping[str, str] = field(default_factory=dict)
    """The colours that change by themselves where the reader's pages are dark."""

    @property
    def style(self) -> str:
        """The style sheet that changes the colours."""
        if not self.dark:
            return ""
        rules = [f"svg:root {{ color: {self.dark[INK]} }}"]
        for part in ("fill", "stroke"):
            rules += (f".{part}-{n} {{ {part}: {c} }}" for n, c in self.dark.items() if n != INK)
        return f"@media (prefers-color-scheme: dark) {{ {' '.join(rules)} }}"

    def colour(self, name: str) -> str:
        """The colour of a pen or a fill; what has no name here is a colour itself."""
        return self.colours.get(name, name)


LIGHT = Palette(
    "white",
    {INK: "black", BODY: "#f0f2f6", FAINT: "#666", "x": "#b3261e", "y": "#217a3c", "z": "#1f55b5"},
)
DARK = Palette(
    "#15181d",
    {INK: "#e8e8e8", BODY: "#2b313b", FAINT: "#9aa0a8",
     "x": "#ff8a80", "y": "#7fd491", "z": "#8ab4ff"},
)  # fmt: skip

EITHER = Palette(NONE, {**LIGHT.colours, INK: "currentColor"}, DARK.colours)
"""For a picture without a page of its own: black, and light where the reader's pages are dark."""


def palette_of(dark: bool = False, transparent: bool = False) -> Palette:
    """The palette of a white page, a dark one, or none."""
    if transparent:
        return replace(DARK, page=NONE) if dark else EITHER
    return DARK if dark else LIGHT
