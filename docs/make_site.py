"""The site: ``python -m docs.make_site`` builds it from docs/ into site/, complete in itself.

The builder would have the pages fetch one script from another host when they are opened as files;
ours takes its place.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
ELSEWHERE = "https://unpkg.com/iframe-worker/shim"
OURS = "frame-worker.js"


def build(folder: Path) -> Path:
    """The site of the folder that zensical.toml is in."""
    settings = folder / "zensical.toml"
    subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", settings],
        cwd=ROOT,
        check=True,
        timeout=300,
    )
    site = folder / "site"
    for page in site.rglob("*.html"):
        text = page.read_text("utf-8")
        page.write_text(text.replace(ELSEWHERE, os.path.relpath(site / OURS, page.parent)), "utf-8")
    return site


if __name__ == "__main__":
    print(f"open {build(ROOT) / 'index.html'}")
