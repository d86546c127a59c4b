"""The picture of the rooms, from the layers of pyproject.toml: ``python -m docs.make_rooms``."""

from __future__ import annotations

import ast
import tomllib
from html import escape
from pathlib import Path

ROOT = Path(__file__).parent.parent
PICTURE = ROOT / "docs" / "pictures" / "rooms.svg"
WIDTH, ROW, GAP = 1000, 46, 8
STYLE = """\
text{font-family:sans-serif;fill:#22262e}rect{stroke:#667}
.out{fill:#e7f0fa}.model{fill:#fdf3dc}.in{fill:#e6f4e6}.ground{fill:#f0f0f0}
@media (prefers-color-scheme:dark){text{fill:#e7e9ee}rect{stroke:#8a93a3}
.out{fill:#182a44}.model{fill:#3a2e10}.in{fill:#14301c}.ground{fill:#23262d}}
@media (max-width:460px){.told{display:none}.name{font-size:30px;transform:translateY(15px)}}
"""
KINDS = (
    ("out", ("cli", "studio", "reporting", "drawing", "identification", "studies", "motion",
                  "referee", "program", "equations", "proof", "document", "notation")),
    ("model", ("explanation", "derivation", "size", "model", "substitution")),
    ("in", ("mechanics", "formats", "robot", "spatial")),
    ("ground", ("algebra", "files", "arguments", "errors", "hooks")),
)  # fmt: skip


def layers() -> list[list[str]]:
    """The rooms, the highest first; those of a row do not know each other."""
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (contract,) = tomllib.loads(text)["tool"]["importlinter"]["contracts"]
    return [
        [r.strip().removeprefix("torsor.") for r in row.split("|")] for row in contract["layers"]
    ]


def content(room: str) -> str:
    """What a room says of itself in its first line."""
    path = ROOT / "src" / "torsor" / room
    path = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    told = ast.get_docstring(ast.parse(path.read_text("utf-8"))) or ""
    return " ".join(told.split("\n\n")[0].split()).replace("``", "").rstrip(".")


def picture() -> str:
    """The rooms as SVG: a row a layer, imports go downwards only."""
    rows, height = layers(), len(layers()) * (ROW + GAP) + 40
    shapes = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" '
        'role="img"><title>The rooms of the package</title>',
        f"<style>{STYLE}</style>",
    ]
    for i, row in enumerate(rows):
        wide = (WIDTH - 20 - GAP * (len(row) - 1)) / len(row)
        for j, room in enumerate(row):
            kind = next(kind for kind, rooms in KINDS if room in rooms)
            x, y = 10 + j * (wide + GAP), 10 + i * (ROW + GAP)
            told = _shorten(content(room), int(wide / 6.4))
            shapes.append(
                f'<rect x="{x:.0f}" y="{y}" width="{wide:.0f}" height="{ROW}" rx="6" '
                f'class="{kind}"/>'
                f'<text x="{x + 10:.0f}" y="{y + 18}" class="name" '
                f'font-size="15" font-weight="bold">{room}</text>'
                f'<text x="{x + 10:.0f}" y="{y + 36}" class="told" '
                f'font-size="12">{escape(told)}</text>'
            )
    told = "Imports go downwards only; rooms of one row do not know each other."
    shapes.append(f'<text x="10" y="{height - 12}" class="told" font-size="13">{told}</text></svg>')
    return "\n".join(shapes) + "\n"


def _shorten(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1].rsplit(" ", 1)[0].rstrip(",;:") + " …"


if __name__ == "__main__":
    PICTURE.write_text(picture(), "utf-8")
