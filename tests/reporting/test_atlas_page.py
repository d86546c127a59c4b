"""The atlas as a page, opened in a browser: schemes are seen, rows are filtered and sorted."""

from __future__ import annotations

from pathlib import Path

import torsor
from torsor.cli.main import run
from torsor.reporting import atlas_page


def test_the_page_has_a_row_and_a_scheme_for_each_structure(tmp_path: Path, browser) -> None:
    page = tmp_path / "atlas.html"
    assert run(["atlas", "--joints", "2", "--page", str(page)]) == 0
    tab = browser.new_page()
    complaints: list[str] = []
    tab.on("console", lambda message: complaints.append(message.text))
    tab.goto(page.as_uri())
    assert tab.locator("tbody tr").count() == 8
    assert tab.locator("tbody img").count() == 8
    assert all(tab.eval_on_selector_all("tbody img", "all => all.map(i => i.naturalWidth > 0)"))
    tab.fill("input[type=search]", "freedoms=1")
    assert tab.locator("tbody tr").count() == 1
    assert "TT-zz" in tab.locator("tbody tr").inner_text()
    tab.fill("input[type=search]", "svg")  # pictures are not searched
    assert tab.locator("tbody tr").count() == 0
    tab.fill("input[type=search]", "")
    tab.get_by_role("button", name="terms").click()
    assert "TT-zy" in tab.locator("tbody tr").first.inner_text()
    assert complaints == []
    tab.close()


def test_a_page_without_schemes_is_small() -> None:
    whole = torsor.atlas(2, quick=True)
    bare = atlas_page(whole, schemes=False)
    assert "<svg" not in bare
    assert len(bare) < len(atlas_page(whole)) / 2
    assert "8 structures with 2 joints" in bare
