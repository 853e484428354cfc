#include "evaluate/measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

#include "evaluate/measure_table.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent {
namespace {

// Other tools' names -> ours. ir_measures' AP_IA is what ndeval calls MAP-IA.
constexpr std::array<std::pair<std::string_view, std::string_view>, 15> aliases = {{
    {"strec", "I-rec"},
    {"StRecall", "I-rec"},
    {"I-recall", "I-rec"},
    {"Irec", "I-rec"},
    {"alpha_DCG", "alpha-DCG"},
    {"alpha_nDCG", "alpha-nDCG"},
    {"ERR_IA", "ERR-IA"},
    {"nERR_IA", "nERR-IA"},
    {"P_IA", "P-IA"},
    {"AP_IA", "MAP-IA"},
    {"Precision", "P"},
    {"Recall", "R"},
    {"MAP", "AP"},
    {"MRR", "RR"},
    {"Q-measure", "Q"},
}};

std::string replace_all(std::string text, std::string_view from, std::string_view to) {
  for (std::size_t at = text.find(from); at != std::string::npos;
       at = text.find(from, at + to.size())) {
    text.replace(at, from.size(), to);
  }
  return text;
}

// Edits needed to turn one name into the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({replaced, row[j] + 1, row[j - 1] + 1});
    }
  }
  return row[b.size()];
}

// Parses one name. The parts of NAME[-LA][_SUFFIX][(PARAMETERS)][@K] are taken off from the end.
class NameParser {
 public:
  NameParser(std::string_view name, const MeasureContext& context)
      : asked_(name), context_(context) {}

  Measure parse() {
    rest_ = replace_all(replace_all(asked_, "♯", "#"), "α", "alpha");
    Measure measure;
    measure.name = asked_;
    measure.cutoff = take_cutoff();
    const std::vector<std::string> parameters = take_parameters();
    rest_ = without_alias(rest_);
    const std::string suffix = take_suffix(measure);
    measure.layer_aware = take_ending("-LA");
    rest_ = without_alias(rest_);
    const bool graded =
        std::find(parameters.begin(), parameters.end(), "graded") != parameters.end();
    const MeasureEntry& core = find_core(graded);
    measure.core = core.core;
    measure.sharp = core.sharp;
    if (core.name.starts_with("LAD#")) measure.layer_aware = true;
    if (measure.layer_aware && !core.may_be_layered && !core.name.starts_with("LAD#")) {
      fail(fmt::format("'{}' has no layer-aware form", core.name), "leave out -LA");
    }
    resolve_hierarchy(measure, suffix, core.needs_layers || measure.layer_aware);
    if (measure.similarity && !is_topic_level(measure)) {
      fail("document similarity goes with traditional measures only", "for example nDCG_RA@20");
    }
    if (uses(measure, {GainMeasure::Q, GainMeasure::P_plus})) measure.beta = 1;
    if (context_.gains != nullptr) measure.gain = Gain(context_.gains);
    apply_all(measure, parameters);
    if (is_cascade(measure) && !is_nrbp(measure) && measure.cutoff == no_cutoff &&
        measure.alpha < 0.01) {
      fail("needs a cutoff where alpha is below 0.01", "write for example @20");
    }
    return measure;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& advice) const {
    throw Error::usage(fmt::format("measure '{}': {}", printable(asked_), what), advice);
  }

  bool take_ending(std::string_view ending) {
    if (rest_.size() <= ending.size() ||
        lowered(rest_).find(lowered(ending), rest_.size() - ending.size()) == std::string::npos) {
      return false;
    }
    rest_.resize(rest_.size() - ending.size());
    return true;
  }

  std::uint32_t take_cutoff() {
    const std::size_t at = rest_.rfind('@');
    if (at == std::string::npos) return no_cutoff;
    const auto cutoff = parse_integer(std::string_view(rest_).substr(at + 1));
    if (!cutoff || *cutoff < 1 || *cutoff > greatest_cutoff) {
      fail(fmt::format("the cutoff after @ is not a whole number from 1 to {}", greatest_cutoff),
           "write for example @20");
    }
    rest_.resize(at);
    return static_cast<std::uint32_t>(*cutoff);
  }

  std::vector<std::string> take_parameters() {
    const std::size_t open = rest_.find('(');
    if (open == std::string::npos) return {};
    const std::size_t close = rest_.find(')', open);
    if (close == std::string::npos) fail("the parameters have no closing ')'", "close them");
    const std::string inside = rest_.substr(open + 1, close - open - 1);
    rest_.erase(open, close - open + 1);
    std::vector<std::string> parameters;
    for (const std::string& part : split(inside, ',')) parameters.emplace_back(trim(part));
    return parameters;
  }

  static std::string without_alias(const std::string& name) {
    for (const auto& [other, ours] : aliases) {
      if (lowered(name) == lowered(other)) return std::string(ours);
      const std::string prefix = lowered(other);
      const std::string text = lowered(name);
      const bool goes_on = text.size() > prefix.size() && text.starts_with(prefix) &&
                           (text[prefix.size()] == '_' || text.substr(prefix.size()) == "-la" ||
                            text.substr(prefix.size(), 4) == "-la_");
      if (goes_on) return std::string(ours) + name.substr(prefix.size());
    }
    return name;
  }

