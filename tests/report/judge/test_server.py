"""What a server of a study does with browsers, with slow and broken clients, and with a disk that fails."""
import concurrent.futures
import contextlib
import json
import os
import pathlib
import re
import resource
import signal
import socket
import subprocess
import sys
import time

import pytest

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from small_study import Server, event, journal, token, write_study

PROGRAM = os.environ.get("SUBINTENT_PROGRAM", "subintent")
BROKEN_DISK = os.environ.get("SUBINTENT_BROKEN_DISK", "")
GOOD = json.dumps({"events": [event(0, 0)]}).encode()
CHUNKED = b"%x\r\n%s\r\n0\r\n\r\n" % (len(GOOD), GOOD)
JSON = "Content-Type: application/json"


@pytest.fixture
def study(tmp_path):
    return write_study(tmp_path / "study")


@pytest.fixture
def server(study):
    with Server(PROGRAM, study) as running:
        yield running
        if running.process.poll() is None:
            code, unused, errors = running.end()
            assert code == 0 and "warning" not in errors


@contextlib.contextmanager
def connected(server):
    with socket.create_connection(("127.0.0.1", server.port), timeout=10) as connection:
        yield connection


def received(connection, seconds):
    """All that comes until the connection is closed or nothing has come for so long, and whether it was closed in good order."""
    connection.settimeout(seconds)
    said = b""
    try:
        while part := connection.recv(65536):
            said += part
        return said, True
    except OSError:
        return said, False


def sent(server, data, *more):
    """What the server says to these bytes, until it closes the connection or nothing comes for a moment."""
    with connected(server) as connection:
        try:
            connection.sendall(data)
            for part in more:
                time.sleep(0.05)
                connection.sendall(part)
        except OSError:
            pass
        return received(connection, 1)[0]


def head(method="GET", path="", *fields):
    return "\r\n".join([f"{method} /{token(0)}/{path} HTTP/1.1", "Host: localhost:PORT", *fields, "", ""]).encode()


def works(server):
    """Is a participant answered at once?"""
    start = time.monotonic()
    status, said = server.client(1, timeout=5).post([event(1, 0)])
    return status == 200 and len(said["stored"]) == 1 and time.monotonic() - start < 3


def test_clocks_do_not_matter(server):
    client = server.client()
    past = event(0, 0, "right", 2, time="1970-01-01T00:00:00.000Z", seconds=-86400.5)
    assert client.post([event(0, 0, "left", 1, time="+275760-09-13T00:00:00.000Z"), past])[0] == 200
    assert client.answers()[0]["value"] == "right"


def test_answers_are_there_after_a_restart(study):
    with Server(PROGRAM, study) as server:
        assert server.client().post([event(0, 0), event(0, 1, "right")])[0] == 200
        before = server.client().answers()
        server.kill()
    with Server(PROGRAM, study) as server:
        assert server.client().answers() == before


def test_a_second_server_is_refused(server, study):
    done = subprocess.run([PROGRAM, "judge", "serve", study], capture_output=True, text=True, check=False, timeout=20)
    assert done.returncode == 1 and "another program stores answers" in done.stderr


def test_a_port_that_is_taken(server, tmp_path):
    other = write_study(tmp_path / "other")
    done = subprocess.run([PROGRAM, "judge", "serve", other, "--port", str(server.port)], capture_output=True, text=True, check=False)
    assert done.returncode == 1 and "cannot be used" in done.stderr and done.stdout == ""


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_ends_while_clients_are_connected(study, how):
    with Server(PROGRAM, study) as server, connected(server) as idle, connected(server) as half:
        half.sendall(head("POST", "answers", "Content-Length: 100")[:30])
        assert server.client().post([event(0, 0)])[0] == 200
        start = time.monotonic()
        code, unused, errors = server.end(how)
        assert code == 0 and "answers.jsonl" in errors and time.monotonic() - start < 10
        assert idle.recv(10) == b""
    assert len(journal(study)) == 1


