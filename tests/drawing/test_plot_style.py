"""Plots suit light and dark pages, and say nothing to the rest of a page."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np
import pytest
from lxml import etree

import torsor
from torsor.drawing import Plot
from torsor.drawing.plots.style import COLOURS, DARK, PAPER, QUIET, TEXT

T = np.linspace(0, 2, 60)
CURVE = ([0.0, 2.0], [3.0, 0.0])


def plots() -> Iterator[Plot]:
    yield torsor.drawing.time_plot(T, {f"q{k}": np.sin(k * T) for k in range(1, 8)}, "rad", "A")
    yield torsor.drawing.torque_speed(np.sin(T), np.cos(T), CURVE, CURVE, (0.5, 0.6), "motor")
    yield torsor.drawing.energy_balance(T, T**2, 1 - T, work=T**2 - T)
    yield torsor.drawing.workspace("planar2r", {"l1": 1, "l2": 0.5}, samples=20_000)


def luminance(colour: str) -> float:
    """Of a colour, after the Web Content Accessibility Guidelines."""
    parts = [int(colour[k : k + 2], 16) / 255 for k in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return float(np.dot(linear, (0.2126, 0.7152, 0.0722)))


def contrast(a: str, b: str) -> float:
    """From 1, alike, to 21, black on white."""
    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("number", range(4))
def test_every_colour_of_a_plot_has_another_on_dark_pages(number: int) -> None:
    svg = list(plots())[number].content(".svg").decode()
    etree.fromstring(svg.encode())
    style, _, rest = svg.partition("</style>")
    rules = dict(re.findall(r"\.(p[fs]-[0-9a-f]{6}) \{ \w+: (#[0-9a-f]{6}) !important \}", style))
    assert "prefers-color-scheme: dark" in style
    for classes, painted in re.findall(r'(?:class="([^"]*)" )?style="([^"]*)"', rest):
        for what, colour in re.findall(r"(?<![a-z-])(fill|stroke): (#[0-9a-f]{6})", painted):
            name = f"p{what[0]}-{colour[1:]}"
            assert name in classes.split(), (painted, "a colour that no dark page has")
            assert rules[name] == DARK[colour]
    selectors = re.findall(r"^(\S+) \{ (?:fill|stroke)", style, re.M)
    assert selectors == [f".{name}" for name in rules], "rules that reach no other picture"


def test_letters_and_curves_stand_out_from_their_page() -> None:
    for page, colour in ((PAPER, lambda c: c), (DARK[PAPER], DARK.__getitem__)):
        assert contrast(page, colour(TEXT)) > 12
        assert contrast(page, colour(QUIET)) > 5
        for curve in COLOURS:
            assert contrast(page, colour(curve)) > (2.0 if page == PAPER else 6.0)


def test_a_plot_is_as_wide_as_a_pages_text() -> None:
    for plot in (torsor.drawing.time_plot(T, {"q1": T}), torsor.drawing.energy_balance(T, T, -T)):
        found = re.search(rb'width="([\d.]+)pt"', plot.content(".svg"))
        assert found
        assert float(found[1]) / 72 == pytest.approx(6.3)
