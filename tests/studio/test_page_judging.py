"""A verdict in the page: on which robot it is, and what leads on from it."""

import re

from tests.studio.opened import Opened

from torsor.studio.answering import answer
from torsor.studio.kept import Kept

MISPRINTED = r"""
\[ \tau_2 = (m_2 r_{x2}^2 + I_{zz2}) (\ddot q_1 + \ddot q_2) + m_2 l_1 r_{x2} \cos q_2 \ddot q_1
  + m_2 l_1 r_{x2} \cos q_2 \dot q_1^2 + m_2 g r_{x2} \cos(q_1 + q_2) \]
"""
"""A cosine stands in the second line where a sine belongs."""


def printed(robot: str) -> str:
    """A robot's driving forces in LaTeX, as an author prints them."""
    taken = answer("take", {"robot": {"text": robot}, "what": "latex"}, Kept())["text"]
    return re.sub(r"(?m)^%.*\n", "", taken)


def test_a_verdict_tells_its_robot_and_is_made_anew_for_another(studio: Opened) -> None:
    studio.open("#robot=planar2r&mode=judge")
    studio.find(".judged-text").fill(printed("cartesian"))
    studio.press("Check against Planar 2R")
    assert studio.text(".verdict-head h2").startswith("Checked against Planar 2R")
    assert "the text has 3 driving forces, Planar 2R has 2" in studio.text(".doubt")
    studio.find(".robot-button").click()
    studio.find("[data-robot=cartesian]").click()
    studio.find(".result.stale")
    again = studio.find(".stale-verdict button:has-text('Check against Cartesian')")
    assert "This verdict is on Planar 2R" in studio.text(".stale-verdict")
    again.click()
    studio.find(".verdict-head h2:has-text('Checked against Cartesian')")
    assert studio.page.locator(".stale-verdict").is_hidden()
    assert studio.page.locator(".doubt, .finding").count() == 0


def test_a_slip_leads_to_its_place_in_the_text_and_to_the_derivation(studio: Opened) -> None:
    studio.open("#robot=planar2r&mode=judge")
    studio.find(".judged-text").fill(MISPRINTED)
    studio.press("Check against Planar 2R")
    studio.press("Why the derived term")
    assert "brought by" in studio.text(".origins .says")
    studio.press("Show in the text")
    marked = studio.page.evaluate(
        "(() => { const t = document.activeElement;"
        " return t.value.slice(t.selectionStart, t.selectionEnd); })()"
    )
    assert marked == r"m_2 l_1 r_{x2} \cos q_2 \dot q_1^2"
