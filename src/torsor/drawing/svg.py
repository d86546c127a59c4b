"""A drawing written as SVG: plain paths and text, nothing that needs a program to read."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.document.escaping import escape_html
from torsor.drawing.lettering import DROP, RISE, SMALL
from torsor.drawing.palette import INK, LIGHT, NONE, Palette
from torsor.drawing.shapes import Command, Label, Shape, Span

FONTS = "'Libertinus Serif', 'STIX Two Text', 'Times New Roman', serif"


def write_svg(
    shapes: Sequence[Shape],
    labels: Sequence[Label],
    box: tuple[float, float, float, float],
    title: str,
    palette: Palette = LIGHT,
    width: float | None = None,
) -> str:
    """The whole document; ``box`` is left, top, width and height, ``width`` the picture's own."""
    left, top, wide, high = box
    zoom = 1.0 if width is None else width / wide
    frame = " ".join(map(_number, box))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(wide * zoom)}" '
        f'height="{_number(high * zoom)}" viewBox="{frame}" role="img">',
        f"<title>{escape_html(title)}</title>",
    ]
    if palette.dark:
        lines.append(f"<style>{palette.style}</style>")
    if palette.page != NONE:
        lines.append(
            f'<rect x="{_number(left)}" y="{_number(top)}" width="{_number(wide)}" '
            f'height="{_number(high)}" fill="{escape_html(palette.page)}"/>'
        )
    lines.append('<g stroke-linecap="round" stroke-linejoin="round">')
    lines += (_shape(shape, palette) for shape in shapes)
    lines.append("</g>")
    lines.append(f'<g font-family="{FONTS}">')
    lines += (_label(label, palette) for label in labels)
    lines += ["</g>", "</svg>"]
    return "\n".join(lines) + "\n"


def _number(value: float) -> str:
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def path_data(path: Sequence[Command]) -> str:
    """The ``d`` attribute of a path."""
    parts = []
    for command, points in path:
        numbers = " ".join(f"{_number(x)} {_number(y)}" for x, y in points)
        parts.append(f"{command}{numbers}")
    return " ".join(parts)


def _shape(shape: Shape, palette: Palette) -> str:
    pen = f'stroke="{palette.colour(shape.stroke)}" stroke-width="{_number(shape.width)}"'
    if not shape.width:
        pen = 'stroke="none"'
    dash = f' stroke-dasharray="{shape.dash}"' if shape.dash else ""
    stroke = shape.stroke if shape.width else NONE
    classes = _classes(palette, shape.kind, fill=shape.fill, stroke=stroke)
    fill = palette.colour(shape.fill)
    return f'<path{classes} d="{path_data(shape.path)}" fill="{fill}" {pen}{dash}/>'


def _label(label: Label, palette: Palette) -> str:
    classes = _classes(palette, label.kind, fill=label.colour)
    start = f'<text{classes} x="{_number(label.x)}" y="{_number(label.y)}"'
    look = f'fill="{palette.colour(label.colour)}" font-size="{_number(label.size)}"'
    return f"{start} {look}>{_spans(label.spans, label.size)}</text>"


def _classes(palette: Palette, kind: str, **parts: str) -> str:
    """What a path or a text stands for, and the names that a palette's style sheet knows it by."""
    names = [kind] if kind else []
    if palette.dark:
        names += (f"{part}-{n}" for part, n in parts.items() if n in palette.dark and n != INK)
    return f' class="{" ".join(names)}"' if names else ""


def _spans(spans: Sequence[Span], size: float) -> str:
    written = []
    height = 0.0
    for span in spans:
        wanted = -RISE * size if span.level > 0 else DROP * size if span.level < 0 else 0.0
        marks = ""
        if abs(wanted - height) > 1e-9:
            marks += f' dy="{_number(wanted - height)}"'
            height = wanted
        if span.italic:
            marks += ' font-style="italic"'
        if span.level:
            marks += f' font-size="{_number(size * SMALL)}"'
        written.append(f"<tspan{marks}>{escape_html(span.text)}</tspan>")
    return "".join(written)
