"""``torsor studio``: the page opened, and answered for, on this machine alone."""

from __future__ import annotations

import json
import os
import secrets
import socket
import webbrowser
from collections.abc import Callable
from urllib.parse import quote

from torsor.errors import MissingExtraError, TorsorError
from torsor.formats.load import library_names, load, read_text
from torsor.studio.protocol.description import Description
from torsor.studio.reading import kind_of

ADDRESS = "127.0.0.1"
BACKLOG = 2048


def given_robot(robot: str) -> Description:
    """A robot of the command line as the page reads it: a file by its text."""
    from pathlib import Path

    from torsor.formats.toml.writer import write_toml
    from torsor.formats.xml.tree import LARGEST

    path = Path(robot)
    ending = path.suffix.lower()
    if robot in library_names() or (ending == "" and os.sep not in robot):
        kind = kind_of(robot)
        if kind == "name":
            load(robot)  # a name that nobody has is told here
        return {"text": robot, "kind": kind}
    if ending in (".toml", ".urdf"):
        load(path)
        return {"text": read_text(path, LARGEST), "kind": "toml" if ending == ".toml" else "urdf"}
    return {"text": write_toml(load(robot)), "kind": "toml"}


def address_of(port: int, token: str, robot: Description | None) -> str:
    """Where the page is; a robot is told behind the ``#``, which no server sees."""
    begun = f"http://{ADDRESS}:{port}/?token={token}"
    if robot is None:
        return begun
    if robot.get("kind") in ("name", "line", "word"):
        return f"{begun}#robot={quote(robot['text'], safe='')}"
    return f"{begun}#json={quote(json.dumps(robot), safe='')}"


def serve(
    robot: Description | None,
    port: int = 0,
    opened: Callable[[str], None] = lambda address: None,
    browser: bool = True,
) -> None:
    """Serve the page until it is interrupted; ``opened`` is told the address."""
    try:
        import uvicorn

        from torsor.studio.native.application import application
        from torsor.studio.native.crew import Crew
    except ImportError as error:
        raise MissingExtraError(
            f"the studio needs {error.name}; install it with: pip install 'torsor[studio]'"
        ) from None

    door = _listen(port)
    token = secrets.token_urlsafe(24)
    chosen: int = door.getsockname()[1]
    address = address_of(chosen, token, robot)
    _allow_many_files()
    config = uvicorn.Config(
        application(token, chosen, Crew()), log_level="error", lifespan="on", ws="none",
        backlog=BACKLOG, timeout_graceful_shutdown=1, server_header=False, date_header=False,
        h11_max_incomplete_event_size=64_000, timeout_keep_alive=30,
    )  # fmt: skip
    opened(address)
    if browser:
        webbrowser.open(address)
    with door:
        uvicorn.Server(config).run(sockets=[door])


def _listen(port: int) -> socket.socket:
    door = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        door.bind((ADDRESS, port))
        door.listen(BACKLOG)
    except (OSError, OverflowError) as error:
        door.close()
        reason = getattr(error, "strerror", None) or str(error)
        raise TorsorError(f"--port {port}: {reason}") from None
    return door


def _allow_many_files() -> None:
    """A thousand connections at once are a thousand files."""
    try:
        import resource
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4096 if hard == resource.RLIM_INFINITY else min(4096, hard)
    if soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
