#!/usr/bin/env python3
"""Compares the tests that R has, and its corrections, with those of `subintent compare significance`, and what it says of margins, effects and
power with `subintent compare equivalence`; and the mean squares, and where lme4 is installed the variances, of `subintent compare reliability`.

    check_against_r.py PROGRAM

Scores with and without ties and zeros, from 2 to 120 topics. Without Rscript the exit code is 77.
"""

import csv
import itertools
import os
import random
import shutil
import subprocess
import sys
import tempfile

SCRIPT = """
options(digits = 17)
# Hodges and Lehmann's, of the differences that the test counts, by the distribution that its p-value has.
interval_of <- function(d, exact) {
  n <- length(d)
  if (n == 0) return(c(-Inf, Inf))
  ties <- table(abs(d))
  sd <- sqrt(n * (n + 1) * (2 * n + 1) / 24 - sum(ties^3 - ties) / 48)
  p <- function(w) if (exact) 2 * psignrank(w, n) else 2 * pnorm((w + 0.5 - n * (n + 1) / 4) / sd)
  k <- 0
  while (k < floor(n * (n + 1) / 4) && p(k) < 0.1) k <- k + 1
  if (k == 0) return(c(-Inf, Inf))
  means <- sort(outer(d, d, "+")[upper.tri(diag(n), TRUE)] / 2)
  means[abs(means) < 1e-9] <- 0
  found <- c(means[k], rev(means)[k])
  ranks <- rank(abs(d))
  if (p(min(sum(ranks[d > 0]), sum(ranks[d < 0]))) < 0.1) found[found == 0] <- sign(sum(d)) * 1e-9
  found
}
scores <- read.csv("scores.csv", check.names = FALSE)[, -1]
for (i in 1:(ncol(scores) - 1)) for (j in (i + 1):ncol(scores)) {
  z <- scores[[i]] - scores[[j]]
  z[abs(z) < 1e-9] <- 0  # R ranks numbers that differ in the last bit
  z <- sign(z) * round(abs(z), 9)
  w <- suppressWarnings(wilcox.test(z, rep(0, length(z)), paired = TRUE))
  exact <- length(z) < 50 && all(z != 0) && !any(duplicated(abs(z)))
  interval <- interval_of(z[z != 0], exact)
  if (exact && interval[1] > -Inf) stopifnot(all.equal(interval, c(suppressWarnings(wilcox.test(z, conf.int = TRUE, conf.level = 0.9, exact = TRUE))$conf.int)))
  t <- tryCatch(t.test(z)$p.value, error = function(e) NA)
  cat(w$p.value, t, interval, "\\n", file = "found.txt", append = TRUE)
}
p <- read.csv("p.csv", header = FALSE)[[1]]
cat(p.adjust(p, "holm"), "\\n", p.adjust(p, "bonferroni"), "\\n", p.adjust(p, "BH"), "\\n", file = "adjusted.txt")
"""


# Mean squares in the order of the sources, and what REML makes of them, which is the same where all estimates are above 0.
VARIANCES = """
options(digits = 17)
d <- read.table("judged.tsv", header = TRUE, colClasses = c("factor", "factor", "character", "numeric", "factor", "factor"))
squares <- anova(aov(value ~ run * topic * judge, d))[, "Mean Sq"]
cat(squares, "\\n", file = "variances.txt")
if (requireNamespace("lme4", quietly = TRUE)) {
  fit <- lme4::lmer(value ~ 1 + (1 | run) + (1 | topic) + (1 | judge) + (1 | run:topic) + (1 | run:judge) + (1 | topic:judge) + (1 | run:topic:judge), d,
                    control = lme4::lmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 1e6, rhoend = 1e-12)))
  found <- as.data.frame(lme4::VarCorr(fit))
  cat(found[match(c("run", "topic", "judge", "run:topic", "run:judge", "topic:judge", "run:topic:judge", "Residual"), found$grp), "vcov"], "\\n",
      file = "variances.txt", append = TRUE)
}
"""


def close(found, expected, what):
    if abs(found - expected) > 1e-9 * max(1e-3, abs(expected)):
        sys.exit(f"{what}: {found}, R has {expected}")


def pairs_of(program, folder, *options):
    command = [program, "compare", "significance", "--quiet", "--alpha", "0.1", "--format", "tsv", *options, "scores.csv"]
    text = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    return list(csv.DictReader(text.splitlines(), delimiter="\t"))


def check(program, folder, topics, digits, number):
    dice = random.Random(number)
    quality = [0.1 * run for run in range(5)]
    with open(os.path.join(folder, "scores.csv"), "w") as file:
        file.write("topic,a,b,c,d,e\n")
        for topic in range(topics):
            scores = [round(dice.random() + bonus, digits) for bonus in quality]
            file.write(f"t{topic}," + ",".join(map(str, scores)) + "\n")
    for name in ("found.txt", "adjusted.txt"):
        if os.path.exists(os.path.join(folder, name)):
            os.remove(os.path.join(folder, name))
    ours = pairs_of(program, folder, "--test", "wilcoxon", "--correction", "bh")
    uncorrected = pairs_of(program, folder, "--test", "wilcoxon", "--correction", "none")
    by_t = pairs_of(program, folder, "--test", "t")
    with open(os.path.join(folder, "p.csv"), "w") as file:
        file.writelines(pair["p"] + "\n" for pair in ours)
    subprocess.run(["Rscript", "--vanilla", "-e", SCRIPT], cwd=folder, check=True)
    theirs = [line.split() for line in open(os.path.join(folder, "found.txt"))]
    intervals = 0
    for pair, alone, t, (w_p, t_p, low, high) in zip(ours, uncorrected, by_t, theirs, strict=True):
        what = f"{topics} topics, {digits} digits, {pair['run1']} and {pair['run2']}"
        close(float(pair["p"]), 1 if w_p == "NaN" else float(w_p), "wilcoxon, " + what)
        if t_p != "NA":
            close(float(t["p"]), float(t_p), "t, " + what)
        if low == "-Inf" or alone["low"] == "-inf":
            if (low == "-Inf") != (alone["low"] == "-inf"):
                sys.exit(f"{what}: from {alone['low']}, R has {low}")
            continue
        close(float(alone["low"]), float(low), "lower end, " + what)
        close(float(alone["high"]), float(high), "upper end, " + what)
        intervals += 1
    adjusted = [list(map(float, line.split())) for line in open(os.path.join(folder, "adjusted.txt"))]
    for column, values in zip(("p_holm", "p_bonferroni", "p_bh"), adjusted):
        for pair, value in zip(ours, values, strict=True):
            close(float(pair[column]), value, f"{column}, {topics} topics")
    return intervals


