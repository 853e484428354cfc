// The options that say what documents are compared by.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "program/command_line.h"
#include "subintent/hierarchy.h"
#include "subintent/similarity.h"
#include "subintent/values.h"

namespace subintent::internal {

// How documents are compared within a topic, as it is given.
struct TopicViewArguments {
  bool contrast = false;
  std::optional<std::int64_t> neighbours, contrast_power;

  std::vector<std::string> given() const;  // "--contrast"
};

// Declares --contrast, --contrast-power and --neighbours, with `prefix` before what the help says
// of them.
void declare_topic_view(CommandLine& line, TopicViewArguments& arguments,
                        const std::string& prefix = {});

// The options that the arguments ask for. Throws Error::usage for contrast of fingerprints, and if
// there is nothing to compare documents by.
ClusterOptions topic_view_options(const TopicViewArguments& arguments,
                                  const SimilarityFiles& files);

// The options of similarities, as they are given.
struct SimilarityOptions {
  std::optional<std::string> fingerprints, dense, docnos;
  std::vector<std::string> vectors;
  std::optional<std::string> similarity;

  std::vector<std::string> given() const;  // "--fingerprints"
};

// The help of a command about them.
struct SimilarityHelp {
  std::string fingerprints, vectors, dense, docnos, similarity;
};

// Declares --fingerprints, --vectors, --dense, --docnos and --similarity.
void declare_similarity(CommandLine& line, SimilarityOptions& options, const SimilarityHelp& help);

// The linkage of that name. Throws Error::usage for another one.
Linkage linkage_named(const std::string& name);

// The files that the options name. Throws Error::usage.
SimilarityFiles similarity_files(const SimilarityOptions& options);

}  // namespace subintent::internal
