"""How every plot looks: fonts, lines, colours, and the colours that take their place on dark pages.

Colours are Okabe and Ito's, which all eyes tell apart. An SVG follows what its reader prefers,
light or dark; PNG and PDF are for paper, and light.
"""

from __future__ import annotations

import re
from typing import Any

PAPER, TEXT, QUIET, EDGE, GRID = "#ffffff", "#22272e", "#59636e", "#9aa4ae", "#e6eaee"
"""Behind everything; names and outlines; numbers on axes; the axes; the grid."""

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7a5c3e")
GREYS = ("#a4abb2", "#b9bfc5", "#e4e7ea")
"""What was measured, points in a crowd, stretches that do not count."""
TINTS = ("#9cc7e4", "#e3eff8", "#d3e8f5")
"""The first colour in light, and behind what is marked with it."""

DARK = {
    PAPER: "#15181d", TEXT: "#e8ebef", QUIET: "#a9b3bd", EDGE: "#68727d", GRID: "#2a313a",
    **dict(zip(COLOURS, ("#58b4f2", "#ff9248", "#35c99b", "#e8a0c8", "#f5bd3d", "#9ad6fa",
                         "#cfab85"), strict=True)),
    **dict(zip(GREYS, ("#87919b", "#66707a", "#242a32"), strict=True)),
    **dict(zip(TINTS, ("#31658a", "#19293a", "#1c3448"), strict=True)),
}  # fmt: skip
"""What each colour is on a dark page."""

STYLE: dict[Any, object] = {
    "font.family": "serif",
    "font.serif": ["STIXGeneral"],
    "mathtext.fontset": "stix",
    "font.size": 10,
    "text.color": TEXT,
    "figure.facecolor": PAPER,
    "savefig.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": EDGE,
    "axes.labelcolor": TEXT,
    "axes.titlecolor": TEXT,
    "axes.titlesize": 10,
    "axes.titlelocation": "left",
    "axes.titlepad": 4,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.linewidth": 0.6,
    "axes.grid": True,
    "axes.axisbelow": True,
    "axes.formatter.limits": (-4, 6),
    "axes.formatter.use_mathtext": True,
    "axes.formatter.useoffset": False,
    "axes.unicode_minus": True,
    "grid.color": GRID,
    "grid.linewidth": 0.6,
    "xtick.color": EDGE,
    "ytick.color": EDGE,
    "xtick.labelcolor": QUIET,
    "ytick.labelcolor": QUIET,
    "xtick.labelsize": 9,
    "ytick.labelsize": 9,
    "xtick.major.size": 0,
    "ytick.major.size": 0,
    "xtick.minor.size": 0,
    "ytick.minor.size": 0,
    "xtick.major.pad": 4,
    "ytick.major.pad": 4,
    "legend.frameon": False,
    "legend.fontsize": 9,
    "legend.handlelength": 1.5,
    "legend.columnspacing": 1.3,
    "legend.handletextpad": 0.5,
    "legend.borderpad": 0,
    "legend.borderaxespad": 0.2,
    "lines.linewidth": 1.4,
    "lines.solid_capstyle": "round",
    "lines.solid_joinstyle": "round",
    "figure.constrained_layout.h_pad": 0.05,
    "figure.constrained_layout.w_pad": 0.06,
    "svg.hashsalt": "torsor",
    "svg.fonttype": "path",
}

PATH = re.compile(r' d="([^"]*)"')
LONG = re.compile(r"-?[0-9]+\.[0-9]{3,}")
PAINT = re.compile(r'style="([^"]*)"')
PAINTED = re.compile(r"(?<![a-z-])(fill|stroke): (#[0-9a-f]{6})")


def shorten_paths(svg: str) -> str:
    """The SVG with the places of its paths to a hundredth of a point, finer than any eye."""

    def shorten(path: re.Match[str]) -> str:
        return LONG.sub(lambda number: f"{float(number[0]):.2f}", path[0])

    return PATH.sub(shorten, svg)


def follow_reader(svg: str) -> str:
    """The SVG with rules that exchange its colours where a reader prefers dark pages.

    Whatever has a colour gets a class for it: rules by class reach the marks that are used from
    elsewhere in the file, and nothing else on a page that the SVG is part of.
    """
    used: dict[str, str] = {}

    def name(match: re.Match[str]) -> str:
        classes = []
        for what, light in PAINTED.findall(match[1]):
            if light in DARK:
                classes.append(f"p{what[0]}-{light[1:]}")
                used[classes[-1]] = f"{what}: {DARK[light]}"
        return f'class="{" ".join(classes)}" {match[0]}' if classes else match[0]

    painted = shorten_paths(PAINT.sub(name, svg))
    rules = [f".{one} {{ {rule} !important }}" for one, rule in used.items()]
    style = "\n".join(["<style>@media (prefers-color-scheme: dark) {", *rules, "}</style>"])
    end = painted.index(">", painted.index("<svg ")) + 1
    return f"{painted[:end]}\n{style}{painted[end:]}"
