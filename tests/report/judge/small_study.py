#!/usr/bin/env python3
"""A study, its server and participants, for tests and benchmarks."""
import http.client
import json
import pathlib
import re
import signal
import subprocess
import sys
import uuid

RUNS = ("bm25-secret", "mmr-secret", "pm2-secret")
POOL = "disagreed-secret"


def write_study(folder, participants=2, tasks=4, questions=1):
    """Makes the folder of a study of preferences: every participant has `tasks` tasks, the last of which is a repeat."""
    folder = pathlib.Path(folder)
    folder.mkdir()
    lines = [{"study": "study-1", "version": 1, "kind": "preferences", "title": "Which list is better? </title><b>",
              "instructions": "Look at both lists.\n\nThen choose.", "questions": [f"Question {i}?" for i in range(questions)],
              "cutoff": 3, "relevant_only": False, "seed": 1}]
    docnos = [f"d{i:02}" for i in range(9)]
    lines += [{"document": docno, "title": f"Title of {docno} </script><!--", "url": f"http://example.org/{docno}",
               "excerpt": "\u2028first words"} for docno in docnos]
    topics = [str(number) for number in range(1, tasks)]
    lines += [{"topic": topic, "query": "bass", "description": "fish or guitar"} for topic in topics]
    lines += [{"list": run, "of": topic, "documents": docnos[3 * i:3 * i + 3]} for topic in topics for i, run in enumerate(RUNS)]
    lines += [{"pair": [RUNS[0], RUNS[1 + i % 2]], "of": topic, "pool": POOL} for i, topic in enumerate(topics)]
    for p in range(participants):
        shown = [{"id": task(p, t), "session": 1, "item": t + 1, "swapped": (t + p) % 2 == 1, "repeat": False} for t in range(tasks - 1)]
        shown.append({"id": task(p, tasks - 1), "session": 1, "item": 1, "swapped": p % 2 == 0, "repeat": True})
        lines += [{"participant": f"p{p + 1:03}", "token": token(p), "tasks": shown}]
    (folder / "study.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return folder


def token(participant):
    return f"token{participant:017}"


def task(participant, number):
    return f"t{participant:03}x{number:04}"


def event(participant, number, value="left", revision=1, question="q1", **more):
    return {"id": str(uuid.uuid4()), "task": task(participant, number), "question": question, "revision": revision,
            "value": value, "seconds": 1.5, "time": "2026-11-22T10:00:00.000Z", "comment": "", **more}


class Server:
    """subintent judge serve, on a free port; with `with` it is ended at the end."""

    def __init__(self, program, study, *options, prefix=(), environment=None):
        self.process = subprocess.Popen([*prefix, program, "judge", "serve", str(study), *options], stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, text=True, env=environment)
        first = self.process.stdout.readline()
        if not first:
            raise RuntimeError(self.process.communicate()[1])
        self.links = dict([first.rstrip("\n").split("\t")])
        self.port = int(re.search(r":(\d+)/", first)[1]) if not options or "--base-url" not in options else None

    def __enter__(self):
        return self

    def __exit__(self, *unused):
        if self.process.poll() is None:
            self.end()

    def end(self, how=signal.SIGTERM):
        """Ends it; gives the exit code, the rest of the links and its messages."""
        self.process.send_signal(how)
        out, errors = self.process.communicate(timeout=20)
        return self.process.returncode, out, errors

    def kill(self):
        self.process.kill()
        self.process.communicate()

    def client(self, participant=0, timeout=20):
        return Client(self.port, token(participant), timeout)


class Client:
    """A participant's browser: one connection, opened again when it is lost."""

    def __init__(self, port, secret, timeout=20):
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)
        self.path = f"/{secret}/"

    def request(self, method, path, body=None, headers=None):
        """(status, headers, body); `path` is added to the address of the page, unless it begins with a slash."""
        path = path if path.startswith("/") else self.path + path
        try:
            self.connection.request(method, path, body, headers or {})
            response = self.connection.getresponse()
            return response.status, response.headers, response.read()
        except (OSError, http.client.HTTPException):
            self.connection.close()
            raise

    def page(self):
        status, unused, body = self.request("GET", "")
        assert status == 200
        return body.decode()

    def answers(self):
        status, unused, body = self.request("GET", "answers")
        assert status == 200, body
        return json.loads(body)["events"]

    def post(self, events, **headers):
        """(status, what the server says)"""
        status, unused, body = self.request("POST", "answers", json.dumps({"events": events}), {"Content-Type": "application/json", **headers})
        return status, json.loads(body)


def journal(folder):
    return [json.loads(line) for line in (pathlib.Path(folder) / "answers.jsonl").read_text(encoding="utf-8").splitlines()]


if __name__ == "__main__":
    write_study(sys.argv[1])
