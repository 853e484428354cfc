#include "evaluate/measure.h"

#include <fmt/format.h>

#include "evaluate/measure_table.h"
#include "subintent/basics.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

std::vector<Spelling> spellings_of(const MeasureRecord& record) {
  const std::string_view name = base_name(record);
  std::vector<Spelling> spellings = {{&record, name, name != record.name},
                                     {&record, record.identifier, record.is_graded}};
  for (const std::string& other : record.other_names) spellings.push_back({&record, other, false});
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
      (text[name.size()] != '_' && text[name.size()] != '.'))
    return std::nullopt;
  const std::string_view number = text.substr(name.size() + 1);
  if (!std::ranges::all_of(number, is_digit)) return std::nullopt;
  return number;
}

std::string literal(const ParameterRecord& parameter, const std::string& value) {
  const bool is_number = parameter.words.empty() && !parameter.is_text;
  return is_number || value == "True" || value == "False" ? value : quoted(value);
}

// "hierarchy='WI'", "gamma=0.3", ...
std::vector<std::string> given_parameters(const Measure& measure) {
  std::vector<std::string> parameters;
  if (measure.record->is_graded) parameters.push_back("graded=True");
  if (!measure.hierarchy_name.empty())
    parameters.push_back("hierarchy=" + quoted(measure.hierarchy_name));
  for (const ParameterRecord& parameter :
       parameters_of(*measure.record, measure.layer_aware, measure.similarity != nullptr)) {
    const std::string value = parameter.text(measure.parameters);
    if (value == parameter.text({}) || parameter.name == measure.record->at) continue;
    parameters.push_back(identifier_of_name(parameter.name) + "=" + literal(parameter, value));
  }
  return parameters;
}

// Nothing for a name that is not known.
std::optional<Measure> known_measure(std::string_view name) {
  try {
    return parse_measure(name);
  } catch (const Error&) {
    return std::nullopt;
  }
}

const PublishedName* find_published(std::string_view text) {
  const std::string name = lowered(text.substr(0, text.find_first_of("(@")));
  for (const PublishedName& published : published_names())
    if (lowered(published.name) == name) return &published;
  return nullptr;
}

std::optional<std::string> known_identifier(std::string_view name) {
  const auto measure = known_measure(name);
  return measure ? std::optional(identifier_of(*measure)) : std::nullopt;
}

}  // namespace

