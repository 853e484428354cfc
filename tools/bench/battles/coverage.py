#!/usr/bin/env python3
"""coverage.py [STUDIES]: how often the intervals of compare battles hold the strengths that battles were drawn from.

Three runs meet once in each topic. Studies without finite strengths, which the analysis refuses, do not count.
"""
import math
import random
import sys
import warnings

import subintent
from subintent import compare

warnings.filterwarnings("ignore")
studies = int(sys.argv[1]) if len(sys.argv) > 1 else 300
draw = random.Random(7)


def battles(topics, strengths):
    for topic in range(topics):
        for i in range(len(strengths)):
            for j in range(i + 1, len(strengths)):
                wins = draw.random() < 1 / (1 + math.exp(strengths[j] - strengths[i]))
                yield str(topic), f"run{i}", f"run{j}", "judge", ">" if wins else "<"


for topics in 10, 25:
    held = number = refused = 0
    for strengths in (0.4, 0, -0.4), (1.2, 0, -1.2):
        for _ in range(studies):
            try:
                rows = compare.battles(list(battles(topics, strengths)), trials=400).strengths
            except subintent.Error:
                refused += 1
                continue
            for row in rows:
                low, high = (limit if limit is not None else sign * math.inf for limit, sign in ((row.low, -1), (row.high, 1)))
                number += 1
                held += low <= strengths[int(row.run[3:])] <= high
    print(f"{topics} topics: {held} of {number} intervals hold, {100 * held / number:.1f} %; {refused} studies refused")
