"""The viewer's page in a real browser: complete in itself, and what a reader does with it."""

from __future__ import annotations

import html
import re
from itertools import combinations

import numpy as np
import pytest
from tests.drawing.viewer.opened import Opened

import torsor
from torsor.errors import TorsorError

LARGEST = 1_500_000
HOSTILE = "<script>window.broken=1</script></script><b>\"x\" & 'y' -->"
CYCLE = "examples/scenarios/puma_cycle.toml"
CONTROLS = "header h1, .tools button, .chip, .slider, .time-bar, figure, .notes li, summary"


@pytest.fixture(scope="module")
def cycle():
    return torsor.simulate("puma560", CYCLE)


def _overlap(a: list[float], b: list[float]) -> bool:
    return a[0] < b[2] - 0.5 and b[0] < a[2] - 0.5 and a[1] < b[3] - 0.5 and b[1] < a[3] - 0.5


def _apart(page: Opened, selectors: str) -> int:
    boxes = page.boxes(selectors)
    for a, b in combinations(boxes, 2):
        assert not _overlap(a["box"], b["box"]), (a, b)
    return len(boxes)


def test_a_page_needs_no_other_file_and_no_network(open_page, tmp_path):
    shown = torsor.draw("puma560", viewer=True)
    assert len(shown.html.encode()) < LARGEST
    page = open_page(shown)
    assert page.complaints == []
    assert [url for url in page.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    assert len(page.asked) == 1
    assert page.page.title() == "PUMA 560 (RRRRRR)"


def test_each_layer_is_seen_and_hidden(open_page):
    page = open_page(torsor.draw("puma560", viewer=True), 900, 560)
    chips = page.page.locator(".chip")
    names = chips.all_text_contents()
    assert names == ["Joints", "Frames", "Mass centres", "Inertia", "Labels"]
    for k, name in enumerate(names):
        before, labels = page.picture(), len(page.boxes(".label"))
        pressed = chips.nth(k).get_attribute("aria-pressed")
        chips.nth(k).click()
        page.page.wait_for_timeout(150)
        assert chips.nth(k).get_attribute("aria-pressed") != pressed
        changed = len(page.boxes(".label")) != labels if name == "Labels" else True
        assert changed and (name == "Labels" or page.picture() != before), name


def test_the_time_bar_moves_robot_and_curves(open_page, cycle):
    page = open_page(torsor.draw("puma560", motion=cycle).viewer, 900, 700)
    assert page.ask("document.querySelectorAll('figure').length") == 13
    cursor = "document.querySelector('.cursor').getAttribute('transform')"
    seen = set()
    for time in (0.4, 2.1):
        page.slide("time", time)
        q = [float(np.interp(time, cycle.t, column)) for column in cycle.q.T]
        assert page.ask("torsor.posture()") == pytest.approx(q, abs=2e-3)
        seen.add(page.ask(cursor))
        assert f"{time:.2f} / {cycle.t[-1]:.2f} s" in page.page.locator(".clock").text_content()
    assert len(seen) == 2
    values = page.page.locator("figure b").all_text_contents()
    assert float(values[0].replace("−", "-")) == pytest.approx(np.degrees(q[0]), rel=0.01)
    page.page.keyboard.press("Space")
    page.until("torsor.time() > 2.1001")
    page.page.keyboard.press("Space")
    rest = page.ask("torsor.time()")
    page.page.wait_for_timeout(120)
    assert page.ask("torsor.time()") == rest
    assert page.complaints == []


def test_light_and_dark_follow_the_reader(open_page):
    colour = "getComputedStyle(document.querySelector('.torsor-viewer')).backgroundColor"
    shown = torsor.draw("rttrr", viewer=True)
    looks = {}
    for scheme in ("light", "dark"):
        page = open_page(shown, color_scheme=scheme)
        looks[scheme] = page.ask(colour)
    page.page.get_by_title(re.compile("Light or dark")).click()
    assert page.ask(colour) == looks["light"] != looks["dark"]
    page.page.keyboard.press("t")
    assert page.ask(colour) == looks["dark"]


@pytest.mark.parametrize(("width", "height"), [(390, 844), (1280, 800)])
def test_nothing_overlaps_and_nothing_is_cut_off(open_page, cycle, width, height):
    page = open_page(torsor.draw("puma560", motion=cycle).viewer, width, height)
    assert page.ask("document.documentElement.scrollWidth") <= width
    assert _apart(page, CONTROLS) > 20
    page.ask("for (const layer of ['frames', 'centres', 'mechanism']) torsor.show(layer, true)")
    for time in (0.0, 1.0):
        page.ask("time => torsor.setTime(time)", time)
        page.page.wait_for_timeout(400)
        assert _apart(page, ".label, header h1, .tools button, .time-bar") > 10
    for shown in page.boxes(".view > *, .panel, .tools button, .play"):
        left, _, right, _ = shown["box"]
        assert left >= -0.5 and right <= width + 0.5, shown


def test_names_with_markup_are_text(open_page):
    robot = torsor.load("planar2r").redescribe(name=HOSTILE)
    shown = torsor.draw(robot, viewer=True)
    assert shown.html.lower().count("</script>") == 2
    page = open_page(shown)
    assert page.ask("window.broken === undefined")
    assert page.ask("document.querySelectorAll('b').length") == 0
    assert HOSTILE.split(" (", maxsplit=1)[0][:20] in page.page.locator("h1").text_content()
    assert page.page.title().startswith("<script>")
    assert page.complaints == []


def test_a_moving_robot_takes_little_script(open_page, cycle, record_property):
    page = open_page(torsor.draw("puma560", motion=cycle).viewer, 330, 260)
    page.ask("torsor.play()")
    page.until("torsor.measure().frames > 40")
    measured = page.ask("torsor.measure()")
    record_property("renderer", measured["renderer"])
    took = float(np.median(measured["script"][5:]))
    assert took <= 4.0, f"{took:.2f} ms of script a frame with {measured['renderer']}"


def test_without_its_page_one_sentence_says_what_to_do(monkeypatch):
    shown = torsor.draw("rttrr", viewer=True)
    monkeypatch.setattr("torsor.drawing.viewer.page.page_template", lambda: None)
    with pytest.raises(TorsorError, match="make web"):
        _ = shown.html
    assert shown._repr_html_() is None


def test_a_notebook_shows_robots_and_motions_in_a_frame(open_page, cycle, tmp_path, monkeypatch):
    robot = torsor.load("planar2r").redescribe(name=HOSTILE)
    for number, shown in enumerate((robot, cycle)):
        cell = shown._repr_html_()
        assert len(cell) < 400_000
        document = html.unescape(re.search(r'srcdoc="([^"]*)"', cell)[1])
        (tmp_path / f"{number}.html").write_text(document, "utf-8")
        page = open_page(tmp_path / f"{number}.html")
        assert len(page.places()) == shown.n + 2
        assert page.complaints == []
    assert "<table" in robot._repr_html_()
    monkeypatch.setenv("TORSOR_VIEWER", "off")
    assert "iframe" not in robot._repr_html_()
    assert cycle._repr_html_() is None
