// Labels made of texts: each is one line of UTF-8, whatever the texts are.
#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "core/collection/documents.h"
#include "hierarchy/labels/labels.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  const MemoryFile file(input);
  survives([&] {
    const Texts texts = read_texts({file.path()});
    Hierarchy hierarchy;
    hierarchy.topic = "1";
    hierarchy.layers = 1;
    for (const auto& text : texts) hierarchy.docnos.push_back(text.first);
    for (std::uint32_t group = 0; group < 2; ++group) {  // every other document
      HierarchyNode node;
      node.layer = 1;
      node.intent = "*";
      node.weight = 0.5;
      for (std::uint32_t i = group; i < hierarchy.docnos.size(); i += 2) node.docs.push_back(i);
      if (!node.docs.empty()) hierarchy.nodes.push_back(node);
    }
    std::vector<Hierarchy> hierarchies = {hierarchy};
    Warnings warnings;
    make_labels(hierarchies, texts, {{"1", "some title"}}, warnings);
    for (const HierarchyNode& node : hierarchies[0].nodes)
      require(is_valid_utf8(node.label) && node.label.find_first_of("\t\n") == node.label.npos);
  });
}
