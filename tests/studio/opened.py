"""The studio in a browser: what it shows, what it complains of, what it asks for."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from math import isclose
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "src/torsor/studio/page/index.html"
AXE = ROOT / "web/node_modules/axe-core/axe.min.js"
MOST_NODES = 5000
"""MathML elements that may stand in the page at once."""

TAGS = "<img src=x onerror=alert(1)><script>alert(2)</script>"

URDF = """<robot name="dropped">
<link name="base"/>
<link name="upper"><inertial><origin xyz="0.2 0.01 0"/><mass value="3"/>
<inertia ixx="0.1" ixy="0" ixz="0" iyy="0.2" iyz="0" izz="0.3"/></inertial></link>
<link name="lower"><inertial><origin xyz="0.15 0 0.02"/><mass value="2"/>
<inertia ixx="0.05" ixy="0" ixz="0" iyy="0.06" iyz="0" izz="0.07"/></inertial></link>
<joint name="shoulder" type="continuous"><parent link="base"/><child link="upper"/>
<axis xyz="0 1 0"/></joint>
<joint name="elbow" type="continuous"><parent link="upper"/><child link="lower"/>
<origin xyz="0.4 0 0"/><axis xyz="0 1 0"/></joint>
</robot>"""


@contextmanager
def served() -> Iterator[str]:
    """``torsor studio`` on this machine; its address with the token."""
    command = [sys.executable, "-m", "torsor", "studio", "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT) as running:
        try:
            assert running.stdout
            found = next(
                match.group() for line in running.stdout
                if (match := re.search(r"http://127\.0\.0\.1:\d+/\?token=[\w-]+", line))
            )  # fmt: skip
            yield found
        finally:
            running.terminate()


class Opened:
    """A page of the studio, as a reader uses it."""

    def __init__(self, browser: Any, address: str, width: int = 1280, dark: bool = False) -> None:
        self.address = address
        self.context = browser.new_context(
            viewport={"width": width, "height": 844}, color_scheme="dark" if dark else "light",
            accept_downloads=True,
        )  # fmt: skip
        self.page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.complaints: list[str] = []
        self.asked: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def open(self, hash: str = "") -> Opened:
        """The page with this behind its address's ``#``."""
        self.page.goto("about:blank")
        self.page.goto(self.address + hash)
        return self

    def read(self, robot: str = "rttrr", form: str = "tau") -> Opened:
        """The equations of a robot, there to be read."""
        self.open(f"#robot={quote(robot)}&form={form}")
        self.find(f".read[data-ready={form}] .run")
        return self

    def describe(self, **description: Any) -> Opened:
        """Any description, as other programs open it."""
        return self.open(f"#json={quote(json.dumps(description), safe='')}")

    def find(self, selector: str) -> Any:
        """The first of these, once it is there."""
        found = self.page.locator(selector).first
        found.wait_for()
        return found

    def press(self, name: str, role: str = "button") -> None:
        """A button, by the name that is read out."""
        self.page.get_by_role(role, name=name, exact=True).first.click()

    def drop(self, name: str, text: str, times: int = 1) -> None:
        """A file is dropped on the page; its text may be repeated."""
        file = self.page.evaluate_handle(
            "([name, text, times]) => { const made = new DataTransfer();"
            " made.items.add(new File([text.repeat(times)], name)); return made; }",
            [name, text, times],
        )
        self.page.locator(".studio").dispatch_event("drop", {"dataTransfer": file})

    def until(self, condition: str, seconds: float = 20.0) -> None:
        """Wait for something; the page itself may evaluate no text."""
        end = time.monotonic() + seconds
        while not self.page.evaluate(condition):
            assert time.monotonic() < end, f"not within {seconds} s: {condition}"
            self.page.wait_for_timeout(30)

    def text(self, selector: str) -> str:
        return str(self.find(selector).inner_text())

    def settled(self, selector: str) -> str:
        """What stands there once it stays the same for a while."""
        told = [self.text(selector)]
        while len(told) < 8 or len(set(told[-8:])) > 1:
            assert len(told) < 400, f"{selector} does not come to rest"
            self.page.wait_for_timeout(50)
            told.append(self.text(selector))
        return told[-1]

    def texts(self, selector: str) -> list[str]:
        return [str(one) for one in self.page.locator(selector).all_inner_texts()]

    def show_figures(self, selector: str, expected: Sequence[float]) -> None:
        """Wait until these numbers stand there, to the digits that are shown."""
        end = time.monotonic() + 30
        while not self.has_figures(selector, expected):
            assert time.monotonic() < end, f"{self.texts(selector)}, not {expected}"
            self.page.wait_for_timeout(30)

    def has_figures(self, selector: str, expected: Sequence[float]) -> bool:
        shown = [text.split()[0].replace("−", "-").rstrip("°") for text in self.texts(selector)]
        return len(shown) == len(expected) and all(
            one[-1].isdigit() and isclose(float(one), x, rel_tol=6e-3, abs_tol=1e-5)
            for one, x in zip(shown, expected, strict=True)
        )

    def terms(self) -> int:
        """How many terms the page says the equations have."""
        return int(re.search(r"[\d,]+", self.text(".summary")).group().replace(",", ""))  # type: ignore[union-attr]

    def nodes(self) -> int:
        """The MathML elements that stand in the page."""
        return int(self.page.evaluate(
            "[...document.querySelectorAll('math')]"
            ".reduce((n, m) => n + 1 + m.querySelectorAll('*').length, 0)"
        ))  # fmt: skip

    def barriers(self) -> list[str]:
        """What axe-core says that people cannot use.

        One rule is left out: of a term half behind the edge it sees half its letters, which are not
        the button's name.
        """
        self.until("!document.querySelector('.progress .says')?.textContent")
        self.page.locator(".see[aria-busy=false]").wait_for(state="attached")
        if not self.page.evaluate("'axe' in window"):
            self.page.evaluate(AXE.read_text("utf-8"))
        found = self.page.evaluate(
            "axe.run(document, {resultTypes: ['violations'],"
            " rules: {'label-content-name-mismatch': {enabled: false}}})"
        )
        return [f"{one['id']}: {one['nodes'][0]['target']}" for one in found["violations"]]

    def close(self) -> None:
        """Done: nothing was complained of, and nobody else was asked for anything."""
        host = urlsplit(self.address).netloc
        elsewhere = [
            url for url in self.asked
            if urlsplit(url).scheme in ("http", "https") and urlsplit(url).netloc != host
        ]  # fmt: skip
        self.context.close()
        assert not elsewhere, elsewhere
        assert not self.complaints, self.complaints
