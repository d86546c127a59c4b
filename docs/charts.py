"""Charts as SVG, on logarithmic scales, that suit light and dark pages and small screens.

A chart has no colours of its own: its classes get them from ``STYLE``, which follows the page it
stands on, and larger letters where the picture is shown small. Everything is labelled where it
stands, so that no reading depends on a colour.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

PICTURES = Path(__file__).with_name("pictures")
WIDTH, LEFT, RIGHT = 640, 14, 14
STYLE = """\
text{font:15px Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:#22262e}
.title{font-weight:700}.small,.tick{fill:#5d6673}.tick{font-size:13px}.strong{font-weight:700}
.grid{stroke:#dfe3e8}.track{stroke:#c9ced6;stroke-width:2}
.one{fill:#2f55c8;stroke:#2f55c8}.two{fill:#b4540a;stroke:#b4540a}.three{fill:#0b7a66;stroke:#0b7a66}
.halo.halo{fill:none;stroke-width:2.5}.open.open{fill:#fff}
@media (prefers-color-scheme:dark){
text{fill:#e7e9ee}.small,.tick{fill:#a3abb8}.grid{stroke:#2b303a}.track{stroke:#3d4451}
.one{fill:#8fa8ff;stroke:#8fa8ff}.two{fill:#f0a35e;stroke:#f0a35e}.three{fill:#5fd0b8;stroke:#5fd0b8}
.open.open{fill:#0b0d12}}
@media (max-width:460px){text{font-size:21px}.tick{font-size:19px}.value{font-size:18px}}
"""
SERIES = ("one", "two", "three")


@dataclass(frozen=True)
class Axis:
    """A logarithmic scale from left to right (or from bottom to top)."""

    low: float
    high: float
    told: Callable[[float], str]
    start: float = LEFT
    end: float = WIDTH - RIGHT

    def at(self, value: float) -> float:
        """Where a value stands."""
        share = math.log(value / self.low) / math.log(self.high / self.low)
        return self.start + share * (self.end - self.start)

    def ticks(self) -> Iterator[tuple[float, str]]:
        """Round values, where they stand and what they are called: powers of ten, or 1, 2, 5."""
        decades = math.log10(self.high / self.low)
        first = math.floor(math.log10(self.low))
        for power in range(first, first + math.ceil(decades) + 2):
            for digit in (1, 2, 5) if decades < 2 else (1,):
                value = digit * 10.0**power
                if self.low <= value * (1 + 1e-9) and value <= self.high * (1 + 1e-9):
                    yield self.at(value), self.told(value)


@dataclass(frozen=True)
class Row:
    """A line of a list: what it is, how long it takes, the same in words; whether it is ours."""

    label: str
    value: float
    told: str
    ours: bool = False


def seconds(value: float) -> str:
    """A power of ten of a second, as ``10 ms``."""
    for unit, name in ((1, "s"), (1e-3, "ms"), (1e-6, "µs"), (1e-9, "ns")):
        if value >= unit * 0.999:
            return f"{value / unit:.0f} {name}"
    return f"{value:g} s"


def axis_of(values: Sequence[float], told: Callable[[float], str] = seconds) -> Axis:
    """An axis with room for some values."""
    return Axis(min(values) / 1.3, max(values) * 1.3, told)


def dot_list(title: str, groups: Sequence[tuple[str, Sequence[Row]]]) -> str:
    """A dot for each row below its name, joined with the first dot of its group."""
    axis = axis_of([row.value for _, rows in groups for row in rows])
    shapes, y = [], 8.0
    for heading, rows in groups:
        y += 36
        shapes.append(_text(LEFT, y - 8, heading, "title"))
        begin = axis.at(rows[0].value)
        for row in rows:
            kind, x = ("one" if row.ours else "two"), axis.at(row.value)
            shapes += [
                _text(LEFT, y + 18, row.label, "strong" if row.ours else ""),
                _text(WIDTH - RIGHT, y + 18, row.told, "strong" if row.ours else "", "end"),
                f'<path class="track" d="M{begin:.1f} {y + 33:.1f}H{x:.1f}"/>',
                _dot(x, y + 33, kind, 0 if row.ours else 1),
            ]
            y += 48
    return _picture(title, y, [*_scale(axis, y, 14), *shapes])


def dot_rows(title: str, series: Sequence[str], rows: Sequence[tuple[str, Sequence[Row]]]) -> str:
    """A row for each thing measured, on it a dot for each tool; the tools are told on top."""
    axis = axis_of([dot.value for _, dots in rows for dot in dots])
    shapes, y, x = [], 34.0, float(LEFT)
    pitch = 72 if len(series) < 3 else 96  # the third tool's figures stand below its dot
    for i, name in enumerate(series):
        shapes += [_dot(x + 7, 19, SERIES[i], i), _text(x + 20, 24, name, "strong" * (i == 0))]
        x += 46 + 10.5 * len(name)
    for label, dots in rows:
        shapes.append(_text(LEFT, y + 22, label, "small"))
        places = [axis.at(dot.value) for dot in dots]
        shapes.append(
            f'<path class="track" d="M{min(places):.1f} {y + 58:.1f}H{max(places):.1f}"/>'
        )
        for i, (place, dot) in enumerate(zip(places, dots, strict=True)):
            anchor = "start" if place < 60 else "end" if place > WIDTH - 60 else "middle"
            shift = {"start": -7, "end": 7, "middle": 0}[anchor]
            words = "value strong" if i == 0 else "value"
            shapes += [
                _dot(place, y + 58, SERIES[i], i),
                _text(place + shift, y + (46 if i < 2 else 83), dot.told, words, anchor),
            ]
        y += pitch
    return _picture(title, y, [*_scale(axis, y, 36), *shapes])


def lines(
    title: str, across: str, x: Sequence[int], series: Sequence[tuple[str, Sequence[Row]]]
) -> str:
    """Values over whole numbers: a line for each series, its last value told."""
    height, top, bottom = 330.0, 44.0, 280.0
    values = [row.value for _, rows in series for row in rows]
    up = Axis(min(values) / 1.5, max(values) * 1.5, seconds, bottom, top)
    first, last = x[0], x[-1]
    places = [92 + (n - first) / (last - first) * (WIDTH - 92 - 100) for n in x]
    shapes = [
        f'<path class="grid" d="M80 {y:.1f}H{WIDTH - RIGHT}"/>'
        + _text(72, y + 5, told, "tick", "end")
        for y, told in up.ticks()
    ]
    shapes += [
        _text(at, bottom + 22, str(n), "tick", "middle") for at, n in zip(places, x, strict=True)
    ]
    shapes.append(_text((places[0] + places[-1]) / 2, height - 4, across, "small", "middle"))
    legend = 80.0
    for i, (name, rows) in enumerate(series):
        points = [(at, up.at(row.value)) for at, row in zip(places, rows, strict=True)]
        way = " L".join(f"{a:.1f} {b:.1f}" for a, b in points)
        shapes.append(f'<path class="{SERIES[i]} halo" d="M{way}"/>')
        shapes += [_dot(a, b, SERIES[i], i) for a, b in points]
        shapes.append(_text(points[-1][0] + 12, points[-1][1] + 5, rows[-1].told, "value"))
        shapes += [_dot(legend + 7, 19, SERIES[i], i), _text(legend + 20, 24, name)]
        legend += 50 + 10.5 * len(name)
    return _picture(title, height, shapes)


def shares(title: str, rows: Sequence[tuple[str, int, int, str]]) -> str:
    """How many of all: a full bar for each row, the rest an outline; both numbers are told."""
    most = max(total for _, _, total, _ in rows)
    shapes, y = [], 6.0
    for label, part, total, told in rows:
        whole = (WIDTH - LEFT - RIGHT) * total / most
        full = whole * part / total
        shapes += [
            _text(LEFT, y + 22, label, "strong"),
            _text(WIDTH - RIGHT, y + 22, told, "", "end"),
            f'<g transform="translate({LEFT} {y + 31})">'
            f'<rect class="two open" width="{whole:.1f}" height="13" rx="3"/>'
            f'<rect class="one" width="{full:.1f}" height="13" rx="3"/></g>',
        ]
        y += 54
    return _picture(title, y + 4, shapes)


def _scale(axis: Axis, bottom: float, top: float) -> Iterator[str]:
    for x, told in axis.ticks():
        anchor = "start" if x < 40 else "end" if x > WIDTH - 40 else "middle"
        yield f'<path class="grid" d="M{x:.1f} {top}V{bottom:.1f}"/>'
        yield _text(x, bottom + 19, told, "tick", anchor)


def _dot(x: float, y: float, kind: str, shape: int) -> str:
    """A mark of its own shape: a disc, an open circle, an open square."""
    if shape == 0:
        return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="7"/>'
    if shape == 1:
        return f'<circle class="{kind} halo open" cx="{x:.1f}" cy="{y:.1f}" r="6"/>'
    corner = f'x="{x - 5.5:.1f}" y="{y - 5.5:.1f}"'
    return f'<rect class="{kind} halo open" {corner} width="11" height="11"/>'


def _text(x: float, y: float, words: str, kind: str = "", anchor: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    side = f' text-anchor="{anchor}"' if anchor and anchor != "start" else ""
    return f'<text x="{x:.1f}" y="{y:.1f}"{named}{side}>{escape(words)}</text>'


def _picture(title: str, bottom: float, shapes: Sequence[str]) -> str:
    height = round(bottom + 28)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{height}" '
        f'viewBox="0 0 {WIDTH} {height}" role="img">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>"
    )
    return "\n".join([head, *shapes, "</svg>"]) + "\n"
