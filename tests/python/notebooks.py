#!/usr/bin/env python3
"""notebooks.py NOTEBOOK... [--accept]: runs notebooks in this process, without a kernel, and compares what they show with what they hold.

With --accept it writes what they show into them, to be looked at before it is kept. PYTHONPATH=build/release/python names the package.
"""
import ast
import base64
import contextlib
import io
import json
import os
import pathlib
import sys


def pictures():
    """The figures of a cell, as pictures; matplotlib's state is left empty."""
    pyplot = sys.modules.get("matplotlib.pyplot")
    made = []
    for number in pyplot.get_fignums() if pyplot else ():
        buffer = io.BytesIO()
        pyplot.figure(number).savefig(buffer, format="png", dpi=75, bbox_inches="tight", metadata={"Software": None})
        made.append({"image/png": base64.b64encode(buffer.getvalue()).decode()})
        pyplot.close(number)
    return made


def lines_of(text):
    return text.splitlines(keepends=True)


def value_shown(value):
    """What a notebook shows of the value of a cell's last line."""
    data = {"text/plain": lines_of(repr(value))}
    if hasattr(value, "_repr_html_"):
        data["text/html"] = lines_of(value._repr_html_())
    if hasattr(value, "_repr_svg_"):
        data["image/svg+xml"] = lines_of(value._repr_svg_())
    return data


def run_cell(source, names):
    """The outputs of a cell."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) and not source.rstrip().endswith(";") else None
    printed, value = io.StringIO(), None
    with contextlib.redirect_stdout(printed):
        exec(compile(tree, "cell", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    outputs = []
    if printed.getvalue():
        outputs.append({"name": "stdout", "output_type": "stream", "text": lines_of(printed.getvalue())})
    outputs += [{"data": data, "metadata": {}, "output_type": "display_data"} for data in pictures()]
    if value is not None:
        outputs.append({"data": value_shown(value), "execution_count": None, "metadata": {}, "output_type": "execute_result"})
    return outputs


@contextlib.contextmanager
def inside(folder):
    before = pathlib.Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run(path):
    """The notebook with the outputs of its cells, as they are made in its folder."""
    os.environ.setdefault("MPLBACKEND", "agg")
    notebook, names = json.loads(path.read_text(encoding="utf-8")), {}
    with inside(path.parent):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"] = run_cell("".join(cell["source"]), names)
    return notebook


def comparable(notebook):
    """What is the same everywhere: the texts, and that there is a picture."""
    shown = []
    for cell in notebook["cells"]:
        for output in cell.get("outputs", ()):
            data = output.get("data", {"text/plain": output.get("text")})
            shown.append({kind: "" if kind == "image/png" else "".join(text) for kind, text in data.items()})
    return shown


def main():
    accept, status = "--accept" in sys.argv, 0
    for name in (word for word in sys.argv[1:] if word != "--accept"):
        path = pathlib.Path(name)
        held, made = json.loads(path.read_text(encoding="utf-8")), run(path)
        if accept:
            path.write_text(json.dumps(made, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
        elif comparable(held) != comparable(made):
            status = 1
            print(f"{path} shows something else than it holds")
    return status


if __name__ == "__main__":
    sys.exit(main())
