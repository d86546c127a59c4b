"""A viewer's page in a browser: what it shows, and how a reader moves it."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np

ARGUMENTS = [
    "--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader",
    "--ignore-gpu-blocklist", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
"""Drawn by software, so that no graphics card is needed."""

BOXES = """selectors => [...document.querySelectorAll(selectors)].filter(node => {
    const {visibility, display} = getComputedStyle(node);
    return visibility === "visible" && display !== "none" && node.getClientRects().length;
}).map(node => { const b = node.getBoundingClientRect();
    return {name: node.className + ":" + node.textContent.slice(0, 30),
            box: [b.left, b.top, b.right, b.bottom]}; })"""


class Opened:
    """The page, what it complained of, and what it asked for."""

    def __init__(self, page: Any, path: Path) -> None:
        self.page = page
        self.complaints: list[str] = []
        self.asked: list[str] = []
        page.on("console", lambda said: self.complaints.append(said.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        page.on("request", lambda request: self.asked.append(request.url))
        page.goto(path.resolve().as_uri())
        self.until("window.torsor && torsor.measure().frames > 0")

    def ask(self, script: str, *given: Any) -> Any:
        return self.page.evaluate(script, *given)

    def slide(self, label: str, value: float) -> None:
        """Move a slider as a hand does."""
        self.ask(
            """([label, value]) => {
                const inputs = [...document.querySelectorAll("input[type=range]")];
                const input = inputs.find(one => one.ariaLabel === label);
                input.value = value;
                input.dispatchEvent(new Event("input", {bubbles: true}));
            }""",
            [label, value],
        )

    def places(self) -> dict[int, np.ndarray]:
        """The frames on the stage as 4 × 4 matrices: 0 the base, −1 the tool."""
        found = self.ask("[...torsor.places()].map(([n, {R, p}]) => [n, R, p])")
        made = {}
        for number, R, p in found:
            T = np.eye(4)
            T[:3, :3] = np.reshape(R, (3, 3))
            T[:3, 3] = p
            made[number] = T
        return made

    def drawn(self) -> None:
        """Wait until a picture has been drawn of what was asked for."""
        self.until(f"torsor.measure().frames > {self.ask('torsor.measure().frames')}")

    def until(self, condition: str, seconds: float = 30.0) -> None:
        """Wait for something; the page itself may evaluate no text."""
        end = time.monotonic() + seconds
        while not self.ask(condition):
            assert time.monotonic() < end, f"not within {seconds} s: {condition}"
            self.page.wait_for_timeout(30)

    def picture(self) -> bytes:
        """The stage as it is seen, without its labels."""
        return self.page.locator("canvas").screenshot()

    def boxes(self, selectors: str) -> list[dict[str, Any]]:
        return self.ask(BOXES, selectors)
