// Times clustering of made-up documents: bench_cluster fingerprints N | vectors N | cosines N
//
// Each prints "what <tab> seconds of processors" (or pairs a second) and a checksum of the heights,
// which the rivals print too. BITS=128 or 256 in the environment makes longer fingerprints,
// THREADS=2 takes two threads. `cosines` computes the cosines of dense vectors of 768 dimensions.
// The documents are those of rival.py and rival.R: `documents N FILE` writes the fingerprints, in
// hexadecimal, or the vectors, as lines of "row term weight".
#include <fmt/format.h>
#include <tbb/global_control.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <limits>
#include <memory>
#include <numeric>
#include <random>
#include <string>

#include "hierarchy/cluster/dendrogram.h"
#include "similarity/dense_matrix.h"
#include "similarity/simhash/simhash.h"
#include "similarity/similarity.h"

namespace subintent::internal {
namespace {

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double seconds_of(const auto& work) {
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < 3; ++round) {
    const double begin = processor_seconds();
    work();
    least = std::min(least, processor_seconds() - begin);
  }
  return least;
}

// BITS of the environment, or 64: what fingerprints have.
std::size_t words_asked_for() {
  const char* const bits = std::getenv("BITS");
  return words_of_bits(bits == nullptr ? 64 : std::stol(bits));
}

// Pages about a few hundred things: each differs from its thing's fingerprint in some bits.
FingerprintRows make_fingerprints(std::size_t count, std::size_t words) {
  std::mt19937_64 random(1);
  FingerprintRows things{std::vector<std::uint64_t>((count / 40 + 1) * words), words};
  for (auto& word : things.values) word = random();
  FingerprintRows made{{}, words};
  std::vector<std::uint64_t> row(words);
  for (std::size_t i = 0; i < count; ++i) {
    const auto thing = things.row(random() % things.size());
    const bool is_alone = random() % 4 == 0;
    for (std::size_t k = 0; k < words; ++k)
      row[k] = is_alone ? random() : thing[k] ^ (random() & random());
    made.append(row);
  }
  return made;
}

// 300 terms a document, out of 30,000; frequent terms come more often, as in text.
std::vector<DocumentVector> make_vectors(std::size_t count) {
  std::mt19937_64 random(2);
  const auto uniform = [&] { return std::ldexp(static_cast<double>(random() >> 11), -53); };
  std::vector<DocumentVector> made(count);
  for (std::size_t i = 0; i < count; ++i) {
    made[i].docno = fmt::format("d{:06}", i);
    std::vector<std::uint32_t> terms;
    while (terms.size() < 300) {
      while (terms.size() < 300)
        terms.push_back(static_cast<std::uint32_t>(30000 * std::pow(uniform(), 1.5)));
      std::sort(terms.begin(), terms.end());
      terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
    }
    for (const std::uint32_t term : terms)
      made[i].terms.push_back({fmt::format("t{:05}", term), 0.1 + 10 * uniform()});
  }
  return made;
}

void print(const std::string& what, double value) {
  fmt::print("{}\t{:.4g}\n", what, value);
  std::fflush(stdout);
}

double sum_of_heights(const std::vector<Merge>& merges, double nearest) {
  double sum = 0;
  for (const Merge& merge : merges) sum += nearest - merge.similarity;
  return sum;
}

void cosines(std::size_t count) {
  constexpr std::size_t dimensions = 768;
  std::mt19937 random(4);
  const auto values = std::make_shared<float[]>(count * dimensions);
  for (std::size_t i = 0; i < count * dimensions; ++i)
    values[i] = std::ldexp(static_cast<float>(random() >> 8), -24);
  const DenseMatrix rows(DenseRows<float>{values, count, dimensions, dimensions});
  std::vector<std::uint32_t> documents(count);
  std::iota(documents.begin(), documents.end(), 0);
  double least = std::numeric_limits<double>::infinity(), sum = 0;
  for (int round = 0; round < 3; ++round) {
    const double start = processor_seconds();
    PairMatrix pairs(count);
    rows.fill_cosines(documents, DocumentSimilarity::missing, 1e12, pairs);
    least = std::min(least, processor_seconds() - start);
    sum += count > 1 ? pairs.at(0, 1) : 0;
  }
  print("cosines of dense vectors", least);
  print("sum of three", sum);
}

void fingerprints(std::size_t count) {
  const auto rows = make_fingerprints(count, words_asked_for());
  std::vector<Merge> merges;
  print("fingerprints", seconds_of([&] { merges = link_fingerprints(rows); }));
  print("sum of heights", sum_of_heights(merges, 0));
}

void vectors(std::size_t count) {
  const auto similarity = DocumentSimilarity::from_vectors(make_vectors(count));
  std::vector<std::uint32_t> documents(count);
  std::iota(documents.begin(), documents.end(), 0);
  double product = std::numeric_limits<double>::infinity(), linkage = product;
  std::vector<Merge> merges;
  for (int round = 0; round < 2; ++round) {
    PairMatrix pairs(0);
    const double begin = processor_seconds();
    pairs = similarity.scaled_similarities(documents, cosine_units(Linkage::complete));
    const double middle = processor_seconds();
    merges = link(std::move(pairs), Linkage::complete);
    product = std::min(product, middle - begin);
    linkage = std::min(linkage, processor_seconds() - middle);
  }
  print("cosines", product);
  print("linkage", linkage);
  print("sum of heights", sum_of_heights(merges, 1e12) / 1e12);
}

void write_documents(const std::string& kind, std::size_t count, const std::string& path) {
  std::ofstream out(path);
  if (kind == "fingerprints") {
    for (const std::uint64_t value : make_fingerprints(count, 1).values)
      out << fmt::format("{:016x}\n", value);
    return;
  }
  const auto made = make_vectors(count);
  for (std::size_t i = 0; i < made.size(); ++i)
    for (const TermWeight& term : made[i].terms)
      out << fmt::format("{} {} {}\n", i, std::stoi(term.term.substr(1)), term.weight);
}

int run(const std::vector<std::string>& arguments) {
  const char* const threads = std::getenv("THREADS");
  const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                  threads == nullptr ? 1 : std::stoul(threads));
  const std::string what = arguments.empty() ? "" : arguments[0];
  if (what == "cosines" && arguments.size() == 2) {
    cosines(std::stoul(arguments[1]));
  } else if ((what == "fingerprints" || what == "vectors") && arguments.size() == 2) {
    what == "vectors" ? vectors(std::stoul(arguments[1])) : fingerprints(std::stoul(arguments[1]));
  } else if ((what == "fingerprints" || what == "vectors") && arguments.size() == 3) {
    write_documents(what, std::stoul(arguments[1]), arguments[2]);
  } else {
    fmt::print(stderr, "bench_cluster cosines N | (fingerprints | vectors) N [FILE to write]\n");
    return 2;
  }
  return 0;
}

}  // namespace
}  // namespace subintent::internal

int main(int argc, char** argv) {
  return subintent::internal::run({argv + 1, argv + argc});
}