std::vector<Spelling> find_spellings(std::string_view text, bool graded) {
  std::vector<Spelling> longest;
  for (const MeasureRecord& record : measure_table()) {
    for (const Spelling& spelling : spellings_of(record)) {
      const std::size_t length = spelling.text.size();
      if (spelling.needs_graded != graded || length > text.size() ||
          lowered(text.substr(0, length)) != lowered(spelling.text) ||
          !is_form_and_suffix(text.substr(length)))
        continue;
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
      {"nugget-all", "I-rec(credit=graded)", "nuggetizer, all_score",
       "nuggets supported, and half of those supported in part / nuggets"},
      {"nugget-vital", "I-rec(weights=vital,credit=graded)", "nuggetizer, vital_score",
       "nugget-all of the vital nuggets"},
      {"nugget-weighted", "I-rec(weights=given,credit=graded)", "open-rag-eval, weighted_score",
       "nugget-all where each nugget counts its weight"},
      {"nugget-all-strict", "I-rec(rel=2)", "nuggetizer, strict_all_score",
       "nuggets fully supported / nuggets"},
      {"nugget-vital-strict", "I-rec(weights=vital,rel=2)", "nuggetizer, strict_vital_score",
       "vital nuggets fully supported / vital nuggets"},
      {"nugget-weighted-strict", "I-rec(weights=given,rel=2)",
       "open-rag-eval, weighted_strict_score",
       "nugget-all-strict where each nugget counts its weight"},
      {"rubric", "I-rec(weights=given,credit=graded,penalties=counted)", "RAGDoll, ternary_score",
       "weights of the criteria met, half for those in part / sum of the positive weights"},
      {"rubric-binary", "I-rec(weights=given,penalties=counted,rel=2)", "RAGDoll, binary_score",
       "weights of the criteria fully met / sum of the positive weights"},
      {"Coverage", "I-rec", "FreshStack", "intents with a relevant document in the top K / n"},
      {"A-Recall", "I-rec(weights=given)", "BRIGHT-Pro",
       "Coverage where intents count their weights"},
      {"weighted-alpha-nDCG", "alpha-nDCG(weights=given)", "BRIGHT-Pro",
       "alpha-nDCG where intents count their weights"},
      {"SetRelP", "SetP(relative=True)", "ir_measures",
       "relevant documents in the top K / the smaller of these and R"},
  };
  return names;
}

std::optional<std::string> name_of_published(std::string_view text) {
  const PublishedName* const published = find_published(text);
  if (published == nullptr) return std::nullopt;
  std::string here(published->here);
  std::string_view rest = text.substr(published->name.size());
  if (rest.starts_with('(') && here.ends_with(')')) {
    here.back() = ',';
    rest.remove_prefix(1);
  }
  return here + std::string(rest);
}

std::string formula_of(const Measure& measure) {
  const PublishedName* const published = find_published(measure.name);
  std::string text;
  if (const PairScheme* const pairs = measure.similarity) {
    text = fmt::format("(M + 1 - S)/2, S = mean similarity of {}{}, M = ",
                       pairs->adjacent ? "relevant documents and the next ones"
                                       : "all pairs, 0 if not both are relevant",
                       pairs->by_rank ? ", high ranks weigh more" : "");
  }
  return text + (measure.layer_aware ? "weighted mean over the layers of " : "") +
         (published == nullptr ? measure.record->formula : std::string(published->formula));
}

std::optional<std::string_view> nearest_measure(const std::string& base, const std::string& whole) {
  auto names = mapped<std::string_view>(measure_table(), &MeasureRecord::name);
  for (const MeasureRecord& record : measure_table()) {
    names.push_back(record.identifier);
    names.insert(names.end(), record.other_names.begin(), record.other_names.end());
  }
  for (const PublishedName& published : published_names()) names.push_back(published.name);
  constexpr std::pair<std::string_view, std::string_view> others[] = {
      {"hit_rate", "Success"}, {"hitrate", "Success"}, {"hits", "Success"},
      {"hit", "Success"},      {"hr", "Success"},      {"f1", "SetF"}};
  for (const auto& [theirs, ours] : others)
    if (lowered(whole) == theirs) return ours;
  std::vector<std::string> wanted = {whole, base};
  if (lowered(base).starts_with("ia-")) wanted.insert(wanted.begin(), base.substr(3) + "-IA");
  if (lowered(base).starts_with("a-")) wanted.insert(wanted.begin(), "alpha" + base.substr(1));
  if (lowered(whole).starts_with("a_")) wanted.insert(wanted.begin(), "alpha" + whole.substr(1));
  for (const std::string& whole_name :
       {whole, "alpha-" + base.substr(base.starts_with('a') ? 1 : 0), whole + "-nDCG"})
    for (const std::string_view name : names)
      if (lowered(name) == lowered(whole_name)) return name;
  for (const std::string& name : wanted)
    if (const auto nearest = nearest_name(name, names)) return nearest;
  return std::nullopt;
}

std::vector<std::string_view> graded_names() {
  std::vector<std::string_view> names;
  for (const MeasureRecord& record : measure_table())
    if (base_name(record) != record.name) names.push_back(base_name(record));
  return names;
}

std::string identifier_of_name(std::string_view name) {
  std::string identifier;
  const auto add = [&](std::string_view word) {
    if (!identifier.empty() && identifier.back() != '_') identifier += '_';
    identifier += word;
  };
  bool ends_word = false;
  for (const char c : name) {
    if (c == '#') add("sharp");
    if (c == '+') add("plus");
    const bool is_sign = c == '#' || c == '+' || c == '-';
    if (!is_sign && ends_word) add("");
    if (!is_sign) identifier += c;
    ends_word = is_sign;
  }
  return identifier;
}

std::string base_identifier(const Measure& measure) {
  std::string text = measure.record->identifier;
  if (measure.layer_aware) text += "_LA";
  if (measure.similarity != nullptr) text += fmt::format("_{}", measure.similarity->name);
  return text;
}

std::string identifier_of(const Measure& measure) {
  std::string text = base_identifier(measure);
  const std::vector<std::string> parameters = given_parameters(measure);
  if (!parameters.empty()) text += fmt::format("({})", join(parameters, ","));
  for (const ParameterRecord& parameter : measure.record->parameters) {
    const std::string value = parameter.text(measure.parameters);
    if (parameter.name == measure.record->at && value != parameter.text({})) text += "@" + value;
  }
  const std::uint32_t cutoff = measure.parameters.cutoff;
  return cutoff == no_cutoff ? text : fmt::format("{}@{}", text, cutoff);
}

std::string meaning_of(std::string_view name) {
  return known_identifier(name).value_or(std::string(name));
}

std::optional<std::size_t> find_measure(std::span<const std::string> names,
                                        std::string_view wanted) {
  const auto exact = std::ranges::find(names, wanted);
  if (exact != names.end()) return exact - names.begin();
  const auto identifier = known_identifier(wanted);
  for (std::size_t i = 0; identifier && i < names.size(); ++i)
    if (known_identifier(names[i]) == identifier) return i;
  return std::nullopt;
}

std::string quoted(std::string_view text) {
  const bool has_single = text.find('\'') != std::string_view::npos;
  const char quote = has_single && text.find('"') == std::string_view::npos ? '"' : '\'';
  std::string literal(1, quote);
  for (const char c : text) {
    if (c == quote || c == '\\') literal += '\\';
    literal += c;
  }
  return literal + quote;
}

std::optional<std::string> unquoted(std::string_view text) {
  if (text.empty() || (text[0] != '\'' && text[0] != '"')) return std::string(text);
  std::string value;
  for (std::size_t i = 1; i < text.size(); ++i) {
    const bool is_last = i + 1 == text.size();
    if (text[i] == text[0]) return is_last ? std::optional(value) : std::nullopt;
    if (text[i] == '\\' && !is_last) ++i;
    value += text[i];
  }
  return std::nullopt;
}

bool is_within_unit(const Measure& measure) {
  constexpr std::string_view names[] = {
      "P",     "R",       "AP",   "aAP",    "RR",      "Success",     "Rprec", "nDCG",
      "enDCG", "RBP",     "nRBP", "ERR",    "nERR",    "Q",           "CP",    "I-rec",
      "N-rec", "All-rec", "P-IA", "Judged", "NearDup", "Vendi-share", "Unique"};
  if (measure.similarity != nullptr || measure.layer_aware) return false;
  if (measure.parameters.counts_penalties) return false;
  const MeasureRecord& record = *measure.record;
  if (record.of_groups || record.of_citations) return true;
  const std::string_view name = record.base.empty() ? std::string_view(record.name) : record.base;
  return std::ranges::find(names, name) != std::end(names);
}

bool is_within_unit(const std::string& measure) {
  const auto known = known_measure(measure);
  return known && is_within_unit(*known);
}

int sign_of(const std::string& measure) {
  constexpr std::string_view counts[] = {"num_q", "num_ret", "num_rel", "numq", "numret", "numrel"};
  if (std::ranges::count(counts, lowered(measure)) > 0) return 0;
  const auto known = known_measure(measure);
  return known ? sign_of(*known->record) : 1;
}

}  // namespace subintent::internal
