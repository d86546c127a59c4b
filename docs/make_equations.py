"""Equations as pictures: what the report prints, and what checking a paper finds.

``python -m docs.make_equations`` writes them, as SVG that suits light and dark pages.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

import typst
from docs.charts import PICTURES

import torsor
from torsor.document.blocks import Block, Display, Document
from torsor.document.writers.typst import to_typst
from torsor.referee.errata import document
from torsor.referee.paper_check import check_paper

PAGE = re.compile(r"#set page\(.*?\n\)\n", re.S)
TITLE = re.compile(r"#align\(center, \{.*?\n\}\)\n#v\(3mm\)\n", re.S)
INK = "#000000"
DARK = {INK: "#e7e9ee", "#b00020": "#ff8f85", "#0b3d91": "#8fb4ff"}
"""The colours of a printed page, and what they are on a dark one."""


def picture(title: str, blocks: Sequence[Block], width: str) -> str:
    """Blocks of a document, set as on paper of this width and as high as they are."""
    source = to_typst(Document(title, tuple(blocks)))
    source, pages = PAGE.subn(
        f"#set page(width: {width}, height: auto, margin: 4pt, fill: none)\n", source
    )
    source, titles = TITLE.subn("", source)
    assert pages == titles == 1, "the template of printed documents has changed"
    svg = bytes(typst.compile(source.encode(), format="svg", ignore_system_fonts=True)).decode()
    return follow_the_page(svg, title)


def follow_the_page(svg: str, title: str) -> str:
    """A picture whose colours change with those of the page it stands on."""
    found = sorted(set(re.findall(r'(?<=fill=")#[0-9a-f]{6}|(?<=stroke=")#[0-9a-f]{6}', svg)))
    assert set(found) <= set(DARK), found
    rules = [f"svg:root{{fill:{DARK[INK]}}}"]
    for part in ("fill", "stroke"):
        rules += (f'[{part}="{c}"]{{{part}:{DARK[c]}}}' for c in found)
    style = f"<style>@media (prefers-color-scheme:dark){{{''.join(rules)}}}</style>"
    head, _, rest = shorten(svg).partition(">")
    return f'{head} role="img"><title>{title}</title>{style}{rest}\n'


def shorten(svg: str) -> str:
    """The same picture with short names, and coordinates to a hundredth of a point."""
    names: dict[str, str] = {}
    svg = re.sub(r"\bg[0-9A-F]{32}", lambda m: names.setdefault(m[0], f"g{len(names)}"), svg)
    svg = re.sub(r"-?\d+\.\d{3,}", lambda m: f"{float(m[0]):.2f}".rstrip("0").rstrip("."), svg)
    svg = re.sub(r' (?:class="[^"]*"|fill-rule="nonzero"|xmlns:h5="[^"]*")', "", svg)
    svg = svg.replace("xlink:href", "href").replace(f' fill="{INK}"', "")
    glyph = re.compile(
        r'<g transform="(matrix\([^"]*)"><use href="(#g\d+)"(?: x="0")? y="0"( fill="[^"]*")?/></g>'
    )
    return glyph.sub(r'<use href="\2" transform="\1"\3/>', svg)


def driving_forces() -> str:
    """The first driving forces of TRTRR, as the report prints them."""
    blocks = torsor.report("trtrr", sections="forces").blocks
    return picture(
        "Driving forces of TRTRR", [b for b in blocks if isinstance(b, Display)], "15.3cm"
    )


def slips() -> str:
    """Two equations of the paper on RTTRR, as printed, what is wrong in them marked."""
    check = check_paper("rttrr")
    some = tuple(e for e in check.equations if e.target in ("tau[2]", "tau[3]"))
    found = document([replace(check, equations=some)], "typst").blocks
    shown = [b for b in found if isinstance(b, Display)]
    return picture("Printed equations of RTTRR, judged", shown, "15cm")


def main() -> None:
    """Write the pictures."""
    for name, svg in (("equations", driving_forces()), ("slips", slips())):
        (PICTURES / f"{name}.svg").write_text(svg, "utf-8")
        print(f"wrote {name}.svg, {len(svg) // 1000} kB")


if __name__ == "__main__":
    main()
