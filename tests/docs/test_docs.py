"""The documents say what the program does."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from torsor.check.paper import check_paper, paper_names
from torsor.check.report import to_markdown

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


def test_the_errata_page_is_what_the_tool_writes():
    written = "\n".join(to_markdown(check_paper(name)) for name in paper_names())
    assert (ROOT / "docs" / "errata.md").read_text("utf-8") == written, "run `make docs`"


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda p: p.stem)
def test_every_example_runs_as_it_stands(example):
    done = subprocess.run(
        [sys.executable, example], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_every_link_between_documents_leads_somewhere():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    for page in pages:
        for target in re.findall(r"\]\(([^)#:]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_every_toml_block_of_the_guides_that_is_a_robot_loads():
    import tomllib

    from torsor.formats.toml import robot_from_table

    loaded = 0
    for page in (ROOT / "README.md", ROOT / "docs" / "prove.md"):
        for block in re.findall(r"```toml\n(.*?)```", page.read_text("utf-8"), re.S):
            table = tomllib.loads(block)
            if "joint" in table or "body" in table:
                robot_from_table(table)
                loaded += 1
    assert loaded >= 2
