#!/usr/bin/env python3
"""Checks that no table of a report has two columns, and no JSON object two fields, of one name.

  check_fields.py REPORT...    in TSV, or in JSON where a name begins with json

Prints the names of the columns, a line for each table, or of the fields of the objects in each array.
"""
import json
import sys


def without_duplicates(names):
    twice = {name for name in names if names.count(name) > 1}
    if twice:
        sys.exit(f"more than one field is called {', '.join(sorted(twice))}")
    return names


def object_of(fields):
    without_duplicates([name for name, _ in fields])
    return dict(fields)


def tables_of_json(text):
    report = json.loads(text, object_pairs_hook=object_of)
    return [list(rows[0]) for rows in report.values() if isinstance(rows, list) and rows]


def tables_of_tsv(text):
    return [without_duplicates(table.split("\n")[0].split("\t")) for table in text.split("\n\n")]


def main():
    for name in sys.argv[1:]:
        read = tables_of_json if name.startswith("json") else tables_of_tsv
        with open(name, encoding="utf-8") as file:
            for names in read(file.read()):
                print(*names)


if __name__ == "__main__":
    main()
