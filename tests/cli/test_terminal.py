"""A file's text on a terminal and in documents: it is seen, and steers nothing."""

from __future__ import annotations

import json
from html.parser import HTMLParser
from importlib import resources
from pathlib import Path

import pytest

from torsor.errors import UNSEEN, visible

STEERING = "\x1b]0;owned\x07\x1b[2J\x9b31m\u202e\u2066\r\x08\x7f"
TRICKS = (
    "<script>alert(1)</script> <img src=x onerror=y> \\input{/etc/passwd} \\end{document} ^^5cx "
    '#eval("1") #image("x") ![x](http://e) [a](javascript:x) --> ]]> */ $x$ %n'
)
MOTORS = f"name,rated_torque,peak_torque,rated_speed,max_speed\nA{STEERING}B,5,15,3000,6000\n"
PUMA = Path(__file__).parents[2] / "examples" / "scenarios" / "puma_cycle.toml"


def test_every_control_and_every_unseen_character_is_known() -> None:
    assert visible(STEERING).strip("?]0;owned[2J31m") == ""
    assert visible("α₁ · q̇ — é\u00a0\t\n中 😀") == "α₁ · q̇ — é\u00a0\t\n中 😀"
    for code in [*range(32), *range(127, 160)]:
        assert visible(chr(code)) == (chr(code) if chr(code) in "\t\n" else "?")


def test_a_motors_name_does_not_reach_the_terminal(torsor, tmp_path: Path) -> None:
    (tmp_path / "motors.csv").write_text(MOTORS.replace("\r", ""), "utf-8")
    words = ("actuators", "puma560", PUMA, "--motors", tmp_path / "motors.csv")
    found = torsor(*words)
    assert found.status == 0
    assert "A?]0;owned" in found.out
    assert not UNSEEN.search(found.out)
    found = torsor(*words, "--json")
    assert not UNSEEN.search(found.out)
    name = json.loads(found.out)["coordinates"][0]["ranking"][0]["motor"]
    assert name == f"A{STEERING}B".replace("\r", "")  # lossless, as escapes


def hostile_paper(tmp_path: Path) -> Path:
    text = (resources.files("torsor.library") / "papers" / "scara.toml").read_text("utf-8")
    bad = json.dumps(TRICKS + STEERING)
    lines = text.splitlines()
    lines[0], lines[1] = f"title = {bad}", f"source = {bad}"
    lines = [f"label = {bad}" if line.startswith("label") else line for line in lines]
    file = tmp_path / "paper.toml"
    file.write_text("\n".join(lines).replace("\\u007f", "").replace("\x7f", ""), "utf-8")
    return file


class Tags(HTMLParser):
    """The elements of a page with their attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))


def harmless(text: str, suffix: str) -> None:
    """No unseen character, and none of the tricks as markup."""
    assert not UNSEEN.search(text)
    if suffix == "html":
        page = Tags()
        page.feed(text)
        assert not {"script", "iframe"} & {tag for tag, _ in page.seen}
        assert not any(name.startswith("on") for _, found in page.seen for name in found)
    if suffix in ("md", "markdown"):
        assert "<script" not in text.replace("\\<script", "")
        assert "](javascript" not in text.replace("\\](javascript", "")
    if suffix in ("tex", "latex"):
        body = "\n".join(line.partition("%")[0] for line in text.replace("\\%", "").splitlines())
        assert "\\input{/" not in body
        assert body.count("\\end{document}") <= 1
        assert "^^" not in body


@pytest.mark.parametrize("format", ["text", "markdown", "latex", "html"])
def test_a_papers_texts_steer_nothing(torsor, format: str, tmp_path: Path) -> None:
    words = ("check", hostile_paper(tmp_path), "--format", format)
    found = torsor(*words)
    assert found.status == 0, found.err
    assert "alert" in found.out
    harmless(found.out, format)
    if format == "html":
        assert torsor(*words, "-o", tmp_path / "out.html").status == 0
        harmless((tmp_path / "out.html").read_text("utf-8"), format)


ARM = f"""
name = "A"
source = {json.dumps(TRICKS)}
description = {json.dumps(TRICKS)}
notes = [{json.dumps(TRICKS)}]
ets = "Rz(q1) tx(l1)"
"""


@pytest.mark.parametrize("suffix", ["html", "md", "tex", "typ"])
def test_a_reports_texts_steer_nothing(torsor, suffix: str, tmp_path: Path) -> None:
    (tmp_path / "arm.toml").write_text(ARM, "utf-8")
    bad = TRICKS + STEERING
    out = tmp_path / f"report.{suffix}"
    words = ("--sections", "robot,hypotheses", "--author", bad, "--title", bad, "-o", out)
    found = torsor("report", tmp_path / "arm.toml", *words)
    assert found.status == 0, found.err
    text = out.read_text("utf-8")
    assert "alert" in text
    harmless(text, suffix)
    if suffix == "typ":
        typst = pytest.importorskip("typst")
        outside = "".join(text.split('"')[::2])  # what is in a string is a string
        assert "#eval(" not in outside.replace("\\#eval(", "")
        assert typst.compile(text.encode(), format="pdf")


def test_messages_that_quote_steer_nothing(torsor, tmp_path: Path) -> None:
    file = tmp_path / "table.csv"
    file.write_text(f"t,{STEERING.strip()}\n0,1\n", "utf-8")
    assert torsor("draw", "planar2r", "--motion", file, "-o", tmp_path / "a.html").complaint
    assert torsor("show", f"Rz({STEERING})").complaint
    assert torsor("eval", "planar2r", "--set", f"{STEERING}=1").complaint
