"""Pictures of the studio: where a term comes from, a free fall, and a phone.

``python -m docs.make_studio`` takes them in a real browser (Chromium), of the page that `make web`
builds, with the engine of this machine.
"""

from __future__ import annotations

import io
import shutil

from docs.charts import PICTURES
from docs.make_viewer import SOFTWARE
from PIL import Image
from playwright.sync_api import Page, sync_playwright
from tests.studio.opened import served

DESK = (1360, 850)
PHONE = (390, 844)
WIDEST = 1000
QUALITY = 50
PATIENCE = 60_000
"""Milliseconds that an answer may take."""


def read(page: Page) -> None:
    """A term is asked where it comes from."""
    page.locator(".run[role=button]").nth(6).click()
    page.locator(".drawer .stations").first.wait_for()
    page.mouse.move(4, 4)


def strike(page: Page) -> None:
    """A hypothesis is made on a phone, where one pane is seen at a time."""
    panes = page.get_by_role("navigation", name="Panes")
    panes.get_by_role("button", name="Robot").click()
    page.get_by_text("Principal axes", exact=True).click()
    panes.get_by_role("button", name="Read").click()
    page.locator(".run.gone").first.wait_for()


def fall(page: Page) -> None:
    """The robot is let go of."""
    page.locator(".posture").wait_for()
    page.get_by_role("button", name="Free fall").click()
    page.get_by_role("button", name="Let it fall").click()
    page.locator(".chart-box .energy").wait_for()
    page.get_by_label("time", exact=True).fill("1.1")


PICTURED = (
    ("studio-read", "#robot=rttrr", read, DESK, "light"),
    ("studio-hypothesis", "#robot=rttrr", strike, PHONE, "light"),
    ("studio-move", "#robot=puma560&mode=move", fall, DESK, "dark"),
)


def taken() -> dict[str, bytes]:
    """The pictures, by the names of their files."""
    found: dict[str, bytes] = {}
    with served() as address, sync_playwright() as player:
        chromium = player.chromium.launch(
            executable_path=shutil.which("chromium"), args=list(SOFTWARE)
        )
        for name, hash, act, (width, height), scheme in PICTURED:
            window = chromium.new_context(
                viewport={"width": width, "height": height}, reduced_motion="reduce",
                color_scheme="light" if scheme == "light" else "dark",
            ).new_page()  # fmt: skip
            window.set_default_timeout(PATIENCE)
            window.goto(address + hash)
            window.locator(".read[data-ready] .run, .posture").first.wait_for()
            window.locator(".see canvas").wait_for(state="attached")
            act(window)
            window.wait_for_timeout(2500)  # until it is drawn
            found[f"{name}.webp"] = shrunk(window.screenshot())
        chromium.close()
    return found


def shrunk(png: bytes) -> bytes:
    """A photograph of a screen, of few bytes."""
    made = io.BytesIO()
    whole = Image.open(io.BytesIO(png)).convert("RGB")
    width = min(whole.width, WIDEST)
    size = (width, round(whole.height * width / whole.width))
    whole.resize(size, Image.Resampling.LANCZOS).save(made, "WEBP", quality=QUALITY, method=6)
    return made.getvalue()


def main() -> None:
    """Take the pictures."""
    for name, webp in taken().items():
        (PICTURES / name).write_bytes(webp)
        print(f"wrote {name}, {len(webp) // 1000} kB")


if __name__ == "__main__":
    main()
