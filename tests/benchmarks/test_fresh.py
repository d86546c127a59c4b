"""What the benchmarks call deriving is deriving: no module is imported while the clock runs."""

from __future__ import annotations

import sys
from importlib import import_module

import pytest
from benchmarks.fresh import MeasurementError, ask, clocked, import_seconds

UNUSED = "this"  # a module of Python that nobody else imports


def test_a_module_that_is_imported_late_fails_the_measurement(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delitem(sys.modules, UNUSED, raising=False)
    with pytest.raises(MeasurementError, match="this imported while the clock ran"):
        clocked(lambda: import_module(UNUSED))
    assert clocked(lambda: import_module(UNUSED))[1] < 1
    assert import_seconds([UNUSED]) < 1
    assert "Zen" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [("ours", "iiwa", "1"), ("measure_tensor_form", "ours", "puma560")], ids=str
)
def test_imports_are_measured_apart_from_deriving(arguments: tuple[str, ...]) -> None:
    found = ask(*arguments, timeout=60)
    assert min(found["imports"], found["seconds"], found["again"]) > 0
