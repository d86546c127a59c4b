"""Every way in, as a function of one text; what any of them may answer is judged in one place."""

from __future__ import annotations

import contextlib
import os
import signal
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from torsor import Ring, Robot, TorsorError, load
from torsor.algebra.angles import angle_of
from torsor.algebra.formula import formula
from torsor.algebra.scalars.formulas import FormulaScalars
from torsor.algebra.scalars.ring import RingScalars
from torsor.formats.ets import read_ets, write_ets
from torsor.formats.toml.reader import read_toml, write_toml
from torsor.mechanics.chain import chain_of
from torsor.robot import hypotheses
from torsor.robot.symbols import formulas, robot_ring

ALL = os.environ.get("TORSOR_FUZZ") == "all"
"""Whether ``make fuzz`` asked for the many inputs."""

SECONDS = 8.0
"""No input may keep a reader busy for longer."""


def expression(text: str) -> None:
    """A text expression: read, printed, read again, taken as an angle, put into a ring."""
    read = formula(text)
    assert formula(str(read)) == read
    names = set(read.names())
    ring = Ring(sorted(names), sorted(names), roots=(2, 3))
    with contextlib.suppress(TorsorError):
        angle_of(read)
        FormulaScalars().sin_cos(read)
    value = RingScalars(ring).value(read)
    with contextlib.suppress(TorsorError):
        ring.number(1) * value == ring.parse(str(read))  # noqa: B015


def sequence(text: str) -> None:
    """An elementary transform sequence: read, and written both ways."""
    robot = read_ets(text)
    written = write_ets(robot)
    assert read_ets(written).structure == robot.structure
    assert read_toml(write_toml(robot)) == robot
    over_a_ring(robot)


def table(text: str) -> None:
    """A TOML file's text: read, written, read again."""
    robot = read_toml(text)
    assert read_toml(write_toml(robot)) == robot
    over_a_ring(robot)


def file(text: str) -> None:
    """The same text in a file of its own, with whatever bytes it has."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "robot.toml"
        path.write_bytes(text.encode("utf-8", "surrogateescape"))
        load(path)


ROBOT = load(
    {
        "joint": [
            {"kind": "R", "axis": "z", "offset": ["l1", "1/l2", 0], "rotation": "Rx(alpha)"},
            {"kind": "T", "axis": "x", "link": {"mass": "rho*sin(beta)"}},
        ]
    }
)


def hypothesis(text: str) -> None:
    """A simplifying hypothesis about a small robot."""
    assumed = hypotheses.assume(ROBOT, text)
    with contextlib.suppress(TorsorError):
        over_a_ring(assumed)


def name(text: str) -> None:
    """Anything a user may hand to ``load`` that is no path."""
    if os.sep not in text and not text.endswith(".toml"):
        load(text)


def over_a_ring(robot: Robot) -> None:
    """The robot as the derivations see it, where that is not a long way."""
    assumed = robot
    if sum(f.size for f in formulas(assumed)) < 500 and len(assumed.joints) < 12:
        with contextlib.suppress(TorsorError):
            chain_of(assumed, RingScalars(robot_ring(assumed)))


READERS: dict[str, Callable[[str], None]] = {
    reader.__name__: reader for reader in (expression, sequence, table, file, hypothesis, name)
}


class TooSlow(Exception):  # noqa: N818 - a verdict, not an error of Torsor's
    """Raised in the midst of a reader that does not come back."""


@contextlib.contextmanager
def _limited(seconds: float) -> Iterator[None]:
    def stop(*_: Any) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


def judged(reader: str, text: str) -> str:
    """What is wrong with a reader's answer to a text; nothing if it is as it should be."""
    start = time.process_time()
    try:
        with _limited(4 * SECONDS):
            READERS[reader](text)
    except TorsorError as error:
        message = str(error)
        if not message.isprintable():
            return f"a message that is not one printable line: {message!r}"
        if not message or len(message) > 700:
            return f"a message of {len(message)} characters"
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    took = time.process_time() - start
    return f"{took:.1f} s" if took > SECONDS else ""
