"""What stopped those who saw the page for the first time."""

from tests.studio.opened import Opened

import torsor
from torsor.formats.toml.reader import read_toml


def inside(studio: Opened, selector: str, around: str = "document.documentElement") -> bool:
    """Whether something is whole within something else."""
    return bool(
        studio.page.evaluate(f"""() => {{
        const own = document.querySelector({selector!r}).getBoundingClientRect();
        const box = {around}.getBoundingClientRect();
        return own.width > 0 && own.top >= box.top && own.left >= box.left
            && own.right <= box.right && own.bottom <= Math.max(box.bottom, innerHeight); }}""")
    )


def test_a_search_takes_what_is_typed_in_haste_and_says_its_failure_below_the_field(
    studio: Opened,
) -> None:
    studio.read("rttrr")
    field = studio.find(".toolbar input[type=search]")
    field.fill("M3 dq1")
    studio.find(".run.found")
    field.fill("no such symbol")
    told = studio.text(".search-problem")
    assert told and studio.page.locator(".run.found").count() == 0
    below, above = (studio.find(one).bounding_box() for one in (".search-problem", ".search"))
    assert below["y"] >= above["y"] + above["height"]
    assert inside(studio, ".search-problem", "document.querySelector('.work')")


def test_a_word_of_joints_in_the_librarys_search_is_derived(studio: Opened) -> None:
    studio.read("planar2r")
    studio.find(".robot-button").click()
    studio.find("dialog[open]")
    studio.page.keyboard.type("nowhere")
    assert "No robot of this name in the library" in studio.text(".nothing-found")
    studio.page.keyboard.press("Control+A")
    studio.page.keyboard.type("trrt")
    studio.find(".nothing-found button:has-text('Derive TRRT now')")
    studio.page.keyboard.press("Enter")
    studio.until("document.title.startsWith('TRRT') && !document.querySelector('dialog')")
    studio.press("with tool load ×")
    bare = sum(torsor.derive(read_toml(str(torsor.new("TRRT"))), payload="none").terms)
    studio.until(f"document.querySelector('.summary').textContent.startsWith('{bare} terms')")


def test_a_menu_lies_above_everything_and_within_the_window(studio: Opened) -> None:
    studio.read("puma560")
    opens = studio.page.locator(".equation-head .menu > button").first
    for height in (844, 520):
        studio.page.set_viewport_size({"width": 1280, "height": height})
        opens.click()
        last = studio.find(".menu-list:popover-open button:last-child")
        box = last.bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= height
        on_top = """([x, y]) => document.elementFromPoint(x, y).closest('.menu-list') !== null"""
        middle = [box["x"] + box["width"] / 2, box["y"] + box["height"] / 2]
        assert studio.page.evaluate(on_top, middle)
        studio.page.keyboard.press("Escape")
        assert studio.page.locator(".menu-list:popover-open").count() == 0


def test_what_goes_can_be_hidden_and_shown_again_and_a_copy_tells_what_it_leaves_out(
    studio: Opened,
) -> None:
    studio.context.grant_permissions(["clipboard-read", "clipboard-write"])
    studio.read("rttrr")
    studio.page.get_by_text("Principal axes", exact=True).click()
    studio.find(".run.gone")
    stays, _, whole = studio.text(".summary").split(" terms")[0].partition(" of ")
    studio.press("Copy")
    studio.press("Copy as LaTeX, equations only", role="menuitem")
    assert f"{int(whole) - int(stays)} terms struck out, left out" in studio.text(".toast")
    copied = studio.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(r"\begingroup") and r"\documentclass" not in copied
    studio.press("Show what stays")
    studio.until(f"document.querySelector('.summary').textContent.startsWith('{stays} terms')")
    studio.press("Show what goes too")
    studio.find(".run.gone")


def test_from_where_a_large_term_comes_a_way_leads_back_to_the_others(studio: Opened) -> None:
    studio.read("planar2r")
    studio.page.get_by_role("tab", name="Numbers").click()
    studio.press("Fill with examples")
    studio.find("[aria-label^='The largest terms']").click()
    studio.press("Set it moving")
    value = studio.text(".weight b")
    studio.find(".weight").click()
    studio.find(".drawer .says")
    assert studio.text(".drawer h2") == f"Where it comes from: {value} N m"
    studio.press("← Largest terms")
    assert studio.text(".weight b") == value
