"""A batch cut among the cores: whoever works on it holds it, and it ends when nobody does.

A job is a row of words in memory that every worker knows: which piece is next, how many are at
work, the first row that failed. Taking pieces, counting and waiting are machine code, so that no
signal handler can come between: an interrupted batch stops taking pieces, and the call is left
when the last worker has come out.
"""

from __future__ import annotations

import ctypes
import os
import threading
from collections.abc import Callable, Sequence
from functools import lru_cache
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, NamedTuple

from torsor.program.jit import cache
from torsor.program.jit.machine import Loaded, machine, object_code
from torsor.program.jit.writing.assembly import Writer
from torsor.program.jit.writing.signature import BATCH, FINISH, SHARE

if TYPE_CHECKING:
    from torsor.program.jit.kernel import Kernel

PIECE = 32768
"""How many states are done in one go at most: a signal waits for as long as that takes."""

WORDS = ("next", "count", "piece", "running", "failed", "batch", "constants", "out", "out_row",
         "inputs")  # fmt: skip
"""The words of a job; after them, for each input, its place and the bytes of a row."""

ALL = 1 << 62


class Job:
    """A batch and all that it touches. Pieces are taken in order, by whoever is free."""

    def __init__(
        self,
        kernel: Kernel,
        rows: Sequence[tuple[int, int]],
        out: tuple[int, int],
        count: int,
        piece: int,
        *held: Any,
    ) -> None:
        """``rows`` and ``out`` are places with the bytes of a row, in the arrays ``held``."""
        self.held: tuple[Any, ...] = (kernel, *held)
        words = {"next": 0, "count": count, "piece": piece, "running": 0, "failed": count}
        words |= {"batch": kernel.address, "constants": kernel.constants}
        words |= {"out": out[0], "out_row": out[1], "inputs": len(rows)}
        flat = [words[w] for w in WORDS] + [word for row in rows for word in row]
        self.words = (ctypes.c_int64 * len(flat))(*flat)
        self.place = ctypes.addressof(self.words)


class _Crew:
    """Threads that wait for jobs."""

    def __init__(self) -> None:
        self.jobs: SimpleQueue[Job] = SimpleQueue()
        self.size = 0

    def help(self, job: Job, hands: int) -> None:
        """Have so many threads work on a job, if threads can be had."""
        hands = min(hands, os.cpu_count() or 1)
        while self.size < hands:
            self.size += 1
            try:
                threading.Thread(target=_serve, args=(self.jobs,), daemon=True).start()
            except RuntimeError:  # no more threads: the caller works too, and alone if need be
                break
        for _ in range(hands):
            self.jobs.put(job)


def _serve(jobs: SimpleQueue[Job]) -> None:
    native = _native()
    while True:
        job = jobs.get()
        native.share(job.place, ALL)
        del job  # or it would be held until the next comes


_crew = _Crew()


def _forked() -> None:
    global _crew  # noqa: PLW0603
    _crew = _Crew()


if hasattr(os, "register_at_fork"):  # threads do not survive a fork
    os.register_at_fork(after_in_child=_forked)


def run_job(job: Job, hands: int) -> int:
    """Do a job with the help of so many others; the first row that failed, or the row count."""
    native, place = _native(), job.place
    share, finish = native.share, native.finish
    try:
        if hands:
            _crew.help(job, hands)
        while share(place, 1):
            pass
    finally:
        # One foreign call, and no other before it: no signal is heard until all have stopped.
        first = int(finish(place))
    job.held = ()  # those who come late find nothing to do and touch nothing
    return first


class _Native(NamedTuple):
    """The functions, and what holds them in memory."""

    share: Callable[..., Any]
    finish: Callable[..., Any]
    loaded: Loaded


@lru_cache(maxsize=1)
def _native() -> _Native:
    """Sharing and finishing, from the disk if they are there."""
    key = cache.key("parallel", machine(), cache.stamp_sources())
    entry = cache.read(key)
    if entry is None:
        entry = (
            {"arguments": [], "shape": [], "operations": {}, "constants": 0, "shapes": {}},
            object_code(write_parallel()),
        )
        cache.write(key, *entry)
    loaded = Loaded(entry[1])
    share, finish = (s.foreign(loaded.address(s.name)) for s in (SHARE, FINISH))
    return _Native(share, finish, loaded)


