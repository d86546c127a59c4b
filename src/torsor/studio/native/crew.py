"""The child processes and who of them answers what: one question each, a spare kept warm."""

from __future__ import annotations

import asyncio
import json
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from torsor.errors import TorsorError
from torsor.studio.protocol.messages import Envelope

MOST_CHILDREN = 4
MOST_WAITING = 48
"""Questions that may wait for a child; more are turned away with a sentence."""

PATIENCE = 120.0
"""Seconds that an answer may take."""

LONGEST_LINE = 2**28
BUSY = "the engine is busy: {} questions wait already; ask again when they are answered"


class CrowdedError(TorsorError):
    """More questions than are taken on at once."""


@dataclass(eq=False)
class Child:
    """A process, and the robot that it answered about last."""

    process: Process
    robot: str = ""
    busy: bool = False
    ended: bool = False

    @property
    def alive(self) -> bool:
        """Whether it can be asked; the system tells some time later that it has ended."""
        return self.process.returncode is None and not self.ended

    def end(self) -> None:
        """End it at once, whatever it does."""
        self.ended = True
        with suppress(ProcessLookupError):
            self.process.kill()


@dataclass
class Crew:
    """All children: those that answer, and one more that waits."""

    most: int = MOST_CHILDREN
    patience: float = PATIENCE
    command: tuple[str, ...] = (sys.executable, "-m", "torsor.studio.native.child")
    children: list[Child] = field(default_factory=list)
    waiting: int = 0
    _free: asyncio.Condition = field(default_factory=asyncio.Condition)
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    async def begin(self) -> None:
        """Start the first child."""
        await self._start()

    async def end(self) -> None:
        """End all of them."""
        for task in self._tasks:
            task.cancel()
        for child in self.children:
            child.end()
        await asyncio.gather(*(child.process.wait() for child in self.children))
        self.children.clear()

    async def ask(self, envelope: Envelope) -> AsyncIterator[bytes]:
        """The messages of an answer, line by line; whoever stops listening ends the child."""
        child = await self._take(_robot_of(envelope))
        done = False
        try:
            async with asyncio.timeout(self.patience):
                assert child.process.stdin is not None
                child.process.stdin.write(json.dumps(envelope).encode() + b"\n")
                await child.process.stdin.drain()
                while not done:
                    line = await self._line(child)
                    if not line:
                        break
                    done = b'"kind":"progress"' not in line[:60]
                    yield line
            if not done:
                yield failed(envelope, "the engine ran out of memory, and was ended")
        except TimeoutError:
            yield failed(envelope, f"no answer within {self.patience:.0f} s; the engine was ended")
        except (BrokenPipeError, ConnectionResetError):
            yield failed(envelope, "the engine ended before it had answered")
        finally:
            if not done:
                child.end()
            self._give_back(child)

    async def _line(self, child: Child) -> bytes:
        assert child.process.stdout is not None
        return await child.process.stdout.readline()

    async def _start(self) -> Child:
        process = await asyncio.create_subprocess_exec(
            *self.command, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE
        )
        child = Child(process)
        self.children.append(child)
        return child

    async def _take(self, robot: str) -> Child:
        """A child that is free: the one that knows the robot, or the one asked longest ago."""
        if self.waiting >= MOST_WAITING:
            raise CrowdedError(BUSY.format(self.waiting))
        self.waiting += 1
        try:
            async with self._free:
                while True:
                    self.children = [c for c in self.children if c.alive or c.busy]
                    free = [c for c in self.children if not c.busy]
                    if free:
                        child = next((c for c in reversed(free) if c.robot == robot), free[0])
                        break
                    if len(self.children) < self.most:
                        child = await self._start()
                        break
                    await self._free.wait()
                child.busy, child.robot = True, robot
                self.children.remove(child)
                self.children.append(child)  # the one asked last stands last
        finally:
            self.waiting -= 1
        self._later(self._warm())
        return child

    async def _warm(self) -> None:
        """One more child, if all are busy and there may be one."""
        async with self._free:
            if all(c.busy for c in self.children) and len(self.children) < self.most:
                await self._start()

    def _give_back(self, child: Child) -> None:
        child.busy = False
        self._later(self._replace())

    async def _replace(self) -> None:
        async with self._free:
            self.children = [c for c in self.children if c.alive or c.busy]
            if not self.children:
                await self._start()
            self._free.notify_all()

    def _later(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


def failed(envelope: Envelope, sentence: str) -> bytes:
    """A failure as a line."""
    message = {
        "id": envelope["id"], "kind": "failure", "sentence": sentence, "place": None, "field": "",
        "fault": False,
    }  # fmt: skip
    return json.dumps(message).encode() + b"\n"


def _robot_of(envelope: Envelope) -> str:
    """What the robot of a question is, so that the child that knows it is asked."""
    robot = envelope["about"].get("robot")
    return json.dumps(robot, sort_keys=True) if isinstance(robot, dict) else ""
