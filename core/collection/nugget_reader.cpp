#include <fmt/format.h>

#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/json_text.h"
#include "core/collection/nugget_builder.h"
#include "core/collection/nuggets.h"
#include "core/io/json.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

using namespace nugget_files;

class FileReader {
 public:
  FileReader(const TextFile& file, BankBuilder& builder, bool are_rows = false)
      : file_(file), builder_(builder), are_rows_(are_rows) {}

  // Lines of JSON if the first one is, else one value; a table as lines.
  void read() {
    if (const std::string unused = are_rows_ ? "" : unused_of_verdicts(file_.text());
        !unused.empty())
      builder_.bank().notes.push_back(
          make_warning("unused-columns", Location{file_.name(), 0}, unused));
    if (is_verdict_table(file_.text())) {
      const TextFile rows(Source::memory(verdicts_of_table(file_), file_.name()));
      return FileReader(rows, builder_, true).read();
    }
    const std::string_view text = trim(file_.text());
    if (text.starts_with('[') && read_array(text)) return;
    const std::string_view line = text.substr(0, text.find('\n'));
    const Location whole{file_.name(), 0};
    if (parse_json(parser_, line).error() == simdjson::SUCCESS) return read_lines(text);
    if (const auto value = parse_json(parser_, text); value.error() == simdjson::SUCCESS)
      return read_value(value.value_unsafe(), whole);
    // A line that ends as it begins is meant as a whole one.
    const bool is_line = line.starts_with('{') && trim(line).ends_with('}');
    parsed(is_line ? line : text, is_line ? file_.location(line.data()) : whole);  // which throws
  }

 private:
  // Throws for a text that is not JSON, which `where` is where no better place is known.
  dom::element parsed(std::string_view text, Location where) {
    dom::element element;
    const auto error = parse_json(parser_, text).get(element);
    if (error == simdjson::SUCCESS) return element;
    text = trim(text);
    if (is_cut_json(text))
      throw Error(file_.location(text.data() + text.size() - 1), cut_json, cut_json_advice);
    if (const auto place = json_break(text)) where = file_.location(*place);
    throw Error(where, fmt::format("is not JSON: {}", json_defect(simdjson::error_message(error))),
                format_advice);
  }

  // Reads a text that is one array, object by object, so that memory holds one at a time; false
  // where it is not, and nothing is read.
  bool read_array(std::string_view text) {
    const std::vector<std::string_view> objects = objects_of(text);
    const bool is_line = text.find('\n') == text.npos;
    const Location where = is_line ? file_.location(text.data()) : Location{file_.name(), 0};
    try {
      for (const std::string_view object : objects) read_object(parsed(object, where), where);
    } catch (const Error&) {
      // Lines further down that are not JSON are reported before invalid values.
      parsed(text, Location{file_.name(), 0});
      throw;
    }
    return !objects.empty();
  }

  // Gives the objects of an array of nothing but objects, to the end of the text; else none.
  std::vector<std::string_view> objects_of(std::string_view text) const {
    const JsonText json{file_, format_advice, {}};
    LineInWork line = nullptr;
    JsonReader reader(json, text, {}, line);
    std::vector<std::string_view> objects;
    try {
      JsonValue array = reader.root();
      reader.for_each_element(array, [&](JsonValue& value) {
        if (!JsonReader::is(value, '{')) reader.refuse("is not an object");
        objects.push_back(reader.text_of(value));
      });
      reader.require_end();
    } catch (const Error&) {
      return {};
    }
    return objects;
  }

  void read_lines(std::string_view text) {
    std::size_t number =
        static_cast<std::size_t>(std::count(file_.text().data(), text.data(), '\n'));
    while (!text.empty()) {
      const std::size_t end = std::min(text.find('\n'), text.size());
      const std::string_view line = text.substr(0, end);
      text.remove_prefix(std::min(end + 1, text.size()));
      const Location where{file_.name(), ++number};
      if (!trim(line).empty()) read_value(parsed(line, where), where);
    }
  }

  void read_value(dom::element element, const Location& where) {
    const auto array = as<dom::array>(element);
    if (!array) return read_object(element, where);
    for (const dom::element object : *array) read_object(object, where);
  }

  void read_object(dom::element element, const Location& where) {
    const JsonObject object(element, JsonPlace(where, format_advice));
    if (format_ == nullptr) {
      const auto formats = nugget_formats();
      const auto at = std::ranges::find_if(
          formats, [&](const NuggetFormat& format) { return format.matches(object); });
      const bool has_list = object.find({"nuggets"}) || object.find(criterion_columns);
      if (at == formats.end() && has_list && !object.find(answer_topics))
        object.place().fail("\"qid\" is missing", "name the topic of each object");
      if (at == formats.end()) object.fail("is not a format of nuggets");
      format_ = &*at;
    } else if (!format_->matches(object)) {
      object.fail("is not of the format of the nuggets before it");
    }
    format_->read(object, builder_);
  }

  const TextFile& file_;
  BankBuilder& builder_;
  bool are_rows_;  // of a table, whose columns have been spoken of
  dom::parser parser_;
  const NuggetFormat* format_ = nullptr;
};

// "a.jsonl, b.jsonl", as messages call them together.
template <typename Files>
std::string joined_file_names(const Files& files) {
  std::string names;
  for (const auto& file : files) names += (names.empty() ? "" : ", ") + file.name();
  return names;
}

// Throws Error where one holds criteria of rubrics, another nuggets.
template <typename Files>
void read_all(const Files& files, BankBuilder& builder) {
  std::optional<bool> are_criteria;
  for (const auto& file : files) {
    builder.bank().of_criteria = false;
    FileReader(TextFile(file), builder).read();
    const bool found = builder.bank().of_criteria;
    if (found != are_criteria.value_or(found)) {
      throw Error(Location{file.name(), 0},
                  fmt::format("holds {}, and {} does not",
                              found ? "criteria of rubrics" : "nuggets", files[0].name()),
                  "give files of one kind");
    }
    are_criteria = found;
  }
}

}  // namespace

std::span<const NuggetFormat> nugget_files::nugget_formats() {
  static const std::array formats = {
      bank_format(),       question_format(), freshstack_qrels_format(), freshstack_query_format(),
      bright_pro_format(), rubric_format(),   dimension_format(),        single_verdict_format(),
      assignment_format()};
  return formats;
}

bool holds_nuggets(std::string_view text) {
  return nugget_files::holds_verdicts(text) ||
         any_first_member(text, [](std::string_view name, std::string_view value) {
           return std::ranges::any_of(nugget_formats(), [&](const NuggetFormat& format) {
             return std::ranges::count(format.members, name) > 0 ||
                    (format.is_distinctive != nullptr && format.is_distinctive(name, value));
           });
         });
}

NuggetBank read_nuggets(std::span<const Source> sources, bool must_have_documents) {
  BankBuilder builder(joined_file_names(sources));
  read_all(sources, builder);
  return builder.take(must_have_documents);
}

std::optional<NuggetBank> nuggets_in(const std::vector<TextFile>& files) {
  const auto with_nuggets =
      std::ranges::find_if(files, [](const TextFile& file) { return holds_nuggets(file.text()); });
  if (with_nuggets == files.end()) return std::nullopt;
  if (with_nuggets != files.begin()) {
    throw Error(Location{with_nuggets->name(), 0},
                "holds nuggets, and " + files[0].name() + " does not",
                "give nuggets alone, and judgments of topics as `adhoc_qrels`");
  }
  BankBuilder builder(joined_file_names(files));
  read_all(files, builder);
  return builder.take();
}

}  // namespace subintent::internal