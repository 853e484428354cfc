#include "tokenize/archive/collection_format.h"

#include <fmt/format.h>

#include "subintent/program.h"

namespace subintent::internal {

#define SUBINTENT_COLLECTION_FORMAT(name) CollectionFormat name##_format();
#include "subintent_collection_format_list.inc"
#undef SUBINTENT_COLLECTION_FORMAT

namespace {

CollectionFormat named(std::string_view name, CollectionFormat format) {
  format.name = name;
  return format;
}

}  // namespace

std::span<const CollectionFormat> collection_formats() {
  static const std::vector<CollectionFormat> formats = {
#define SUBINTENT_COLLECTION_FORMAT(name) named(#name, name##_format()),
#include "subintent_collection_format_list.inc"
#undef SUBINTENT_COLLECTION_FORMAT
  };
  return formats;
}

const CollectionFormat& collection_format(std::string_view name) {
  const auto formats = collection_formats();
  const auto found = std::ranges::find(formats, name, &CollectionFormat::name);
  if (found != formats.end()) return *found;
  throw Error::argument("format", fmt::format("format: unknown value '{}'", printable(name)),
                        "use " + enumerate_formats(&CollectionFormat::name, ", "));
}

const CollectionFormat* detect_collection_format(std::string_view bytes) {
  bytes = bytes.substr(0, collection_detection_size);
  for (const CollectionFormat& format : collection_formats())
    if (format.detect(bytes)) return &format;
  return nullptr;
}

std::string enumerate_formats(std::string_view CollectionFormat::*text,
                              std::string_view before_last, bool CollectionFormat::*are) {
  std::vector<std::string_view> parts;
  for (const CollectionFormat& format : collection_formats())
    if (are == nullptr || format.*are) parts.push_back(format.*text);
  std::string all;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) all += i + 1 == parts.size() ? before_last : ", ";
    all += parts[i];
  }
  return all;
}

std::string_view without_leading_blanks(std::string_view bytes) {
  return bytes.substr(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
}

}  // namespace subintent::internal
