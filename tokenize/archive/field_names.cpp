#include "tokenize/archive/field_names.h"

#include "core/base/strings.h"
#include "subintent/column_names.h"

namespace subintent::internal {
namespace {

constexpr std::size_t texts_without_headings = 3;  // the first of text_columns

// Documents about an item, whose names come before its own.
constexpr ColumnNames said_of_items = {"review_id"sv, "comment_id"sv, "post_id"sv,
                                       "answer_id"sv, "message_id"sv, "tweet_id"sv};

// Numbers of parts of documents, whose docno is that of the document.
constexpr ColumnNames part_columns = {
    "chunk_index"sv,   "chunk_no"sv,   "chunk_number"sv, "passage_index"sv, "passage_no"sv,
    "segment_index"sv, "segment_no"sv, "page_no"sv,      "page_number"sv,   "page"sv};

// Properties of documents, which several have alike.
constexpr ColumnNames properties = {"label"sv,     "labels"sv, "class"sv,    "category"sv,
                                    "target"sv,    "tag"sv,    "topic"sv,    "type"sv,
                                    "sentiment"sv, "stance"sv, "language"sv, "lang"sv,
                                    "date"sv,      "author"sv, "year"sv,     "split"sv};

using Names = std::span<const std::string_view>;

bool is_part(std::string_view name) {  // also of a member: "metadata.page"
  return is_called(name.substr(name.rfind('.') + 1), part_columns);
}

std::optional<std::size_t> place_of(Names names, std::string_view wanted) {
  const auto exact = std::ranges::find(names, wanted);
  if (exact != names.end()) return exact - names.begin();
  const auto alike = std::ranges::find_if(names, [&](std::string_view name) {
    if (same_name(name, wanted)) return true;
    const std::string_view bare = without_type(name);
    return bare.size() < name.size() && same_name(bare, wanted);
  });
  if (alike == names.end()) return std::nullopt;
  return alike - names.begin();
}

constexpr std::size_t most = 12;  // names that are listed: more are those of documents

std::string listed(Names names) {
  std::string all;
  for (std::size_t i = 0; i < std::min(names.size(), most); ++i)
    if (!names[i].empty()) all += (all.empty() ? "" : ", ") + printable(names[i].substr(0, 40));
  return names.size() > most ? all + " ..." : all;
}

// So many words or more in a line, or in a script without blanks.
bool has_words(std::string_view value, std::size_t least = 3) {
  if (value.size() > 100 && static_cast<unsigned char>(value[0]) > 127) return true;
  std::size_t words = 0;
  for (std::size_t i = 0; i < value.size() && words < least; ++i) {
    if (value[i] == '\n') words = 0;
    const bool starts = i == 0 || is_blank(value[i - 1]);
    words += starts && (is_letter(value[i]) || static_cast<unsigned char>(value[i]) > 127) ? 1 : 0;
  }
  return words >= least;
}

bool may_be_docno(std::string_view name) {
  const std::string low = lowered(name);
  return std::ranges::any_of(
      ColumnNames{"id", "url", "uri", "source", "path", "file", "name", "key"},
      [&](std::string_view end) { return low.ends_with(end); });
}

// `text=title,body`: all that are texts, in their order; where none is, the longest value without
// digits, which numbers, times and docnos have.
std::string option_of_texts(Names names, const Fields& fields, std::span<const std::string> values,
                            std::size_t docno) {
  const auto value = [&](std::size_t i) {
    return i < values.size() ? std::string_view(values[i]) : std::string_view();
  };
  std::vector<std::size_t> texts, others;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i == docno || i == fields.url || std::ranges::count(fields.docnos, i) > 0 ||
        names[i].empty())
      continue;
    if (has_words(value(i), 2) || fields.use(i, false))
      texts.push_back(i);
    else if (value(i).empty() || (value(i).find_first_of("0123456789") == std::string::npos &&
                                  has_words(value(i), 1) && !may_be_docno(names[i])))
      others.push_back(i);
  }
  if (!others.empty() && std::ranges::count(values, no_value) == 0 &&
      std::ranges::all_of(texts, [&](auto i) { return i == fields.title; }))
    texts.push_back(*std::max_element(
        others.rbegin(), others.rend(),
        [&](std::size_t a, std::size_t b) { return value(a).size() < value(b).size(); }));
  std::string all;
  if (texts.size() > most) texts.clear();
  for (const std::size_t i : texts)
    all += (all.empty() ? "" : ",") + printable(names[i], std::string::npos);
  return "`text=" + (all.empty() ? "NAME" : all) + '`';
}

}  // namespace

bool Fields::use(std::size_t place, bool all_texts) const {
  const auto texts_used =
      std::span(texts).first(all_texts ? texts.size() : std::min<std::size_t>(texts.size(), 1));
  return std::ranges::count(docnos, place) > 0 || place == title || place == headings ||
         place == abstract || place == url ||
         std::ranges::any_of(texts_used, [&](const Text& text) { return text.place == place; });
}

