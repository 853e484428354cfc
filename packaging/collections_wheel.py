#!/usr/bin/env python3
"""Makes of a wheel of the whole package, as `pip wheel .` builds it, one of what it has in addition to a wheel for evaluation alone: the
whole extension, the program and the libraries of both, as the package subintent-collections, which `subintent[collections]` asks for.

usage: packaging/collections_wheel.py WHEEL FOLDER
"""
import base64
import hashlib
import pathlib
import re
import sys
import zipfile

INIT = '"""The whole engine of subintent, which takes it by itself where this package is installed."""\n'


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: packaging/collections_wheel.py WHEEL FOLDER")
    whole = zipfile.ZipFile(sys.argv[1])
    name, version, *tags = pathlib.Path(sys.argv[1]).stem.split("-")
    info, files = f"subintent_collections-{version}.dist-info", {"subintent_collections/__init__.py": (INIT.encode(), 0o644)}
    for entry in whole.infolist():
        new = re.sub(r"^subintent/", "subintent_collections/", entry.filename)
        if re.match(r"subintent/(_core\.(?!pyi)|bin/|libs/)", entry.filename):
            files[new] = whole.read(entry), entry.external_attr >> 16 or 0o644
        elif re.search(r"dist-info/(WHEEL|METADATA|(licenses/)?LICENSE)$", entry.filename):
            files[f"{info}/{entry.filename.partition('/')[2]}"] = whole.read(entry), 0o644
    if name != "subintent" or "subintent_collections/bin/subintent" not in files:
        sys.exit(f"{sys.argv[1]} is no wheel of the whole package")
    metadata = files[f"{info}/METADATA"][0].decode()
    metadata = re.sub(r"^(Requires-Dist|Provides-Extra): .*\n", "", metadata.replace("\nName: subintent\n", "\nName: subintent-collections\n"), flags=re.M)
    files[f"{info}/METADATA"] = metadata.replace("\n\n", f"\nRequires-Dist: subintent (=={version})\n\n", 1).encode(), 0o644

    record = "".join(f"{path},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
                     for path, (data, _) in files.items())
    files[f"{info}/RECORD"] = f"{record}{info}/RECORD,,\n".encode(), 0o644
    made = pathlib.Path(sys.argv[2], "-".join(["subintent_collections", version, *tags]) + ".whl")
    made.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, (data, mode) in files.items():
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (0o100000 | mode & 0o777) << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    print(made)


if __name__ == "__main__":
    main()
