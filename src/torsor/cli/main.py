"""The ``torsor`` command: one clear sentence and exit status 2 for anything wrong going in.

The commands are imported within the net, so that an interruption while they are is no traceback.
"""

from __future__ import annotations

import errno
import io
import os
import sys
from typing import Any

from torsor.cli.terminal import plain_streams

NO_ROOM = (errno.ENOSPC, errno.EIO, errno.EBADF, errno.EFBIG, errno.ENXIO)


def main() -> None:
    """Run the command line; what it prints is UTF-8, as what it writes to files."""
    _open_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """Run one command and give its exit status."""
    with plain_streams():
        try:
            result = _run(arguments)
        except KeyboardInterrupt:
            _say("torsor: interrupted")
            result = 130
        return result


def _run(arguments: list[str]) -> int:
    try:
        import typer

        from torsor.algebra.budget import WHOLE, budget, usual
        from torsor.cli.commands import app
        from torsor.errors import TorsorError
    except MemoryError:
        return _complain("out of memory")
    try:
        with budget(usual(WHOLE)):
            result = app(args=arguments or ["--help"], prog_name="torsor", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(getattr(error, "format_message", error.__str__)())
    except TorsorError as error:
        return _complain(str(error))
    except typer.Abort:
        raise KeyboardInterrupt from None
    except BrokenPipeError:
        _forget_output()  # the reader went away, as `| head` does: nothing more to say
        return 0
    except OSError as error:
        return _complain(_refused(error))
    except MemoryError:
        return _complain("out of memory")
    except RecursionError:
        return _complain("nested too deep")
    return result if isinstance(result, int) else 0


def _refused(error: OSError) -> str:
    """What the system refused, with the path if it tells one."""
    reason = error.strerror or str(error)
    if error.filename is not None:
        return f"{os.fsdecode(error.filename)}: {reason}"
    if error.errno in NO_ROOM:  # files are written with their names: this is a stream
        _forget_output()
        return f"standard output cannot be written: {reason}"
    return f"the system refuses: {reason}"


def _complain(sentence: str) -> int:
    line = "".join(ch if ch.isprintable() else "?" for ch in " ".join(sentence.split()))
    _say(f"torsor: {line}")
    return 2


def _say(line: str) -> None:
    """To standard error, if it can be written at all; what was printed before comes first."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        _forget_output()
    try:
        print(line, file=sys.stderr)
    except (OSError, ValueError):
        return


def _forget_output() -> None:
    """Send what is still in standard output's buffer nowhere, so that the exit is quiet."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError):
        return


def _open_streams() -> None:
    """Closed streams become the null device: no file opened later may take their numbers."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    nowhere: Any = None
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            nowhere = open(os.devnull, mode, encoding="utf-8")  # noqa: PTH123, SIM115
            setattr(sys, name, nowhere)


def __getattr__(name: str) -> Any:
    """``app``, for those who document it."""
    if name == "app":
        from torsor.cli.commands import app

        return app
    raise AttributeError(name)
