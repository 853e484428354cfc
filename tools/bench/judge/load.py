#!/usr/bin/env python3
"""load.py SUBINTENT [--participants N] [--seconds S] [--pause P]: how long an answer takes to be stored while N people judge.

Makes a study, serves it, and lets N participants at once (200) answer for S seconds (20): each has a connection of its own, loads
the page, and then stores an answer, waits for the acknowledgement and pauses for P seconds on average (0.5, a hundred times
the pace of people), and so on. Prints percentiles of the time from sending an answer to its acknowledgement, that is, with the disk's.
"""
import argparse
import asyncio
import json
import pathlib
import random
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[3] / "tests" / "judge"))
from small_study import Server, event, journal, token, write_study


async def response(reader):
    head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
    size = next(int(line.split(b":")[1]) for line in head if line.lower().startswith(b"content-length:"))
    return int(head[0].split()[1]), await reader.readexactly(size)


async def participant(number, options, port, times):
    chance = random.Random(number)
    await asyncio.sleep(chance.random() * options.pause)
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    address = f"/{token(number)}/ HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
    writer.write(f"GET {address}\r\n".encode())
    assert (await response(reader))[0] == 200
    end = time.perf_counter() + options.seconds
    revision = 0
    while time.perf_counter() < end:
        revision += 1
        one = event(number, revision % 50, chance.choice(["left", "same", "right"]), revision)
        body = json.dumps({"events": [one]}).encode()
        start = time.perf_counter()
        writer.write(f"POST {address.replace('/ HTTP', '/answers HTTP')}Content-Type: application/json\r\n"
                     f"Content-Length: {len(body)}\r\n\r\n".encode() + body)
        status, said = await response(reader)
        times.append(time.perf_counter() - start)
        assert status == 200 and one["id"] in json.loads(said)["stored"], said
        await asyncio.sleep(chance.uniform(0, 2 * options.pause))
    writer.close()


async def judge(options, port, times):
    await asyncio.gather(*(participant(number, options, port, times) for number in range(options.participants)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--participants", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--pause", type=float, default=0.5)
    parser.add_argument("--folder", default=".", help="on the disk that is to be measured")
    options = parser.parse_args()
    times = []
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        study = write_study(pathlib.Path(folder) / "study", options.participants, tasks=50)
        with Server(options.program, study) as server:
            asyncio.run(judge(options, server.port, times))
        assert len(journal(study)) == len(times)
    times.sort()
    at = lambda share: 1000 * times[min(int(share * len(times)), len(times) - 1)]
    print(f"{options.participants} participants, {len(times)} answers stored, {len(times) / options.seconds:.0f} per second; "
          f"p50 {at(0.5):.1f} ms, p90 {at(0.9):.1f} ms, p99 {at(0.99):.1f} ms, largest {1000 * times[-1]:.1f} ms")


if __name__ == "__main__":
    main()
