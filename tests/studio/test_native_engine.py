"""``torsor studio`` answers its own page and nobody else, and lives on whatever it is sent."""

from __future__ import annotations

import asyncio
import http.client
import json
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from torsor.cli.main import run

pytest.importorskip("uvicorn")
pytest.importorskip("starlette")

ROBOT = {"text": "planar2r"}


class Server:
    """``torsor studio`` as a user starts it."""

    def __init__(self, folder: Path, *words: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "torsor", "studio", "--no-browser", *words],
            stdout=subprocess.PIPE, text=True, cwd=folder,
        )  # fmt: skip
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().split()[-1]
        parts = urlsplit(self.address)
        assert parts.hostname == "127.0.0.1"
        self.port = parts.port
        self.token = parse_qs(parts.query)["token"][0]

    def send(self, method: str, path: str, body: bytes | str = b"", **headers: str):
        found = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        try:
            found.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
            response = found.getresponse()
            return response.status, dict(response.getheaders()), response.read()
        finally:
            found.close()

    def ask(self, name: str, about: dict, **headers: str):
        headers = {"X_Torsor_Token": self.token, **headers}
        body = json.dumps({"id": 5, "ask": name, "about": about})
        status, _, content = self.send("POST", "/ask", body, **headers)
        return status, [json.loads(line) for line in content.splitlines()]


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("work")
    (folder / "secret.toml").write_text('ets = "Rz(q1)"')
    found = Server(folder, "rttrr")
    yield found
    found.process.terminate()
    found.process.wait(timeout=20)
    assert [file.name for file in folder.iterdir()] == ["secret.toml"]  # nothing was written


def test_it_answers_its_page(server):
    assert server.address.endswith("#robot=rttrr")
    status, messages = server.ask("equations", {"robot": ROBOT, "form": "tau"})
    assert status == 200
    assert [m["kind"] for m in messages][-1] == "answer"
    assert {m["id"] for m in messages} == {5}
    again = server.ask("equations", {"robot": ROBOT, "form": "tau"})[1]
    assert [m["kind"] for m in again] == ["answer"]  # nothing was derived again


def test_the_page_may_load_nothing_from_elsewhere(server):
    status, headers, content = server.send("GET", f"/?token={server.token}")
    assert status == 200
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert b"<html" in content or b"not built" in content


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Host": "evil.example"},
        {"Host": "127.0.0.1:1"},
        {"Sec_Fetch_Site": "cross-site"},
        {"X_Torsor_Token": ""},
        {"X_Torsor_Token": "a" * 32},
        {"X_Torsor_Token": "\u00e9"},
    ],
    ids=lambda h: "-".join(*h.items()),
)
def test_whoever_is_not_the_page_is_refused(server, headers):
    status, messages = server.ask("catalogue", {}, **headers)
    assert status == 403
    assert [m["kind"] for m in messages] == ["failure"]


def test_without_the_token_there_is_no_page(server):
    assert server.send("GET", "/")[0] == 403
    assert server.send("GET", "/?token=wrong")[0] == 403
    assert server.send("GET", f"/ask?token={server.token}")[0] == 405


@pytest.mark.parametrize(
    "path",
    ["/../../etc/passwd", "/assets/../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
     "//etc/passwd", "/secret.toml", "/assets/..%2f..%2fsecret.toml", "/index.html/..",
     "/\u0000", "/engine/"],
)  # fmt: skip
def test_no_other_file_is_served(server, path):
    from urllib.parse import quote

    found = quote(path, safe="/%.")
    status, _, content = server.send("GET", f"{found}?token={server.token}")
    assert status == 404
    assert b"root:" not in content


@pytest.mark.parametrize("text", ["secret.toml", "./secret.toml", "/etc/passwd", "../x.urdf",
                                  'notation = "secret.toml"\nets = "Rz(q1)"'])  # fmt: skip
def test_a_text_is_never_a_path(server, text):
    _, messages = server.ask("describe", {"robot": {"text": text}})
    assert messages[-1]["kind"] == "failure"
    assert not messages[-1]["fault"]


def test_a_hundred_megabytes_are_refused_before_they_are_read(server):
    found = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    found.putrequest("POST", "/ask")
    found.putheader("X-Torsor-Token", server.token)
    found.putheader("Content-Length", str(100_000_000))
    found.endheaders()
    response = found.getresponse()  # nothing was sent yet
    assert response.status == 413
    assert "refused" in json.loads(response.read())["sentence"]
    found.close()
    assert server.ask("sizes", {"robot": ROBOT})[0] == 200


