"""How long a reader of the studio waits, in a real browser: Chromium, its clock, its painting.

The static page (`make studio`) comes from a local server that sends it with gzip, each time to a
browser that never saw it; its cold start ends when the first equations are painted. An edit ends
when the first screen of the new equations is painted, with either engine; each edit makes a robot
that no engine has kept.
"""

from __future__ import annotations

import gzip
import re
import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from tests.drawing.viewer.opened import ARGUMENTS
from tests.studio.opened import PAGE, ROOT, Opened, served

from benchmarks.measurement import OURS, Measurement, Options
from torsor.studio.native.page_files import MEDIA

TOPIC = "studio"
FOLDER = ROOT / "web/dist-studio"
ROBOT = "puma560"
STARTS = 3
PATIENCE = 120_000
"""Milliseconds that an answer may take."""
PAUSE = 0.35
"""Seconds for which the editor waits for another key; they are not counted."""
GOALS = {"start": "goal 4 s", "native": "goal 0.2 s", "page": "goal 0.5 s", "sent": "goal 15 MB"}
ENGINES = {"native": "native engine", "page": "engine in the page"}

PAINTED = "const painted = act => requestAnimationFrame(() => setTimeout(act));"
FIRST = f"""window.first = new Promise(told => {{
  {PAINTED}
  const watch = new MutationObserver(() => {{
    if (!document.querySelector('.read[data-ready=tau] .run')) return;
    watch.disconnect();
    painted(() => told(performance.now() / 1000));
  }});
  watch.observe(document, {{childList: true, subtree: true, attributes: true}});
}});"""
"""Seconds since the page was asked for, when its first equations are painted."""

NEXT = f"""act => new Promise((told, failed) => {{
  {PAINTED}
  setTimeout(() => failed(new Error(`no other equations after ${{act.field}}`)), {PATIENCE});
  const sheet = () => document.querySelector('.scroller .sheet'), old = sheet();
  const begun = performance.now();
  const watch = new MutationObserver(() => {{
    if (sheet() === old || !sheet()?.querySelector('.run')) return;
    watch.disconnect();
    painted(() => told((performance.now() - begun) / 1000));
  }});
  watch.observe(document.querySelector('.scroller'), {{childList: true, subtree: true}});
  const field = document.querySelector(act.field);
  if (act.text === undefined) field.click();
  else {{
    field.value = act.text;
    field.dispatchEvent(new Event('input'));
  }}
}})"""
"""Seconds from an act to the first screen of other equations."""


def measure(options: Options) -> list[Measurement]:
    """Cold starts, what they send, and edits with both engines."""
    del options
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    if chromium is None:
        return [_failed("the page in a browser", "no Chromium on this machine")]
    if not (FOLDER / "engine/worker.mjs").is_file() or not PAGE.is_file():
        return [_failed("the page in a browser", "the page is not built: make studio")]
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return [_failed("the page in a browser", "playwright is not installed")]
    with sync_playwright() as player:

        def browser() -> Any:
            return player.chromium.launch(executable_path=chromium, args=ARGUMENTS)

        return [*_starts(browser), *_edits(browser)]


def _starts(browser: Callable[[], Any]) -> list[Measurement]:
    """The static page in browsers that never saw it."""
    seconds: list[float] = []
    with sending(FOLDER) as (address, sent):
        for _ in range(STARTS):
            fresh = browser()
            page = Opened(fresh, address)
            page.page.set_default_timeout(PATIENCE)
            page.page.add_init_script(FIRST)
            page.open()
            seconds.append(float(page.page.evaluate("first")))
            page.close()
            fresh.close()
    return [
        _row("static page, cold start to the first equations", seconds, "start"),
        Measurement(
            TOPIC, "static page, all that is sent", OURS, megabytes=sum(sent.values()) / 1e6,
            note=f"{len(sent)} files with gzip; {GOALS['sent']}",
        ),
    ]  # fmt: skip


def _edits(browser: Callable[[], Any]) -> Iterator[Measurement]:
    """A hypothesis switched, and another name for a length, to the first screen that shows it."""
    opened = browser()
    for engine, serve in (("native", served), ("page", static)):
        with serve() as address:
            page = Opened(opened, address)
            page.page.set_default_timeout(PATIENCE)
            page.read(ROBOT)
            switched = [
                edit(page, {"field": f"[data-name={name}]"})
                for name in ("principal_axes", "com_at_origin", "point_masses")
            ]
            page.open(f"#robot={ROBOT}")
            page.find(".read[data-ready=tau] .run")
            page.page.get_by_role("tab", name="Text").click()
            text = page.find(".paper textarea").input_value()
            typed = [
                edit(page, {"field": ".paper textarea", "text": renamed(text, name)}) - PAUSE
                for name in ("upper", "reach", "arm", "beam")
            ]
            page.close()
        what = ENGINES[engine]
        yield _row(f"{ROBOT}, a hypothesis switched, {what}", switched, engine)
        yield _row(f"{ROBOT}, its text edited, {what}", typed, engine)
    opened.close()


def edit(page: Opened, act: dict[str, str]) -> float:
    """Seconds from the edit to the first screen of other equations, begun when all is at rest."""
    page.until("!document.querySelector('.progress .says')?.textContent", seconds=60)
    page.find(".see[aria-busy=false]")
    return float(page.page.evaluate(NEXT, act))


def renamed(text: str, name: str) -> str:
    """The robot's text with another name for its length a2."""
    assert "a2" in text
    return re.sub(r"\ba2\b", name, text)


@contextmanager
def static() -> Iterator[str]:
    """The address of the static page on this machine."""
    with sending(FOLDER) as (address, _):
        yield address


@contextmanager
def sending(folder: Path) -> Iterator[tuple[str, dict[str, int]]]:
    """A server of a folder with gzip; its address, and the bytes of each file that it sent."""
    files: dict[str, tuple[bytes, str]] = {}
    for file in folder.rglob("*"):
        if file.is_file():
            media = MEDIA.get(file.suffix, "application/octet-stream")
            name = f"/{file.relative_to(folder).as_posix()}".removesuffix("index.html")
            files[name] = gzip.compress(file.read_bytes(), 9), media
    sent: dict[str, int] = {}

    class Sender(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            path = self.path.partition("?")[0]
            if path not in files:
                self.send_error(404)
                return
            content, media = files[path]
            sent[path] = len(content)
            self.send_response(200)
            self.send_header("Content-Type", media)
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, format: str, *given: Any) -> None:
            return None

    with ThreadingHTTPServer(("127.0.0.1", 0), Sender) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/", sent
        server.shutdown()


def _row(subject: str, seconds: list[float], goal: str) -> Measurement:
    note = f"the longest of them {max(seconds):.2f} s; {GOALS[goal]}"
    return Measurement(TOPIC, subject, OURS, seconds=min(seconds), runs=len(seconds), note=note)


def _failed(subject: str, why: str) -> Measurement:
    return Measurement(TOPIC, subject, OURS, note=f"not measured: {why}", failed=True)
