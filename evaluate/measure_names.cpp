#include "evaluate/measure_names.h"

#include <algorithm>

#include "evaluate/measure_table.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::vector<Spelling> spellings_of(const MeasureRecord& record) {
  const std::string_view name = base_name(record);
  std::vector<Spelling> spellings = {{&record, name, name != record.name},
                                     {&record, record.identifier, record.is_graded}};
  for (const std::string& other : record.other_names) {
    spellings.push_back({&record, other, false});
  }
  return spellings;
}

// Whether form and suffix alone may be left of a name: "-LA_WI", "_RA", ""
bool is_form_and_suffix(std::string_view rest) {
  const std::string text = lowered(rest);
  return text.empty() || text[0] == '_' || text == "-la" || text.starts_with("-la_");
}

// A measure's name in other tools. If they write a cutoff at the end of the name, it is behind
// "_" or ".": P_10, ndcg_cut.10.
struct ForeignName {
  std::string_view name, here;
  bool has_cutoff = false;
};

constexpr ForeignName trec_eval_names[] = {
    {"recip_rank", "RR"},       {"set_P", "P"},
    {"set_recall", "R"},        {"P", "P", true},
    {"recall", "R", true},      {"map_cut", "AP", true},
    {"ndcg_cut", "nDCG", true}, {"success", "Success", true},
};

// "20" of "ndcg_cut_20"; nothing if the text is not that name with a number.
std::optional<std::string_view> cutoff_behind(std::string_view name, std::string_view text) {
  if (text.size() < name.size() + 2 || lowered(text.substr(0, name.size())) != lowered(name) ||
      (text[name.size()] != '_' && text[name.size()] != '.')) {
    return std::nullopt;
  }
  const std::string_view number = text.substr(name.size() + 1);
  if (!std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; })) {
    return std::nullopt;
  }
  return number;
}

}  // namespace

std::vector<Spelling> find_spellings(std::string_view text, bool graded) {
  std::vector<Spelling> longest;
  for (const MeasureRecord& record : measure_table()) {
    for (const Spelling& spelling : spellings_of(record)) {
      const std::size_t length = spelling.text.size();
      if (spelling.needs_graded != graded || length > text.size() ||
          lowered(text.substr(0, length)) != lowered(spelling.text) ||
          !is_form_and_suffix(text.substr(length))) {
        continue;
      }
      if (!longest.empty() && length < longest[0].text.size()) continue;
      if (!longest.empty() && length > longest[0].text.size()) longest.clear();
      longest.push_back(spelling);
    }
  }
  return longest;
}

std::optional<std::string> name_of_trec_eval(std::string_view text) {
  for (const ForeignName& foreign : trec_eval_names) {
    if (!foreign.has_cutoff) {
      if (lowered(text) == lowered(foreign.name)) return std::string(foreign.here);
    } else if (const auto cutoff = cutoff_behind(foreign.name, text)) {
      return std::string(foreign.here) + "@" + std::string(*cutoff);
    }
  }
  return std::nullopt;
}

std::span<const PublishedName> published_names() {
  static constexpr PublishedName names[] = {
      {"nugget-all", "I-rec(credit=graded)", "nuggetizer, all_score"},
      {"nugget-vital", "I-rec(weights=vital,credit=graded)", "nuggetizer, vital_score"},
      {"nugget-weighted", "I-rec(weights=given,credit=graded)", "open-rag-eval, weighted_score"},
      {"nugget-all-strict", "I-rec(rel=2)", "nuggetizer, strict_all_score"},
      {"nugget-vital-strict", "I-rec(weights=vital,rel=2)", "nuggetizer, strict_vital_score"},
      {"nugget-weighted-strict", "I-rec(weights=given,rel=2)",
       "open-rag-eval, weighted_strict_score"},
      {"rubric", "I-rec(weights=given,credit=graded,penalties=counted)", "RAGDoll, ternary_score"},
      {"rubric-binary", "I-rec(weights=given,penalties=counted,rel=2)", "RAGDoll, binary_score"},
      {"Coverage", "I-rec", "FreshStack"},
      {"A-Recall", "I-rec(weights=given)", "BRIGHT-Pro"},
      {"weighted-alpha-nDCG", "alpha-nDCG(weights=given)", "BRIGHT-Pro"},
      {"SetRelP", "SetP(relative=True)", "ir_measures"},
  };
  return names;
}

std::optional<std::string> name_of_published(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("(@"), text.size());
  const std::string name = lowered(text.substr(0, end));
  for (const PublishedName& published : published_names()) {
    if (lowered(published.name) != name) continue;
    std::string here(published.here);
    std::string_view rest = text.substr(end);
    if (rest.starts_with('(') && here.ends_with(')')) {
      here.back() = ',';
      rest.remove_prefix(1);
    }
    return here + std::string(rest);
  }
  return std::nullopt;
}

std::optional<std::string_view> nearest_measure(const std::string& base, const std::string& whole) {
  std::vector<std::string_view> names;
  for (const MeasureRecord& record : measure_table()) names.push_back(record.name);
  for (const MeasureRecord& record : measure_table()) {
    names.push_back(record.identifier);
    names.insert(names.end(), record.other_names.begin(), record.other_names.end());
  }
  for (const PublishedName& published : published_names()) names.push_back(published.name);
  std::vector<std::string> wanted = {whole, base};
  if (lowered(base).starts_with("ia-")) wanted.insert(wanted.begin(), base.substr(3) + "-IA");
  if (lowered(base).starts_with("a-")) wanted.insert(wanted.begin(), "alpha" + base.substr(1));
  if (lowered(whole).starts_with("a_")) wanted.insert(wanted.begin(), "alpha" + whole.substr(1));
  for (const std::string& name : wanted) {
    if (const auto nearest = nearest_name(name, names)) return nearest;
  }
  return std::nullopt;
}

std::vector<std::string_view> graded_names() {
  std::vector<std::string_view> names;
  for (const MeasureRecord& record : measure_table()) {
    if (base_name(record) != record.name) names.push_back(base_name(record));
  }
  return names;
}

}  // namespace subintent::internal
