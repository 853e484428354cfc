// Features of items.
#include "core/base/utf8.h"
#include "core/collection/documents.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  const MemoryFile file(input);
  survives([&] {
    const TextFile text(Source(file.path()));
    if (!holds_features(text.text())) return;
    const Features features = read_features({text});
    require(!features.names.empty() && features.of_item.size() == features.items.names().size());
    for (const std::string_view name : features.names) require(is_valid_utf8(name));
    for (const auto& own : features.of_item)
      for (const std::uint32_t feature : own) require(feature < features.names.size());
    JudgmentRows rows;
    rows.add("1", "0", features.items.names()[0], 1);
    for (const bool all : {false, true}) with_features(Qrels::of(rows), features, all);
  });
}
