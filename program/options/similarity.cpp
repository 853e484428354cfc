#include "program/options/similarity.h"

#include <cstddef>

#include "program/options/names.h"
#include "subintent/basics.h"

namespace subintent::internal {

std::vector<std::string> SimilarityOptions::given() const {
  std::vector<std::string> names;
  if (fingerprints) names.emplace_back("--fingerprints");
  if (!vectors.empty()) names.emplace_back("--vectors");
  if (dense) names.emplace_back("--dense");
  if (docnos) names.emplace_back("--docnos");
  if (similarity) names.emplace_back("--similarity");
  return names;
}

void declare_similarity(CommandLine& line, SimilarityOptions& o, const SimilarityHelp& help) {
  line.option("fingerprints", &o.fingerprints, "F", help.fingerprints);
  line.option("vectors", &o.vectors, "V", help.vectors);
  line.option("dense", &o.dense, "N.npy", help.dense);
  line.option("docnos", &o.docnos, "D", help.docnos);
  line.option("similarity", &o.similarity, choice(names_of(fingerprint_similarities)),
              help.similarity);
}

std::vector<std::string> TopicViewArguments::given() const {
  std::vector<std::string> names;
  if (contrast) names.emplace_back("--contrast");
  if (contrast_power) names.emplace_back("--contrast-power");
  if (neighbours) names.emplace_back("--neighbours");
  return names;
}

void declare_topic_view(CommandLine& line, TopicViewArguments& arguments,
                        const std::string& prefix) {
  line.flag("contrast", &arguments.contrast,
            prefix + "reduce the weight of what the documents of a topic share");
  line.option("contrast-power", &arguments.contrast_power, "P",
              prefix +
                  "a term loses the P-th power of the share of documents that have it, 1 to 10 "
                  "(default: 1)");
  line.option("neighbours", &arguments.neighbours, "N",
              prefix + "compare documents by their N nearest neighbours in the topic");
}

ClusterOptions topic_view_options(const TopicViewArguments& arguments,
                                  const SimilarityFiles& files) {
  if (const auto names = arguments.given(); !names.empty() && !files.any()) {
    throw Error::usage(names[0] + " needs fingerprints or vectors",
                       "add --fingerprints, --vectors or --dense, or leave it out");
  }
  if (arguments.contrast_power && !arguments.contrast) {
    throw Error::usage("--contrast-power needs --contrast", "give both, or leave it out");
  }
  ClusterOptions options;
  options.contrast = arguments.contrast;
  options.neighbours = static_cast<std::size_t>(arguments.neighbours.value_or(0));
  options.contrast_power = static_cast<std::size_t>(arguments.contrast_power.value_or(1));
  if (files.any()) check(options, files);
  return options;
}

SimilarityFiles similarity_files(const SimilarityOptions& o) {
  const FingerprintSimilarity kind =
      value_named("--similarity", o.similarity, fingerprint_similarities);
  const SimilarityFiles files{o.fingerprints, o.dense, o.docnos, o.vectors, kind};
  subintent::check(files);
  return files;
}

Linkage linkage_named(const std::string& name) {
  return value_named("--linkage", name, linkages);
}

}  // namespace subintent::internal
