"""A study of 2,000 answers, whose server is killed (kill -9) a hundred times: no answer is lost, and none is listed twice."""
import concurrent.futures
import http.client
import os
import pathlib
import random
import subprocess
import sys
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from small_study import Client, Server, event, journal, token, write_study

PROGRAM = os.environ.get("SUBINTENT_PROGRAM", "subintent")
PARTICIPANTS, TASKS, KILLS = 20, 100, 100


class Study:
    """Where the server is now; it is somewhere else each time."""

    def __init__(self, folder):
        self.folder, self.stored, self.changed = folder, 0, threading.Condition()
        self.port = None
        self.end = time.monotonic() + 600  # no participant waits longer for a server that stores nothing

    def count(self, stored):
        with self.changed:
            self.stored += stored
            self.changed.notify_all()

    def wait_for(self, stored):
        with self.changed:
            assert self.changed.wait_for(lambda: self.stored >= stored, timeout=60), f"{self.stored} answers are stored, not {stored}"


def judge(study, participant):
    """As the page does: keeps what is not acknowledged, and sends it again. Returns what the server has acknowledged."""
    chance = random.Random(participant)
    waiting, acknowledged = [], {}
    for number in range(TASKS):
        waiting.append(event(participant, number, chance.choice(["left", "same", "right"])))
        if chance.random() < 0.3 and number + 1 < TASKS:
            continue  # several at once
        while waiting:
            assert time.monotonic() < study.end, "the server stores no answers"
            try:
                status, said = Client(study.port, token(participant), timeout=5).post(waiting)
            except (OSError, http.client.HTTPException, ValueError):
                time.sleep(0.005)
                continue
            assert status in (200, 429, 503), said
            if status != 200:
                time.sleep(0.02)
                continue
            for one in waiting:
                assert one["id"] in said["stored"]
                acknowledged[one["id"]] = one
            study.count(len(waiting))
            waiting = []
    return acknowledged


def exported(folder):
    text = subprocess.run([PROGRAM, "judge", "export", folder], capture_output=True, text=True, check=True).stdout
    assert text.count("\n") == PARTICIPANTS * TASKS + 1
    return text


def test_killed_a_hundred_times(tmp_path):
    study = Study(write_study(tmp_path / "study", PARTICIPANTS, TASKS))
    chance = random.Random(1)
    with concurrent.futures.ThreadPoolExecutor(PARTICIPANTS) as pool:
        with Server(PROGRAM, study.folder) as server:
            study.port = server.port
            judges = [pool.submit(judge, study, participant) for participant in range(PARTICIPANTS)]
            for kill in range(KILLS):
                study.wait_for((kill + 1) * PARTICIPANTS * TASKS // (KILLS + 5))
                time.sleep(chance.random() * 0.01)
                server.kill()
                server = Server(PROGRAM, study.folder)
                study.port = server.port
            acknowledged = {}
            for done in judges:
                acknowledged.update(done.result())
            export = [server.client(participant).answers() for participant in range(PARTICIPANTS)]
            assert server.end()[0] == 0
    assert len(acknowledged) == PARTICIPANTS * TASKS
    stored = [line["id"] for line in journal(study.folder)]
    assert len(stored) == len(set(stored)), "an answer is listed twice"
    assert set(stored) == set(acknowledged), "an answer is lost"
    assert {e["id"]: e for answers in export for e in answers} == acknowledged
    with Server(PROGRAM, study.folder) as server:  # once more: the same
        assert [server.client(participant).answers() for participant in range(PARTICIPANTS)] == export
    undisturbed = write_study(tmp_path / "undisturbed", PARTICIPANTS, TASKS)
    with Server(PROGRAM, undisturbed) as server:
        for participant, answers in enumerate(export):
            assert server.client(participant).post(answers)[0] == 200
        assert [server.client(participant).answers() for participant in range(PARTICIPANTS)] == export
    assert exported(study.folder) == exported(undisturbed)
