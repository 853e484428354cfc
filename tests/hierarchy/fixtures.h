// Small judgments and dendrograms for the tests of hierarchies.
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <set>

#include "core/collection/qrels.h"
#include "hierarchy/build.h"
#include "hierarchy/cluster/dendrogram.h"
#include "hierarchy/hierarchy.h"
#include "messages.h"
#include "subintent/basics.h"
#include "test_file.h"

namespace subintent::internal::test {

inline Qrels qrels_of(const std::string& text, QrelsKind kind = QrelsKind::diversity) {
  return read_qrels(TestFile(text).path(), kind);
}

// Merges are given as (a, b, similarity); sizes are filled in.
struct Pair {
  std::uint32_t a, b;
  double similarity;
};

inline Dendrogram dendrogram_of(const std::string& topic, const std::string& intent,
                                std::vector<std::string> docs, const std::vector<Pair>& pairs) {
  Dendrogram made{topic, intent, std::move(docs), {}};
  const auto n = static_cast<std::uint32_t>(made.docs.size());
  std::vector<std::uint32_t> sizes(n, 1);
  for (const Pair& pair : pairs) {
    sizes.push_back(sizes[pair.a] + sizes[pair.b]);
    made.merges.push_back({pair.a, pair.b, pair.similarity, sizes.back()});
  }
  return made;
}

// Joins random pairs; similarities fall from `highest` to 0 with repetitions.
inline Dendrogram random_dendrogram(const std::string& topic, const std::string& intent,
                                    std::vector<std::string> docs, std::mt19937& random) {
  std::sort(docs.begin(), docs.end());
  const auto n = static_cast<std::uint32_t>(docs.size());
  std::vector<double> similarities;
  for (std::uint32_t i = 1; i < n; ++i) similarities.push_back((random() % 21) / 20.0);
  std::sort(similarities.rbegin(), similarities.rend());
  std::vector<std::uint32_t> open(n);
  for (std::uint32_t i = 0; i < n; ++i) open[i] = i;
  std::vector<Pair> pairs;
  for (std::uint32_t k = 0; k + 1 < n; ++k) {
    std::shuffle(open.begin(), open.end(), random);
    const std::uint32_t a = open.back();
    open.pop_back();
    const std::uint32_t b = open.back();
    open.back() = n + k;
    pairs.push_back({std::min(a, b), std::max(a, b), similarities[k]});
  }
  return dendrogram_of(topic, intent, std::move(docs), pairs);
}

// A topic with random judgments of a few intents, and their dendrograms.
struct RandomTopic {
  std::string qrels;
  std::vector<Dendrogram> dendrograms;
};

inline RandomTopic random_topic(std::uint32_t seed, const std::string& topic = "7") {
  std::mt19937 random(seed);
  RandomTopic made;
  const int intents = 1 + static_cast<int>(random() % 4);
  for (int intent = 1; intent <= intents; ++intent) {
    std::vector<std::string> docs;
    const std::uint32_t candidates = 1 + random() % 30;
    for (std::uint32_t d = 0; d < candidates; ++d) {
      const int grade = static_cast<int>(random() % 6) - 2;
      const std::string docno = "d" + std::to_string(d);
      made.qrels +=
          topic + " " + std::to_string(intent) + " " + docno + " " + std::to_string(grade) + "\n";
      if (grade > 0) docs.push_back(docno);
    }
    if (docs.empty()) {
      made.qrels += topic + " " + std::to_string(intent) + " only 1\n";
      docs.push_back("only");
    }
    made.dendrograms.push_back(
        random_dendrogram(topic, std::to_string(intent), std::move(docs), random));
  }
  return made;
}

inline Hierarchy build_one(const Qrels& qrels, const std::vector<Dendrogram>& dendrograms,
                           const HierarchyOptions& options = {}) {
  auto built = build_hierarchies(qrels, dendrograms, options);
  EXPECT_EQ(built.hierarchies.size(), 1U);
  return built.hierarchies.at(0);
}

// The nodes of a layer as "docs weight", docs joined by '+', dummies with a leading '~'.
inline std::vector<std::string> layer(const Hierarchy& hierarchy, std::uint32_t number) {
  std::vector<std::string> found;
  for (const HierarchyNode& node : hierarchy.nodes) {
    if (node.layer != number) continue;
    std::string text = node.dummy ? "~" : "";
    text += fmt::format("{}", fmt::join(hierarchy.docnos_of(node), "+"));
    char weight[32];
    std::snprintf(weight, sizeof weight, " %.3f", node.weight);
    found.push_back(text + weight);
  }
  return found;
}

inline std::string text_of(const Hierarchy& hierarchy) {
  std::string text;
  append_hierarchy_line(text, hierarchy);
  return text;
}

}  // namespace subintent::internal::test
