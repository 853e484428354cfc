// The options that say what documents are compared by.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/command_line.h"
#include "cluster/similarity_files.h"

namespace subintent::internal {

// As they are given.
struct SimilarityOptions {
  std::optional<std::string> fingerprints, dense, docnos;
  std::vector<std::string> vectors;
  std::string similarity = "cosine";

  std::vector<std::string> given() const;  // "--fingerprints"
};

// What the help of a command says of them.
struct SimilarityHelp {
  std::string fingerprints, vectors, dense, docnos, similarity;
};

// Declares --fingerprints, --vectors, --dense, --docnos and --similarity.
void declare_similarity(CommandLine& line, SimilarityOptions& options, const SimilarityHelp& help);

// What they mean. Throws Error::usage.
SimilarityFiles similarity_files(const SimilarityOptions& options);

}  // namespace subintent::internal
