#include "subintent/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <span>
#include <string_view>
#include <utility>

#include "diversify/diversifiers.h"
#include "engine/references.h"
#include "engine/significance_values.h"
#include "evaluate/measure.h"
#include "evaluate/measure_names.h"
#include "study/analyses/analysis.h"
#include "subintent/evaluate.h"
#include "subintent/program.h"
#include "subintent/version.h"

namespace subintent {
namespace {

using internal::Analysis;
using internal::Measure;

// A part of a command line that comes from papers, and a text that names them: as in `cited-by` of
// references.bib.
struct Use {
  std::string what, source;
};

// The words of a command line, by option.
class Words {
 public:
  explicit Words(const std::vector<std::string>& words) : words_(words) {}

  bool is_command(std::string_view name) const { return !words_.empty() && words_[0] == name; }

  // The values of an option: "-m A", "--measures A", "--measures=A".
  std::vector<std::string> values(std::string_view long_name, char short_name = 0) const {
    std::vector<std::string> found;
    const std::string name = fmt::format("--{}", long_name);
    for (std::size_t i = 0; i < words_.size(); ++i) {
      const std::string& word = words_[i];
      const bool is_short =
          short_name != 0 && word.size() == 2 && word[0] == '-' && word[1] == short_name;
      if ((word == name || is_short) && i + 1 < words_.size()) found.push_back(words_[i + 1]);
      if (word.starts_with(name + "=")) found.push_back(word.substr(name.size() + 1));
    }
    return found;
  }

  bool has(std::string_view long_name) const {
    const std::string name = fmt::format("--{}", long_name);
    return std::ranges::any_of(words_, [&](const std::string& word) {
      return word == name || word.starts_with(name + "=");
    });
  }

  std::span<const std::string> all() const { return words_; }

 private:
  const std::vector<std::string>& words_;
};

// "D#-nDCG@20" of "first=D#-nDCG@20".
std::string_view without_caption(std::string_view name) {
  const std::size_t equals = name.find_first_of("=(");
  return equals == std::string_view::npos || name[equals] == '(' ? name : name.substr(equals + 1);
}

std::vector<Measure> measures_of(const Words& words, const std::vector<std::string>& lists) {
  std::vector<Measure> measures;
  for (const std::string& name : internal::split_measure_names(lists)) {
    measures.push_back(internal::parse_measure(trim(without_caption(name))));
  }
  if (!measures.empty() || !(words.is_command("evaluate") || words.is_command("report"))) {
    return measures;
  }
  if (words.has("assignments")) {
    return measures_of(words, answer_measures());
  }
  internal::MeasureContext context;
  for (const std::string& given : words.values("hierarchy")) {
    context.hierarchies.push_back(given.substr(0, given.find('=')));
  }
  context.has_similarity = words.has("fingerprints") || words.has("vectors") || words.has("dense");
  return internal::default_measures(context);
}

void add_measures(const Words& words, const std::vector<std::string>& lists,
                  std::vector<Use>& uses) {
  for (const Measure& measure : measures_of(words, lists)) {
    uses.push_back({measure.name, fmt::format("{}; measure {}; family {}", measure.record->source,
                                              measure.record->name, measure.record->family)});
    for (const internal::PublishedName& published : internal::published_names()) {
      const std::string_view name(measure.name);
      if (name.substr(0, name.find_first_of("(@")) != published.name) continue;
      uses.push_back({measure.name, std::string(published.source)});
    }
    if (measure.layer_aware) uses.push_back({measure.name, "form LA; Dou19 2.3"});
    if (measure.similarity != nullptr) uses.push_back({measure.name, "Dou19 4"});
  }
}

// Tests and corrections, of one list of names or more.
void add_names(const char* kind, const std::vector<std::string>& lists, std::vector<Use>& uses) {
  for (const std::string& list : lists) {
    for (const std::string& name : split(list, ',')) {
      uses.push_back({fmt::format("the {} {}", kind, name), fmt::format("{} {}", kind, name)});
    }
  }
}

// Whether some test of these lists leaves the correction to others.
bool need_correction(const std::vector<std::string>& lists) {
  for (const std::string& list : lists) {
    for (const std::string& name : split(list, ',')) {
      const internal::SignificanceTest* const test = internal::find_test(name);
      if (test != nullptr && !test->family_wise) return true;
    }
  }
  return false;
}

std::vector<std::string> default_of(const std::vector<AnalysisOption>& options,
                                    std::string_view name) {
  const auto found = std::ranges::find(options, name, &AnalysisOption::name);
  if (found == options.end() || found->default_value.empty()) return {};
  return {found->default_value};
}

std::vector<std::string> given_or_default(const Words& words, const Analysis& analysis,
                                          const char* option) {
  const std::vector<std::string> given = words.values(option);
  return given.empty() ? default_of(analysis.options, option) : given;
}

// Tests, and the correction that is given or, where a test needs one, is the default. What has no
// choice of tests corrects its own.
void add_tests(const Words& words, const std::vector<std::string>& tests,
               const std::vector<AnalysisOption>& options, std::vector<Use>& uses) {
  add_names("test", tests, uses);
  std::vector<std::string> corrections = words.values("correction");
  const bool corrects = tests.empty() || need_correction(tests);
  if (corrections.empty() && corrects) corrections = default_of(options, "correction");
  add_names("correction", corrections, uses);
}

std::vector<std::string> measures_of_analysis(const Words& words, const Analysis& analysis) {
  const std::vector<std::string> given = words.values("measures", 'm');
  if (!given.empty()) return given;
  return analysis.takes_answers() && words.has("assignments")
             ? answer_measures()
             : default_of(analysis.options, "measures");
}

// The analyses that the first words name: "compare", "pooling", "significance".
void add_analyses(const Words& words, std::vector<Use>& uses) {
  for (const std::string& word :
       words.all().subspan(1, std::min<std::size_t>(2, words.all().size() - 1))) {
    const Analysis* const analysis = internal::find_analysis(word);
    if (analysis == nullptr || std::string_view(analysis->command) != words.all()[0]) return;
    uses.push_back({fmt::format("{} {}", words.all()[0], word),
                    fmt::format("{}; analysis {}", analysis->source, word)});
    add_tests(words, given_or_default(words, *analysis, "test"), analysis->options, uses);
    add_measures(words, measures_of_analysis(words, *analysis), uses);
  }
}

// The measures that other options than --measures name.
std::vector<std::string> other_measures(const Words& words) {
  std::vector<std::string> lists = words.values("search");
  constexpr std::string_view disagreed = "disagreed:";
  for (const std::string& pool : words.values("pool")) {
    const std::size_t at = pool.find(disagreed);
    if (at != std::string::npos) lists.push_back(pool.substr(at + disagreed.size()));
  }
  return lists;
}

// Options that stand for a method, whatever the command.
void add_options(const Words& words, std::vector<Use>& uses) {
  for (const char* const option : {"fingerprints", "vectors", "duplicates", "standardise"}) {
    if (words.has(option)) {
      uses.push_back({fmt::format("--{}", option), fmt::format("option {}", option)});
    }
  }
  add_names("linkage", words.values("linkage"), uses);
  add_names("compat", words.values("compat"), uses);
}

std::vector<Use> uses_of(const Words& words) {
  std::vector<Use> uses;
  if (words.all().empty()) return uses;
  const std::string& command = words.all()[0];
  uses.push_back({command, fmt::format("command {}", command)});
  add_options(words, uses);
  if (words.is_command("compare") || words.is_command("explain")) {
    add_analyses(words, uses);
    return uses;
  }
  if (!words.has("compat")) {
    add_measures(words, words.values("measures", 'm'), uses);
    const std::vector<std::string> others = other_measures(words);
    if (!others.empty()) add_measures(words, others, uses);
  }
  std::vector<std::string> tests = words.values("significance");
  if (tests.empty() && (words.is_command("report") || words.has("baseline"))) {
    tests = {std::string(internal::default_test)};
  }
  if (tests.empty()) {
    add_names("correction", words.values("correction"), uses);
  } else {
    add_tests(words, tests, internal::settings_of_tests(), uses);
  }
  if (words.is_command("diversify")) {
    for (const std::string& word : words.all()) {
      if (internal::find_diversifier(word) == nullptr) continue;
      uses.push_back({"diversify " + word, "diversify " + word});
      if (words.has("hierarchy")) uses.push_back({"--hierarchy", "diversify hierarchy"});
    }
  }
  return uses;
}

// Whether a text names `phrase`, as whole words.
bool names(std::string_view text, std::string_view phrase) {
  const auto is_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_';
  };
  for (std::size_t at = text.find(phrase); at != std::string_view::npos;
       at = text.find(phrase, at + 1)) {
    const std::size_t end = at + phrase.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
      return true;
    }
  }
  return false;
}

