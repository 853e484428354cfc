#include "evaluate/measure.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <utility>

#include "evaluate/measure_table.h"
#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

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
    measure.parameters.cutoff = take_cutoff();
    const std::vector<std::string> parameters = take_parameters();
    rest_ = without_other_name(rest_);
    const std::string suffix = take_suffix(measure);
    measure.layer_aware = take_ending("-LA");
    rest_ = without_other_name(rest_);
    measure.record = &find_record(std::ranges::count(parameters, "graded") > 0);
    const Traits& traits = measure.record->traits;
    if (measure.layer_aware && !traits.may_be_layered) {
      fail(fmt::format("'{}' has no layer-aware form", measure.record->name), "leave out -LA");
    }
    resolve_hierarchy(measure, suffix, traits.needs_hierarchy || measure.layer_aware);
    if (measure.similarity != nullptr && !traits.on_topic) {
      fail("document similarity goes with traditional measures only", "for example nDCG_RA@20");
    }
    if (context_.gains != nullptr) measure.parameters.gain = Gain(context_.gains);
    set_parameters(measure, parameters);
    if (traits.adds_perfect_list && measure.parameters.cutoff == no_cutoff &&
        measure.parameters.alpha < 0.01) {
      fail("needs a cutoff where alpha is below 0.01", "write for example @20");
    }
    return measure;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& advice) const {
    throw Error::argument("measures", fmt::format("measure '{}': {}", printable(asked_), what),
                          advice);
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

  // With the name of the table in place of another that stands for it.
  static std::string without_other_name(const std::string& name) {
    const std::string text = lowered(name);
    for (const MeasureRecord& record : measure_table()) {
      for (const std::string_view other : record.other_names) {
        const std::string prefix = lowered(other);
        if (!text.starts_with(prefix)) continue;
        const std::string rest = text.substr(prefix.size());
        if (rest.empty() || rest[0] == '_' || rest == "-la" || rest.starts_with("-la_")) {
          return record.name + name.substr(prefix.size());
        }
      }
    }
    return name;
  }

  // The part after '_': a hierarchy's name, or how similarity comes in.
  std::string take_suffix(Measure& measure) {
    const std::size_t at = rest_.find('_');
    if (at == std::string::npos) return {};
    const std::string suffix = rest_.substr(at + 1);
    rest_.resize(at);
    const auto& names = context_.hierarchies;
    if (std::find(names.begin(), names.end(), suffix) != names.end()) return suffix;
    measure.similarity = find_pair_scheme(suffix);
    if (measure.similarity == nullptr) return suffix;
    if (!context_.has_similarity) {
      fail("needs document similarities", "give `fingerprints`, `vectors` or `dense`");
    }
    return {};
  }

  // The name exactly, or in other letters where that leaves one measure: NRBP and nRBP are two.
  const MeasureRecord& find_record(bool graded) {
    const std::string exact = rest_ + (graded ? "(graded)" : ""), wanted = lowered(exact);
    const MeasureRecord* found = nullptr;
    for (const MeasureRecord& record : measure_table()) {
      if (record.name == exact) return record;
    }
    for (const MeasureRecord& record : measure_table()) {
      if (lowered(record.name) != wanted) continue;
      if (found != nullptr) {
        fail(fmt::format("may be {} [{}] or {} [{}]", found->name, found->source, record.name,
                         record.source),
             "write capital and small letters as there");
      }
      found = &record;
    }
    if (found != nullptr) return *found;
    if (graded) fail("has no graded form", graded_names());
    if (context_.is_trec_eval_name != nullptr && context_.is_trec_eval_name(rest_)) {
      fail("is trec_eval's", "add `compat=trec_eval`");
    }
    fail("is not known", "did you mean " + nearest_name(wanted) + "?");
  }

  static std::string graded_names() {
    std::vector<std::string> names;
    for (const MeasureRecord& record : measure_table()) {
      const std::size_t end = record.name.find("(graded)");
      if (end != std::string::npos) names.push_back(record.name.substr(0, end));
    }
    return fmt::format("graded goes with {}", fmt::join(names, " and "));
  }

  static std::string nearest_name(const std::string& wanted) {
    const auto edits = [&](const MeasureRecord& record) {
      return edit_distance(lowered(record.name), wanted);
    };
    return std::ranges::min_element(measure_table(), {}, edits)->name;
  }

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
      fail("needs a hierarchy", "give `hierarchy=NAME=FILE`");
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

  void set_parameters(Measure& measure, const std::vector<std::string>& given) {
    const std::vector<ParameterRecord> known =
        parameters_of(*measure.record, measure.layer_aware, measure.similarity != nullptr);
    std::set<std::string_view> seen;
    for (const std::string& text : given) {
      const std::string_view name = trim(std::string_view(text).substr(0, text.find('=')));
      if (!seen.insert(name).second) {
        fail(fmt::format("parameter {} is given twice", printable(name)), "give it once");
      }
      if (text == "graded") continue;  // it is part of the name of a record
      const auto at = std::ranges::find(known, name, &ParameterRecord::name);
      const std::size_t equals = text.find('=');
      if (at == known.end() || equals == std::string::npos) {
        fail(fmt::format("has no parameter '{}'", printable(text)),
             "see docs/measures.md for the parameters of each measure");
      }
      const auto refusal = at->set(measure.parameters, std::string(trim(text.substr(equals + 1))));
      if (refusal) fail(refusal->what, refusal->advice);
    }
  }

  std::string asked_, rest_;
  const MeasureContext& context_;
};

}  // namespace

void check_hierarchy_name(const std::string& name) {
  if (name.empty()) throw Error::argument("hierarchy", "hierarchy: a name is empty", "name it");
  if (name.find_first_of("@(),_") != std::string::npos) {
    throw Error::argument("hierarchy",
                          "hierarchy: the name '" + printable(name) + "' has one of @(),_ in it",
                          "use letters, digits and +");
  }
  if (find_pair_scheme(name) != nullptr) {
    throw Error::argument("hierarchy",
                          "hierarchy: " + name + " stands for document similarity in measure names",
                          "choose another name");
  }
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
      throw Error::argument("measures", "measures: a name is missing in '" + printable(names) + "'",
                            "write for example `m=alpha-nDCG@20,I-rec@20`");
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
  for (const PairScheme& scheme : pair_schemes) {
    if (context.has_similarity) names += fmt::format(",nDCG_{}@20", scheme.name);
  }
  return parse_measures(names, context);
}

void check_max_grade(std::optional<std::int64_t> given) {
  if (given && *given > 1000) {
    throw Error::argument("max_grade", fmt::format("max_grade: '{}' is above 1000", *given),
                          "give the highest grade of the judgments");
  }
}

}  // namespace subintent::internal
