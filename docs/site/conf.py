"""The documentation as a website. Build it with `cmake --build build/release --target site`.

Sphinx reads the Markdown pages where they are, from the folder of the project; nothing is copied. What GitHub does not need,
the table of contents, is added while they are read.
"""
import pathlib

SOURCE = pathlib.Path(__file__).resolve().parents[2]

# The pages in the order of the menu. The man pages of commands are below that of the program.
STORIES = sorted(f"docs/stories/{page.stem}" for page in (SOURCE / "docs/stories").glob("*.md") if page.stem != "README")
PAGES = {
    "Start": ["docs/i-have", "docs/session", "docs/tutorial", "docs/from-other-tools", "docs/nuggets", "docs/faq", "docs/glossary", "docs/install"],
    "Reference": ["docs/measures", "docs/measures-worked", "docs/formats", "docs/man/subintent", "docs/methods", "docs/python", "docs/gallery/README", "docs/library"],
    "Studies": ["docs/stories/README", *STORIES, "docs/which-test", "docs/judge", "docs/validity", "docs/do-hierarchies-tell", "docs/dou2019", "docs/slurm"],
    "Collections": ["data/README", "data/study/README"],
    "Development": ["CONTRIBUTING", "HACKING", "docs/performance", "SECURITY", "CHANGELOG"],
}
PAGES["Development"] += sorted(str(page.relative_to(SOURCE).with_suffix("")) for page in SOURCE.glob("bench/*/*.md"))
TITLES = {"docs/man/subintent": "Commands"}  # in the menu, where the title of the page says too little there
MAN_PAGES = sorted(page.stem for page in (SOURCE / "docs/man").glob("subintent-*.md"))

project = "subintent"
extensions = ["myst_parser"]
root_doc = "README"
include_patterns = [f"{page}.md" for page in [root_doc, *sum(PAGES.values(), [])]] + ["docs/man/*.md"]
myst_heading_anchors = 4  # as on GitHub
smartquotes = False
highlight_language = "none"

# Sphinx's basic theme with a style of our own: it loads nothing from a network, and works from a disk.
html_theme = "basic"
templates_path = ["."]
html_static_path = ["style.css", "copy.js"]
html_js_files = [("copy.js", {"defer": "defer"})]
html_style = "style.css"
html_sidebars = {"**": ["menu.html"]}
pygments_style = "bw"  # readable on light and dark
html_title = "subintent"
html_permalinks_icon = "#"
html_show_search_summary = False  # a page opened from a disk may not read others
html_show_sourcelink = False
html_copy_source = False
html_show_copyright = False


def table_of_contents(pages, caption=""):
    entries = [f"{TITLES[page]} <{page}>" if page in TITLES else page for page in pages]
    return "\n".join(["", "```{toctree}", ":hidden:", *([f":caption: {caption}"] if caption else []), *entries, "```", ""])


def add_contents(_, page, text):
    if page == root_doc:
        text[0] += "".join(table_of_contents(pages, caption) for caption, pages in PAGES.items())
    if page == "docs/man/subintent":
        text[0] += table_of_contents(MAN_PAGES)


def without_empty_headings(_, page, template, context, doctree):
    """The cell above the rows' names, which Markdown makes a heading."""
    if "body" in context:
        context["body"] = context["body"].replace('<th class="head"><p></p></th>', "<td></td>")


def write_index(app, exception):
    if exception is None:
        index = '<!DOCTYPE html>\n<meta charset="utf-8">\n<title>subintent</title>\n<meta http-equiv="refresh" content="0; url=README.html">\n'
        (pathlib.Path(app.outdir) / "index.html").write_text(index + '<p><a href="README.html">subintent</a></p>\n', encoding="utf-8")


def setup(app):
    # The contents are no part of a page's file: when they change, Sphinx is to read all pages again.
    app.add_config_value("contents", [PAGES, MAN_PAGES], "env")
    app.connect("source-read", add_contents)
    app.connect("html-page-context", without_empty_headings)
    app.connect("build-finished", write_index)
