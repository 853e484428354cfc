#include <fmt/format.h>
#include <simdjson.h>

#include <algorithm>
#include <array>

#include "base/error.h"
#include "base/strings.h"
#include "collection/nugget_builder.h"
#include "collection/nugget_formats.h"
#include "collection/nuggets.h"
#include "io/json.h"

namespace subintent::internal {
namespace {

using namespace nugget_files;

constexpr auto is_structure = [] {
  std::array<bool, 256> made{};
  for (const unsigned char c : {'{', '}', '[', ']', '"'}) made[c] = true;
  return made;
}();

// The members of the first object of a JSON text, which may end anywhere.
class TopMembers {
 public:
  explicit TopMembers(std::string_view text) : text_(text) {
    if (text_.starts_with('[')) text_ = trim(text_.substr(1));
  }

  // False where there is none any more. Names are as they are written, with escapes, and `value` is
  // all that follows the colon.
  bool next(std::string_view& name, std::string_view& value) {
    for (; at_ < text_.size(); ++at_) {
      const char c = text_[at_];
      if (depth_ > 0 && !is_structure[static_cast<unsigned char>(c)]) continue;
      if (c == '{' || c == '[') {
        ++depth_;
      } else if (c == '}' || c == ']') {
        if (--depth_ <= 0) return false;
      } else if (c == '"') {
        const std::string_view string = take_string();
        const std::size_t behind = text_.find_first_not_of(" \t\r\n", at_ + 1);
        if (depth_ == 1 && behind != std::string_view::npos && text_[behind] == ':') {
          ++at_;
          name = string;
          value = text_.substr(behind + 1);
          return true;
        }
      } else if (depth_ == 0) {
        return false;  // is not JSON
      }
    }
    return false;
  }

 private:
  // From the quote that it is at to the one that ends the string.
  std::string_view take_string() {
    const std::size_t begin = ++at_;
    while (true) {
      at_ = std::min(text_.find('"', at_), text_.size());
      std::size_t backslashes = 0;
      while (at_ - backslashes > begin && text_[at_ - backslashes - 1] == '\\') ++backslashes;
      if (at_ == text_.size() || backslashes % 2 == 0) return text_.substr(begin, at_ - begin);
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

// Reads the objects of a file, all of which are of one format.
class FileReader {
 public:
  FileReader(const TextFile& file, BankBuilder& builder) : file_(file), builder_(builder) {}

  // Lines of JSON if the first one is, else one value.
  void read() {
    const std::string_view text = trim(file_.text());
    std::string_view line = text.substr(0, text.find('\n'));
    dom::element element;
    auto error = parse(line).get(element);
    if (error == simdjson::SUCCESS) {
      read_lines(text);
      return;
    }
    if (line.size() < text.size()) error = parse(text).get(element);
    if (error != simdjson::SUCCESS) {
      // A line that ends as it begins is meant as a whole one.
      const bool is_lines = line.starts_with('{') && trim(line).ends_with('}');
      if (is_lines) refuse(line, file_.location(line.data()), error);
      refuse(text, Location{file_.name(), 0}, error);
    }
    read_value(element, Location{file_.name(), 0});
  }

 private:
  // The file is followed by as many bytes as simdjson looks at.
  static_assert(TextFile::padding >= simdjson::SIMDJSON_PADDING);

  simdjson::simdjson_result<dom::element> parse(std::string_view text) {
    return parser_.parse(text.data(), text.size(), false);
  }

  // A text that is not JSON, which `where` is where no better place is known.
  [[noreturn]] void refuse(std::string_view text, Location where,
                           simdjson::error_code error) const {
    text = trim(text);
    const auto place = json_break(text);
    if (!text.empty() && place == text.data() + text.size()) {
      throw Error(file_.location(*place - 1), "is not JSON: it ends within an object or array",
                  "the file is incomplete; copy it again");
    }
    if (place) where = file_.location(*place);
    throw Error(where, fmt::format("is not JSON: {}", json_defect(simdjson::error_message(error))),
                format_advice);
  }

  void read_lines(std::string_view text) {
    std::size_t number =
        static_cast<std::size_t>(std::count(file_.text().data(), text.data(), '\n'));
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const Location where{file_.name(), ++number};
      if (trim(line).empty()) continue;
      dom::element element;
      const auto error = parse(line).get(element);
      if (error != simdjson::SUCCESS) refuse(line, where, error);
      read_value(element, where);
    }
  }

  void read_value(dom::element element, const Location& where) {
    dom::array array;
    if (element.get(array) != simdjson::SUCCESS) {
      read_object(element, where);
      return;
    }
    for (const dom::element object : array) read_object(object, where);
  }

  void read_object(dom::element element, const Location& where) {
    dom::object object;
    if (element.get(object) != simdjson::SUCCESS) {
      throw Error(where, "is not a JSON object", format_advice);
    }
    if (format_ == nullptr) {
      const auto formats = nugget_formats();
      const auto at = std::ranges::find_if(
          formats, [&](const NuggetFormat& format) { return format.is_it(object); });
      if (at == formats.end()) throw Error(where, "is not a format of nuggets", format_advice);
      format_ = &*at;
    } else if (!format_->is_it(object)) {
      throw Error(where, "is not of the format of the nuggets before it", format_advice);
    }
    format_->read(object, builder_, Place(where));
  }

  const TextFile& file_;
  BankBuilder& builder_;
  dom::parser parser_;
  const NuggetFormat* format_ = nullptr;
};

}  // namespace

std::span<const NuggetFormat> nugget_files::nugget_formats() {
  static const std::array formats = {bank_format(), question_format(), freshstack_qrels_format(),
                                     freshstack_query_format(), assignment_format()};
  return formats;
}

bool holds_nuggets(std::string_view text) {
  constexpr std::size_t looked_at = 1 << 20;
  TopMembers members(trim(text.substr(0, looked_at)));
  std::string_view name, value;
  while (members.next(name, value)) {
    for (const NuggetFormat& format : nugget_formats()) {
      if (format.tells(name, value)) return true;
    }
  }
  return false;
}

NuggetBank read_nuggets(std::span<const Source> sources) {
  BankBuilder builder(sources.empty() ? "" : sources[0].name());
  for (const Source& source : sources) FileReader(TextFile(source), builder).read();
  return builder.take();
}

std::optional<NuggetBank> nuggets_in(const std::vector<TextFile>& files) {
  const auto with_nuggets =
      std::ranges::find_if(files, [](const TextFile& file) { return holds_nuggets(file.text()); });
  if (with_nuggets == files.end()) return std::nullopt;
  if (with_nuggets != files.begin()) {
    throw Error(Location{with_nuggets->name(), 0},
                "holds nuggets, and " + files[0].name() + " does not",
                "give nuggets alone, or other judgments alone");
  }
  BankBuilder builder(files[0].name());
  for (const TextFile& file : files) FileReader(file, builder).read();
  return builder.take();
}

}  // namespace subintent::internal