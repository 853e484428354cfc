// Slices of topics: they are in order, and written as lines they read the same.

#include "core/collection/topics.h"
#include "input.h"

void subintent::internal::fuzz(std::string_view input) {
  survives([&] {
    const auto lines_of = [](const std::vector<Slice>& slices) {
      std::string text = "topic\tname\tvalue\n";
      for (const Slice& slice : slices) {
        require(!slice.topics.empty());
        for (const std::string& topic : slice.topics)
          text += topic + "\t" + slice.name + "\t" + slice.value + "\n";
      }
      return text;
    };
    const auto source = Source::memory(input, "slices");
    const std::string lines = lines_of(read_slices(source));
    const auto has_outer_blank = [](const std::string& all) {
      return all.find(" \t") != all.npos || all.find("\t ") != all.npos ||
             all.find(" \n") != all.npos || all.find("\n ") != all.npos;
    };
    if (has_outer_blank(lines)) return;  // which lines do not keep
    require(lines_of(read_slices(Source::memory(lines, "again"))) == lines);
  });
}
