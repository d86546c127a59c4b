"""Who may ask: this machine's own page, with the token that it was opened with."""

from __future__ import annotations

from collections.abc import Mapping
from secrets import compare_digest

POLICY = "; ".join(
    (
        "default-src 'none'", "script-src 'self'", "style-src 'self'", "img-src 'self' data: blob:",
        "connect-src 'self'", "worker-src 'self' blob:", "font-src 'self'", "base-uri 'none'",
        "form-action 'none'", "frame-ancestors 'none'",
    )
)  # fmt: skip
"""What the page may load: its own files and workers, and nothing else from anywhere."""

HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Frame-Options": "DENY",
    "Cache-Control": "no-store",
}


def refusal(headers: Mapping[str, str], port: int) -> str:
    """Why a request is not answered, whatever it asks; nothing where it is."""
    hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
    if port == 80:
        hosts |= {"127.0.0.1", "localhost"}
    if headers.get("host", "") not in hosts:
        return "this address is not served here"
    origin = headers.get("origin")
    if origin is not None and origin.partition("://")[2] not in hosts:
        return "a page of another origin asks"
    if headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
        return "a page of another site asks"
    return ""


def knows(token: str, given: str | None) -> bool:
    """Whether the token is the one that the page was opened with."""
    return given is not None and compare_digest(token.encode(), given.encode("utf-8", "replace"))
