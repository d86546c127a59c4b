"""A drawing written as SVG: plain paths and text, nothing that needs a program to read."""

from __future__ import annotations

from collections.abc import Sequence

from torsor.document.escaping import escape_html
from torsor.drawing.lettering import DROP, RISE, SMALL
from torsor.drawing.shapes import Command, Label, Shape, Span

FONTS = "'Libertinus Serif', 'STIX Two Text', 'Times New Roman', serif"


def write_svg(
    shapes: Sequence[Shape],
    labels: Sequence[Label],
    box: tuple[float, float, float, float],
    title: str,
    background: str = "white",
) -> str:
    """The whole document; ``box`` is left, top, width and height."""
    left, top, wide, high = box
    frame = " ".join(map(_number, box))
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_number(wide)}" '
        f'height="{_number(high)}" viewBox="{frame}" role="img">',
        f"<title>{escape_html(title)}</title>",
    ]
    if background != "none":
        lines.append(
            f'<rect x="{_number(left)}" y="{_number(top)}" width="{_number(wide)}" '
            f'height="{_number(high)}" fill="{escape_html(background)}"/>'
        )
    lines.append('<g stroke-linecap="round" stroke-linejoin="round">')
    lines += map(_shape, shapes)
    lines.append("</g>")
    lines.append(f'<g font-family="{FONTS}" fill="black">')
    lines += map(_label, labels)
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


def _shape(shape: Shape) -> str:
    pen = f'stroke="{shape.stroke}" stroke-width="{_number(shape.width)}"'
    if not shape.width:
        pen = 'stroke="none"'
    dash = f' stroke-dasharray="{shape.dash}"' if shape.dash else ""
    kind = f' class="{shape.kind}"' if shape.kind else ""
    return f'<path{kind} d="{path_data(shape.path)}" fill="{shape.fill}" {pen}{dash}/>'


def _label(label: Label) -> str:
    kind = f' class="{label.kind}"' if label.kind else ""
    start = f'<text{kind} x="{_number(label.x)}" y="{_number(label.y)}"'
    return f'{start} font-size="{_number(label.size)}">{_spans(label.spans, label.size)}</text>'


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