struct Reference {
  std::string key, entry;
  std::vector<std::string> cited_by;
};

// An entry of references.bib; its line `cited-by` is ours and not printed.
Reference parse_reference(std::string_view text) {
  Reference made;
  const std::size_t brace = text.find('{');
  made.key = text.substr(brace + 1, text.find(',') - brace - 1);
  for (const std::string& line : split(text, '\n')) {
    constexpr std::string_view before = "  cited-by = {", after = "},";
    if (!line.starts_with(before)) {
      made.entry += line + "\n";
      continue;
    }
    const std::string phrases =
        line.substr(before.size(), line.size() - before.size() - after.size());
    for (const std::string& phrase : split(phrases, ';')) {
      made.cited_by.emplace_back(trim(phrase));
    }
  }
  return made;
}

const std::vector<Reference>& references() {
  static const std::vector<Reference> made = [] {
    std::vector<Reference> all;
    std::string_view text = internal::references_text;
    while (!trim(text).empty()) {
      const std::size_t end = text.find("\n}\n");
      all.push_back(parse_reference(trim(text.substr(0, end + 2))));
      text.remove_prefix(end + 3);
    }
    return all;
  }();
  return made;
}

Citation of_program() {
  return {"subintent",
          {"the program"},
          fmt::format("@software{{subintent,\n"
                      "  author = {{{{The subintent developers}}}},\n"
                      "  title = {{subintent: evaluation of search result diversification}},\n"
                      "  version = {{{}}},\n"
                      "  year = {{2026}},\n}}\n",
                      version())};
}

}  // namespace

std::vector<Citation> citations(const std::vector<std::string>& words) {
  std::vector<Citation> made = {of_program()};
  const std::vector<Use> uses = uses_of(Words(words));
  for (const Reference& reference : references()) {
    Citation citation{reference.key, {}, reference.entry};
    for (const auto& [what, source] : uses) {
      const bool cited = std::ranges::any_of(
          reference.cited_by,
          [&source = source](const std::string& phrase) { return names(source, phrase); });
      if (cited && std::ranges::count(citation.uses, what) == 0) citation.uses.push_back(what);
    }
    if (!citation.uses.empty()) made.push_back(std::move(citation));
  }
  return made;
}

}  // namespace subintent
