"""The notebooks of ``examples``, run from the top, with what their cells show put in.

``python -m docs.make_notebook`` runs them in place.
"""

from __future__ import annotations

import base64
import io
import os
from pathlib import Path
from typing import Any

from PIL import Image, ImageSequence

EXAMPLES = Path(__file__).parents[1] / "examples"
NOTEBOOKS = tuple(EXAMPLES / name for name in ("tutorial.ipynb", "api.ipynb"))


def executed(path: Path) -> Any:
    """A notebook with fresh outputs; a cell that fails is an error."""
    import nbformat
    from nbclient import NotebookClient

    notebook = nbformat.read(path, as_version=4)
    client = NotebookClient(
        notebook,
        timeout=120,
        kernel_name="python3",
        record_timing=False,
        coalesce_streams=True,
        resources={"metadata": {"path": str(path.parent)}},
    )
    # The kernel alone hears of it: a viewer in a cell would be a quarter of a megabyte.
    client.execute(env={**os.environ, "TORSOR_VIEWER": "off"})
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            shown = output.get("data", {})
            if "image/gif" in shown:
                shown["image/png"] = moving_png(shown.pop("image/gif"))
            if {"image/svg+xml", "image/png"} & set(shown):
                shown.pop("text/plain", None)  # a picture's data, in words
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def moving_png(gif: str) -> str:
    """A moving picture as PNG, which every page that shows notebooks knows; half its frames."""
    moving = Image.open(io.BytesIO(base64.b64decode(gif)))
    frames = [frame.convert("L").quantize(16) for frame in ImageSequence.Iterator(moving)][::2]
    wait = 2 * moving.info["duration"]
    made = io.BytesIO()
    frames[0].save(made, "PNG", save_all=True, append_images=frames[1:], duration=wait, loop=0)
    return base64.b64encode(made.getvalue()).decode()


def main() -> None:
    """Run the notebooks and write them back."""
    import nbformat

    for path in NOTEBOOKS:
        nbformat.write(executed(path), path)
        print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
