"""The notebooks of ``examples``, run from the top, with what their cells show put in.

``python -m docs.make_notebook`` runs them in place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

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
    client.execute()
    for cell in notebook.cells:
        for output in cell.get("outputs", []):
            shown = output.get("data", {})
            if {"image/svg+xml", "image/png", "image/gif"} & set(shown):
                shown.pop("text/plain", None)  # a picture's data, in words
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def main() -> None:
    """Run the notebooks and write them back."""
    import nbformat

    for path in NOTEBOOKS:
        nbformat.write(executed(path), path)
        print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
