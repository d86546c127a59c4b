"""The site builds strictly from the pages, and shows itself without any network."""

import re
import tomllib

from docs.make_commands import page as commands_page
from tests.docs.blocks import ROOT


def test_every_page_is_in_the_navigation(site):
    settings = tomllib.loads((ROOT / "zensical.toml").read_text("utf-8"))
    listed = set(re.findall(r"'([\w/-]+\.md)'", str(settings["project"]["nav"])))
    pages = {p.relative_to(ROOT / "docs").as_posix() for p in (ROOT / "docs").rglob("*.md")}
    assert listed == pages
    assert all((site / page).with_suffix(".html").exists() for page in pages)


def test_no_page_fetches_anything_from_elsewhere(site):
    for file in site.rglob("*.html"):
        text = file.read_text("utf-8")
        fetched = re.findall(r"<(?:script|img|iframe|source)\b[^>]*\bsrc=\"?([^\" >]+)", text)
        fetched += re.findall(r"<link\b[^>]*\bhref=\"?([^\" >]+)", text)
        assert fetched
        assert not [url for url in fetched if re.match(r"(https?:)?//", url)], file
    for file in site.rglob("*.css"):
        assert not re.search(r"url\(['\"]?(https?:)?//", file.read_text("utf-8")), file


def test_every_link_of_the_site_leads_to_a_file_of_it(site):
    for file in site.rglob("*.html"):
        if file.name == "404.html":  # served from anywhere
            continue
        for target in re.findall(r"<a\b[^>]*\bhref=\"?([^\" >]+)", file.read_text("utf-8")):
            path = target.partition("#")[0]
            if path and not re.match(r"https?:", path):
                assert (file.parent / path).exists(), f"{file.relative_to(site)}: {target}"


def test_without_the_studio_the_home_tells_how_to_open_it(site):
    home = (site / "index.html").read_text("utf-8")
    assert "torsor studio" in home
    assert "studio/index.html" not in home
    assert "<!-- the studio" not in home


def test_mathematics_is_mathml_and_no_program_is_published(site):
    ring = (site / "explanation" / "ring.html").read_text("utf-8")
    assert ring.count("<math") > 10
    assert not re.search(r"\$[^$<]*\\", ring)
    assert not list(site.rglob("*.py"))


def test_the_page_of_commands_is_what_the_program_prints():
    written = (ROOT / "docs" / "reference" / "commands.md").read_text("utf-8")
    assert written == commands_page(), "run `make docs`"
