"""The notebook ``examples/tutorial.ipynb``, run from the top, with what its cells show put in.

``python -m docs.make_notebook`` runs it in place.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).parents[1] / "examples" / "tutorial.ipynb"


def executed(path: Path = NOTEBOOK) -> Any:
    """The notebook with fresh outputs; a cell that fails is an error."""
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
            if "image/svg+xml" in output.get("data", {}):
                output.data.pop("text/plain", None)  # a picture's data, in words
    notebook.metadata["language_info"] = {"name": "python"}
    return notebook


def main() -> None:
    """Run the notebook and write it back."""
    import nbformat

    nbformat.write(executed(), NOTEBOOK)
    print(f"wrote {NOTEBOOK.name}")


if __name__ == "__main__":
    main()