Fields FieldNames::find(Names names) const {
  Fields fields;
  const auto add_docno = [&](std::string_view name) {
    if (const auto place = place_of(names, name)) fields.docnos.push_back(*place);
  };
  std::ranges::for_each(ColumnNames{"docno", "id", "clueweb22_id"}, add_docno);
  for (const std::string_view name : docno_columns) {
    if (name == "article_id") std::ranges::for_each(said_of_items, add_docno);
    if (!is_called(name, text_columns)) add_docno(name);
  }
  std::ranges::for_each(ColumnNames{"uuid", "uid", "identifier", "pmid"}, add_docno);
  std::vector<std::size_t> others;
  if (!docno_.empty()) {
    others.swap(fields.docnos);
    add_docno(docno_);
  } else if (place_of(names, "doc_id") || place_of(names, "document_id")) {
    fields.id = place_of(names, "id");
  }
  const auto add_text = [&](std::string_view name, bool is_complete, bool has_headings) {
    const bool is_whole = is_called(name, {"body", "body_text", "full_text", "content", "article"});
    if (const auto place = place_of(names, name))
      fields.texts.push_back(
          {*place, lowered(name).ends_with("html"), is_complete, has_headings, is_whole});
  };
  // The last name may have commas, between which it was cut.
  for (std::size_t at = 0; at < texts_.size(); ++at) {
    const std::string rest = join(std::span(texts_).subspan(at), ",");
    const bool is_one = place_of(names, rest).has_value();
    add_text(is_one ? rest : texts_[at], true, false);
    if (is_one) break;
  }
  std::size_t i = 0;
  for (const std::string_view name : texts_.empty() ? text_columns : ColumnNames{}) {
    add_text(name, i == 0, i >= texts_without_headings);
    ++i;
  }
  const auto is_at = [](std::size_t place) {
    return [place](const Fields::Text& text) { return text.place == place; };
  };
  for (const std::string_view name : ColumnNames{"document", "doc", "name"}) {
    const auto place =
        docno_.empty() && fields.docnos.empty() ? place_of(names, name) : std::nullopt;
    if (!place || std::ranges::all_of(fields.texts, is_at(*place))) continue;
    fields.docnos = {*place};
    fields.is_guess = true;
  }
  if (texts_.empty() && (fields.is_guess || (!docno_.empty() && !fields.docnos.empty())))
    std::erase_if(fields.texts, is_at(fields.docnos[0]));
  for (const std::string_view name : ColumnNames{"title", "headline", "heading"})
    if (!fields.title) fields.title = place_of(names, name);
  if (!fields.texts.empty() && fields.texts[0].has_abstract && texts_.empty())
    fields.abstract = place_of(names, "abstract");
  for (std::size_t i = 0; i < names.size(); ++i)
    if (is_part(names[i])) others.push_back(i);
  others.insert(others.begin(), fields.docnos.begin(), fields.docnos.end());
  for (const std::size_t place : others)
    if (std::ranges::count(fields.parts, place) == 0) fields.parts.push_back(place);
  if (fields.docnos.empty() || fields.parts.size() < 2) fields.parts.clear();
  fields.headings = place_of(names, "headings");
  fields.url = place_of(names, "url");
  return fields;
}

std::string FieldNames::complaint(std::string_view what, Names names, const Fields& fields) const {
  if (names.empty()) return "has no " + std::string(what);
  std::string text = "has " + std::string(what) + ' ' + listed(names) + ", ";
  if (fields.docnos.empty() && !docno_.empty())
    return text + "and none called " + printable(docno_);
  if (fields.texts.empty() && !texts_.empty())
    return text + "and none called " + printable(texts_[0]);
  const bool both = fields.docnos.empty() && fields.texts.empty();
  return text + "none of which is known to be the " +
         (both                    ? "docno or the text"
          : fields.docnos.empty() ? "docno"
                                  : "text");
}

std::string FieldNames::advice(Names names, const Fields& fields,
                               std::span<const std::string> values,
                               std::span<const std::string> next) const {
  std::string options;
  std::size_t docno = names.size();
  if (fields.docnos.empty()) {
    const bool has_parts = std::ranges::any_of(names, is_part);
    const auto rank = [&](std::size_t i) {
      const bool is_text = fields.use(i, true) || (i < values.size() && has_words(values[i]));
      const bool is_alike = i < std::min(values.size(), next.size()) && !next[i].empty() &&
                            values[i] == next[i] && !has_parts;
      const bool is_none =  // as arrays are
          i < values.size() && (values[i] == no_value || values[i].ends_with('\n'));
      const bool is_number = is_part(names[i]) && (i >= values.size() || !has_words(values[i], 1));
      if (names[i].empty() || is_alike || is_none || is_number) return 3;
      return may_be_docno(names[i]) ? 0 : is_text || is_called(names[i], properties) ? 2 : 1;
    };
    for (std::size_t i = names.size(); i-- > 0;)
      if (docno == names.size() || rank(i) <= rank(docno)) docno = i;
    const bool is_name =
        docno < names.size() && rank(docno) < 2 && !is_called(names[docno], topic_columns);
    options = "`docno=" + (is_name ? printable(names[docno], std::string::npos) : "NAME") + '`';
  }
  if (fields.texts.empty() || left_out(names, fields, values))
    options += (options.empty() ? "" : " ") + option_of_texts(names, fields, values, docno);
  return "say which is, as with " + options;
}

std::optional<FieldNames::LeftOut> FieldNames::left_out(Names names, const Fields& fields,
                                                        std::span<const std::string> values) const {
  if (asks_for_texts()) return std::nullopt;
  std::vector<std::string_view> others;
  for (std::size_t i = 0; i < std::min(names.size(), values.size()); ++i)
    if (!names[i].empty() && !fields.use(i, false) && has_words(values[i]))
      others.push_back(names[i]);
  if (others.empty()) return std::nullopt;
  const auto read = fields.texts.empty() ? fields.title : std::optional(fields.texts[0].place);
  return LeftOut{"text is " + (read ? printable(names[*read].substr(0, 40)) : "the title") +
                     "; left out: " + listed(others),
                 option_of_texts(names, fields, values, names.size())};
}

}  // namespace subintent::internal