  // The part after '_': a hierarchy's name, or how similarity comes in.
  std::string take_suffix(Measure& measure) {
    constexpr std::array<std::pair<std::string_view, PairScheme>, 4> schemes = {
        {{"RA", PairScheme::RA},
         {"RP", PairScheme::RP},
         {"NA", PairScheme::NA},
         {"NP", PairScheme::NP}}};
    const std::size_t at = rest_.find('_');
    if (at == std::string::npos) return {};
    const std::string suffix = rest_.substr(at + 1);
    rest_.resize(at);
    const auto& names = context_.hierarchies;
    if (std::find(names.begin(), names.end(), suffix) != names.end()) return suffix;
    for (const auto& [name, scheme] : schemes) {
      if (suffix != name) continue;
      if (!context_.has_similarity) {
        fail("needs document similarities", "give --fingerprints, --vectors or --dense");
      }
      measure.similarity = scheme;
      return {};
    }
    return suffix;
  }

  // The name exactly, or in other letters where that leaves one measure: NRBP and nRBP are two.
  const MeasureEntry& find_core(bool graded) {
    if (graded && !is_err_ia()) {
      fail("has no graded form", "graded goes with ERR-IA and nERR-IA");
    }
    const std::string exact = rest_ + (graded ? "(graded)" : ""), wanted = lowered(exact);
    const MeasureEntry* found = nullptr;
    for (const MeasureEntry& core : measure_table()) {
      if (core.name == exact) return core;
    }
    for (const MeasureEntry& core : measure_table()) {
      if (lowered(core.name) != wanted) continue;
      if (found != nullptr) {
        fail(fmt::format("may be {} [{}] or {} [{}]", found->name, found->source, core.name,
                         core.source),
             "write capital and small letters as there");
      }
      found = &core;
    }
    if (found != nullptr) return *found;
    if (context_.is_trec_eval_name != nullptr && context_.is_trec_eval_name(rest_)) {
      fail("is trec_eval's", "add --compat trec_eval");
    }
    fail("is not known", "did you mean " + nearest_name(wanted) + "?");
  }

  static std::string nearest_name(const std::string& wanted) {
    const auto edits = [&](const MeasureEntry& core) {
      return edit_distance(lowered(core.name), wanted);
    };
    return std::ranges::min_element(measure_table(), {}, edits)->name;
  }

  bool is_err_ia() const { return lowered(rest_) == "err-ia" || lowered(rest_) == "nerr-ia"; }

  void resolve_hierarchy(Measure& measure, const std::string& suffix, bool needed) {
    const auto& names = context_.hierarchies;
    if (!needed) {
      if (!suffix.empty()) {
        fail(fmt::format("'_{}' is neither a kind of similarity nor a hierarchy it can use",
                         printable(suffix)),
             "a flat measure has no hierarchy; its layer-aware form ends in -LA");
      }
      return;
    }
    if (names.empty()) {
      fail("needs a hierarchy", "give --hierarchy NAME=FILE");
    }
    if (suffix.empty()) {
      if (names.size() > 1) {
        fail("does not say which hierarchy",
             fmt::format("add one of _{}", fmt::join(names, ", _")));
      }
      measure.hierarchy = 0;
      return;
    }
    const auto at = std::find(names.begin(), names.end(), suffix);
    if (at == names.end()) {
      fail(fmt::format("there is no hierarchy '{}'", printable(suffix)),
           fmt::format("given are {}", fmt::join(names, ", ")));
    }
    measure.hierarchy = static_cast<std::size_t>(at - names.begin());
  }

  void apply_all(Measure& measure, const std::vector<std::string>& parameters) {
    std::set<std::string_view> given;
    for (const std::string& parameter : parameters) {
      const std::string_view name =
          trim(std::string_view(parameter).substr(0, parameter.find('=')));
      if (!given.insert(name).second) {
        fail(fmt::format("parameter {} is given twice", printable(name)), "give it once");
      }
      apply(measure, parameter);
    }
  }

  void apply(Measure& measure, const std::string& parameter) {
    if (parameter == "graded") return;
    const std::size_t equals = parameter.find('=');
    if (equals == std::string::npos) fail_parameter(parameter);
    const std::string name(trim(parameter.substr(0, equals)));
    const std::string value(trim(parameter.substr(equals + 1)));
    for (const ParameterEntry& entry : parameter_table()) {
      if (entry.name != name || !entry.belongs(measure)) continue;
      if (entry.choose == nullptr) {
        entry.set(measure, number(entry, value));
      } else if (name != "layers" || !take_layer_weights(measure, value)) {
        entry.choose(measure, choice(entry, value));
      }
      return;
    }
    fail_parameter(parameter);
  }