def test_slow_and_silent_clients_block_nobody(study):
    """More of them than connections are allowed: who waits longest makes room."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if hard != resource.RLIM_INFINITY and hard < 1300:
        pytest.skip("the system allows too few open files")
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, 1300), hard))
    with Server(PROGRAM, study) as server, contextlib.ExitStack() as stack:
        for i in range(1200):
            slow = stack.enter_context(connected(server))
            slow.sendall((b"", b"GET", head()[:-2], head("POST", "answers", "Content-Length: 9"))[i % 4 if i < 12 else i % 3])
        assert works(server)
        assert server.client().page().startswith("<!DOCTYPE html>")


def test_fewer_descriptors_than_connections(study):
    """Who waits longest makes room then, too."""
    with Server(PROGRAM, study, prefix=("sh", "-c", 'ulimit -n 40; exec "$@"', "sh")) as server, contextlib.ExitStack() as stack:
        for unused in range(60):
            stack.enter_context(connected(server)).sendall(b"GET")
        assert works(server)


def test_a_client_that_does_not_read(server):
    with connected(server) as deaf:
        deaf.sendall(head().replace(b"PORT", str(server.port).encode()) * 10)
        assert works(server)


@pytest.mark.parametrize("garbage", [
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\r\n\r\n", b"\0" * 5000, b"GET\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"A" * 70000,
    b"GET / HTTP/1.1\r\n" + b"X: " + b"a" * 10000 + b"\r\n\r\n", b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * 5000 + b"\r\n",
    b"GET /\xff\xfe HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\nHost: x\n\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    b"GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
    b"POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n", b"GET / HTTP/1.1\r\n Host: x\r\n\r\n"])
def test_garbage(server, garbage):
    said = sent(server, garbage)
    assert said == b"" or said.split()[1] in (b"400", b"404", b"413", b"431"), said
    assert works(server)


def responses(server, data, *more):
    """The statuses of all of them, and whether the server has closed the connection."""
    with connected(server) as connection:
        for part in (data, *more):
            connection.sendall(part.replace(b"PORT", str(server.port).encode()))
            time.sleep(0.05)
        said, is_closed = received(connection, 3)
        return re.findall(rb"HTTP/1\.1 (\d+) ", said), is_closed


@pytest.mark.parametrize("coding", [
    "xchunked", "identity", "chunked, identity", "chunked, chunked", '"chunked"', "chunked;a=b", "chunked,", ",chunked", "gzip, chunked", "gzip", "",
    "chun\r\n ked", "chunked\r\n ", "chunked\r\n\t", "\r\n chunked", "chunked\r\nTransfer-Encoding: chunked", "chunked\r\nTransfer-Encoding: identity"])
def test_a_transfer_coding_that_is_not_chunked_ends_the_connection(server, study, coding):
    """What follows is no second request."""
    for body in (head("GET", "answers"), CHUNKED + head("GET", "answers")):
        asked = head("POST", "answers", JSON, f"Transfer-Encoding: {coding}")
        assert responses(server, asked + body) == ([b"400"], True)
        half = asked.index(b"Encoding: ") + 12  # in two parts
        assert responses(server, asked[:half], asked[half:] + body) == ([b"400"], True)
    assert not (study / "answers.jsonl").read_bytes()


@pytest.mark.parametrize("coding", ["chunked", "Chunked", "  CHUNKED \t"])
def test_chunked_however_it_is_written(server, study, coding):
    asked = head("POST", "answers", JSON, f"Transfer-Encoding: {coding}")
    assert responses(server, asked + CHUNKED + head("GET", "answers", "Connection: close")) == ([b"200", b"200"], True)
    assert len(journal(study)) == 1


def test_folded_lines_are_refused(server):
    for field in ("X: a\r\n b", "X: a\r\n\tb", "X:\r\n b", "Content-Type: application/json;\r\n charset=utf-8"):
        asked = head("GET", "answers", field)
        assert responses(server, asked) == ([b"400"], True)
        for cut in range(asked.index(b"localhost"), len(asked) - 4, 5):
            assert responses(server, asked[:cut], asked[cut:]) == ([b"400"], True)
    assert responses(server, head("GET", "answers", "Connection: close")[:-1], b"\n") == ([b"200"], True)
    body = b" " * 10  # behind the head a blank is no fold
    asked = head("POST", "answers", JSON, "Connection: close", "Content-Length: 10")
    for cut in range(1, 5):
        assert responses(server, asked[:-cut], asked[-cut:] + body) == ([b"400"], True)


def lines(server, data, *more):
    return sent(server, data.replace(b"PORT", str(server.port).encode()), *more).split(b"\r\n")


def test_a_request_names_one_host(server):
    assert lines(server, head("GET", "", "Connection: close"))[0].split()[1] == b"200"
    assert lines(server, head("GET", "", "Connection: close", "Host: localhost:PORT"))[0].split()[1] == b"400"


def test_bodies(server, study):
    kind = JSON + "\r\nConnection: close"
    cases = [
        ([head("POST", "answers", kind, f"Content-Length: {len(GOOD)}"), GOOD], b"200"),
        ([head("POST", "answers", kind, f"Content-Length: {len(GOOD)}") + GOOD[:20], GOOD[20:]], b"200"),
        ([head("POST", "answers", kind, "Transfer-Encoding: chunked") + CHUNKED], b"200"),
        ([head("POST", "answers", kind, "Transfer-Encoding: chunked") + b"5\r\n12345", b"678\r\n\r\n"], b"400"),
        ([head("POST", "answers", kind, "Transfer-Encoding: chunked") + b"zz\r\n"], b"400"),
        ([head("POST", "answers", kind, "Transfer-Encoding: chunked") + b"1" * 100_000], b"431"),
        ([head("POST", "answers", kind, "Transfer-Encoding: chunked") + b"fffffffff\r\n" + b" " * 300_000], b"413"),
        ([head("POST", "answers", kind, "Content-Length: 300000") + b" " * 300_000], b"413"),
        ([head("POST", "answers", kind, "Content-Length: 3") + b"[1]"], b"400"),
        ([head("POST", "answers", kind, "Content-Length: 262144") + b"[" * 262_144], b"400"),
        ([head("POST", "answers", kind, "Content-Length: 2") + b"\xff\xfe"], b"400"),
        ([head("POST", "answers", kind)], b"400"),  # no body
        ([head("POST", "answers", "Content-Type: text/plain", "Content-Length: 2") + b"{}"], b"415"),
        ([head("POST", "answers", "Content-Type: application/jsonp", f"Content-Length: {len(GOOD)}") + GOOD], b"415")]
    for data, status in cases:
        answer = lines(server, *data)
        assert answer[0].split()[1:2] == [status], (data[0][:200], answer[0])
    assert works(server)
    assert len(journal(study)) == 2  # the same event three times, and the one of works()


def test_a_half_request_stores_nothing(server, study):
    with connected(server) as client:
        client.sendall(head("POST", "answers", JSON, f"Content-Length: {len(GOOD)}") + GOOD[:-1])
    assert works(server)
    assert len(journal(study)) == 1


def test_expect_100_continue(server):
    answer = lines(server, head("POST", "answers", JSON, "Expect: 100-continue", f"Content-Length: {len(GOOD)}"), GOOD)
    assert answer[0].startswith(b"HTTP/1.1 100 ") and any(line.startswith(b"HTTP/1.1 200 ") for line in answer)


def test_pipelining(server):
    answer = b"\r\n".join(lines(server, head("GET", "answers") * 5 + head("HEAD", "answers") + head("GET", "nothing")))
    assert answer.count(b"HTTP/1.1 200 OK") == 6 and answer.count(b"HTTP/1.1 404 ") == 1
    assert answer.count(b'{"events":[]}') == 5  # HEAD has none
    assert answer.count(b"Content-Length: 13\r\n") == 6


def test_http_1_0(server):
    answer = lines(server, head("GET", "answers").replace(b"HTTP/1.1", b"HTTP/1.0"))
    assert answer[0] == b"HTTP/1.1 200 OK" and answer[-1] == b'{"events":[]}'


def test_a_participant_that_asks_too_often(server):
    """is told to wait, and others are not."""
    client = server.client()
    assert {client.request("GET", "answers")[0] for unused in range(300)} == {200, 429}
    assert works(server)


def test_hosts_that_lead_to_the_loopback_address(server):
    asked = head("GET", "", "Connection: close")
    assert lines(server, asked.replace(b"localhost:PORT", b"evil.example"))[0].split()[1] == b"403"
    assert lines(server, asked)[0].split()[1] == b"200"


def test_two_hundred_at_once(tmp_path):
    study = write_study(tmp_path / "study", participants=200, tasks=3)
    with Server(PROGRAM, study) as server, concurrent.futures.ThreadPoolExecutor(50) as pool:
        def judge(participant):
            client = server.client(participant)
            client.page()
            return [client.post([event(participant, number)])[0] for number in range(3)]
        assert all(statuses == [200] * 3 for statuses in pool.map(judge, range(200)))
    assert len(journal(study)) == 600


@pytest.fixture
def breakable(study, tmp_path):
    """Starts a server whose disk fails as the file says that it returns, too."""
    if not BROKEN_DISK:
        pytest.skip("the library that breaks the disk is not built")
    switch = tmp_path / "fails"
    environment = dict(os.environ, LD_PRELOAD=BROKEN_DISK, BROKEN_DISK_SWITCH=str(switch), BROKEN_DISK_FILE="answers.jsonl")
    with Server(PROGRAM, study, environment=environment) as server:
        yield server, switch


@pytest.mark.parametrize("fault", ["no room", "little room", "fdatasync", "little room, ftruncate", "fdatasync, ftruncate", "system_error", "bad_alloc"])
def test_a_disk_that_fails(study, breakable, fault):
    """Nothing is acknowledged that is not stored, and all is well when the disk works again. What was not confirmed is not stored, or is
    found to be stored when it comes again; whatever is thrown, the server goes on."""
    server, switch = breakable
    client = server.client()
    events = [event(0, i) for i in range(3)]
    assert client.post(events[:1])[0] == 200
    before = (study / "answers.jsonl").read_bytes()
    switch.write_text(fault, encoding="utf-8")
    for unused in range(2):
        assert client.post(events[1:]) == (503, {"error": "the answers cannot be stored now"})
        assert len(client.answers()) == 1 and server.client(1).page()
    if fault in ("no room", "little room", "fdatasync"):
        assert (study / "answers.jsonl").read_bytes() == before
    switch.unlink()
    assert client.post(events[1:]) == (200, {"stored": [e["id"] for e in events[1:]]})
    code, unused, errors = server.end()
    assert code == 0 and errors.count("warning") == 2, errors
    assert "Answers are not stored" in errors and "answers are stored again" in errors
    assert [e["id"] for e in journal(study)] == [e["id"] for e in events]


def test_killed_while_the_disk_fails(study, breakable):
    """What was half written, and could not be taken back, is no obstacle later."""
    server, switch = breakable
    assert server.client().post([event(0, 0)])[0] == 200
    switch.write_text("little room, ftruncate", encoding="utf-8")
    again = event(0, 1)
    assert server.client().post([again])[0] == 503
    server.kill()
    with Server(PROGRAM, study) as server:  # all but the end of the line was written
        assert server.client().post([again])[0] == 200
    assert len(journal(study)) == 2


@pytest.mark.parametrize("old, new", [(b"\n", b"\r"), (b"\n", b""), (b"}\n", b"} ")])
def test_a_journal_without_line_feeds_is_not_cut(study, old, new):
    with Server(PROGRAM, study) as server:
        assert server.client().post([event(0, 0), event(0, 1)])[0] == 200
    damaged = (study / "answers.jsonl").read_bytes().replace(old, new)
    (study / "answers.jsonl").write_bytes(damaged)
    (study / "saved").write_text("", encoding="utf-8")
    for action in (["serve", study], ["export", study], ["status", study], ["import", study, study / "saved"]):
        done = subprocess.run([PROGRAM, "judge", *action, "--quiet"], capture_output=True, text=True, check=False, timeout=20)
        assert done.returncode == 1 and done.stdout == "", done
        assert "answers.jsonl:1: there is more than one answer on the line; put each answer on a line of its own" in done.stderr
        assert (study / "answers.jsonl").read_bytes() == damaged
