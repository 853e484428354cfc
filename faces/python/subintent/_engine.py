"""The extension that the package uses: its own, or the whole one that subintent[collections] adds to one for evaluation alone."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import pathlib
import sys


def use_the_whole_engine() -> None:
    """Has `subintent._core` be the extension of the package subintent_collections where that is installed."""
    added = importlib.util.find_spec("subintent_collections")
    if added is None or added.origin is None:
        return
    for ending in importlib.machinery.EXTENSION_SUFFIXES:
        path = pathlib.Path(added.origin).with_name("_core" + ending)
        if not path.exists():
            continue
        spec = importlib.util.spec_from_file_location("subintent._core", path)
        assert spec is not None and spec.loader is not None
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        sys.modules["subintent._core"] = module
        setattr(sys.modules["subintent"], "_core", module)
        return


use_the_whole_engine()
