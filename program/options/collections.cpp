#include "program/options/collections.h"

#include <fmt/format.h>

#include <vector>

#include "subintent/program.h"

namespace subintent::internal {

std::string listed_formats(std::string_view CollectionFormat::*text, std::string_view before_last,
                           bool only_plain) {
  auto formats = collection_formats();
  if (only_plain) std::erase_if(formats, [](const auto& format) { return !format.is_plain; });
  std::string all;
  for (const CollectionFormat& format : formats) {
    if (!all.empty()) all += &format == &formats.back() ? before_last : ", ";
    all += format.*text;
  }
  return all;
}

void add_collection_options(CommandLine& line, CollectionArguments& arguments) {
  line.option("format", &arguments.format, "F",
              fmt::format("format of the inputs: {} (default: found from the first bytes of each, "
                          "and from its name)",
                          listed_formats(&CollectionFormat::name, " or ")));
  line.flag("html", &arguments.html,
            fmt::format("texts in {} are HTML (default: where they are whole pages)",
                        listed_formats(&CollectionFormat::label, " and ", true)));
  line.option(
      "docno", &arguments.docno, "NAME",
      "the member of JSON objects, or the column, that is the docno (default: by its name)");
  line.option("text", &arguments.text, "NAME,...",
              "those that are the text, one after the other (default: by their names)");
}

CollectionOptions options_of(const CollectionArguments& arguments) {
  for (const auto& [name, value] :
       {std::pair("--format", arguments.format), std::pair("--docno", arguments.docno),
        std::pair("--text", arguments.text)}) {
    if (value == "") {
      throw Error::usage(fmt::format("{} is empty", name), "give its value, or leave it out");
    }
  }
  CollectionOptions options{arguments.format.value_or(""), arguments.html,
                            arguments.docno.value_or("")};
  if (arguments.text) options.text = split(*arguments.text, ',');
  return options;
}

}  // namespace subintent::internal
