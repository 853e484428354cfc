#!/usr/bin/env python3
"""What `tokenize --main-content` costs: processor time with and without, on one thread, in alternation.

    tools/bench/tokenize/main_content_time.py PROGRAM ARCHIVE... [--rounds N]
"""
import argparse
import os
import statistics
import subprocess

OUTPUT = ["--fingerprints", "/dev/null", "--threads", "1", "--quiet"]


def user_seconds(command):
    before = os.times().children_user
    subprocess.run(command, check=True)
    return os.times().children_user - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("archives", nargs="+", metavar="ARCHIVE")
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    command = [arguments.program, "tokenize", *arguments.archives, *OUTPUT]
    rounds = []
    for _ in range(arguments.rounds):
        rounds.append((user_seconds(command), user_seconds([*command, "--main-content"])))
    ratios = sorted(with_it / without for without, with_it in rounds)
    least = [min(seconds) for seconds in zip(*rounds)]
    print(f"least: {least[0]:.2f} s without, {least[1]:.2f} s with, ratio {least[1] / least[0]:.2f}")
    print(f"ratio of a round: median {statistics.median(ratios):.2f}, from {ratios[0]:.2f} to {ratios[-1]:.2f}")


if __name__ == "__main__":
    main()
