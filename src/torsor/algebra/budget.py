"""How much exact arithmetic may take, counted before FLINT is asked for it.

FLINT can neither be interrupted nor survive when memory ends, so what an operation can become at
most is known beforehand: a product of n and m terms has n m terms or fewer. One unit is a byte to
be written, that is a term's exponents and coefficient, and takes less than a nanosecond.

    with budget(20):            # twenty gigabytes, for all that happens inside
        model = torsor.derive(robot)
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING

from torsor.errors import TooLargeError, TorsorError, shown

if TYPE_CHECKING:
    from flint import fmpq_mpoly

GIGABYTE = 1_000_000_000

LIMIT = 12.0
"""Gigabytes that a derivation may write in all, on the way and at its end: some five seconds."""

WHOLE = 14.0
"""Gigabytes for a command or a certificate, which may derive several times."""

SHARE = 20
"""No single expression may take more than this part of the whole: it stands in memory."""

MEMORY = 1.5
"""Gigabytes by which the process may grow meanwhile, for the usual limit."""

LOOK = 100_000_000
"""After so many units the memory of the process is looked at."""

SMALL = 10_000
"""What no limit is asked about: most sums and products."""

READING = 30_000
"""What a term costs that is taken out of FLINT, to be printed or moved: time, and memory."""

HIGHEST, MOST = 1000, 2_000_000
"""Powers above the highest, or of more terms than the most, are refused."""

PRODUCT = "a product of {} by {} terms in {} symbols"
SUM = "a sum of {} terms in {} symbols"
READ = "{} terms to be written"
"""What may grow too large, in words, with its counts."""


PAGE = os.sysconf("SC_PAGE_SIZE") if hasattr(os, "sysconf") else 4096


def peak() -> float:
    """The most bytes that the process has had, if the system tells."""
    try:
        from resource import RUSAGE_SELF, getrusage
    except ImportError:  # Windows, or a browser
        return 0.0
    return getrusage(RUSAGE_SELF).ru_maxrss * (1 if sys.platform == "darwin" else 1024)


def memory() -> float:
    """The bytes of memory that the process has now; its peak where the system tells only that."""
    try:
        with open("/proc/self/statm", "rb") as file:  # noqa: PTH123 - quicker
            return int(file.read().split()[1]) * PAGE
    except (OSError, IndexError, ValueError):
        return float(peak())


PROGRAM = "a program of"
ADVICE = {
    False: "give numbers for some symbols, or use the robot's recursion, which needs no closed "
    "form: torsor.compile for numbers, 'torsor code' for source",
    True: "give numbers for some symbols, or ask for single functions",
}
"""What to do instead, by whether it is a program that is too large."""


@dataclass
class Budget:
    """What may be spent, what was, and the budget around this one."""

    limit: float
    spent: float = 0.0
    outer: Budget | None = None
    looked: float = 0.0
    before: float = field(default_factory=memory)

    def look(self, what: str, *counts: int) -> None:
        """Complain if memory ends: what is held is more than what an operation writes."""
        self.looked = self.spent
        if memory() - self.before > MEMORY * GIGABYTE * max(1.0, self.limit / GIGABYTE / LIMIT):
            raise too_large(what, *counts)


_current: ContextVar[Budget | None] = ContextVar("budget", default=None)


def usual(gigabytes: float = LIMIT) -> float:
    """The limit where none is given; ``TORSOR_LIMIT`` in the environment raises or lowers it."""
    text = os.environ.get("TORSOR_LIMIT", "")
    if not text:
        return gigabytes
    try:
        limit = float(text)
    except ValueError:
        limit = 0.0
    if not 0 < limit < inf:
        raise TorsorError(
            f"TORSOR_LIMIT is {shown(text)}; expected a number of gigabytes above zero"
        )
    return gigabytes * limit / LIMIT


@contextmanager
def budget(gigabytes: float | None = None) -> Iterator[Budget]:
    """Count what is spent inside; a budget inside another one also spends the other's.

    Without a number, the budget around it, or the usual limit where there is none.
    """
    outer = _current.get()
    if gigabytes is None and outer is not None:
        yield outer
        return
    limit = usual() if gigabytes is None else gigabytes
    if isinstance(limit, bool) or not isinstance(limit, (int, float)) or not limit > 0:
        raise TorsorError("the limit is a number of gigabytes above zero")
    with charged(Budget(limit * GIGABYTE, 0.0, outer)) as here:
        yield here


@contextmanager
def charged(here: Budget) -> Iterator[Budget]:
    """Charge this budget for what is spent inside: for work that is done in several goes."""
    token = _current.set(here)
    try:
        yield here
    finally:
        _current.reset(token)


def spend(units: float, what: str, *counts: int, held: bool = True) -> None:
    """Take from the budget, or complain that ``what`` (with its counts) would be too large.

    What is ``held`` stands in memory all at once, and may only be a share of the whole.
    """
    here = _current.get()
    if held and units > SMALL and units > _limit(here) / SHARE:
        raise too_large(what, *counts)
    while here is not None:
        here.spent += units
        if here.spent > here.limit:
            raise too_large(what, *counts)
        if here.spent - here.looked > LOOK:
            here.look(what, *counts)
        here = here.outer


def _limit(here: Budget | None) -> float:
    return usual() * GIGABYTE if here is None else here.limit


def left() -> float:
    """How many gigabytes are left to spend; the usual limit where none is counted."""
    here = _current.get()
    found = inf if here else usual() * GIGABYTE
    while here is not None:
        found = min(found, here.limit - here.spent)
        here = here.outer
    return max(found, 0.0) / GIGABYTE


def too_large(what: str, *counts: int) -> TooLargeError:
    """The sentence: what grew, and what to do."""
    grew = what.format(*(f"{count:,}" for count in counts))
    return TooLargeError(f"too large: {grew}; {ADVICE[PROGRAM in what]}")


MANY = 50
"""Of polynomials with as many terms more than the first coefficient is looked at."""


def width_of(poly: fmpq_mpoly) -> int:
    """About the bytes of a coefficient of the polynomial, of which some are seen."""
    count = len(poly)
    if not count:
        return 0
    seen = (0,) if count < MANY else (0, count // 3, count // 2, 2 * count // 3, count - 1)
    return max(int(poly.coefficient(i).height_bits()) for i in seen) // 2
