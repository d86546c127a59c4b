"""``torsor studio``: the page in the browser, served on this machine alone."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from torsor.cli.options import complete_robot
from torsor.errors import visible


def studio(
    robot: Annotated[
        str,
        typer.Argument(
            metavar="ROBOT",
            help="What to begin with: a library name, a structure word (RTTRR), a sequence, or a "
            ".toml, .urdf or MJCF (.xml) file.",
            autocompletion=complete_robot,
            show_default=False,
        ),
    ] = "",
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="The port to serve at; 0 takes a free one.")
    ] = 0,
    browser: Annotated[
        bool,
        typer.Option(
            "--browser/--no-browser", help="Open the page in the browser, or print where it is."
        ),
    ] = True,
) -> None:
    """Open the studio: describe, see, read, move and judge robots in the browser.

    The page is served on this machine alone, to whoever has the address with its token. Ctrl-C
    ends it. It needs: pip install 'torsor[studio]'.

    Examples:

      torsor studio

      torsor studio rttrr

      torsor studio arm.urdf --port 8300 --no-browser
    """
    from torsor.studio.native.server import given_robot, serve

    def opened(address: str) -> None:
        print(f"The studio is at {visible(address)}")
        print("Ctrl-C ends it.")
        sys.stdout.flush()

    serve(given_robot(robot) if robot else None, port, opened, browser)
