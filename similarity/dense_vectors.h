// Dense vectors: a NumPy .npy file with one row per document, and the list of their docnos; or JSON
// lines.
#pragma once

#include "subintent/basics.h"

namespace subintent::internal {

struct DenseVectors {
  std::size_t dimensions = 0;
  std::vector<std::string> docnos;
  std::vector<double> values;  // docnos.size() x dimensions, row by row; finite
};

using WantedDocno = std::function<bool(std::string_view docno)>;
using DenseVectorSink = std::function<void(std::string_view docno, std::span<const double> vector)>;

// Gives `use` the rows whose docno `wanted` accepts (all if empty), one after the other in the
// order of the files, and returns the dimensions. `npy` is a .npy file of format version 1 or 2,
// little-endian float16, float32 or float64, n x d in C order; `docnos` has n docnos, one per line.
// Throws Error for anything else: not a .npy file, another type, order or shape, too few or too
// many bytes, a value that is not a finite number, a number of rows other than that of docnos, a
// docno that is empty or given twice.
//
// Without a path of `docnos`, `npy` is JSON lines, {"docid": "...", "vector": [number, ...]}; "id"
// and "docno" are accepted too. Throws Error, naming the line, for other lines, vectors of
// different lengths, a docno given twice, and Error of an argument for a .npy file.
std::size_t read_dense_vectors(const Source& npy, const Source& docnos, const WantedDocno& wanted,
                               const DenseVectorSink& use);

inline constexpr std::string_view npy_magic = "\x93NUMPY";

struct ArrayHeader {
  std::size_t value_size = 0;  // bytes: 2, 4 or 8
  std::uint64_t rows = 0, dimensions = 0;
};

// Throws as it does for a .npy file without its docnos.
ArrayHeader check_dense_vectors(const Source& npy);

// All of them in memory.
DenseVectors read_dense_vectors(const Source& npy, const Source& docnos,
                                const WantedDocno& wanted = {});

}  // namespace subintent::internal
