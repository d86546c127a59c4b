"""The home's picture: an arm along a motion, and the driving forces that it takes, as they pass.

``python -m docs.make_hero`` writes ``pictures/hero.svg``. Everything in it is computed: the motion
and the forces by ``torsor.simulate``, the arm by ``torsor.drawing``. It moves by itself in a
browser, and stands still where the reader's system asks for that.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from docs.charts import PICTURES

import torsor
from torsor.algebra.arrays import Array
from torsor.drawing.moving.moving_scheme import MovingScheme
from torsor.drawing.shapes import Shape, polyline, trace_outline
from torsor.drawing.svg import path_data

CYCLE: tuple[tuple[float, list[str]], ...] = (
    (1.3, ["75deg", "-20deg", "-20deg", "0deg", "40deg", "0deg"]),
    (1.2, ["20deg", "-100deg", "-35deg", "0deg", "60deg", "0deg"]),
    (1.3, ["-50deg", "-15deg", "-30deg", "0deg", "50deg", "0deg"]),
)
"""How long each motion takes, and where it ends; the last ends where the first began."""
FILE = PICTURES / "hero.svg"
WIDTH, HEIGHT = 640, 600
ARM = (40, 6, 560, 380)
"""Where the arm is: left, top, width, height."""
PLOT = (70, 420, 556, 140)
FRAMES, GHOSTS = 48, (0, 9, 16, 24, 32)
SHOWN = (1, 2, 3)
"""The joints whose driving forces are plotted: those that carry the arm."""
STYLE = """\
text{font:15px Inter,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;fill:#22262e}
.tick{font-size:12.5px;fill:#5d6673}.grid{stroke:#dfe3e8}
path{stroke-linecap:round;stroke-linejoin:round}
.ink{stroke:#22262e}.page{fill:#fff}.soft{fill:#eef1f6}.full{fill:#22262e}
.way{stroke:#2f55c8;fill:none;stroke-width:1.8;stroke-dasharray:2 5}
.t1{stroke:#2f55c8;fill:none}.t2{stroke:#b4540a;fill:none}.t3{stroke:#0b7a66;fill:none}
.f1{fill:#2f55c8}.f2{fill:#b4540a}.f3{fill:#0b7a66}.curve{stroke-width:2.2}
.now{stroke:#22262e;stroke-width:1.5}
@media (prefers-color-scheme:dark){
text{fill:#e7e9ee}.tick{fill:#a3abb8}.grid{stroke:#2b303a}
.ink{stroke:#dfe3ea}.page{fill:#0b0d12}.soft{fill:#252b38}.full{fill:#dfe3ea}
.way{stroke:#8fa8ff}.t1{stroke:#8fa8ff}.t2{stroke:#f0a35e}.t3{stroke:#5fd0b8}
.f1{fill:#8fa8ff}.f2{fill:#f0a35e}.f3{fill:#5fd0b8}.now{stroke:#e7e9ee}}
.ghost{opacity:.13}
"""
MOVING = """\
@media (prefers-reduced-motion:no-preference){{
.at{{visibility:hidden;animation:shown {time:.2f}s step-end infinite}}
.now{{animation:pass {time:.2f}s linear infinite}}
@keyframes shown{{0%{{visibility:visible}}{share:.3f}%{{visibility:hidden}}}}
@keyframes pass{{from{{transform:none}}to{{transform:translateX({way:.1f}px)}}}}}}
@media (prefers-reduced-motion:reduce){{.at:not(.still){{visibility:hidden}}}}
"""


def simulated() -> torsor.Result:
    """The arm once round the cycle, with the forces that it takes."""
    motions = [{"kind": "minimum-jerk", "to": to, "duration": time} for time, to in CYCLE]
    return torsor.simulate(
        "puma560", {"sample": 0.01, "start": {"q": CYCLE[-1][1]}, "motion": motions}
    )


def picture() -> str:
    """The whole picture."""
    result = simulated()
    time = result.t.item(-1)
    moving = torsor.drawing.animate("puma560", None, result.t, result.q, view="35,18").scheme
    style = STYLE + MOVING.format(time=time, share=100 / FRAMES, way=PLOT[2])
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}" '
        f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img">',
        "<title>PUMA 560 along a cycle, and the driving moments that it takes</title>",
        f"<style>{style}</style>",
        *arm(moving, time),
        *plot(result.t, result.tau),
        "</svg>",
        "",
    ])  # fmt: skip


def arm(moving: MovingScheme, time: float) -> Iterator[str]:
    """The pictures of the arm one after the other, some of them faint behind, the tool's way."""
    times = [time * k / FRAMES for k in range(FRAMES)]
    frames = [moving.shapes(t) for t in times]
    figures = [moving.figure(t) for t in [*times, time]]
    way = polyline(figure.eye.at(figure.hand) for figure in figures)
    ink = np.concatenate([trace_outline(shape) for frame in frames for shape in frame])
    (left, top), (wide, high) = np.min(ink, axis=0), np.ptp(ink, axis=0)
    zoom = min(ARM[2] / wide, ARM[3] / high)
    x = ARM[0] + (ARM[2] - zoom * wide) / 2 - zoom * left
    y = ARM[1] + (ARM[3] - zoom * high) / 2 - zoom * top
    yield f'<g transform="translate({x:.1f} {y:.1f}) scale({zoom:.3f})" fill="none">'
    still = set(frames[0]).intersection(*frames[1:])
    yield from map(drawn, (s for s in frames[0] if s in still))
    yield f'<path class="way" d="{path_data(way)}"/>'
    for k, (late, frame) in enumerate(zip(times, frames, strict=True)):
        shapes = "".join(drawn(s) for s in frame if s not in still)
        kind = "at still" if k == 24 else "at"
        if k in GHOSTS:
            yield f'<g class="ghost">{shapes}</g>'
        yield f'<g class="{kind}" style="animation-delay:{late - time:.3f}s">{shapes}</g>'
    yield "</g>"


def drawn(shape: Shape) -> str:
    """A shape in the colours of the page."""
    fill = {"none": "", "ink": " full"}.get(shape.fill, " soft")
    return f'<path class="ink{fill}" stroke-width="{shape.width:g}" d="{path_data(shape.path)}"/>'


def plot(t: Array, tau: Array) -> Iterator[str]:
    """The driving moments over the time of the cycle, and a line that passes with the arm."""
    left, top, wide, high = PLOT
    low, most = float(tau[:, :3].min()), float(tau[:, :3].max())

    def y(value: float) -> float:
        return top + high * (most - value) / (most - low)

    for value in range(-40, 81, 20):
        if low <= value <= most:
            yield f'<path class="grid" d="M{left} {y(value):.1f}H{left + wide}"/>'
            yield words(left - 8, y(value) + 4, str(value), "tick", "end")
    for joint in SHOWN:
        points = " L".join(
            f"{left + wide * a / t.item(-1):.1f} {y(b):.1f}"
            for a, b in zip(t[::4].tolist(), tau[::4, joint - 1].tolist(), strict=True)
        )
        yield f'<path class="curve t{joint}" d="M{points}"/>'
    yield f'<path class="now" d="M{left} {top - 6}V{top + high + 6}"/>'
    below = top + high + 31
    for k, joint in enumerate(SHOWN):
        x = left + 60 * k
        yield f'<rect class="f{joint}" x="{x}" y="{below - 7}" width="14" height="4" rx="2"/>'
        yield words(x + 20, below, f"τ{'₀₁₂₃'[joint]}")
    told = f"driving moments in N m, over {t.item(-1):.1f} s"
    yield words(left + wide, below, told, "tick", "end")


def words(x: float, y: float, text: str, kind: str = "", anchor: str = "start") -> str:
    """A text of the plot."""
    return f'<text class="{kind}" x="{x}" y="{y:.1f}" text-anchor="{anchor}">{text}</text>'


def main() -> None:
    """Write the picture."""
    FILE.write_text(picture(), "utf-8")
    print(f"wrote {FILE.name}")


if __name__ == "__main__":
    main()
