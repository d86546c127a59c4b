"""The server's three addresses: the page, its files, and ``POST /ask``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.datastructures import Headers, QueryParams
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from torsor.errors import TorsorError
from torsor.studio.answering import read_envelope
from torsor.studio.native.crew import BUSY, MOST_WAITING, Crew, CrowdedError, failed
from torsor.studio.native.guard import HEADERS, knows, refusal
from torsor.studio.native.page_files import page_files
from torsor.studio.protocol import LARGEST_TEXT
from torsor.studio.protocol.messages import Envelope

LINES = "application/x-ndjson"
MOST_AT_ONCE = MOST_WAITING + 16
"""Requests whose text is read or answered at once."""

NOBODY: Envelope = {"id": 0, "ask": "", "about": {}}
TOO_LARGE = f"the question is larger than {LARGEST_TEXT:,} characters, refused"


def application(token: str, port: int, crew: Crew) -> ASGIApp:
    """What answers on this machine: everything is refused that is not the page's own."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await crew.begin()
        try:
            yield
        finally:
            await crew.end()

    served = Starlette(lifespan=lifespan)
    at_once = asyncio.Semaphore(MOST_AT_ONCE)

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await served(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        response = _page(scope, token, port)
        if response is not None:
            await response(scope, receive, send)
            return
        if at_once.locked():
            await _say(BUSY.format(MOST_AT_ONCE), 503)(scope, receive, send)
            return
        async with at_once:
            await _ask(crew, scope, receive, send)

    return answer


def _page(scope: Scope, token: str, port: int) -> Response | None:
    """The answer to everything but a question that may be asked."""
    headers, path, method = Headers(scope=scope), scope["path"], scope["method"]
    if reason := refusal(headers, port):
        return _say(reason, 403)
    if path == "/ask":
        if method != "POST":
            return _say("questions are asked by POST", 405)
        if not knows(token, headers.get("x-torsor-token")):
            return _say("the token is missing or not the one that the page was opened with", 403)
        return None
    files = page_files()
    if method not in ("GET", "HEAD") or path not in files:
        return _say("there is nothing here", 404)
    given = QueryParams(scope["query_string"]).get("token")
    if path == "/" and not knows(token, given):
        return _say(
            "open the address that torsor studio printed: it ends with the token of this session",
            403, "text/plain",
        )  # fmt: skip
    found = files[path]
    return Response(found.content, 200, dict(HEADERS), found.media)


def _say(sentence: str, status: int, media: str = LINES) -> Response:
    content = failed(NOBODY, sentence) if media == LINES else sentence.encode()
    return Response(content, status, dict(HEADERS), media)


async def _ask(crew: Crew, scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one question; when its page goes away, so does the child that works on it."""
    try:
        envelope = read_envelope(await _text(Request(scope, receive)))
    except TorsorError as error:
        status = 413 if str(error) == TOO_LARGE else 400
        await _say(str(error), status)(scope, receive, send)
        return
    work = asyncio.create_task(_stream(crew, envelope, send))
    gone = asyncio.create_task(_disconnected(receive))
    done, others = await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
        with suppress(asyncio.CancelledError, OSError):
            await task
    with suppress(OSError):
        for task in done:
            task.result()


async def _stream(crew: Crew, envelope: Envelope, send: Send) -> None:
    headers = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
    begun = False

    async def begin(status: int = 200) -> None:
        kind = (b"content-type", LINES.encode())
        await send({"type": "http.response.start", "status": status, "headers": [*headers, kind]})

    messages = crew.ask(envelope)
    try:
        async for line in messages:
            if not begun:
                await begin()
                begun = True
            await send({"type": "http.response.body", "body": line, "more_body": True})
    except CrowdedError as error:
        await begin(503)
        line = failed(envelope, str(error))
        await send({"type": "http.response.body", "body": line, "more_body": True})
    finally:
        await messages.aclose()  # type: ignore[attr-defined]
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _text(request: Request) -> bytes:
    """The text of a question, no more of which is read than may be asked."""
    stated = request.headers.get("content-length", "0")
    if stated.isdigit() and int(stated) > LARGEST_TEXT:
        raise TorsorError(TOO_LARGE)
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > LARGEST_TEXT:
            raise TorsorError(TOO_LARGE)
        parts.append(part)
    return b"".join(parts)
