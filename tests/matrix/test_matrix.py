"""Every verb of the command line with every kind of robot: a true answer, or one sentence.

A cell that is refused is listed with its reason, so that neither a refusal nor an answer comes
unseen. ``TORSOR_PROVE=all`` (``make prove``) takes every option with every cell, compilers and
pages too; else methods, languages and options go with the kinds in turn.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from tests.cli.conftest import Command, torsor  # noqa: F401
from tests.matrix.refusals import refusal
from tests.matrix.robots import KINDS
from tests.matrix.verbs import SLOW, TAKES, VERBS, Case, RefusedError

ALL = os.environ.get("TORSOR_PROVE") == "all"
OPTIONS = {
    "": (),
    "friction": ("--with", "friction"),
    "rotors and springs": ("--with", "rotors", "--with", "springs"),
    "body": ("--payload", "body"),
    "wrench in base axes": ("--payload", "wrench-base"),
    "weight": ("--payload", "weight"),
    "unloaded": ("--payload", "none"),
}


def cells() -> list[tuple[str, str, str]]:
    """Kind, verb, options: all of them, or in turn."""
    found = []
    for i, kind in enumerate(KINDS):
        for j, verb in enumerate(VERBS):
            if not ALL and (verb in SLOW or (i + j) % IN_TURN.get(verb.split()[0], 1)):
                continue
            fit = [n for n, o in OPTIONS.items() if o and o[0] in TAKES[verb]]
            if not ALL:
                fit = fit[(i + j // 2) % len(fit) :][: (i + j) % 4 == 0] if fit else []
            found += [(kind, verb, option) for option in ("", *fit)]
    return found


IN_TURN = {"derive": 3, "code": 2}
"""Of forms and methods every third with a kind, of languages every second."""


@pytest.mark.parametrize(("kind", "verb", "options"), cells())
def test_a_true_answer_or_one_sentence(
    kind: str,
    verb: str,
    options: str,
    tmp_path: Path,
    torsor: Command,  # noqa: F811
) -> None:
    expected = refusal(kind, verb, options)
    case = Case(KINDS[kind], OPTIONS[options], tmp_path, torsor)
    try:
        VERBS[verb](case)
    except RefusedError as told:
        assert expected, str(told)
        assert re.search(expected, str(told)), str(told)
        assert "internal" not in str(told)
    else:
        assert not expected
    assert not list(tmp_path.glob(".torsor-*"))


def test_the_list_has_every_robot_that_can_be_shown(torsor: Command) -> None:  # noqa: F811
    names = [robot["name"] for robot in torsor("list", "--json").data["robots"]]
    assert {"puma560", "rv1a-paper", "scara"} <= set(names)
    for name in names:
        assert torsor("show", name, "--json").data["dof"] > 0
