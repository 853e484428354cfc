"""The pages of some documents: pages_of.py PREFIX FILE.warc.gz... > OUT.warc, those whose WARC-TREC-ID begins with PREFIX"""

import gzip
import re
import sys


def records(file):
    while line := file.readline():
        if not line.startswith(b"WARC/"):
            continue
        header = [line]
        while (line := file.readline()).strip():
            header.append(line)
        header = b"".join(header)
        length = int(re.search(rb"(?im)^content-length:\s*(\d+)", header)[1])
        yield header, file.read(length)


prefix = sys.argv[1].encode()
for path in sys.argv[2:]:
    with gzip.open(path) as file:
        for header, block in records(file):
            docno = re.search(rb"(?im)^warc-trec-id:\s*(\S+)", header)
            if docno and docno[1].startswith(prefix):
                sys.stdout.buffer.write(header + b"\n" + block + b"\n\n")
