"""``torsor report``: one command, one file; anything wrong is one sentence and leaves nothing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import perf_counter

import pytest


@pytest.mark.parametrize("robot", ["rttrr", "trtrr", "3r", "scara", "rv1a", "rv1a-paper"])
def test_each_paper_is_one_command(torsor, robot: str, tmp_path: Path) -> None:
    path = tmp_path / "report.pdf"
    start = perf_counter()
    answer = torsor("report", robot, "-o", path)
    assert answer.status == 0, answer.err
    assert perf_counter() - start < 30  # ten seconds on a machine of its own
    assert path.read_bytes().startswith(b"%PDF")
    assert answer.err == f"wrote {path}\n"
    assert [p.name for p in tmp_path.iterdir()] == ["report.pdf"]


def test_sections_title_author_and_notation(torsor, tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    answer = torsor(
        "report", "scara", "--sections", "forces, symbols", "--title", "A <title>",
        "--author", "N. N.", "--notation", "standard", "--shorter", "sums", "-o", path,
    )  # fmt: skip
    assert answer.status == 0, answer.err
    text = path.read_text("utf-8")
    assert "<h1>A &lt;title&gt;</h1>" in text
    assert "N. N." in text
    assert text.count("<h2 id=") == 2
    assert "τ" in text


def test_hypotheses_payload_and_drives_reach_the_report(torsor, tmp_path: Path) -> None:
    path = tmp_path / "a.md"
    arguments = ("--sections", "robot,hypotheses,symbols", "-o", path)
    answer = torsor(
        "report", "planar2r", "--assume", "point_masses", "--payload", "body", "--with",
        "friction", *arguments,
    )  # fmt: skip
    assert answer.status == 0, answer.err
    text = path.read_text("utf-8")
    assert "every link is a point mass" in text
    assert "a body carried by the tool" in text
    assert "viscous friction of joint 1" in text


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("rttrr", "-o", "x.doc"), "ends in .pdf, .typ, .tex, .html, .md, .docx"),
        (("rttrr", "-o", "x"), "ends in .pdf"),
        (("rttrr", "-o", "no/such/folder/x.pdf"), "there is no such directory"),
        (("rttrr", "-o", "folder.pdf"), "it is a directory"),
        (("rttrr", "--sections", "force", "-o", "x.pdf"), "did you mean 'forces'"),
        (("rttrr", "--pages", "0", "-o", "x.pdf"), "expected 1 to 100"),
        (("rttrr", "--shorter", "sum", "-o", "x.pdf"), "did you mean 'sums'"),
        (("rttrr", "--notation", "rttr", "-o", "x.pdf"), "did you mean 'rttrr'"),
        (("rttrr", "--method", "euler", "-o", "x.pdf"), "the method 'euler' is unknown"),
        (("rttrr", "--sections", "simulation", "-o", "x.pdf"), "needs a scenario"),
        (("rttrr", "--simulate", "none.toml", "-o", "x.pdf"), "none.toml"),
        (("rttr", "-o", "x.pdf"), "no robot is called 'rttr'"),
        (("rttrr",), "--output"),
    ],
)
def test_what_is_wrong_is_one_sentence_and_leaves_nothing(
    torsor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...], said: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "folder.pdf").mkdir()
    assert said in torsor("report", *arguments).complaint
    assert [path.name for path in tmp_path.iterdir()] == ["folder.pdf"]


def test_an_old_file_stays_when_the_new_one_cannot_be_made(torsor, tmp_path: Path) -> None:
    path = tmp_path / "x.pdf"
    path.write_text("old")
    assert torsor("report", "rttrr", "--simulate", tmp_path / "none.toml", "-o", path).status == 2
    assert path.read_text() == "old"


def test_without_typst_a_pdf_names_the_extra_and_the_others_are_written(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['typst'] = None\n"
        "from torsor.cli.main import run\n"
        "sys.exit(run(sys.argv[1:]))"
    )

    def command(name: str) -> subprocess.CompletedProcess[str]:
        call = [sys.executable, "-c", code, "report", "planar2r", "--sections", "robot", "-o", name]
        return subprocess.run(call, cwd=tmp_path, capture_output=True, text=True, check=False)

    done = command("a.pdf")
    assert done.returncode == 2
    assert "pip install 'torsor[report]'" in done.stderr
    assert not list(tmp_path.iterdir())
    for name in ("a.html", "a.tex", "a.md", "a.typ"):
        assert command(name).returncode == 0
    assert (tmp_path / "a.tex").exists()


def test_equations_alone_are_written_in_typst(torsor) -> None:
    answer = torsor("derive", "scara", "--format", "typst")
    assert answer.status == 0
    assert "$ T_(1) &= " in answer.out
