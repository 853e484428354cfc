#!/usr/bin/env python3
"""How often the bootstrap interval of Krippendorff's alpha contains alpha, by the number of topics.

    alpha_coverage.py PROGRAM [SAMPLES]

Three participants judge four pairs of lists for each topic. A pair is better by what its topic and the pair itself add
(both normal, with variance 1); a participant sees that with an error of variance 1, and calls less than 0.5 equal. The
alpha that an interval should contain is that of 20,000 topics. `compare preferences` computes all of them: each sample
is a question, so that one call does for all.
"""
import csv
import os
import random
import subprocess
import sys
import tempfile

PAIRS, PARTICIPANTS, MANY = 4, 3, 20_000


def answers(dice, topics, question):
    for topic in range(topics):
        of_topic = dice.gauss(0, 1)
        for pair in range(PAIRS):
            better = of_topic + dice.gauss(0, 1)
            for participant in range(PARTICIPANTS):
                seen = better + dice.gauss(0, 1)
                answer = "=" if abs(seen) < 0.5 else ">" if seen > 0 else "<"
                yield f"{topic}\ta\tb{pair}\tp{participant}\t{answer}\t{question}\n"


def reliability(program, dice, topics, samples):
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "scores.csv"), "w") as file:
            runs = ["a"] + [f"b{pair}" for pair in range(PAIRS)]
            file.write("topic," + ",".join(runs) + "\n")
            file.writelines(f"{topic}," + ",".join("0" for run in runs) + "\n" for topic in range(topics))
        with open(os.path.join(folder, "preferences.tsv"), "w") as file:
            file.write("topic\trun1\trun2\tparticipant\tpreference\tquestion\n")
            for sample in range(samples):
                file.writelines(answers(dice, topics, f"q{sample}"))
        command = [program, "compare", "preferences", "--agreement", "--preferences", "preferences.tsv", "scores.csv"]
        text = subprocess.run(
            [*command, "--format", "tsv", "--quiet"], cwd=folder, check=True, capture_output=True, text=True
        ).stdout
    tables = [table.splitlines() for table in text.split("\n\n")]
    rows = next(table for table in tables if "\tcoefficient\t" in table[0])
    return [row for row in csv.DictReader(rows, delimiter="\t") if row["coefficient"] != "tau"]


def main():
    program, samples = os.path.abspath(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    dice = random.Random(1)
    true = {row["coefficient"]: float(row["value"]) for row in reliability(program, dice, MANY, 1)}
    print("coefficient\ttopics\talpha\tcoverage")
    for topics in (5, 10, 25, 50):
        rows = reliability(program, dice, topics, samples)
        for coefficient, alpha in true.items():
            limits = [(row["low"], row["high"]) for row in rows if row["coefficient"] == coefficient]
            inside = sum(low != "" and float(low) <= alpha <= float(high) for low, high in limits)
            print(f"{coefficient}\t{topics}\t{alpha:.3f}\t{inside / len(limits):.3f}")


main()
