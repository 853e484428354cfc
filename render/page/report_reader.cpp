#include "render/page/report_reader.h"

#include <fmt/format.h>

#include <cmath>
#include <optional>

#include "base/base64.h"
#include "io/deflate.h"
#include "io/json_object.h"
#include "render/page/section.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

namespace dom = simdjson::dom;

constexpr std::string_view data_begins = "<script type=\"application/json\" id=\"data\">";
constexpr const char* advice = "give a file that subintent report has written";

class Reader {
 public:
  explicit Reader(const Source& source)
      : page_(read_file(source)), where_{source.name(), 0}, place_(where_, advice) {
    report_.name = source.name();
  }

  ReadReport read() && {
    dom::parser parser;
    const JsonObject data = JsonObject::parse(parser, data_element(), place_);
    check_format(data);
    report_.version = data.text("version");
    report_.command = data.text("command");
    report_.test = data.text("test");
    report_.alpha = data.real("alpha") / 1e9;
    report_.remarks = data.texts("remarks");
    report_.runs = data.texts("runs");
    report_.measures = data.texts("measures");
    for (const dom::array file : arrays(data, "files")) {
      report_.files.push_back({text(file, 0), text(file, 1), number(file, 2), text(file, 3)});
    }
    for (const dom::array topic : arrays(data, "topics")) {
      report_.topics.emplace_back(text(topic, 0), text(topic, 1));
    }
    read_numbers(data);
    return std::move(report_);
  }

 private:
  [[noreturn]] void refuse() const { place_.fail("is not a report"); }

  std::string_view data_element() const {
    const std::size_t at = page_.find(data_begins);
    if (at == page_.npos) refuse();
    const std::size_t from = at + data_begins.size();
    return std::string_view(page_).substr(from, page_.find("</script>", from) - from);
  }

  void check_format(const JsonObject& data) const {
    if (data.has("format") && data.number("format", 0, 1'000'000) == page_data_format) return;
    throw Error(where_, "is a report of another version of subintent",
                "make it again with this version");
  }

  std::vector<dom::array> arrays(const JsonObject& data, std::string_view name) const {
    std::vector<dom::array> made;
    for (const dom::element element : data.get<dom::array>(name, "a list")) {
      dom::array array;
      if (element.get(array) != simdjson::SUCCESS) refuse();
      made.push_back(array);
    }
    return made;
  }

  template <typename T>
  T part(dom::array array, std::size_t i) const {
    T value{};
    if (array.at(i).get(value) != simdjson::SUCCESS) refuse();
    return value;
  }
  std::string text(dom::array array, std::size_t i) const {
    return std::string(part<std::string_view>(array, i));
  }
  std::uint64_t number(dom::array array, std::size_t i) const {
    return part<std::uint64_t>(array, i);
  }

  // [SIZE, "BASE64"].
  std::vector<PackedNumber> unpacked(dom::array array) const {
    const auto bytes = bytes_of_base64(part<std::string_view>(array, 1));
    const auto plain = bytes ? inflated(*bytes, number(array, 0)) : std::nullopt;
    auto numbers = plain ? unpack_numbers(*plain) : std::nullopt;
    if (!numbers) refuse();
    return std::move(*numbers);
  }

  void read_numbers(const JsonObject& data) {
    const std::size_t runs = report_.runs.size();
    const auto unit = static_cast<std::int64_t>(data.number("unit", 1, 1000));
    const auto means = arrays(data, "means"), scores = arrays(data, "scores"),
               tests = arrays(data, "tests");
    for (const auto* const by_measure : {&means, &scores, &tests}) {
      if (by_measure->size() != report_.measures.size()) refuse();
    }
    for (std::size_t m = 0; m < report_.measures.size(); ++m) {
      std::vector<std::int64_t>& of_runs = report_.means.emplace_back();
      for (const dom::element mean : means[m]) {
        double billionths = 0;  // null: not finite
        if (mean.get(billionths) != simdjson::SUCCESS && !mean.is_null()) refuse();
        if (std::fabs(billionths) >= largest_packed) refuse();
        of_runs.push_back(static_cast<std::int64_t>(billionths));
      }
      report_.scores.push_back(unpacked(scores[m]));
      for (PackedNumber& score : report_.scores.back()) {
        if (score) *score *= unit;
      }
      if (of_runs.size() != runs || report_.scores.back().size() != runs * report_.topics.size()) {
        refuse();
      }
      auto pairs = read_tested_numbers(unpacked(tests[m]), report_.scores.back(), of_runs);
      if (!pairs) refuse();
      report_.pairs.push_back(std::move(*pairs));
    }
  }

  std::string page_;
  Location where_;
  JsonPlace place_;
  ReadReport report_;
};

}  // namespace

ReadReport read_report(const Source& source) {
  return Reader(source).read();
}

}  // namespace subintent::internal
