"""The documentation as a website. Build it with `cmake --build build/release --target site`.

Sphinx reads the Markdown pages where they are, from the folder of the project; nothing is copied. What GitHub does not need,
the table of contents, is added while they are read.
"""
import base64
import json
import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]

# The pages in the order of the menu. The man pages of commands are below that of the program.
STORIES = sorted(f"docs/stories/{page.stem}" for page in (SOURCE / "docs/stories").glob("*.md") if page.stem != "README")
PAGES = {
    "Start": ["docs/i-have", "docs/session", "docs/tutorial", "docs/faq", "docs/glossary", "docs/install"],
    "Guides": ["docs/from-other-tools", "docs/which-test", "docs/mmr", "docs/judge", "docs/nuggets", "docs/fairness", "docs/slurm"],
    "Reference": ["docs/measures", "docs/measures-worked", "docs/formats", "docs/stage-files", "docs/man/subintent", "docs/methods", "docs/stages", "docs/python", "docs/gallery/README", "docs/library", "docs/warnings", "docs/references"],
    "Studies": ["docs/stories/README", *STORIES, "docs/validity", "docs/do-hierarchies-tell", "docs/dou2019"],
    "Collections": ["data/README", "data/study/README"],
    "Development": ["docs/hacking", "docs/performance", "CHANGELOG"],
}
PAGES["Development"] += sorted(str(page.relative_to(SOURCE).with_suffix("")) for page in SOURCE.glob("tools/bench/*/*.md"))
TITLES = {"docs/man/subintent": "Commands"}  # in the menu, where the title of the page says too little there
STACKED = {"README", "docs/i-have", "docs/install", "docs/measures", "docs/nuggets"}  # on a phone, the cells of a row of their tables stand below one another
MAN_PAGES = sorted(page.stem for page in (SOURCE / "docs/man").glob("subintent-*.md"))
NOTEBOOKS = [f"/{page.relative_to(SOURCE).with_suffix('')}" for page in sorted((SOURCE / "docs").rglob("*.ipynb"))]
BELOW = {"docs/man/subintent": MAN_PAGES, "docs/gallery/README": NOTEBOOKS}  # pages with others below them in the menu

project = "subintent"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [f"{page}.md" for page in [root_doc, *sum(PAGES.values(), [])]] + ["docs/man/*.md", "docs/**.ipynb"]
source_suffix = {".md": "markdown", ".ipynb": "markdown"}
myst_heading_anchors = 4  # as on GitHub
smartquotes = False
highlight_language = "none"

# Sphinx's basic theme with a style of our own: it loads nothing from a network, and works from a disk.
html_theme = "basic"
templates_path = ["."]
html_static_path = ["style.css", "copy.js", "search.js"]
html_js_files = [("copy.js", {"defer": "defer"})]
html_style = "style.css"
html_sidebars = {"**": ["menu.html"]}
pygments_style = "bw"  # readable on light and dark
html_title = "subintent"
html_permalinks_icon = "#"
html_show_search_summary = False  # a page opened from a disk may not read others; search.js shows a line of theirs
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False


def table_of_contents(pages, caption=""):
    entries = [f"{TITLES[page]} <{page}>" if page in TITLES else page for page in pages]
    return "\n".join(["", "```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), *entries, "```", ""])


def markdown_of(output):
    """A picture, or else the text that an output of a notebook is."""
    data = output.get("data", {"text/plain": output.get("text", "")})
    for kind in ("image/svg+xml", "image/png"):
        if kind in data:
            picture = "".join(data[kind])
            code = base64.b64encode(picture.encode()).decode() if kind == "image/svg+xml" else picture.replace("\n", "")
            return f'<p><img alt="What the code above draws" src="data:{kind};base64,{code}"></p>'
    return "```text\n" + "".join(data["text/plain"]).rstrip() + "\n```"


def read_notebook(app, page, text):
    if app.env.doc2path(page).endswith(".ipynb"):
        parts = []
        for cell in json.loads(text[0])["cells"]:
            source = "".join(cell["source"])
            parts += [source if cell["cell_type"] == "markdown" else f"```python\n{source}\n```", *map(markdown_of, cell.get("outputs", []))]
        text[0] = "\n\n".join(parts)


def add_contents(_, page, text):
    if page == root_doc:
        text[0] += "".join(table_of_contents(pages, caption) for caption, pages in PAGES.items())
    if page in BELOW:  # above its sections, as what stands behind the last of them is part of it
        title, sections, rest = text[0].partition("\n## ")
        text[0] = title + table_of_contents(BELOW[page]) + sections + rest


def change_tables(_, page, template, context, doctree):
    """The cell above the rows' names, which Markdown makes a heading, is none; tables of STACKED pages are marked for the style."""
    if "body" in context:
        context["body"] = context["body"].replace('<th class="head"><p></p></th>', "<td></td>")
        if page in STACKED:
            context["body"] = context["body"].replace('<table class="', '<table class="stacked ')


def write_texts(app, exception):
    """The words of all pages, of which a search shows a line: a page opened from a disk may not read others."""
    if exception is None:
        texts = {page: " ".join(app.env.get_doctree(page).astext().split()) for page in sorted(app.env.found_docs)}
        script = "const pageTexts = " + json.dumps(texts, ensure_ascii=False, separators=(",", ":")) + ";\n"
        (pathlib.Path(app.outdir) / "_static" / "texts.js").write_text(script, encoding="utf-8")


def write_index(app, exception):
    if exception is None:
        index = '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>subintent</title>\n<meta http-equiv="refresh" content="0; url=README.html">\n'
        (pathlib.Path(app.outdir) / "index.html").write_text(index + '<p><a href="README.html">subintent</a></p>\n', encoding="utf-8")


def setup(app):
    # The contents are no part of a page's file: when they change, Sphinx is to read all pages again.
    app.add_config_value("contents", [PAGES, BELOW], "env")
    app.connect("source-read", read_notebook)
    app.connect("source-read", add_contents)
    app.connect("html-page-context", change_tables)
    app.connect("build-finished", write_texts)
    app.connect("build-finished", write_index)
