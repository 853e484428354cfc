// The names that people give to columns of tables and of frames and to members of objects in JSON:
// the same ones wherever they stand.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace subintent::internal {

// In order of preference. Capitals, and what stands between words, make no difference.
using ColumnNames = std::initializer_list<std::string_view>;

inline const ColumnNames topic_columns = {
    "qid",  "query_id", "topic_id",    "narrative_id", "question_id", "topic", "user_id",
    "user", "uid",      "reviewer_id", "query",        "question",    "id",    "idx"};
// Beside a list of documents, "query" is text if there is an "id".
inline const ColumnNames topics_of_lists = {
    "qid",  "query_id", "topic", "topic_id", "narrative_id", "question_id", "user_id",
    "user", "uid",      "id",    "idx",      "query",        "question"};
// Names of parts come before those of the whole that they are from.
inline const ColumnNames docno_columns = {
    "docno",       "passage_id", "pid",      "segment_id",  "chunk_id",    "doc_id",  "document_id",
    "document_no", "corpus_id",  "cord_uid", "paper_id",    "article_id",  "page_id", "record_id",
    "item_id",     "item",       "iid",      "movie_id",    "parent_asin", "asin",    "book_id",
    "isbn",        "product_id", "news_id",  "business_id", "did",         "doc",     "document"};
inline const ColumnNames text_columns = {
    "contents",  "text",      "clean_text", "body",         "body_text", "segment",
    "passage",   "full_text", "content",    "page_content", "article",   "chunk",
    "paragraph", "snippet",   "document",   "doc",          "abstract",  "description",
    "summary",   "raw",       "html",       "raw_html"};
inline const ColumnNames iteration_columns = {"iteration", "iter"};  // TREC's
inline const ColumnNames intent_columns = {
    "intent",        "intent_id", "subtopic", "subtopic_id", "nugget",          "nugget_id",
    "aspect",        "aspect_id", "facet",    "facet_id",    "subtopic_number", "subtopic_no",
    "intent_number", "intent_no", "sense",    "meaning",     "iteration",       "iter"};
inline const ColumnNames grade_columns = {
    "label",     "relevance", "grade",       "rel",       "relevant",  "is_relevant",
    "rating",    "score",     "ratings",     "relevancy", "judgment",  "judgement",
    "gain",      "stars",     "book_rating", "overall",   "rel_level", "relevance_score",
    "esci_label"};
inline const ColumnNames rank_columns = {"rank", "seq_no", "seq", "position"};
inline const ColumnNames score_columns = {
    "score", "prediction", "similarity", "relevance_score", "pred_score", "probability", "est"};
inline const ColumnNames run_columns = {
    "run",       "runs",  "run_id", "run_name",  "run_tag",    "system", "systems",
    "system_id", "model", "models", "model_id",  "model_name", "method", "methods",
    "algorithm", "tag",   "team",   "team_name", "name"};
inline const ColumnNames vector_columns = {"vector", "embedding", "emb"};  // of dense ones
// Of what answers are judged by, and the verdicts.
inline const ColumnNames criterion_columns = {
    "rubric_title", "criterion",   "nugget",      "rubric",         "claim",     "criterion_id",
    "nugget_id",    "rubric_item", "nugget_text", "criterion_text", "claim_text"};
inline const ColumnNames verdict_columns = {"verdict", "assignment", "label",        "met",
                                            "is_met",  "satisfied",  "judgment",     "judgement",
                                            "grade",   "passed",     "supported",    "criteria_met",
                                            "covered", "is_covered", "is_supported", "score"};
inline const ColumnNames weight_columns = {"weight", "points", "wt", "wgt"};
// Of who judges answers, or says which of two is better.
inline const ColumnNames judge_columns = {
    "judge",      "judge_user",   "user",        "annotator",      "judge_id",
    "judge_name", "annotator_id", "participant", "participant_id", "worker",
    "worker_id",  "assessor",     "assessor_id", "rater",          "rater_id",
    "evaluator",  "evaluator_id", "labeler",     "user_id"};
inline const ColumnNames measure_columns = {"measure", "metric"};
inline const ColumnNames value_columns = {"value", "score"};

// Without the type that RecBole writes behind a heading: "user_id:token".
constexpr std::string_view without_type(std::string_view heading) {
  for (const std::string_view type : {":token", ":float", ":token_seq", ":float_seq"})
    if (heading.ends_with(type)) heading.remove_suffix(type.size());
  return heading;
}

constexpr bool same_name(std::string_view a, std::string_view b) {
  const auto next = [](std::string_view& name) {
    while (!name.empty() && (name[0] == '_' || name[0] == '-' || name[0] == ' '))
      name.remove_prefix(1);
    if (name.empty()) return '\0';
    const char c = name[0];
    name.remove_prefix(1);
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
  };
  for (;;) {
    const char x = next(a), y = next(b);
    if (x != y) return false;
    if (x == '\0') return true;
  }
}

constexpr bool is_called(std::string_view name, ColumnNames names) {
  return std::ranges::any_of(names, [&](std::string_view known) { return same_name(name, known); });
}

// The place of the column that is called so, by the most preferred name. Documents may also have
// the one name that ends in "_id" and means nothing else, as in catalogues: "gmap_id".
inline std::optional<std::size_t> column_called(ColumnNames names,
                                                std::span<const std::string> headings) {
  const auto place = [&](const auto& is_it) -> std::optional<std::size_t> {
    const auto at = std::ranges::find_if(headings, is_it);
    if (at == headings.end()) return std::nullopt;
    return static_cast<std::size_t>(at - headings.begin());
  };
  for (const std::string_view name : names)
    if (const auto found = place([&](const auto& h) { return same_name(h, name); })) return found;
  const auto is_other_id = [](const std::string& heading) {
    return (heading.ends_with("_id") || heading.ends_with("-id")) &&
           !is_called(heading, topic_columns) && !is_called(heading, intent_columns) &&
           !is_called(heading, run_columns) && !is_called(heading, criterion_columns) &&
           !is_called(heading, judge_columns) && !is_called(heading, {"session_id"});
  };
  if (names.begin() != docno_columns.begin() || std::ranges::count_if(headings, is_other_id) != 1)
    return std::nullopt;
  return place(is_other_id);
}

// The grade that a word is, or NTCIR's L2.
inline std::optional<int> grade_of_word(std::string_view text) {
  if (is_called(text, {"true", "yes", "relevant"})) return 1;
  if (is_called(text, {"false", "no", "not_relevant", "non_relevant", "irrelevant"})) return 0;
  const bool is_level = text.size() == 2 && text[0] == 'L' && text[1] >= '0' && text[1] <= '9';
  return is_level ? std::optional(text[1] - '0') : std::nullopt;
}

// Are the outer names of judgments {topic: {outer: {inner: grade}}} those of documents? The inner
// ones are then numbers of intents, from 1, fewer than documents, of which none is such a number.
inline bool documents_are_outside(const std::set<std::string>& outer,
                                  const std::set<std::string>& inner) {
  const auto is_small = [](const std::string& name) {
    return name.size() < 3 && name.find_first_not_of("0123456789") == name.npos;
  };
  return inner.contains("1") && inner.size() < outer.size() &&
         std::ranges::all_of(inner, is_small) && std::ranges::none_of(outer, is_small);
}

// Are the innermost names one that grades have: {topic: {docno: {"relevance": grade}}}?
inline bool is_of_grades(const std::set<std::string>& inner) {
  return inner.size() == 1 && is_called(*inner.begin(), grade_columns);
}

}  // namespace subintent::internal
