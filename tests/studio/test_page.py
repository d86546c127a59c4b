"""The page from describing to reading, as people use it, with the engine of this machine."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.studio.opened import AXE, MOST_NODES, TAGS, URDF, Opened

import torsor


def test_rttrr_is_read_term_by_term_and_a_term_tells_where_it_comes_from(studio: Opened) -> None:
    studio.read("rttrr")
    assert studio.terms() == sum(torsor.derive("rttrr").terms)
    studio.find(".run[role=button]").click()
    assert "brought by link" in studio.text(".drawer .says")
    assert studio.page.locator(".stations li").count() >= 3
    studio.page.keyboard.press("Escape")
    assert studio.page.locator(".drawer").is_hidden()


def test_a_symbol_tells_its_meaning_and_its_value(studio: Opened) -> None:
    studio.read("puma560")
    studio.find(".run [data-symbol=m2]").hover()
    assert re.search(r"mass of link 2\s+17\.4 kg", studio.text(".tip"))


def test_a_hypothesis_strikes_out_what_it_takes_away(studio: Opened) -> None:
    studio.read("rttrr")
    whole = studio.terms()
    studio.page.get_by_text("Principal axes", exact=True).click()
    studio.find(".run.gone")
    told = studio.text(".banner p")
    gone = int(re.search(r"take away (\d+) of", told).group(1))  # type: ignore[union-attr]
    studio.press("Show what stays")
    studio.until(
        f"document.querySelector('.summary').textContent.startsWith('{whole - gone} terms')"
    )
    kept = torsor.derive(torsor.load("rttrr", assume=("principal_axes",)))
    assert studio.terms() == sum(kept.terms)


def test_a_link_pointed_at_lights_its_terms_and_a_term_its_link(studio: Opened) -> None:
    studio.read("scara")
    studio.page.get_by_role("tab", name="Joints").click()
    studio.find(".joint-row:nth-child(2)").hover()
    lit = studio.page.locator(".run.lit")
    assert lit.count() > 0
    assert all(
        "2" in (links or "").split()
        for links in lit.evaluate_all("l => l.map(e => e.dataset.links)")
    )


def test_long_equations_never_fill_the_page_and_are_found_again_when_scrolled(
    studio: Opened,
) -> None:
    studio.read("puma560")
    studio.until("document.querySelectorAll('.run').length > 40")
    most = 0
    for _ in range(12):
        studio.page.evaluate("document.querySelector('.scroller').scrollBy(0, 2600)")
        studio.page.wait_for_timeout(120)
        most = max(most, studio.nodes())
    assert 500 < most <= MOST_NODES
    studio.until(
        """() => { const box = document.querySelector('.scroller').getBoundingClientRect();
        const seen = run => { const b = run.getBoundingClientRect();
            return b.top > box.top && b.bottom < box.bottom; };
        return [...document.querySelectorAll('.run')].filter(seen).length > 40; }"""
    )


def test_a_search_finds_terms_wherever_they_stand(studio: Opened) -> None:
    studio.read("puma560")
    studio.page.keyboard.press("/")
    studio.page.keyboard.type("m6*ddq1*d4")
    studio.find(".run.found")
    assert re.match(r"\d[\d,]* terms, line 1 of", studio.text(".found"))
    first = studio.page.evaluate("document.querySelector('.scroller').scrollTop")
    studio.page.keyboard.press("Enter")
    assert "line 2 of" in studio.text(".found")
    assert studio.page.evaluate("document.querySelector('.scroller').scrollTop") >= first


def test_newcomers_find_the_largest_term_of_rttrr_in_a_posture(studio: Opened) -> None:
    studio.read("rttrr")
    studio.page.get_by_role("tab", name="Numbers").click()
    studio.press("Fill with examples")
    studio.find("[aria-label^='The largest terms']").click()
    studio.find(".see canvas")
    studio.press("Set it moving")
    studio.find(".weight")
    total = float(studio.settled(".weighed .sum b").replace("−", "-"))
    sizes = [abs(float(one.replace("−", "-"))) for one in studio.texts(".weight b")]
    assert sizes == sorted(sizes, reverse=True) and len(sizes) == 24
    studio.press("Move")
    studio.until("/\\d/.test(document.querySelector('.tau')?.textContent)")
    assert float(studio.settled(".tau").split()[0].replace("−", "-")) == total


def test_another_robot_is_chosen_typed_and_clicked_together(studio: Opened) -> None:
    studio.read("rttrr")
    studio.find(".robot-button").click()
    studio.find("[data-robot=planar2r]").click()
    studio.until("document.title.startsWith('Planar 2R')")
    studio.find(".robot-button").click()
    studio.page.get_by_role("tab", name="Type it").click()
    studio.find(".line-field").fill("TRRT")
    studio.find(".axes-field").fill("zxzy")
    studio.press("Derive")
    studio.until("document.title.startsWith('TRRT')")
    studio.find(".robot-button").click()
    studio.page.get_by_role("tab", name="Click joints together").click()
    studio.press("A turn")
    studio.press("Derive")
    studio.until("document.querySelector('.index').children.length === 5")


def test_a_mistake_in_the_text_is_told_at_its_place(studio: Opened) -> None:
    studio.read("rttrr")
    studio.page.get_by_role("tab", name="Text").click()
    area = studio.find(".paper textarea")
    wrong = area.input_value().replace('"z"', '"w"', 1)
    area.fill(wrong)
    marked = int(studio.text(".gutter .mark"))
    assert '"w"' in wrong.splitlines()[marked - 1]
    area.fill(wrong.replace('"w"', '"z"'))
    studio.until("!document.querySelector('.editor').classList.contains('wrong')")


def test_a_link_is_the_robot_and_what_is_seen_of_it(studio: Opened) -> None:
    studio.read("scara", "matrices")
    studio.page.get_by_text("Principal axes", exact=True).click()
    studio.find(".banner:not([hidden])")
    told, link = studio.text(".summary").split(",")[0], studio.page.url
    assert "#v1." in link
    studio.page.goto("about:blank")
    studio.page.goto(link)
    studio.find(".banner:not([hidden])")
    assert studio.text(".summary").split(",")[0] == told


def test_tags_and_scripts_in_every_field_of_a_description_stay_text(studio: Opened) -> None:
    studio.page.on("dialog", lambda dialog: studio.complaints.append(dialog.message))
    joints = 'joint = [{ kind = "R", axis = "z" }]\ntool = { offset = ["l1", 0, 0] }\n'
    fields = "".join(f"{field} = '{TAGS}'\n" for field in ("name", "source", "description"))
    studio.describe(text=fields + joints)
    studio.until("document.querySelector('.failure')?.textContent.includes('<script>')")
    studio.describe(text=fields.partition("\n")[2] + joints)
    studio.until("document.querySelector('.read')?.dataset.ready === 'tau'")
    studio.page.get_by_role("tab", name="Joints").click()
    studio.find(".joint-row")
    assert studio.page.locator("img, script:not([src])").count() == 0


FIELDS = ":is(textarea, input[type=text], input[type=search]):visible"
MOST_FIELDS = 4
"""Of a kind beside each other, such as the rows of numbers."""


def fill_with_tags(studio: Opened, within: str) -> int:
    """Tags and scripts into what can be typed into, and Enter; how many fields there were."""
    fields = studio.page.locator(f"{within} {FIELDS}")
    fields.first.wait_for()
    count = min(fields.count(), MOST_FIELDS)
    for k in range(count):
        fields.nth(k).fill(TAGS)
        fields.nth(k).press("Enter")
    return count


@pytest.mark.prove
def test_tags_and_scripts_in_every_field_of_the_page_stay_text(studio: Opened) -> None:
    studio.page.on("dialog", lambda dialog: studio.complaints.append(dialog.message))
    studio.read("planar2r")
    filled = fill_with_tags(studio, ".work")
    for tab in ("Numbers", "Text"):
        studio.page.get_by_role("tab", name=tab).click()
        filled += fill_with_tags(studio, ".describe")
    studio.find(".editor.wrong")
    for tab in ("Library", "Type it", "File or CAD text"):
        studio.find(".robot-button").click()
        studio.page.get_by_role("tab", name=tab).click()
        filled += fill_with_tags(studio, "dialog")
        if tab == "File or CAD text":
            for name in ("Read as a robot", "Take as CAD numbers"):
                studio.press(name)
                studio.until("document.querySelector('dialog .failure').textContent.length > 0")
        studio.press("Close")
    studio.press("Judge")
    filled += fill_with_tags(studio, ".judge")
    studio.press("Check against Planar 2R")
    studio.find(".judge .result :is(.failure, .verdict-head)")
    assert filled >= 8
    assert studio.page.locator("img[src=x], script:not([src])").count() == 0
    studio.read("rttrr")


def test_a_urdf_dropped_on_the_page_is_its_robot(studio: Opened, tmp_path: Path) -> None:
    studio.read("rttrr")
    studio.drop("dropped.urdf", URDF)
    studio.until("document.title.startsWith('dropped')")
    (tmp_path / "dropped.urdf").write_text(URDF)
    terms = sum(torsor.derive(tmp_path / "dropped.urdf").terms)
    studio.until(f"document.querySelector('.summary').textContent.startsWith('{terms} terms')")
    studio.find(".see[aria-busy=false] canvas")
    studio.drop("wrong.urdf", URDF.replace("</robot>", ""))
    studio.until("document.querySelector('.toast.failed')?.textContent.includes('wrong.urdf: ')")


def test_what_is_done_is_told_only_until_the_equations_are_there(studio: Opened) -> None:
    held: list[Any] = []

    def hold(route: Any) -> None:
        if '"ask":"scene"' in (route.request.post_data or ""):
            held.append(route)
        else:
            route.continue_()

    studio.page.route("**/ask", hold)
    studio.read("rttrr")
    studio.find(".see[aria-busy=true]")
    while not held:
        studio.page.wait_for_timeout(30)
    studio.until("!document.querySelector('.progress .says').textContent")
    held.pop().continue_()
    studio.find(".see[aria-busy=false] canvas")


@pytest.fixture
def narrow_and_dark(browser: object, address: str) -> Iterator[Opened]:
    page = Opened(browser, address, width=390, dark=True)
    yield page
    page.close()


def test_a_phone_shows_one_pane_at_a_time_and_none_is_wider_than_it(
    narrow_and_dark: Opened,
) -> None:
    phone = narrow_and_dark.read("rttrr")
    for pane in ("Read", "Robot", "Judge", "Move"):
        phone.page.get_by_role("navigation", name="Panes").get_by_role("button", name=pane).click()
        phone.page.wait_for_timeout(200)
        assert phone.page.evaluate("document.documentElement.scrollWidth") <= 390, pane
        if AXE.is_file():
            assert phone.barriers() == [], pane


def test_the_keyboard_alone_leads_from_describing_to_where_a_term_comes_from(
    studio: Opened,
) -> None:
    studio.read("rttrr")
    keys = studio.page.keyboard
    studio.page.evaluate("document.querySelector('.robot-button').focus()")
    keys.press("Enter")
    studio.find("dialog[open]")
    keys.type("planar")
    keys.press("Tab")
    keys.press("Enter")
    studio.until("document.title.startsWith('Planar 2R')")
    studio.find("article.equation .run")
    studio.until("document.querySelector('.read')?.dataset.ready === 'tau'")
    for _ in range(120):
        keys.press("Tab")
        if studio.page.evaluate("document.activeElement.classList.contains('run')"):
            break
    before = studio.page.evaluate("document.activeElement.ariaLabel")
    keys.press("ArrowRight")
    assert studio.page.evaluate("document.activeElement.ariaLabel") != before
    keys.press("Enter")
    assert "brought by" in studio.text(".drawer .says")
    keys.press("Escape")
    assert studio.page.evaluate("document.activeElement.classList.contains('run')")


def test_nobody_is_shut_out(studio: Opened) -> None:
    if not AXE.is_file():
        pytest.skip("axe-core comes with web/node_modules: make web")
    studio.read("rttrr")
    assert studio.barriers() == []
    studio.find(".run[role=button]").click()
    studio.find(".drawer .says")
    assert studio.barriers() == []
    studio.page.keyboard.press("Escape")
    studio.find(".robot-button").click()
    assert studio.barriers() == []
