#!/usr/bin/env python3
"""near_duplicates.py COUNT [SEED] > FINGERPRINTS: fingerprints for a measurement of `simhash --within`.

Nine of ten are random; the tenth is an earlier one with up to four bits flipped.
"""
import random
import sys


def main():
    count = int(sys.argv[1])
    generator = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1)
    values = []
    for i in range(count):
        if values and generator.random() < 0.1:
            value = values[generator.randrange(len(values))]
            for _ in range(generator.randrange(5)):
                value ^= 1 << generator.randrange(64)
        else:
            value = generator.getrandbits(64)
        values.append(value)
        sys.stdout.write(f"clueweb09-en{i // 4000000:04d}-{i // 40000 % 100:02d}-{i % 40000:05d}\t{value:016x}\n")


if __name__ == "__main__":
    main()
