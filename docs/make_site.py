"""The site: ``python -m docs.make_site`` builds it from docs/ into site/, complete in itself.

Two things are done to what the builder gives. It would have the pages fetch one script from another
host when they are opened as files; ours takes its place. And where the viewer's page is built
(``make web``), the gallery's robots and the home's motion can be looked at in three dimensions.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

from docs.make_gallery import is_drawn
from docs.make_hero import simulated

import torsor
from torsor.drawing.viewer.page import page_template, viewer_of

ROOT = Path(__file__).parents[1]
ELSEWHERE = "https://unpkg.com/iframe-worker/shim"
OURS = "frame-worker.js"
PLACE = re.compile(r"<!-- in 3d: ([\w-]+) -->")
MOTION = "motion"


def build(folder: Path, shown: Sequence[str] = ()) -> Path:
    """The site of the folder that zensical.toml is in, with these robots in three dimensions."""
    settings = folder / "zensical.toml"
    subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", settings],
        cwd=ROOT,
        check=True,
        timeout=300,
    )
    site = folder / "site"
    viewers = {name: f"in-3d/{name}.html" for name in shown}
    for name, file in viewers.items():
        (site / file).parent.mkdir(exist_ok=True)
        if name == MOTION:
            torsor.draw("puma560", motion=simulated()).save(site / file)
        else:
            viewer_of(name).save(site / file)

    def link(found: re.Match[str]) -> str:
        file = viewers.get(found[1])
        return f'<a class="in-3d" href="{file}">In three dimensions</a>' if file else ""

    for page in site.rglob("*.html"):
        if page.parent.name != "in-3d":
            script = os.path.relpath(site / OURS, page.parent)
            text = page.read_text("utf-8").replace(ELSEWHERE, script)
            page.write_text(PLACE.sub(link, text), "utf-8")
    return site


def main() -> None:
    """Build the whole site."""
    shown = [name for name in torsor.library_names() if is_drawn(name)]
    if page_template() is None:
        print("The viewer's page is not built (make web): the site has no robots in 3D.")
    site = build(ROOT, [*shown, MOTION] if page_template() else [])
    print(f"open {site / 'index.html'}")


if __name__ == "__main__":
    main()
