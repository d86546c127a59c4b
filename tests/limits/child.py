"""Commands in processes of their own, under limits of processor time and memory.

One process imports everything once and forks for each command, so that a command costs what it
costs and not an import; run as ``python -m tests.limits.child``, a JSON list of arguments a line.
"""

from __future__ import annotations

import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path

NEEDED = ("llvmlite.binding", "numpy", "torsor.cli.main", "torsor.reporting.report",
          "torsor.program.targets", "torsor.mechanics.parameters.base_parameters")  # fmt: skip
"""What commands need is there before they are counted."""

SECONDS = 10
MEMORY = 2_000_000_000
ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Outcome:
    """How a command ended: its status (negative for a signal), its seconds, megabytes, words."""

    status: int
    seconds: float
    megabytes: float
    says: str

    @property
    def good(self) -> bool:
        """A result, or one sentence with exit status 2, in time and memory."""
        told = self.says.startswith("torsor: ") and self.says.count("\n") == 1
        sentence = self.status == 2 and told and "memory" not in self.says
        return (
            (self.status in (0, 1) or sentence)
            and self.seconds < SECONDS
            and self.megabytes < MEMORY / 1e6
        )


def outcomes(commands: Sequence[Sequence[str]]) -> Iterator[Outcome]:
    """What became of each command, in order."""
    lines = "".join(json.dumps(list(c)) + "\n" for c in commands)
    ran = subprocess.run(
        [sys.executable, "-m", "tests.limits.child"],
        cwd=ROOT,
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        env=os.environ | {"TORSOR_CACHE": "off"},
    )
    found = [Outcome(**json.loads(line)) for line in ran.stdout.splitlines()]
    assert len(found) == len(commands), ran.stderr
    yield from found


def _limited(arguments: list[str], words: int, where: str) -> None:
    """The command, in the forked process: never returns."""
    status = 70
    try:
        os.chdir(where)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        os.dup2(words, 2)
        used = _mapped()
        resource.setrlimit(resource.RLIMIT_CPU, (SECONDS + 1, SECONDS + 1))
        resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        from torsor.cli.main import run

        if arguments == ["--spin"]:  # takes all the memory there is: what the limits are for
            grown = []
            while True:
                grown.append(bytearray(100_000_000))
        status = run(arguments)
    except BaseException as error:
        sys.stderr.write(f"{type(error).__name__}: {error}"[:300])
        sys.stderr.flush()
    finally:
        os._exit(status)


def _mapped() -> int:
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    return pages * resource.getpagesize()


def main() -> None:
    """Fork for every line, and say how each went."""
    for name in NEEDED:
        import_module(name)
    for line in sys.stdin:
        with tempfile.TemporaryFile() as words, tempfile.TemporaryDirectory() as where:
            child = os.fork()
            if child == 0:
                _limited(json.loads(line), words.fileno(), where)
            _, status, usage = os.wait4(child, 0)
            words.seek(0)
            said = words.read(2000).decode(errors="replace")
        code = -os.WTERMSIG(status) if os.WIFSIGNALED(status) else os.WEXITSTATUS(status)
        seconds = usage.ru_utime + usage.ru_stime
        found = Outcome(code, seconds, usage.ru_maxrss / 1e3, said)
        print(json.dumps(found.__dict__), flush=True)


if __name__ == "__main__":
    main()
