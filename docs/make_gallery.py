"""The page ``gallery.md`` and its pictures: every robot of the library, drawn and described.

``python -m docs.make_gallery`` writes them. Whoever adds a robot to the library adds it here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from docs.charts import PICTURES
from markdown.extensions.toc import slugify

import torsor
from torsor.cli.list import GROUPS, naturally, robots

PAGE = Path(__file__).with_name("gallery.md")
ROBOTS = PICTURES / "robots"
HEAD = """\
# The robots of the library

{count} robots come with Torsor, ready to derive, draw, compile and simulate: those of five papers,
with the papers' own symbols, and arms as they are built, with lengths, masses and inertias from
published sources. A name stands wherever a robot is asked for: `torsor derive puma560`,
`torsor.load("puma560")`. Yours is not there? [Describe it](describe.md) in a line, or [read its
URDF](how-to/urdf-mjcf.md). Which structure each of them is tells [the atlas](atlas.md).
"""
CARD = """\
<div class="card" markdown>

{picture}

**[{title}](#{place})**

{structure} · {dof} degrees of freedom

</div>
"""
SECTION = """\
<div class="robot" markdown>
<div markdown>

### {title}

{description}.{source}

{facts}

```sh
torsor derive {name}
```

</div>
<div markdown>

{scheme}

</div>
</div>
"""


def page() -> str:
    """The whole page: all robots on cards, then each by itself."""
    rows = robots()
    parts = [HEAD.format(count=len(rows))]
    groups = {g: sorted((r for r in rows if r["group"] == g), key=naturally) for g in GROUPS}
    assert sum(map(len, groups.values())) == len(rows)
    for group, members in groups.items():
        parts += [f"## {group}\n", '<div class="cards small" markdown>\n']
        parts += [
            CARD.format(picture=thumbnail_of(row), place=place_of(row), **row) for row in members
        ]
        parts.append("</div>\n")
    parts.append("## One by one\n")
    parts += [section(row) for members in groups.values() for row in members]
    return "\n".join(parts)


def section(row: dict[str, Any]) -> str:
    """What there is to say of a robot."""
    model = torsor.derive(row["name"])
    terms = sum(len(force.terms) for force in model.tau)
    facts = [
        f"structure **{row['structure']}**",
        f"{row['dof']} degrees of freedom",
        f"{terms:,} terms in the driving forces",
    ]
    if row["values"]:
        facts.append("with published numbers")
    told = {
        **row,
        "source": f" *{row['source']}*" if row["source"] else "",
        "facts": " · ".join(facts),
        "scheme": f"![Kinematic scheme of {row['title']}](pictures/robots/{row['name']}.svg)\n\n"
        f"<!-- in 3d: {row['name']} -->"
        if is_drawn(row["name"])
        else "It is given by bodies alone, so there are no joints to draw.",
    }
    return SECTION.format(**told)


def is_drawn(name: str) -> bool:
    """Whether a robot has joints that can be drawn."""
    return not torsor.load(name).bodies


def thumbnail_of(row: dict[str, Any]) -> str:
    """The picture of a card."""
    if not is_drawn(row["name"]):
        return '<p class="none">given by its bodies alone: no joints to draw</p>'
    return f"[![{row['title']}](pictures/robots/{row['name']}-small.svg)](#{place_of(row)})"


def place_of(row: dict[str, Any]) -> str:
    """The name of a robot's heading, as pages make it."""
    return slugify(row["title"], "-")


def pictures() -> dict[str, str]:
    """The schemes and their small ones, by the names of their files."""
    drawn = [row["name"] for row in robots() if is_drawn(row["name"])]
    return {f"{n}.svg": torsor.draw(n, transparent=True).svg for n in drawn} | {
        f"{n}-small.svg": torsor.drawing.thumbnail(n, 200, 150).svg for n in drawn
    }


def main() -> None:
    """Write the page and the pictures."""
    ROBOTS.mkdir(exist_ok=True)
    for name, svg in pictures().items():
        (ROBOTS / name).write_text(svg, "utf-8")
    PAGE.write_text(page(), "utf-8")
    print(f"wrote {PAGE.name} and {len(list(ROBOTS.glob('*.svg')))} pictures")


if __name__ == "__main__":
    main()
