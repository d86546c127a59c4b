"""The command line, run in this process: its exit status, what it prints and what it complains."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from torsor.cli.main import run


@dataclass(frozen=True)
class Answer:
    """What a command gave back."""

    status: int
    out: str
    err: str

    @property
    def data(self) -> Any:
        """The JSON on standard output, read strictly."""
        assert self.status == 0, self.err

        def refuse(constant: str) -> Any:
            raise AssertionError(f"{constant} is no JSON")

        return json.loads(self.out, parse_constant=refuse)

    @property
    def complaint(self) -> str:
        """The one sentence of a command that was given something wrong."""
        assert self.status == 2, (self.out, self.err)
        assert self.out == ""
        assert self.err.startswith("torsor: ")
        assert self.err.endswith("\n")
        assert len(self.err.splitlines()) == 1
        assert self.err.removesuffix("\n").isprintable()
        assert "Traceback" not in self.err
        return self.err.removeprefix("torsor: ").removesuffix("\n")


Command = Callable[..., Answer]


@pytest.fixture
def torsor(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run ``torsor`` with these arguments on a terminal of 100 columns."""
    monkeypatch.setenv("COLUMNS", "100")

    def command(*arguments: object) -> Answer:
        capsys.readouterr()
        status = run([str(a) for a in arguments])
        captured = capsys.readouterr()
        return Answer(status, captured.out, captured.err)

    return command