  // "0.5+0.3+0.2"; false for words.
  bool take_layer_weights(Measure& measure, const std::string& value) const {
    std::vector<double> weights;
    double sum = 0;
    for (const std::string& part : split(value, '+')) {
      const auto weight = parse_double(part);
      if (!weight) return false;
      if (*weight < 0 || *weight > 1e9)
        fail("a weight of layers is below 0 or above 1e9", "write for example layers=0.5+0.3+0.2");
      weights.push_back(*weight);
      sum += *weight;
    }
    if (sum <= 0)
      fail("the weights of layers add up to nothing", "write for example layers=0.5+0.3+0.2");
    measure.layer_weights = {LayerWeights::Kind::list, std::move(weights)};
    return true;
  }

  [[noreturn]] void fail_parameter(const std::string& parameter) const {
    fail(fmt::format("has no parameter '{}'", printable(parameter)),
         "see docs/measures.md for the parameters of each measure");
  }

  double number(const ParameterEntry& entry, const std::string& value) const {
    const auto parsed = parse_double(value);
    if (!parsed || *parsed < entry.least || *parsed > entry.most) {
      fail(fmt::format("{} is '{}'", entry.name, printable(value)),
           fmt::format("give a number from {} to {}", entry.least, entry.most));
    }
    if (entry.is_whole && *parsed != std::floor(*parsed)) {
      fail(fmt::format("{} is no whole number", entry.name), "give for example 4");
    }
    return *parsed;
  }

  std::size_t choice(const ParameterEntry& entry, const std::string& value) const {
    const auto at = std::find(entry.choices.begin(), entry.choices.end(), value);
    if (at == entry.choices.end()) {
      fail(fmt::format("{} is '{}'", entry.name, printable(value)),
           fmt::format("use {}", fmt::join(entry.choices, " or ")));
    }
    return static_cast<std::size_t>(at - entry.choices.begin());
  }

  std::string asked_, rest_;
  const MeasureContext& context_;
};

}  // namespace

std::vector<double> LayerWeights::of(std::size_t layers) const {
  std::vector<double> weights(layers, 1);
  for (std::size_t l = 0; l < layers; ++l) {
    if (kind == Kind::depth) weights[l] = static_cast<double>(l + 1);
    if (kind == Kind::height) weights[l] = static_cast<double>(layers - l);
    if (kind == Kind::list) weights[l] = l < list.size() ? list[l] : 0;
  }
  return weights;
}

bool is_topic_level(const Measure& measure) {
  const auto* core = std::get_if<GainBased>(&measure.core);
  return core != nullptr && core->source == GainSource::topic;
}

bool is_hierarchical(const Measure& measure) {
  const auto* core = std::get_if<GainBased>(&measure.core);
  return core != nullptr && core->source == GainSource::hierarchical;
}

bool is_cascade(const Measure& measure) {
  return std::holds_alternative<CascadeMeasure>(measure.core);
}

bool is_nrbp(const Measure& measure) {
  const auto* core = std::get_if<CascadeMeasure>(&measure.core);
  return core != nullptr && (*core == CascadeMeasure::NRBP || *core == CascadeMeasure::nNRBP);
}

bool uses(const Measure& measure, std::initializer_list<GainMeasure> measures) {
  const auto* core = std::get_if<GainBased>(&measure.core);
  return core != nullptr &&
         std::find(measures.begin(), measures.end(), core->measure) != measures.end();
}

std::vector<std::string> split_measure_names(std::string_view names) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : names) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0) {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  for (std::string& part : parts) {
    part = std::string(trim(part));
    if (part.empty()) {
      throw Error::usage("--measures: a name is missing in '" + printable(names) + "'",
                         "write for example -m alpha-nDCG@20,I-rec@20");
    }
  }
  return parts;
}

std::vector<Measure> parse_measures(std::string_view names, const MeasureContext& context) {
  std::vector<Measure> measures;
  for (const std::string& name : split_measure_names(names)) {
    const bool is_new = std::none_of(measures.begin(), measures.end(),
                                     [&](const Measure& m) { return m.name == name; });
    if (is_new) measures.push_back(NameParser(name, context).parse());
  }
  return measures;
}

std::vector<Measure> default_measures(const MeasureContext& context) {
  std::string names = "I-rec@20,alpha-nDCG@20,ERR-IA@20,D#-nDCG@20,nDCG@20";
  for (const std::string& hierarchy : context.hierarchies) {
    for (const char* measure :
         {"alpha-nDCG-LA", "ERR-IA-LA", "D#-nDCG-LA", "HD#-nDCG", "LAD#-nDCG"}) {
      names += fmt::format(",{}_{}@20", measure, hierarchy);
    }
  }
  if (context.has_similarity) names += ",nDCG_RA@20,nDCG_RP@20,nDCG_NA@20,nDCG_NP@20";
  return parse_measures(names, context);
}

void check_max_grade(std::optional<std::int64_t> given) {
  if (given && *given > 1000) {
    throw Error::usage(fmt::format("--max-grade: '{}' is above 1000", *given),
                       "give the highest grade of the judgments");
  }
}

}  // namespace subintent
