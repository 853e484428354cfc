"""Times SciPy on the documents of bench_cluster: rival.py (fingerprints | vectors) FILE

The least of three times (two for vectors), and the sum of the merges' heights.
"""
import sys
import time

import numpy
from scipy.cluster.hierarchy import linkage
from scipy.sparse import coo_matrix
from scipy.spatial.distance import pdist


def least_time(rounds, work):
    times = []
    for _ in range(rounds):
        begin = time.perf_counter()
        result = work()
        times.append(time.perf_counter() - begin)
    return min(times), result


def fingerprints(path):
    values = numpy.array([int(line, 16) for line in open(path)], dtype=">u8")
    bits = numpy.unpackbits(values.view(numpy.uint8).reshape(-1, 8), axis=1).astype(bool)
    distances_time, distances = least_time(3, lambda: pdist(bits, "hamming"))
    linkage_time, tree = least_time(3, lambda: linkage(distances, "complete"))
    print(f"fingerprints\t{distances_time + linkage_time:.4g}\t"
          f"(distances {distances_time:.4g}, linkage {linkage_time:.4g})")
    print(f"sum of heights\t{64 * tree[:, 2].sum():.4g}")


def vectors(path):
    table = numpy.loadtxt(path)
    shape = (int(table[:, 0].max()) + 1, int(table[:, 1].max()) + 1)
    rows = coo_matrix((table[:, 2], (table[:, 0].astype(int), table[:, 1].astype(int))), shape).tocsr()
    rows = rows.multiply(1 / numpy.sqrt(rows.multiply(rows).sum(axis=1))).tocsr()
    product_time, product = least_time(2, lambda: rows @ rows.T)
    print(f"cosines\t{product_time:.4g}", flush=True)
    distances = 1 - product.toarray()[numpy.triu_indices(shape[0], 1)]
    del product
    linkage_time, tree = least_time(2, lambda: linkage(distances, "complete"))
    print(f"linkage\t{linkage_time:.4g}")
    print(f"sum of heights\t{tree[:, 2].sum():.4g}")


if __name__ == "__main__":
    {"fingerprints": fingerprints, "vectors": vectors}[sys.argv[1]](sys.argv[2])
