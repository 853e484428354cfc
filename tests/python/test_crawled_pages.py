"""Hierarchies of crawled pages: long, with menus and noise, in several languages and charsets. Skipped where the pages are not."""

from conftest import shared

import subintent


def leaves_of(made):
    (tree,) = made.topic
    assert all(node.label for node in tree)
    return [set(leaf.docs) for leaf in tree.leaves()]


def test_pages_of_a_site_are_one_subtopic(shared):
    """29 pages of a shop of ClueWeb09 among 16 of Common Crawl."""
    archives = [shared / "warc" / "resiliparse" / name for name in ("clueweb-quirk.warc.gz", "warcfile.warc.gz")]
    pages = []
    for archive in archives:
        subintent.read_collection(archive, pages.append)
    shop = {page.docno for page in pages if page.docno.startswith("clueweb09-ja0016-50-")}
    assert (len(shop), len(pages)) == (29, 45)
    made = subintent.make_hierarchies({"1": {page.docno: 1 for page in pages}}, archives)
    leaves = leaves_of(made)
    assert shop in leaves
    assert 2 <= len(leaves) <= 10
