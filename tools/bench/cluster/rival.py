"""Times SciPy on the documents of bench_cluster: rival.py (fingerprints | vectors) FILE | cosines N

The least of three times (two for vectors), in seconds of the processor, and the sum of the merges' heights. With fingerprints
fastcluster, too, if it is installed. `cosines` times NumPy's matrix product of N
rows of 768 floats (sgemm) on one thread.
"""
import os
import sys
import time

for library in ("OMP", "OPENBLAS", "MKL"):
    os.environ[library + "_NUM_THREADS"] = "1"

import numpy
from scipy.cluster.hierarchy import linkage
from scipy.sparse import coo_matrix
from scipy.spatial.distance import pdist


def least_time(rounds, work):
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        result = work()
        times.append(time.process_time() - begin)
    return min(times), result


def fingerprints(path):
    values = numpy.array([int(line, 16) for line in open(path)], dtype=">u8")
    bits = numpy.unpackbits(values.view(numpy.uint8).reshape(-1, 8), axis=1).astype(bool)
    distances_time, distances = least_time(3, lambda: pdist(bits, "hamming"))
    linkage_time, tree = least_time(3, lambda: linkage(distances, "complete"))
    print(f"fingerprints\t{distances_time + linkage_time:.4g}\t"
          f"(distances {distances_time:.4g}, linkage {linkage_time:.4g})")
    print(f"sum of heights\t{64 * tree[:, 2].sum():.4g}")
    try:
        import fastcluster
    except ModuleNotFoundError:
        return
    linkage_time, tree = least_time(3, lambda: fastcluster.linkage(distances, "complete"))
    print(f"fastcluster {fastcluster.__version__}\t{distances_time + linkage_time:.4g}\t(linkage {linkage_time:.4g})")
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


def cosines(count):
    rows = numpy.random.default_rng(1).random((int(count), 768), dtype=numpy.float32)
    columns = numpy.ascontiguousarray(rows.T)
    times = []
    for _ in range(3):
        begin = time.process_time()
        rows @ columns
        times.append(time.process_time() - begin)
    print(f"sgemm\t{min(times):.4g}")


if __name__ == "__main__":
    {"fingerprints": fingerprints, "vectors": vectors, "cosines": cosines}[sys.argv[1]](sys.argv[2])
