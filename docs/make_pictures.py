"""The pictures that no other writer makes: of the tutorial's arm, and of pages of reports.

``python -m docs.make_pictures`` writes them.
"""

from __future__ import annotations

import io
import re
import tomllib
from pathlib import Path

import typst
from docs.charts import PICTURES
from PIL import Image

import torsor
from torsor.document.writers.typst import to_typst

TUTORIAL = Path(__file__).with_name("tutorial.md")
DOTS, GREYS = 110, 16


def elbow() -> str:
    """The arm that the tutorial describes."""
    found = re.search(r'```toml title="elbow.toml"\n(.*?)```', TUTORIAL.read_text("utf-8"), re.S)
    assert found, "the tutorial describes elbow.toml no more"
    return torsor.draw(tomllib.loads(found[1]), transparent=True).svg


def first_page(robot: str) -> bytes:
    """The first page of a robot's report, as a small PNG."""
    source = to_typst(torsor.report(robot)).encode()
    pages = typst.compile(source, format="png", ppi=DOTS, ignore_system_fonts=True)
    page = Image.open(io.BytesIO(pages[0])).convert("L").quantize(GREYS)
    made = io.BytesIO()
    page.save(made, "PNG", optimize=True)
    return made.getvalue()


def main() -> None:
    """Write the pictures."""
    (PICTURES / "elbow.svg").write_text(elbow(), "utf-8")
    (PICTURES / "report-rttrr.png").write_bytes(first_page("rttrr"))
    print("wrote elbow.svg, report-rttrr.png")


if __name__ == "__main__":
    main()