def peak(process: subprocess.Popen[str]) -> int:
    """The most memory that a process had, in bytes."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    return 1024 * int(status.partition("VmHWM:")[2].split()[0])


@pytest.mark.skipif(sys.platform != "linux", reason="peaks of memory are read as Linux tells them")
def test_a_hundred_megabytes_whose_length_is_not_told_are_not_kept(server):
    before = peak(server.process)
    found = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
    found.putrequest("POST", "/ask")
    found.putheader("X-Torsor-Token", server.token)
    found.putheader("Transfer-Encoding", "chunked")
    found.endheaders()
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    with suppress(OSError):  # the server may hang up
        for _ in range(100):
            found.send(chunk)
    found.close()
    assert server.ask("sizes", {"robot": ROBOT})[0] == 200
    assert peak(server.process) < before + 70_000_000


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b'{"id": 1}', b'{"id": "x", "ask": "catalogue", "about": {}}', b"\xff\xfe",
     b'{"id": 1, "ask": "catalogue", "about": {"x": NaN}}', b"[" * 100_000,
     b'{"id": 1, "ask": "catalogue", "about": [1]}'],
    ids=range(9),
)  # fmt: skip
def test_nonsense_is_a_sentence(server, body):
    status, _, content = server.send("POST", "/ask", body, X_Torsor_Token=server.token)
    assert status == 400
    assert json.loads(content)["fault"] is False


@pytest.mark.parametrize(
    "about",
    [{}, {"robot": 1}, {"robot": {}}, {"robot": {"text": "rttrr", "x": 1}, "form": "tau"},
     {"robot": {"text": "rttrr", "kind": "file"}, "form": "tau"},
     {"robot": {"text": "rttrr"}, "form": "all"},
     {"robot": {"text": "rttrr"}, "form": "tau", "room": -1},
     {"robot": {"text": "rttrr"}, "form": "tau", "style": {"notation": "../../x.toml"}},
     {"robot": {"text": "rttrr", "numbers": {"l2": "__import__('os')"}}, "form": "tau"},
     {"robot": {"text": "rttrr", "hypotheses": ["x" * 1000]}, "form": "tau"}],
)  # fmt: skip
def test_a_wrong_question_is_a_sentence(server, about):
    _, messages = server.ask("equations", about)
    assert messages[-1]["kind"] == "failure"
    assert not messages[-1]["fault"]
    assert len(messages[-1]["sentence"]) < 600


def test_tags_and_scripts_come_back_as_text_only(server):
    evil = "<script>alert(1)</script>"
    for robot in ({"text": evil}, {"text": f'name = "{evil}"\nets = "Rz(q1)"'},
                  {"text": "rttrr", "hypotheses": [evil]}, {"text": f"Rz({evil})"}):  # fmt: skip
        told = server.ask("describe", {"robot": robot})[1][-1]
        assert told["kind"] == "failure"
    source = f'name = "a"\nsource = "{evil}"\nets = "Rz(q1) tx(l1)"'
    robot = {"text": source}
    for form in ("tau", "matrices", "steps"):
        found = server.ask("equations", {"robot": robot, "form": form})[1][-1]["answer"]
        for lines in found["first"]:
            runs = [r for line in lines["lines"] for r in line["runs"]]
            assert all("script" not in r["mathml"] for r in runs)
    page = server.ask("take", {"robot": robot, "what": "html"})[1][-1]["answer"]["text"]
    assert "<script" not in page
    tex = r"\[ \tau_1 = \text{<script>alert(1)</script>} \ddot q_1 \]"
    told = server.ask("check", {"robot": ROBOT, "text": tex})[1][-1]
    assert "<script" not in json.dumps(told.get("answer", {}).get("equations", ""))


def test_a_robot_that_is_too_large_is_refused_at_once(server):
    begun = time.monotonic()
    robot = {"text": "R" * 14, "axes": "zyx" * 4 + "zy"}
    told = server.ask("equations", {"robot": robot, "form": "tau"})[1][-1]
    assert told["kind"] == "failure"
    assert "would have about" in told["sentence"]
    assert time.monotonic() - begun < 60


def test_a_thousand_at_once_are_answered_and_it_lives_on(server):
    def one(k: int):
        try:
            return server.ask("sizes", {"robot": ROBOT})
        except OSError as error:
            return error

    with ThreadPoolExecutor(1000) as pool:
        found = list(pool.map(one, range(1000)))
    told = [f for f in found if isinstance(f, tuple)]
    assert len(told) == 1000
    assert {status for status, _ in told} <= {200, 503}
    assert sum(status == 200 for status, _ in told) >= 40
    busy = next(messages for status, messages in told if status == 503)
    assert "busy" in busy[-1]["sentence"]
    assert server.ask("sizes", {"robot": ROBOT})[1][-1]["kind"] == "answer"


SLEEPER = (sys.executable, "-c", "import time\ntime.sleep(100)")


def run_apart(work):
    """In a thread of its own: a browser's tests keep an event loop in theirs."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def ask_crew(crew, envelope):
    async def listen():
        try:
            return [json.loads(line) async for line in crew.ask(envelope)]
        finally:
            await crew.end()

    return run_apart(listen())


