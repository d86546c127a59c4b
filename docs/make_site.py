"""The site: ``python -m docs.make_site`` builds it from docs/ into site/, complete in itself.

Three things are done to what the builder gives. It would have the pages fetch one script from
another host when they are opened as files; ours takes its place. Where the viewer's page is built
(``make web``), the gallery's robots and the home's motion can be looked at in three dimensions.
And where the studio is built as a folder (``make studio``), the site contains it.
"""

from __future__ import annotations

import os
import re
import shutil
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
STUDIO = ROOT / "web/dist-studio"
STUDIO_PLACE = re.compile(r"<!-- the studio: (.+?) -->")


def build(folder: Path, shown: Sequence[str] = (), studio: Path | None = None) -> Path:
    """The site of the folder that zensical.toml is in, with these robots in three dimensions.

    ``studio`` is the folder of the studio that is put into it.
    """
    settings = folder / "zensical.toml"
    subprocess.run(
        [sys.executable, "-m", "zensical", "build", "--strict", "--clean", "-f", settings],
        cwd=ROOT,
        check=True,
        timeout=300,
    )
    site = folder / "site"
    pages = sorted(site.rglob("*.html"))
    if studio:
        shutil.copytree(studio, site / "studio")
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

    for page in pages:
        script = os.path.relpath(site / OURS, page.parent)
        place = os.path.relpath(site / "studio/index.html", page.parent)
        opened = rf'<a class="studio" href="{place}">\1</a>' if studio else ""
        text = page.read_text("utf-8").replace(ELSEWHERE, script)
        page.write_text(STUDIO_PLACE.sub(opened, PLACE.sub(link, text)), "utf-8")
    return site


def built_studio() -> Path | None:
    """The studio's folder, whole with its engine; nothing where it was not built."""
    return STUDIO if (STUDIO / "engine/worker.mjs").is_file() else None


def main() -> None:
    """Build the whole site."""
    shown = [name for name in torsor.library_names() if is_drawn(name)]
    if page_template() is None:
        print("The viewer's page is not built (make web): the site has no robots in 3D.")
    studio = built_studio()
    if studio is None:
        print("The studio is not built (make studio): the site tells how to start it.")
    site = build(ROOT, [*shown, MOTION] if page_template() else [], studio)
    print(f"open {site / 'index.html'}")


if __name__ == "__main__":
    main()