EQUIVALENCE = """
options(digits = 17, warn = -1)  # pt() is not sure of its last digits
scores <- read.csv("scores.csv", check.names = FALSE)[, -1]
for (i in 1:(ncol(scores) - 1)) for (j in (i + 1):ncol(scores)) {
  z <- scores[[i]] - scores[[j]]
  n <- length(z)
  found <- t.test(z)
  p <- max(t.test(z, mu = -0.1, alternative = "greater")$p.value, t.test(z, mu = 0.1, alternative = "less")$p.value)
  interval <- t.test(z, conf.level = 0.8)$conf.int
  t <- found$statistic
  effect <- sapply(c(0.05, 0.95), function(p) uniroot(function(d) pt(t, n - 1, d, lower.tail = FALSE) - p, t + c(-15, 15), tol = 1e-13)$root)
  detectable <- power.t.test(n, sd = sd(z), sig.level = 0.1, power = 0.8, type = "paired", tol = 1e-12)$delta
  cat(p, interval, found$p.value, effect / sqrt(n), detectable, "\\n", file = "equivalent.txt", append = TRUE)
}
"""


def check_equivalence(program, folder):
    """On the scores of the last check()."""
    columns = ("p_equivalent", "low", "high", "p_different", "effect_low", "effect_high", "detectable")
    command = [program, "compare", "equivalence", "--margin", "0.1", "--alpha", "0.1", "--correction", "none", "--format", "tsv", "scores.csv"]
    text = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    subprocess.run(["Rscript", "--vanilla", "-e", EQUIVALENCE], cwd=folder, check=True)
    theirs = open(os.path.join(folder, "equivalent.txt")).readlines()
    os.remove(os.path.join(folder, "equivalent.txt"))
    for pair, line in zip(csv.DictReader(text.splitlines(), delimiter="\t"), theirs, strict=True):
        for column, value in zip(columns, map(float, line.split()), strict=True):
            close(float(pair[column]), value, f"{column} of {pair['run1']} and {pair['run2']}")


def check_reliability(program, folder):
    """Scores that vary by each source, of five runs, eight topics, three judges and two draws."""
    draw = random.Random(12)  # estimates are above 0
    names = ("run", "topic", "judge", "run × topic", "run × judge", "topic × judge", "run × topic × judge", "draw")
    effects = {}

    def effect(deviation, *key):
        return effects.setdefault(key, draw.gauss(0, deviation))

    with open(os.path.join(folder, "judged.tsv"), "w") as file:
        print("run", "topic", "measure", "value", "judge", "draw", sep="\t", file=file)
        for r, t, j, d in itertools.product(range(5), range(8), range(3), range(2)):
            value = sum(effect(0.3, *key) for key in (("r", r), ("t", t), ("j", j), ("rt", r, t), ("rj", r, j), ("tj", t, j), ("rtj", r, t, j)))
            print(f"r{r}", t, "M", round(value + draw.gauss(0, 0.1), 6), f"j{j}", d, sep="\t", file=file)
    command = [program, "compare", "reliability", "--format", "tsv", "judged.tsv"]
    text = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
    ours = {row["source"]: row for row in csv.DictReader(text.split("\n\n")[0].splitlines(), delimiter="\t")}
    subprocess.run(["Rscript", "--vanilla", "-e", VARIANCES], cwd=folder, check=True)
    squares, *variances = open(os.path.join(folder, "variances.txt")).readlines()
    for name, value in zip(names, map(float, squares.split()), strict=True):
        close(float(ours[name]["mean_square"]), value, f"mean square of {name}")
    for name, value in zip(names, map(float, " ".join(variances).split())):
        if abs(float(ours[name]["estimate"]) - value) > 1e-5:
            sys.exit(f"variance of {name}: {ours[name]['estimate']}, lme4 has {value}")
    return "and of lme4" if variances else "without lme4"


def main():
    if not shutil.which("Rscript"):
        print("Rscript is not installed")
        sys.exit(77)
    intervals = 0
    with tempfile.TemporaryDirectory() as folder:
        cases = ((2, 1), (5, 8), (12, 1), (25, 2), (49, 8), (50, 8), (120, 1))
        for number, (topics, digits) in enumerate(cases):
            intervals += check(os.path.abspath(sys.argv[1]), folder, topics, digits, number)
            if topics > 2:
                check_equivalence(os.path.abspath(sys.argv[1]), folder)
        variances = check_reliability(os.path.abspath(sys.argv[1]), folder)
    print(f"the same as R; {intervals} intervals; variances {variances}")


if __name__ == "__main__":
    main()
