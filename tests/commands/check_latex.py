#!/usr/bin/env python3
"""Checks that pdflatex sets the tables that the program writes in LaTeX, whatever the names are.

    check_latex.py PROGRAM DATA

Without pdflatex the exit code is 77.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile

MEASURES = "D#-nDCG@10,alpha-nDCG(alpha=0.9)@10,I-rec@10"
# Every character of ASCII, also first in a row; what would be a command, a comment, a file; ligatures; characters that pdflatex
# has, has in mathematics, and does not have; right to left; more than a page is wide.
NAMES = ["100%_done & #1 {x} \\input{/etc/passwd} ~^", "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) != "="), "[t] first", "*first",
         "\\\\ \\end{tabular} }{ $$ \\undefined \\csname", "a -- --- '' `` ,, << >> ?` !` ff fi",
         "D♯-nDCG αβγδ λ=0.5 µ×± † ‡ § ¶ ‖ ≤≥ é ß Ø ÿ – — “quoted” …", "Ð þ Ł ő 中文 ひらがな 🎉 a\u0301 \u00a0", "اسم عربي \u202e עברית", "W_x" * 3400, " "]


def run(*command, **options):
    done = subprocess.run(command, capture_output=True, **options)
    if done.returncode != 0:
        sys.exit(f"{command[0]} ended with {done.returncode}:\n{done.stdout.decode(errors='replace')[-3000:]}"
                 f"{done.stderr.decode(errors='replace')[-3000:]}")
    return done.stdout.decode()


def typeset(folder, tables):
    """The log of a document with these tables. Set twice: the second time with captions in the list of tables, and references."""
    document = "\n".join(["\\documentclass{article}", "\\usepackage{booktabs,graphicx}", "\\begin{document}", "\\listoftables",
                          "\n\\clearpage\n".join(tables), "\\end{document}"])
    with open(os.path.join(folder, "tables.tex"), "w", encoding="utf-8") as file:
        file.write(document)
    for _ in range(2):
        log = run("pdflatex", "-no-shell-escape", "-halt-on-error", "-interaction=nonstopmode", "tables.tex", cwd=folder)
    return log


def main():
    program, data = sys.argv[1:]
    if not shutil.which("pdflatex"):
        print("pdflatex is not installed")
        sys.exit(77)
    study = os.path.join(data, "study")
    runs = [os.path.join(study, "runs", name) for name in sorted(os.listdir(os.path.join(study, "runs")))]
    named = [f"{name}={path}" for name, path in zip(NAMES, runs)] + runs[len(NAMES):]
    score = [program, "evaluate", "--qrels", os.path.join(study, "qrels.txt"), "-m", MEASURES]
    latex = ["--format", "latex"]
    with tempfile.TemporaryDirectory() as folder:
        scores = os.path.join(folder, "scores.tsv")
        run(*score, "--per-topic", "--format", "tsv", "-o", scores, *named)
        compare = [program, "compare"]
        measures = ["-m", MEASURES]
        tables = [run(*score, *latex, *named), run(*score, *latex, "--significance", "tukey", "--trials", "200", "--intervals", "mean", *named),
                  run(*score, *latex, "--significance", "t", "--intervals", "difference", "--baseline", NAMES[0], *named),
                  run(*score, *latex, "--significance", "t", "--baseline", NAMES[7], "--baseline", NAMES[8], "--baseline", NAMES[9], *named),
                  run(*score, *latex, "--standardise", *named), run(*compare, "significance", *latex, scores),
                  run(*compare, "significance", *latex, "--test", "t,sign", "--baseline", NAMES[1], scores),
                  run(*compare, "discriminative-power", *latex, "--test", "t", scores), run(*compare, "correlation", *latex, "--of", "both", scores),
                  run(*compare, "concordance", *latex, "--gold", "I-rec@10", scores)]
        log = typeset(folder, tables)
        if "root:" in log or "/etc/passwd)" in log:
            sys.exit("a file was read that a name mentions")
        pages = int(re.search(r"Output written on tables.pdf \((\d+) page", log).group(1))
        print(f"{len(tables)} tables or more, {pages} pages")
        # Intervals of many measures: no wider than the page, and the label is known.
        wide = [run(*score[:-1], ",".join([MEASURES, "ERR-IA@10,D-nDCG@10,P-IA@10,nDCG@10"][:count]), *latex, "--significance", "t", "--intervals",
                    "difference", "--baseline", "bm25", "--p-values", "--caption", "All", "--label", f"tab:all_{count}", *runs) for count in (1, 2)]
        log = typeset(folder, [*wide, "\\ref{tab:all_1} \\ref{tab:all_2}"])
        if "Overfull" in log or "undefined" in log:
            sys.exit(f"a table is wider than the page, or has no label:\n{log[-3000:]}")


if __name__ == "__main__":
    main()