def write_parallel() -> str:
    """``share`` and ``finish``."""
    parts = ["declare i32 @sched_yield()", _share(), _finish(), "attributes #0 = { nounwind }"]
    return "\n".join(parts)


def _word(w: Writer, name: str) -> str:
    return w.place("i64", "%job", WORDS.index(name))


def _read(w: Writer, name: str, type_: str = "i64") -> str:
    return w.let(f"load {type_}, ptr {_word(w, name)}")


def _share() -> str:
    w = Writer("double", 1)
    word = {name: _word(w, name) for name in ("next", "running", "failed")}
    w.let(f"atomicrmw add ptr {word['running']}, i64 1 seq_cst")
    count, piece, inputs = (_read(w, name) for name in ("count", "piece", "inputs"))
    batch, constants, out = (_read(w, name, "ptr") for name in ("batch", "constants", "out"))
    out_row = _read(w, "out_row")
    places = w.let(f"alloca ptr, i64 {inputs}")
    w.say("br label %head")
    w.label("head")
    turn = w.let("phi i64 [ 0, %entry ], [ %turns, %done ]")
    w.say(f"%turns = add i64 {turn}, 1")
    w.say(f"br i1 {w.let(f'icmp slt i64 {turn}, %most')}, label %take, label %tired")
    w.label("take")
    start = w.let(f"atomicrmw add ptr {word['next']}, i64 {piece} seq_cst")
    w.say(f"br i1 {w.let(f'icmp slt i64 {start}, {count}')}, label %set, label %empty")
    w.label("set")  # the inputs' places, moved on to where the piece begins
    k = w.let("phi i64 [ 0, %take ], [ %after, %put ]")
    w.say(f"br i1 {w.let(f'icmp slt i64 {k}, {inputs}')}, label %put, label %go")
    w.label("put")
    pair = w.let(f"add i64 {w.let(f'mul i64 {k}, 2')}, {len(WORDS)}")
    at = w.place("i64", "%job", pair)
    base = w.let(f"load ptr, ptr {at}")
    row = w.load("i64", at, 1)
    moved = w.place("i8", base, w.let(f"mul i64 {row}, {start}"))
    w.say(f"store ptr {moved}, ptr {w.place('ptr', places, k)}")
    w.say(f"%after = add i64 {k}, 1")
    w.say("br label %set")
    w.label("go")
    target = w.place("i8", out, w.let(f"mul i64 {out_row}, {start}"))
    left = w.let(f"sub i64 {count}, {start}")
    short = w.let(f"icmp slt i64 {left}, {piece}")
    rows = w.let(f"select i1 {short}, i64 {left}, i64 {piece}")
    given = {"in": places, "constants": constants, "out": target, "n": rows}
    row = w.let(BATCH.call_at(batch, **given))
    w.say(f"br i1 {w.let(f'icmp slt i64 {row}, 0')}, label %done, label %bad")
    w.label("bad")  # pieces before this one are taken already; those after it are not needed
    w.let(f"atomicrmw umin ptr {word['failed']}, i64 {w.let(f'add i64 {start}, {row}')} seq_cst")
    w.let(f"atomicrmw umax ptr {word['next']}, i64 {count} seq_cst")
    w.say("br label %done")
    w.label("done")
    w.say("br label %head")
    for label, more in (("tired", 1), ("empty", 0)):
        w.label(label)
        w.let(f"atomicrmw sub ptr {word['running']}, i64 1 seq_cst")
        w.say(f"ret i64 {more}")
    return SHARE.definition(w.lines)


def _finish() -> str:
    w = Writer("double", 1)
    w.let(f"atomicrmw umax ptr {_word(w, 'next')}, i64 {_read(w, 'count')} seq_cst")
    running = _word(w, "running")
    w.say("br label %look")
    w.label("look")
    now = w.let(f"load atomic i64, ptr {running} seq_cst, align 8")
    w.say(f"br i1 {w.let(f'icmp eq i64 {now}, 0')}, label %over, label %wait")
    w.label("wait")
    w.let("call i32 @sched_yield()")
    w.say("br label %look")
    w.label("over")
    w.say(f"ret i64 {_read(w, 'failed')}")
    return FINISH.definition(w.lines)
