"""Every page of the site in a real browser, as wide as a desk and as narrow as a phone."""

import io

import pytest
from docs.make_site import build
from PIL import Image, ImageStat
from tests.docs.conftest import copied
from tests.drawing.viewer.pages import need_page

WIDTHS = {"desk": (1280, 900), "phone": (390, 844)}
LOOK = """() => {
  const page = document.documentElement, found = [], all = (of) => document.querySelectorAll(of);
  if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide`);
  for (const image of document.images)
    if (!image.complete || !image.naturalWidth) found.push(`no picture ${image.src}`);
  for (const link of all('.md-content a[href^="#"]')) {
    const name = decodeURIComponent(link.hash.slice(1));
    if (!document.getElementById(name)) found.push(`no place ${link.hash}`);
  }
  for (const table of all('.md-content article table')) {
    const box = table.closest('.md-typeset__scrollwrap');
    box.scrollLeft = 1e6;
    const last = [...table.rows].map(row => row.lastElementChild.getBoundingClientRect().right);
    if (Math.max(...last) > page.clientWidth) found.push(`a table ends at ${Math.max(...last)}`);
    const scrolls = box.scrollWidth > box.clientWidth + 1;
    const told = getComputedStyle(box.nextElementSibling).display != 'none';
    if (scrolls != told) found.push(`a table scrolls: ${scrolls}, and says so: ${told}`);
  }
  return found;
}"""
"""What is wrong with a page: too wide, pictures or places missing, columns that are hidden."""

COLOURS = """() => {
  const pick = (what, of) => getComputedStyle(document.querySelector(of))[what];
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  return {page: numbers(pick('backgroundColor', 'body')),
          text: numbers(pick('color', '.md-content p'))};
}"""


def test_every_page_fits_fetches_nothing_from_elsewhere_and_breaks_nothing(site, browser):
    context = browser.new_context()
    context.set_offline(True)
    page = context.new_page()
    elsewhere, said, wrong = [], [], {}
    page.on("request", lambda r: None if r.url.startswith("file:") else elsewhere.append(r.url))
    page.on("console", lambda m: said.append(m.text) if m.type == "error" else None)
    page.on("pageerror", lambda e: said.append(str(e)))
    pages = sorted(p for p in site.rglob("*.html") if p.name != "404.html")
    for file in pages:
        page.goto(file.as_uri())
        for kind, (width, height) in WIDTHS.items():
            page.set_viewport_size({"width": width, "height": height})
            for _ in range(60):  # boxes are judged after the layout
                found = page.evaluate(LOOK)
                if not found:
                    break
                page.wait_for_timeout(60)
            if found:
                wrong[kind, file.relative_to(site).as_posix()] = found
    context.close()
    assert len(pages) > 40
    assert not wrong
    assert not elsewhere
    assert not said


def luminance(rgb):
    r, g, b = (c / 255 for c in rgb[:3])
    return 0.2126 * r**2.2 + 0.7152 * g**2.2 + 0.0722 * b**2.2


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_both_themes_can_be_read_and_pictures_follow_the_switch(site, browser, scheme):
    other = {"light": "dark", "dark": "light"}[scheme]
    context = browser.new_context(viewport={"width": 1280, "height": 900}, color_scheme=other)
    page = context.new_page()
    page.goto((site / "index.html").as_uri())
    before = page.locator(".hero img").screenshot()
    page.locator("form.md-header__option label:visible").click()  # against the system's own wish
    found = page.evaluate(COLOURS)
    light, dark = sorted(map(luminance, found.values()), reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 4.5
    assert (luminance(found["page"]) > luminance(found["text"])) == (scheme == "light")
    after = page.locator(".hero img").screenshot()
    assert mean_brightness(after) > 180 if scheme == "light" else mean_brightness(after) < 60
    assert (mean_brightness(before) > 120) != (mean_brightness(after) > 120)
    context.close()


def mean_brightness(png):
    return ImageStat.Stat(Image.open(io.BytesIO(png)).convert("L")).mean[0]


def test_the_search_finds_words_in_pages_that_are_opened_as_files(site, browser):
    page = browser.new_page()
    page.goto((site / "explanation" / "ring.html").as_uri())
    page.keyboard.press("Control+k")
    page.keyboard.type("christoffel")
    page.get_by_text("C is the Christoffel matrix").first.wait_for(timeout=5000)
    page.close()


def test_robots_a_motion_and_the_studio_are_in_the_site(browser, tmp_path):
    need_page()
    studio = tmp_path / "built"
    (studio / "engine").mkdir(parents=True)
    (studio / "index.html").write_text("<title>The studio</title>")
    (studio / "engine/worker.mjs").write_text("")
    site = build(copied(tmp_path), ["scara", "motion"], studio)
    page = browser.new_page()
    said = []
    page.on("console", lambda m: said.append(m.text) if m.type == "error" else None)
    for start, place in (("gallery", "scara"), ("index", "motion")):
        page.goto((site / f"{start}.html").as_uri())
        page.locator("a.in-3d").first.click()
        page.wait_for_function("window.torsor && torsor.measure().frames > 0")
        assert page.url.endswith(f"in-3d/{place}.html")
    for start in ("index", "how-to/studio"):
        page.goto((site / f"{start}.html").as_uri())
        page.locator("a.studio").first.click()
        page.wait_for_url("**/studio/index.html")
        assert page.title() == "The studio"
    assert (site / "studio/engine/worker.mjs").is_file()
    assert not said
    page.close()
