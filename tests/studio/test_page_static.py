"""The page as a folder on a plain web server: Python and FLINT run in the browser's worker.

One page is opened for all of these tests, as its engine takes seconds to start.
"""

from __future__ import annotations

import io
import re
import threading
import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.studio.opened import MOST_NODES, TAGS, URDF, Opened

import torsor
from torsor.studio.answering import answer
from torsor.studio.kept import Kept

pytestmark = pytest.mark.prove  # the engine and the browser take tens of seconds of two cores


class Quiet(SimpleHTTPRequestHandler):
    """A server that says nothing."""

    def log_message(self, format: str, *given: Any) -> None:
        return None


@pytest.fixture(scope="module")
def static(browser: Any, folder: Path) -> Iterator[Opened]:
    """A page of the folder that `make studio` builds."""
    if not (folder / "index.html").is_file():
        pytest.skip("the studio's page is not built: make web")
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=folder)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        page = Opened(browser, f"http://127.0.0.1:{server.server_port}/")
        page.page.set_default_timeout(90_000)
        page.open()
        page.find(".read[data-ready=tau] .run")
        yield page
        page.close()
        server.shutdown()


def choose(static: Opened, name: str) -> None:
    """Describe: a robot of the library."""
    static.find(".robot-button").click()
    static.find(f"[data-robot={name}]").click()


def read(static: Opened, robot: Any) -> None:
    """Read: as many terms as Python derives, a screen of them."""
    static.press("Read")
    terms = sum(torsor.derive(robot).terms)
    static.until(
        f"document.querySelector('.summary').textContent.startsWith('{terms:,} terms')", seconds=90
    )
    static.find(".run[role=button]")
    assert static.nodes() <= MOST_NODES


def ask_why(static: Opened) -> None:
    """Why: a term tells which link brings it, and by which steps."""
    static.find(".run[role=button]").click()
    assert "brought by link" in static.text(".drawer .says")
    assert static.page.locator(".stations li").count() >= 1
    static.page.keyboard.press("Escape")


def swing(static: Opened, joints: int) -> None:
    """Move: a motion and the driving force of every joint along it."""
    static.find(".posture")
    static.press("Motion")
    static.press("Move it")
    static.find(".chart-box .force")
    assert static.page.locator(".chart-box .force").count() == joints


def fall(static: Opened) -> None:
    """Move: let go of, the robot keeps its energy."""
    static.press("Move")
    static.find(".posture")
    static.press("Free fall")
    static.press("Let it fall")
    static.find(".chart-box .energy")
    told = static.text(".told")
    drift = re.search(r"kept to [\d.]+e−(\d+) of", told)
    assert drift, told
    assert int(drift.group(1)) >= 7


def push(static: Opened, robot: Any) -> None:
    """Move: the driving forces in the posture of the sliders are those that Python gives."""
    static.press("Move")
    static.press("Posture")
    dof = torsor.load(robot).dof
    static.until(f"document.querySelectorAll('.slide input').length === {dof}", seconds=60)
    static.page.get_by_label("acceleration of q₁").fill("1.5")
    sliders = static.page.locator(".slide input")
    q = np.array([float(one) for one in sliders.evaluate_all("l => l.map(i => i.value)")])
    ddq = np.array([1.5, *np.zeros(len(q) - 1)])
    arm = torsor.compile(robot)
    static.show_figures(".tau", arm.inverse_dynamics(q, 0 * q, ddq))


def judge(static: Opened, robot: str, **about: str) -> None:
    """Judge: what Python prints is right, and a misprint is found at its term."""
    asked = {"robot": {"text": robot}, "what": "latex", "style": {"notation": "standard"}, **about}
    printed = answer("take", asked, Kept())["text"]
    static.press("Judge")
    for text, slips in ((printed, 0), (printed.replace("+", "-", 1), 1)):
        static.find(".judged-text").fill(text)
        static.find(".judge-form .button.main").click()
        static.until(
            f"/\\b{slips}\\s+with slips/.test(document.querySelector('.counts')?.innerText)",
            seconds=60,
        )
        static.press("Back to the text")


def take(static: Opened, what: str) -> bytes:
    """Take along: a file, as it is saved."""
    static.press("Take along")
    with static.page.expect_download() as started:
        static.find(f"[data-what={what}]").click()
    static.page.keyboard.press("Escape")
    return bytes(started.value.path().read_bytes())


def take_along(static: Opened, robot: Any, folder: Path) -> None:
    """The robot as text is the same robot for Python, and its C code is there."""
    described = folder / "taken.toml"
    described.write_bytes(take(static, "toml"))
    assert torsor.derive(described).tau == torsor.derive(robot).tau
    with zipfile.ZipFile(io.BytesIO(take(static, "c"))) as archive:
        assert any(name.endswith(".c") for name in archive.namelist())


def test_rttrr_from_describing_to_taking_along_without_any_engine_elsewhere(
    static: Opened, tmp_path: Path
) -> None:
    choose(static, "rttrr")
    static.find(".see canvas")
    read(static, "rttrr")
    ask_why(static)
    static.press("Move")
    static.press("Fill with examples")
    swing(static, 5)
    judge(static, "rttrr", form="tau", equation="tau[4]")
    take_along(static, "rttrr", tmp_path)


def test_a_urdf_dropped_in_is_read_moved_judged_and_taken_along(
    static: Opened, tmp_path: Path
) -> None:
    file = tmp_path / "dropped.urdf"
    file.write_text(URDF)
    static.drop("dropped.urdf", URDF)
    read(static, file)
    static.until(
        "document.querySelector('.see .empty')?.textContent.includes('robots alone')", seconds=60
    )
    ask_why(static)
    push(static, file)
    fall(static)
    judge(static, URDF, form="tau")
    take_along(static, file, tmp_path)


def test_what_is_no_robot_is_a_sentence_and_the_page_lives_on(static: Opened) -> None:
    bomb = '<!DOCTYPE r [<!ENTITY a "aaaa">]><robot name="&a;"/>'
    for name, text, times, said in (
        ("bomb.urdf", bomb, 1, "bomb.urdf: "),
        ("large.urdf", "<robot>" * 1000, 15_000, "is larger than"),
        ("tags.toml", f'name = "{TAGS}"\nets = "Rz(q1)"', 1, "tags.toml: "),
    ):
        static.drop(name, text, times)
        static.until(f"document.querySelector('.toast.failed')?.textContent.includes('{said}')")
    assert static.page.locator("img[src=x], script:not([src])").count() == 0
    choose(static, "scara")
    read(static, "scara")


def test_puma_560_from_describing_to_taking_along_without_any_engine_elsewhere(
    static: Opened, tmp_path: Path
) -> None:
    choose(static, "puma560")
    static.find(".see canvas")
    read(static, "puma560")
    ask_why(static)
    push(static, "puma560")
    fall(static)
    judge(static, "puma560", form="matrices", equation="g[4]")
    take_along(static, "puma560", tmp_path)
