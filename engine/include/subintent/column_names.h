// The names that people give to columns of tables and of frames and to members of objects in JSON:
// the same ones wherever they stand.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>

namespace subintent::internal {

// In order of preference. Capitals, and what stands between words, make no difference.
using ColumnNames = std::initializer_list<std::string_view>;
using std::string_view_literals::operator""sv;  // else lists are made when a program starts

inline constexpr ColumnNames topic_columns = {
    "qid"sv,         "query_id"sv, "topic_id"sv,   "narrative_id"sv, "question_id"sv, "topic"sv,
    "query"sv,       "question"sv, "query_text"sv, "user_id"sv,      "user"sv,        "uid"sv,
    "reviewer_id"sv, "id"sv,       "idx"sv,        "user_input"sv,   "query_number"sv};
// Beside scores of the answers of one system, as RAGAS and others write them.
inline constexpr ColumnNames columns_of_answers = {
    "user_input"sv,    "response"sv,   "answer"sv,   "generated_answer"sv,
    "actual_output"sv, "prediction"sv, "contexts"sv, "retrieved_contexts"sv};
// Beside criteria or scores of answers.
inline constexpr ColumnNames answer_topics = {
    "qid"sv,         "sample_id"sv, "query_id"sv,   "topic_id"sv, "narrative_id"sv,
    "question_id"sv, "task_id"sv,   "prompt_id"sv,  "topic"sv,    "idx"sv,
    "query"sv,       "question"sv,  "user_input"sv, "prompt"sv,   "task"sv};
// Beside a list of documents, "query" is text if there is an "id".
inline constexpr ColumnNames topics_of_lists = {
    "qid"sv, "query_id"sv, "topic"sv,    "topic_id"sv, "narrative_id"sv, "question_id"sv, "id"sv,
    "idx"sv, "query"sv,    "question"sv, "user_id"sv,  "user"sv,         "uid"sv};
// Names of parts come before those of the whole that they are from.
inline constexpr ColumnNames docno_columns = {
    "docno"sv,       "passage_id"sv,  "pid"sv,       "segment_id"sv, "chunk_id"sv,   "doc_id"sv,
    "document_id"sv, "document_no"sv, "corpus_id"sv, "cord_uid"sv,   "paper_id"sv,   "article_id"sv,
    "page_id"sv,     "record_id"sv,   "item_id"sv,   "item"sv,       "iid"sv,        "movie_id"sv,
    "parent_asin"sv, "asin"sv,        "book_id"sv,   "isbn"sv,       "product_id"sv, "news_id"sv,
    "business_id"sv, "did"sv,         "doc"sv,       "document"sv,   "doc_number"sv};
// Columns of parts of documents, and of the documents that they are from.
inline constexpr ColumnNames columns_of_parts = {
    "passage_id"sv,    "pid"sv,        "segment_id"sv, "chunk_id"sv,     "chunk_index"sv,
    "chunk"sv,         "chunk_no"sv,   "chunk_idx"sv,  "chunk_number"sv, "passage"sv,
    "passage_index"sv, "passage_no"sv, "segment"sv,    "segment_index"sv};
inline constexpr ColumnNames columns_of_wholes = {"doc_id"sv,      "document_id"sv, "docno"sv,
                                                  "document_no"sv, "article_id"sv,  "paper_id"sv,
                                                  "page_id"sv,     "doc"sv,         "document"sv};
// For the list of a topic.
inline constexpr ColumnNames list_members = {"candidates"sv,
                                             "hits"sv,
                                             "results"sv,
                                             "documents"sv,
                                             "docs"sv,
                                             "ranking"sv,
                                             "recommendations"sv,
                                             "retrieved"sv,
                                             "ctxs"sv,
                                             "docnos"sv,
                                             "docids"sv,
                                             "document_ids"sv,
                                             "retrieved_ids"sv,
                                             "retrieved_doc_ids"sv,
                                             "retrieved_docs"sv,
                                             "retrieved_documents"sv,
                                             "retrieved_chunk_ids"sv,
                                             "ranked_results"sv,
                                             "items"sv};
inline constexpr ColumnNames text_columns = {
    "contents"sv,  "text"sv,      "clean_text"sv, "body"sv,         "body_text"sv, "segment"sv,
    "passage"sv,   "full_text"sv, "content"sv,    "page_content"sv, "article"sv,   "chunk"sv,
    "paragraph"sv, "snippet"sv,   "document"sv,   "doc"sv,          "abstract"sv,  "description"sv,
    "summary"sv,   "raw"sv,       "html"sv,       "raw_html"sv};
inline constexpr ColumnNames iteration_columns = {"iteration"sv, "iter"sv};  // TREC's
inline constexpr ColumnNames intent_columns = {
    "intent"sv,        "intent_id"sv,       "subtopic"sv,
    "subtopic_id"sv,   "nugget"sv,          "nugget_id"sv,
    "aspect"sv,        "aspect_id"sv,       "facet"sv,
    "facet_id"sv,      "subtopic_number"sv, "subtopic_no"sv,
    "intent_number"sv, "intent_no"sv,       "sense"sv,
    "meaning"sv,       "interpretation"sv,  "intent_label"sv,
    "intent_name"sv,   "subtopic_label"sv,  "subtopic_name"sv,
    "subintent"sv,     "subintent_id"sv,    "perspective"sv,
    "theme"sv,         "subquestion"sv,     "sub_question"sv,
    "subquery"sv,      "sub_query"sv,       "viewpoint"sv,
    "intents"sv,       "subtopics"sv,       "aspects"sv,
    "facets"sv,        "senses"sv,          "meanings"sv,
    "nuggets"sv,       "interpretations"sv, "subintents"sv,
    "perspectives"sv,  "themes"sv,          "iteration"sv,
    "iter"sv};
// Several of a document.
inline constexpr ColumnNames intents_of_document = {
    "intents"sv, "subtopics"sv,       "aspects"sv,    "facets"sv,       "senses"sv, "meanings"sv,
    "nuggets"sv, "interpretations"sv, "subintents"sv, "perspectives"sv, "themes"sv};
inline constexpr ColumnNames grade_columns = {
    "label"sv,           "relevance"sv,   "grade"sv,           "rel"sv,
    "relevant"sv,        "is_relevant"sv, "rating"sv,          "score"sv,
    "ratings"sv,         "relevancy"sv,   "judgment"sv,        "judgement"sv,
    "relevance_grade"sv, "gain"sv,        "stars"sv,           "book_rating"sv,
    "overall"sv,         "rel_level"sv,   "relevance_score"sv, "esci_label"sv,
    "final_rating"sv};
inline constexpr ColumnNames rank_columns = {"rank"sv, "seq_no"sv, "seq"sv, "position"sv,
                                             "rank_of_doc"sv};
inline constexpr ColumnNames score_columns = {
    "score"sv,      "prediction"sv,  "similarity"sv, "relevance_score"sv,
    "pred_score"sv, "probability"sv, "est"sv};
inline constexpr ColumnNames run_columns = {
    "run"sv,       "runs"sv,       "run_id"sv,    "run_name"sv,      "run_tag"sv,   "runtag"sv,
    "system"sv,    "systems"sv,    "system_id"sv, "system_number"sv, "model"sv,     "models"sv,
    "model_id"sv,  "model_name"sv, "method"sv,    "methods"sv,       "algorithm"sv, "algo"sv,
    "retriever"sv, "tag"sv,        "team"sv,      "team_name"sv,     "name"sv};
inline constexpr ColumnNames vector_columns = {"vector"sv, "embedding"sv,
                                               "emb"sv};  // of dense ones
// Criteria of answers, and verdicts.
inline constexpr ColumnNames criterion_columns = {
    "rubric_title"sv, "criterion"sv, "nugget"sv,      "rubric"sv,      "claim"sv,
    "criterion_id"sv, "nugget_id"sv, "rubric_item"sv, "nugget_text"sv, "criterion_text"sv,
    "claim_text"sv,   "fact"sv,      "key_point"sv,   "point"sv};
inline constexpr ColumnNames verdict_columns = {
    "verdict"sv,  "assignment"sv, "label"sv,        "met"sv,    "is_met"sv,    "satisfied"sv,
    "judgment"sv, "judgement"sv,  "grade"sv,        "passed"sv, "supported"sv, "criteria_met"sv,
    "covered"sv,  "is_covered"sv, "is_supported"sv, "pass"sv,   "score"sv};
inline constexpr ColumnNames weight_columns = {"weight"sv, "points"sv, "wt"sv, "wgt"sv};
// Less of these is better, so that they are no scores.
inline constexpr ColumnNames distance_columns = {
    "distance"sv, "dist"sv, "l2"sv, "l2_distance"sv, "cosine_distance"sv, "euclidean"sv};
// For who judges answers, or says which of two is better.
inline constexpr ColumnNames judge_columns = {
    "judge"sv,      "judge_user"sv,   "user"sv,        "annotator"sv,      "judge_id"sv,
    "judge_name"sv, "annotator_id"sv, "participant"sv, "participant_id"sv, "worker"sv,
    "worker_id"sv,  "assessor"sv,     "assessor_id"sv, "rater"sv,          "rater_id"sv,
    "evaluator"sv,  "evaluator_id"sv, "labeler"sv,     "user_id"sv};
inline constexpr ColumnNames measure_columns = {"measure"sv, "metric"sv, "metric_name"sv};
inline constexpr ColumnNames value_columns = {"value"sv, "score"sv, "result"sv, "metric_value"sv};

// Without the type that RecBole writes behind a heading, "user_id:token", and without what stands
// in parentheses there: "grade (0-3)".
constexpr std::string_view without_type(std::string_view heading) {
  if (const std::size_t note = heading.find('('); heading.ends_with(')') && note > 0) {
    heading = heading.substr(0, note);
    if (heading.ends_with(' ')) heading.remove_suffix(1);
  }
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
  if (names.begin() == docno_columns.begin() &&
      place([](const auto& h) { return h == "query_text"; }))
    return place([](const auto& h) { return h == "_id"; });  // Elastic's
  if (names.begin() != docno_columns.begin() || std::ranges::count_if(headings, is_other_id) != 1)
    return std::nullopt;
  return place(is_other_id);
}

// As column_called(); documents that are judged or ranked may be those of "id", where another
// column names the topics.
std::optional<std::size_t> column_read(ColumnNames names, std::span<const std::string> headings);

// Says of a table that a column, which one of these lists names, is not read, as an earlier name is
// there, though they differ; empty where there is none. The same names otherwise written, texts and
// what is of another kind, as retrieval scores beside grades, are none.
std::string unread_columns(std::string_view table, std::span<const ColumnNames> read);

// The grade that a word is, or NTCIR's L2.
inline std::optional<int> grade_of_word(std::string_view text) {
  if (is_called(text, {"true", "yes", "relevant"})) return 1;
  if (is_called(text, {"highly_relevant"})) return 2;
  if (is_called(text, {"false", "no", "not_relevant", "non_relevant", "irrelevant"})) return 0;
  const bool is_level = text.size() == 2 && text[0] == 'L' && text[1] >= '0' && text[1] <= '9';
  return is_level ? std::optional(text[1] - '0') : std::nullopt;
}

inline bool is_fraction(double number) {
  return number != std::floor(number);
}

// A grade with a fraction as it is kept until all grades are known, and are numbered or refused
// together: not is_grade(). Nothing if it is too small or too large.
inline std::optional<std::int32_t> kept_fraction(double grade) {
  constexpr double least = 1e-6, most = 100;
  if (!is_fraction(grade) || !(std::abs(grade) >= least && std::abs(grade) <= most)) return {};
  return std::bit_cast<std::int32_t>(static_cast<float>(grade));
}

// Are they names of lists of what is relevant and what is not, or of documents and their grades, in
// place of intents? Or, where they name `lists`, grades?
bool are_lists(const std::set<std::string>& outer, bool lists);
inline constexpr const char* lists_fault = "has lists with names of no intents";
inline constexpr const char* lists_advice = "write {topic: {docno: grade}}";

// Are the outer names of judgments {topic: {outer: {inner: grade}}} those of documents? The inner
// ones are then fewer, and numbers of intents, from 1, of which no document is one; or words
// without numbers, where all documents have some behind other letters than those of intents.
inline bool documents_are_outside(const std::set<std::string>& outer,
                                  const std::set<std::string>& inner) {
  const auto is_small = [](const std::string& name) {
    return name.size() < 3 && name.find_first_not_of("0123456789") == name.npos;
  };
  const auto has_digit = [](const std::string& name) {
    return name.find_first_of("0123456789") != name.npos;
  };
  const auto is_numbered_intent = [](const std::string& name) {
    const std::string letters = name.substr(0, name.find_first_of("0123456789"));
    return letters.empty() || is_called(letters, intent_columns) ||
           is_called(letters, {"i", "s", "a", "n", "nugget"});
  };
  const bool are_words = std::ranges::none_of(inner, has_digit) &&
                         std::ranges::all_of(outer, has_digit) &&
                         std::ranges::none_of(outer, is_numbered_intent);
  return inner.size() < outer.size() &&
         (are_words || (inner.contains("1") && std::ranges::all_of(inner, is_small) &&
                        std::ranges::none_of(outer, is_small)));
}

// Are the innermost names one that grades have: {topic: {docno: {"relevance": grade}}}?
inline bool is_of_grades(const std::set<std::string>& inner) {
  return inner.size() == 1 && is_called(*inner.begin(), grade_columns);
}

}  // namespace subintent::internal