ENVELOPE = {"id": 1, "ask": "sizes", "about": {"robot": ROBOT}}


def test_what_never_ends_is_ended():
    from torsor.studio.native.crew import Crew

    begun = time.monotonic()
    (told,) = ask_crew(Crew(patience=1.0, command=SLEEPER), ENVELOPE)
    assert told["kind"] == "failure"
    assert "no answer within 1 s" in told["sentence"]
    assert time.monotonic() - begun < 20


def test_a_child_that_dies_is_a_sentence():
    from torsor.studio.native.crew import Crew

    dies = (sys.executable, "-c", "import sys, os\nsys.stdin.readline()\nos.abort()")
    (told,) = ask_crew(Crew(command=dies), ENVELOPE)
    assert told["kind"] == "failure"


def test_a_question_that_is_cancelled_ends_its_child():
    from torsor.studio.native.crew import Crew

    async def cancel():
        crew = Crew(command=SLEEPER)
        messages = crew.ask(ENVELOPE)
        task = asyncio.ensure_future(anext(messages))
        while not any(child.busy for child in crew.children):
            await asyncio.sleep(0.01)
        child = next(child for child in crew.children if child.busy)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await messages.aclose()
        status = await asyncio.wait_for(child.process.wait(), 10)
        await crew.end()
        return status

    assert run_apart(cancel()) != 0


def test_a_child_that_was_ended_is_asked_nothing_more():
    from torsor.studio.native.crew import Crew

    echo = 'import sys\nfor line in sys.stdin: print(\'{"kind":"answer"}\', flush=True)'

    async def ask_again():
        crew = Crew(command=(sys.executable, "-c", echo))
        await crew.begin()
        (child,) = crew.children
        child.end()  # the event loop has not heard yet that the process is gone
        told = [json.loads(line) async for line in crew.ask(ENVELOPE)]
        await crew.end()
        return told

    assert run_apart(ask_again()) == [{"kind": "answer"}]


@pytest.mark.skipif(sys.platform != "linux", reason="limits of memory are Linux's")
def test_a_child_has_no_more_memory_than_its_limit():
    code = (
        "from torsor.studio.native.child import limit_memory\nlimit_memory(2**30)\n"
        "try: bytearray(2**31)\nexcept MemoryError: print('refused')"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "refused"


def test_a_file_of_the_command_line_is_handed_over_by_its_text(tmp_path):
    file = tmp_path / "mine.toml"
    file.write_text('name = "mine"\nets = "Rz(q1) tx(l1)"')
    found = Server(tmp_path, "mine.toml")
    try:
        robot = json.loads(unquote(urlsplit(found.address).fragment.removeprefix("json=")))
        assert robot == {"text": file.read_text(), "kind": "toml"}
    finally:
        found.process.terminate()
        found.process.wait(timeout=20)


def test_bad_arguments_are_a_sentence(capsys):
    assert run(["studio", "nobody1"]) == 2
    assert run(["studio", "missing.toml"]) == 2
    assert "missing.toml" in capsys.readouterr().err


def test_the_port_in_use_is_a_sentence(capsys):
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert run(["studio", "--no-browser", "--port", str(taken.getsockname()[1])]) == 2
    assert "--port" in capsys.readouterr().err
