"""``torsor derive`` for somebody's paper: LaTeX laid out, Word documents, and what is refused."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from tests.document.reading_word import body, pandoc


def test_numbered_latex_in_two_columns_is_checked_as_it_stands(torsor, tmp_path: Path) -> None:
    file = tmp_path / "paper.tex"
    options = ("--columns", "2", "--labels", "eq", "--no-headings", "-o", file)
    made = torsor("derive", "scara", "--form", "matrices", "--format", "latex", *options)
    assert made.status == 0, made.err
    text = file.read_text("utf-8")
    assert "% Needs: \\usepackage{amsmath}\n" in text
    assert "\\label{eq:M-1-1}" in text
    assert "\\subsection" not in text
    judged = torsor("check", file, "--strict")
    assert judged.status == 0
    assert "30 of 30 equations are right" in judged.out


def test_bare_latex_is_nothing_but_latex(torsor) -> None:
    found = torsor("derive", "planar2r", "--format", "latex", "--bare", "--width", "88mm")
    assert found.status == 0
    assert "%" not in found.out


def test_standalone_latex_is_laid_out_too(torsor) -> None:
    found = torsor("derive", "planar2r", "--format", "latex", "--standalone", "--numbered")
    assert "\\documentclass" in found.out
    assert "\\begin{align}" in found.out


@pytest.mark.parametrize("command", [("derive", "scara"), ("check", "scara"), ("verify", "scara")])
def test_word_documents_are_written(torsor, tmp_path: Path, command: tuple[str, str]) -> None:
    pandoc()
    file = tmp_path / "out.docx"
    made = torsor(*command, "--format", "docx", "-o", file)
    assert (made.status, made.out) == (0, "")
    text = body(file.read_bytes())
    assert "SCARA" in text or "Scara" in text
    assert "<m:oMath>" in text


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--format", "docx"), "-o FILE.docx is needed"),
        (("--format", "docx", "-o", "x.docx", "--numbered"), "--numbered needs --format latex"),
        (("--columns", "2"), "--columns needs --format latex or docx"),
        (("--format", "html", "--no-headings"), "--no-headings needs --format latex or docx"),
        (("--format", "latex", "--columns", "3"), "--columns is a whole number from 0 to 2"),
        (("--format", "latex", "--width", "252"), "--width '252': expected a length such as 252pt"),
        (("--format", "latex", "--labels", "a b"), "--labels 'a b': expected letters"),
        (("--format", "latex", "--columns", "2", "--width", "9cm"), "exclude each other"),
    ],
)
def test_what_cannot_be_is_one_sentence(
    torsor,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    options: tuple[str, ...],
    said: str,
) -> None:
    if "docx" in options:
        monkeypatch.setattr("torsor.document.writers.word.find_pandoc", lambda: "pandoc")
    monkeypatch.chdir(tmp_path)
    assert said in torsor("derive", "planar2r", *options).complaint
    assert not list(tmp_path.iterdir())


def test_without_pandoc_the_sentence_comes_before_the_work(
    torsor, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda *_, **__: None)
    monkeypatch.setitem(sys.modules, "pypandoc", None)
    file = tmp_path / "x.docx"
    said = torsor("derive", "planar2r", "--format", "docx", "-o", file).complaint
    assert "pip install 'torsor[word]'" in said
    assert not file.exists()
