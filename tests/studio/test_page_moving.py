"""The page moving, judging and giving files away, with the engine of this machine."""

import io
import re
import zipfile
from pathlib import Path

import numpy as np
from tests.studio.opened import MOST_NODES, Opened

import torsor


def figures(studio: Opened, selector: str) -> list[float]:
    """Numbers that are shown, without their units."""
    shown = studio.page.locator(selector).all_inner_texts()
    return [float(text.split()[0].replace("−", "-").rstrip("°")) for text in shown]


def test_sliders_give_the_forces_that_python_gives(studio: Opened) -> None:
    studio.open("#robot=puma560&mode=move")
    studio.find(".posture")
    studio.page.get_by_label("velocity of q₁").fill("0.7")
    studio.page.get_by_label("acceleration of q₂").fill("-1.2")
    studio.page.get_by_label("q₃", exact=True).fill("0.4")
    studio.until("document.querySelector('.facts')?.textContent.includes('J')")
    studio.page.wait_for_timeout(400)
    q = [
        float(one)
        for one in studio.page.locator(".slide input").evaluate_all("l => l.map(i => i.value)")
    ]
    dq, ddq = [0.7, 0, 0, 0, 0, 0], [0, -1.2, 0, 0, 0, 0]
    arm = torsor.compile(
        "puma560", {name: float(x) for name, x in torsor.load("puma560").numbers.items()}
    )
    expected = arm.inverse_dynamics(np.array(q), np.array(dq), np.array(ddq))
    np.testing.assert_allclose(figures(studio, ".tau"), expected, rtol=6e-3, atol=1e-5)


def test_a_free_fall_in_the_page_keeps_its_energy(studio: Opened) -> None:
    studio.open("#robot=puma560&mode=move")
    studio.find(".posture")
    studio.press("Free fall")
    studio.press("Let it fall")
    studio.find(".chart-box .energy")
    drift = re.search(r"kept to ([\d.]+)e−(\d+) of", studio.text(".told"))
    assert drift and int(drift.group(2)) >= 7, studio.text(".told")
    assert studio.find(".see .time-bar").is_visible()


def test_the_tool_is_dragged_and_the_joints_follow(studio: Opened) -> None:
    studio.open("#robot=puma560&mode=move")
    studio.find(".posture")
    studio.page.wait_for_timeout(300)
    box = studio.find(".see canvas").bounding_box()
    before = figures(studio, ".slide .value")

    def is_tool(x: float, y: float) -> bool:
        studio.page.mouse.move(x, y)
        return bool(
            studio.page.evaluate("document.querySelector('.see canvas').style.cursor === 'move'")
        )

    spots = (
        (box["x"] + box["width"] * a / 40, box["y"] + box["height"] * b / 40)
        for b in range(38, 4, -1) for a in range(4, 36)
    )  # fmt: skip
    x, y = next(spot for spot in spots if is_tool(*spot))
    studio.page.mouse.down()
    studio.page.mouse.move(x + 20, y - 30, steps=4)
    studio.page.mouse.up()
    studio.page.wait_for_timeout(500)
    assert np.max(np.abs(np.subtract(figures(studio, ".slide .value"), before))) > 1


def test_a_robot_of_symbols_moves_with_examples_that_say_so(studio: Opened) -> None:
    studio.open("#robot=planar2r&mode=move")
    assert "not the robot's own" in studio.text(".ask-numbers p")
    studio.press("Fill with examples")
    studio.press("Motion")
    studio.press("Move it")
    studio.find(".chart-box .force")
    assert studio.page.locator(".chart-box .force").count() == 2


def take(studio: Opened, what: str) -> bytes:
    """A file, as it is saved."""
    studio.press("Take along")
    with studio.page.expect_download() as started:
        studio.find(f"[data-what={what}]").click()
    studio.page.keyboard.press("Escape")
    return bytes(started.value.path().read_bytes())


def test_a_planted_misprint_is_found_at_its_term(studio: Opened) -> None:
    studio.read("planar2r")
    printed = take(studio, "latex").decode()
    studio.press("Judge")
    studio.find(".judged-text").fill(printed.replace("m_{2}", "m_{1}", 1))
    studio.press("Check against Planar 2R")
    assert re.search(r"1\s+with slips", studio.text(".counts"))
    assert studio.find(".judged-term.wrong .slip")
    studio.press("Back to the text")
    studio.find(".judged-text").fill(printed)
    studio.press("Check against Planar 2R")
    studio.until("/\\b0\\s+with slips/.test(document.querySelector('.counts')?.innerText)")


def test_a_paper_is_judged_beside_its_robot(studio: Opened) -> None:
    studio.open("#robot=planar2r&mode=judge")
    studio.find("[data-paper]:has-text('SCARA'), [data-paper]:has-text('Scara')").click()
    studio.find(".verdict-head")
    assert studio.page.locator(".finding").count() > 3
    assert studio.nodes() <= MOST_NODES
    studio.until("document.title.startsWith('SCARA')")


def test_files_are_taken_along(studio: Opened, tmp_path: Path) -> None:
    studio.read("rttrr")
    described = tmp_path / "rttrr.toml"
    described.write_bytes(take(studio, "toml"))
    assert torsor.derive(described).terms == torsor.derive("rttrr").terms
    with zipfile.ZipFile(io.BytesIO(take(studio, "c"))) as folder:
        assert any(name.endswith(".c") for name in folder.namelist())
    assert take(studio, "picture").startswith(b"\x89PNG")
    assert take(studio, "latex").startswith(b"\\")
