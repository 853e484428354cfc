#include "evaluate/measure.h"

#include <fmt/format.h>

#include <set>

#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr const char* write_list = "write for example `measures={\"alpha-nDCG@20\", \"I-rec@20\"}`";
constexpr const char* call_trec_eval = "`call tool_output(\"trec_eval\", ...)`";

[[noreturn]] void throw_refusal(std::string_view measure, const std::string& what,
                                const std::string& advice) {
  throw Error::argument("measures", fmt::format("measure '{}': {}", printable(measure), what),
                        advice);
}

// A parameter as it is given, "alpha=0.9" or "graded".
struct GivenParameter {
  std::string text, name, value;
  bool has_value = false;
};

// Parses one name, NAME[-LA][_SUFFIX][(PARAMETERS)][@K].
class NameParser {
 public:
  // `written_out` is the long form of the name asked for, or that name.
  NameParser(std::string_view asked, std::string_view written_out,
             bool (*is_trec_eval_name)(std::string_view))
      : asked_(asked), rest_(written_out), is_trec_eval_name_(is_trec_eval_name) {}

  Measure parse() {
    Measure measure;
    measure.name = asked_;
    const std::optional<std::string> at = take_at();
    take_parameters();
    measure.record = &take_record();
    if (at) set_at(measure, *at);
    const Traits& traits = measure.record->traits;
    const bool layer_aware = take_layer_aware();
    if (layer_aware && !traits.may_be_layered)
      fail(fmt::format("'{}' has no layer-aware form", measure.record->name), "leave out -LA");
    measure.layer_aware = layer_aware && !traits.needs_hierarchy;  // LAD#-nDCG is without -LA
    take_suffix(measure);
    take_hierarchy(measure);
    check_hierarchy(measure);
    if (measure.similarity != nullptr && !has_similarity_forms(*measure.record))
      fail("document similarity works with traditional measures only", "for example nDCG_RA@20");
    set_parameters(measure);
    if (traits.adds_perfect_list && measure.parameters.cutoff == no_cutoff &&
        measure.parameters.alpha < 0.01)
      fail("needs a cutoff where alpha is below 0.01", "write for example @20");
    return measure;
  }

 private:
  [[noreturn]] void fail(const std::string& what, const std::string& advice) const {
    throw_refusal(asked_, what, advice);
  }

  // For a name that is none of ours: IPrec@0.1.
  void refuse_measure_of_trec_eval() const {
    if (is_trec_eval_name_ != nullptr && is_trec_eval_name_(asked_))
      fail("is trec_eval's", call_trec_eval);
  }

  std::optional<std::string> take_at() {
    const std::size_t at = rest_.rfind('@');
    if (at == std::string::npos) return std::nullopt;
    std::string number = rest_.substr(at + 1);
    rest_.resize(at);
    return number;
  }

  // A cutoff, or the value of the parameter that the record says.
  void set_at(Measure& measure, const std::string& number) {
    if (!measure.record->at.empty()) {
      given_.push_back({number, std::string(measure.record->at), number, true});
      return;
    }
    if (const std::size_t parameters = number.find('('); parameters != number.npos)
      fail("has parameters behind its cutoff",
           fmt::format("write {}{}@{}", measure.record->name, number.substr(parameters),
                       number.substr(0, parameters)));
    const auto cutoff = parse_integer(number);
    const std::string_view behind = number;
    if (const std::size_t end = behind.find('_');
        end != behind.npos && parse_integer(behind.substr(0, end)))
      fail("has a suffix behind its cutoff",
           fmt::format("write {}{}@{}", measure.record->name, behind.substr(end),
                       behind.substr(0, end)));
    if (!cutoff || *cutoff < 1 || *cutoff > greatest_cutoff) {
      fail(fmt::format("the cutoff after @ is not a whole number from 1 to {}", greatest_cutoff),
           number.find_first_of(" ;|") == number.npos ? "write for example @20"
                                                      : "write commas between names: nDCG@10,AP");
    }
    measure.parameters.cutoff = static_cast<std::uint32_t>(*cutoff);
  }

  void take_parameters() {
    const std::size_t open = rest_.find('(');
    if (open == std::string::npos) return;
    const std::size_t close = rest_.find(')', open);
    if (close == std::string::npos) fail("the parameters have no closing ')'", "close them");
    const std::string inside = rest_.substr(open + 1, close - open - 1);
    rest_.erase(open, close - open + 1);
    std::set<std::string> seen;
    for (const std::string& part : split(inside, ',')) {
      given_.push_back(parameter_of(std::string(trim(part))));
      const std::string& name = given_.back().name;
      if (!seen.insert(replace_all(name, "-", "_")).second)
        fail(fmt::format("parameter {} is given twice", printable(name)), "give it once");
    }
  }

  GivenParameter parameter_of(const std::string& text) const {
    const std::size_t equals = text.find('=');
    GivenParameter parameter{text, std::string(trim(text.substr(0, equals))), {}, false};
    if (equals == std::string::npos) return parameter;
    const auto value = unquoted(trim(std::string_view(text).substr(equals + 1)));
    if (!value) fail(fmt::format("the quotes of {} do not match", printable(text)), "close them");
    parameter.value = *value;
    parameter.has_value = true;
    return parameter;
  }

  // A parameter that is not of the record, out of those given.
  std::optional<GivenParameter> take_parameter(std::string_view name) {
    const auto at = std::ranges::find(given_, name, &GivenParameter::name);
    if (at == given_.end()) return std::nullopt;
    GivenParameter parameter = std::move(*at);
    given_.erase(at);
    return parameter;
  }

  // graded, graded=True, graded=False.
  bool take_graded() {
    const auto graded = take_parameter("graded");
    if (!graded || graded->value == "False") return false;
    if (graded->has_value && graded->value != "True")
      fail(fmt::format("graded is '{}'", printable(graded->value)), "use True or False");
    return true;
  }

  // The name exactly, or in other letters where that leaves one measure: NRBP and nRBP are two.
  const MeasureRecord& take_record() {
    const bool graded = take_graded();
    const std::size_t suffix = std::min(rest_.find('_'), rest_.size());
    rest_ = replace_all(replace_all(rest_.substr(0, suffix), "♯", "#"), "α", "alpha") +
            rest_.substr(suffix);
    const std::vector<Spelling> spellings = find_spellings(rest_, graded);
    if (spellings.empty()) fail_unknown(graded);
    const std::string written = rest_.substr(0, spellings[0].text.size());
    rest_.erase(0, written.size());
    const auto exact = std::ranges::find(spellings, written, &Spelling::text);
    if (exact != spellings.end()) return *exact->record;
    const MeasureRecord& measure = *spellings[0].record;
    for (const Spelling& other : spellings) {
      if (other.record == &measure) continue;
      fail(fmt::format("may be {} [{}] or {} [{}]", measure.name, measure.source,
                       other.record->name, other.record->source),
           "write capital and small letters as there");
    }
    return measure;
  }

  // ir_measures' numbers of topics and documents.
  void refuse_count() const {
    const std::string name = lowered(rest_);
    if (name != "numq" && name != "numret" && name != "numrel" && name != "numrelret") return;
    fail("is a number that is added up over topics, and no score to take means of",
         is_trec_eval_name_ == nullptr ? "see `tool_output(\"trec_eval\", ...)`" : call_trec_eval);
  }

  [[noreturn]] void fail_unknown(bool graded) const {
    refuse_count();
    if (graded) {
      fail("has no graded form", fmt::format("graded goes with {}", join(graded_names(), " and ")));
    }
    refuse_measure_of_trec_eval();
    constexpr std::string_view blanks = " \t\n;|", digits = "0123456789";
    const bool is_cutoff = !asked_.empty() && asked_.find_first_not_of(digits) == std::string::npos;
    if (asked_.find_first_of(blanks) != std::string::npos || is_cutoff) {
      throw Error::argument("measures", fmt::format("unknown measure '{}'", printable(asked_)),
                            is_cutoff ? "each cutoff has a measure before it: nDCG@5,nDCG@10"
                                      : "write commas between names: nDCG@20,alpha-nDCG@20");
    }
    for (const PublishedName& published : published_names()) {
      const std::size_t name = published.source.rfind(' ') + 1;
      if (name == 0 || published.source.substr(name) != lowered(rest_)) continue;
      const std::string ours(published.name);
      fail("is the name of " + ours + " in " + std::string(published.source.substr(0, name - 2)),
           "write " + ours);
    }
    std::string name = rest_, cutoff = asked_.substr(std::min(asked_.find('@'), asked_.size()));
    const std::size_t number = name.find_last_not_of(digits) + 1;
    if (cutoff.empty() && number > 0 && number < name.size() && lowered(name) != "f1") {  // nDCG.20
      cutoff = "@" + name.substr(number);
      name.resize(name.find_last_not_of(".:-_", number - 1) + 1);
    }
    std::string base = name.substr(0, name.find('_'));
    if (base.size() > 3 && lowered(base).ends_with("-la")) base.resize(base.size() - 3);
    const auto nearest = nearest_measure(base, name);
    throw Error::argument(
        "measures", fmt::format("unknown measure '{}'", printable(asked_)),
        nearest ? fmt::format("did you mean {}{}?", *nearest, cutoff) : "see `all_measures()`");
  }

  bool take_layer_aware() {
    const bool is_layer_aware =
        rest_.starts_with('-') || rest_ == "_LA" || rest_.starts_with("_LA_");
    if (is_layer_aware) rest_.erase(0, 3);
    return is_layer_aware;
  }

  // The part after '_': how similarity comes in, or a hierarchy's name.
  void take_suffix(Measure& measure) {
    if (rest_.empty()) return;
    const std::string suffix = rest_.substr(1);
    measure.similarity = find_pair_scheme(suffix);
    if (measure.similarity != nullptr) return;
    measure.hierarchy_name = suffix;
    if (suffix.empty() || needs_hierarchy(measure)) return;
    refuse_measure_of_trec_eval();
    const std::string number = suffix.substr(suffix.starts_with("cut_") ? 4 : 0);
    if (parse_integer(number))
      fail("has a cutoff behind _", fmt::format("write {}@{}", measure.record->name, number));
    fail(fmt::format("'_{}' is neither a kind of similarity nor a hierarchy it can use",
                     printable(suffix)),
         no_hierarchy_advice);
  }

  void take_hierarchy(Measure& measure) {
    const auto given = take_parameter("hierarchy");
    if (!given) return;
    if (!needs_hierarchy(measure)) fail("has no parameter hierarchy", no_hierarchy_advice);
    if (given->value.empty()) fail("hierarchy has no name", "write for example hierarchy='WI'");
    if (!measure.hierarchy_name.empty() && measure.hierarchy_name != given->value) {
      fail(fmt::format("names the hierarchies '{}' and '{}'", printable(measure.hierarchy_name),
                       printable(given->value)),
           "name one");
    }
    measure.hierarchy_name = given->value;
  }

  void check_hierarchy(const Measure& measure) const {
    if (measure.hierarchy_name.find_first_of("@(),") == std::string::npos) return;
    fail(fmt::format("the name '{}' of a hierarchy has one of @(), in it",
                     printable(measure.hierarchy_name)),
         "name it with letters, digits and +");
  }

  void set_parameters(Measure& measure) {
    const std::vector<ParameterRecord> known =
        parameters_of(*measure.record, measure.layer_aware, measure.similarity != nullptr);
    for (GivenParameter given : given_) {
      if (given.name == "dcg" && given.value == "log2" && measure.record->name == "SDCG") continue;
      if (given.name == "dcg") translate_dcg(given);
      const auto at = std::ranges::find_if(known, [&](const ParameterRecord& parameter) {
        return parameter.name == given.name || identifier_of_name(parameter.name) == given.name;
      });
      if (at == known.end() || !given.has_value) fail_parameter(given, known);
      const auto refusal = at->set(measure.parameters, given.value);
      if (refusal) fail(refusal->what, refusal->advice);
    }
  }

  // ir_measures' parameter of nDCG says what gains are.
  static void translate_dcg(GivenParameter& given) {
    if (given.value != "log2" && given.value != "exp-log2") return;
    given.name = "gain";
    given.value = given.value == "log2" ? "linear" : "exp";
  }

  [[noreturn]] void fail_parameter(const GivenParameter& given,
                                   const std::vector<ParameterRecord>& known) const {
    if (given.name == "gains") {
      fail("gains of grades are the same for all measures",
           "give `gains={{1, 1}, {2, 3}}` in its place");
    }
    std::vector<std::string_view> names = mapped(known, &ParameterRecord::name);
    if (std::ranges::find(names, given.name) != names.end()) {
      fail(fmt::format("parameter {} has no value", given.name),
           fmt::format("write {}=VALUE", given.name));
    }
    const auto nearest = nearest_name(given.name, names);
    fail(fmt::format("has no parameter '{}'", printable(given.text)),
         fmt::format("{}it takes {}", nearest ? fmt::format("did you mean {}? ", *nearest) : "",
                     join(names, ", ")));
  }

  static constexpr const char* no_hierarchy_advice =
      "a flat measure has no hierarchy; its layer-aware form ends in -LA";

  std::string asked_, rest_;
  std::vector<GivenParameter> given_;
  bool (*is_trec_eval_name_)(std::string_view);
};

void find_hierarchy(Measure& measure, const std::vector<std::string>& names) {
  if (names.empty()) {
    const std::string& name = measure.hierarchy_name;
    throw_refusal(measure.name, "needs a hierarchy",
                  "give `hierarchies" + (name.empty() ? "`" : "=" + name + "`, which make writes"));
  }
  if (measure.hierarchy_name.empty() && names.size() > 1) {
    throw_refusal(measure.name, "does not say which hierarchy",
                  fmt::format("add one of _{}", join(names, ", _")));
  }
  if (measure.hierarchy_name.empty()) measure.hierarchy_name = names[0];
  const auto at = std::ranges::find(names, measure.hierarchy_name);
  if (at == names.end()) {
    throw_refusal(measure.name,
                  fmt::format("there is no hierarchy '{}'", printable(measure.hierarchy_name)),
                  fmt::format("given are {}; give `hierarchies={}`", join(names, ", "),
                              printable(measure.hierarchy_name)));
  }
  measure.hierarchy = static_cast<std::size_t>(at - names.begin());
}

void check_attributes(const Measure& measure, const std::vector<std::string>& attributes) {
  if (attributes.empty()) throw_refusal(measure.name, "needs groups of documents", "give `groups`");
  for (const std::string& name : split(measure.parameters.attribute, '+')) {
    if (std::ranges::find(attributes, name) != attributes.end()) continue;
    throw_refusal(measure.name, fmt::format("there is no attribute '{}'", printable(name)),
                  fmt::format("given are {}", join(attributes, ", ")));
  }
}

Measure parse_in(std::string_view name, const MeasureContext& context) {
  Measure measure = parse_measure(name, context.is_trec_eval_name);
  if (!context.has_judgments && needs_judgments(measure)) {
    throw Error::argument("qrels", fmt::format("qrels is missing, which {} needs", printable(name)),
                          "give the judgments, or measures that need none, such as ILD@20");
  }
  if (measure.record->of_groups) check_attributes(measure, context.groups);
  if (needs_hierarchy(measure)) find_hierarchy(measure, context.hierarchies);
  if (needs_similarity(measure) && !context.has_similarity)
    throw_refusal(name, "needs document similarities", "give `similarity`");
  Gain& gain = measure.parameters.gain;
  if (context.gains != nullptr && gain == Gain::unspecified) gain = Gain(context.gains);
  return measure;
}

}  // namespace

bool needs_hierarchy(const Measure& measure) {
  return measure.record->traits.needs_hierarchy ||
         (measure.layer_aware && !measure.record->of_groups);
}

std::vector<Measure> forms_of(const MeasureRecord& record) {
  const std::string base(base_name(record)), graded(record.name.substr(base.size()));
  std::vector<Measure> forms = {{.name = record.name, .record = &record}};
  if (record.traits.may_be_layered && !record.traits.needs_hierarchy)
    forms.push_back({.name = base + "-LA" + graded, .record = &record, .layer_aware = true});
  for (const PairScheme& scheme : pair_schemes) {
    if (!has_similarity_forms(record)) break;
    forms.push_back({.name = fmt::format("{}_{}{}", base, scheme.name, graded),
                     .record = &record,
                     .similarity = &scheme});
  }
  return forms;
}

void check_hierarchy_name(const std::string& name) {
  if (name.empty()) throw Error::argument("hierarchy", "hierarchy: a name is empty", "name it");
  if (name.find_first_of("@(),_`") != std::string::npos) {
    throw Error::argument("hierarchy",
                          "hierarchy: the name '" + printable(name) + "' has one of @(),_` in it",
                          "use letters, digits and +");
  }
  const char* meaning = find_pair_scheme(name) != nullptr ? "document similarity"
                        : name == "LA"                    ? "the layer-aware form"
                                                          : nullptr;
  if (meaning != nullptr) {
    throw Error::argument(
        "hierarchy", fmt::format("hierarchy: {} stands for {} in measure names", name, meaning),
        "choose another name");
  }
}

void check_attribute_name(const std::string& name) {
  if (name.empty()) throw Error::argument("groups", "groups: a name is empty", "name it");
  if (name.find_first_of("@(),+`") == std::string::npos) return;
  throw Error::argument("groups",
                        "groups: the name '" + printable(name) + "' has one of @(),+` in it",
                        "use letters, digits and _");
}

std::vector<std::string> split_measure_names(std::string_view names) {
  std::vector<std::string> parts(1);
  int depth = 0;
  for (const char c : names) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == ',' && depth <= 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  for (std::string& part : parts) {
    part = std::string(trim(part));
    if (part.empty()) {
      throw Error::argument("measures", "measures: a name is missing in '" + printable(names) + "'",
                            write_list);
    }
  }
  return parts;
}

std::vector<std::string> split_measure_names(std::span<const std::string> lists) {
  std::vector<std::string> names;
  for (const std::string& list : lists)
    for (std::string& name : split_measure_names(list)) names.push_back(std::move(name));
  return names;
}

Measure parse_measure(std::string_view name, bool (*is_trec_eval_name)(std::string_view)) {
  const std::string_view trimmed = trim(name);
  if (trimmed.empty())
    throw Error::argument("measures", "measures: a name is empty", "write for example I-rec@20");
  if (trimmed.find(',') != std::string_view::npos && split_measure_names(trimmed).size() > 1)
    throw_refusal(trimmed, "is a list of measures", write_list);
  auto written_out = name_of_published(trimmed);
  if (!written_out) written_out = name_of_trec_eval(trimmed);
  return NameParser(trimmed, written_out ? *written_out : trimmed, is_trec_eval_name).parse();
}

std::vector<Measure> parse_measures(std::string_view names, const MeasureContext& context) {
  return parse_measures(split_measure_names(names), context);
}

std::vector<Measure> parse_measures(std::span<const std::string> names,
                                    const MeasureContext& context) {
  std::vector<Measure> measures;
  std::optional<Error> fault;
  std::string others;  // that are unknown, too
  for (const std::string& given : names) {
    const std::string_view name = trim(given);
    if (std::ranges::count(measures, name, &Measure::name) > 0) continue;
    try {
      measures.push_back(parse_in(name, context));
    } catch (const Error& error) {
      if (!fault) fault = error;
      if (!fault->message().starts_with("unknown measure")) break;
      if (error.message().starts_with("unknown measure") && error.message() != fault->message())
        others += fmt::format("; {}; {}", error.message(), error.advice());
    }
  }
  if (fault && !others.empty())
    throw Error::argument("measures", fault->message(),
                          replace_all(fault->advice() + others, "?; ", "? "));
  if (fault) throw *fault;
  return measures;
}

bool takes_parameter(const Measure& measure, std::string_view parameter) {
  const std::vector<ParameterRecord> parameters =
      parameters_of(*measure.record, measure.layer_aware, measure.similarity != nullptr);
  return std::ranges::count(parameters, parameter, &ParameterRecord::name) > 0;
}

bool leaves_weights(const Measure& measure) {
  return takes_parameter(measure, "weights") && measure.parameters.weights != NodeWeights::given;
}

std::string with_parameter(std::string name, std::string_view parameter, std::string_view value) {
  const std::string text = fmt::format("{}={}", parameter, value);
  const std::size_t close = name.rfind(')');
  if (close != std::string::npos) return name.insert(close, "," + text);
  return name.insert(std::min(name.rfind('@'), name.size()), "(" + text + ")");
}

std::vector<Measure> default_measures(const MeasureContext& context) {
  if (!context.has_judgments && !context.has_similarity) {
    throw Error::argument("qrels", "qrels is missing",
                          "give the judgments, or `similarity` for measures that need none");
  }
  if (!context.has_judgments)
    return parse_measures("ILD@20,ILMD@20,Vendi@20,Vendi-share@20,NearDup@20", context);
  std::vector<std::string> names = {"I-rec@20", "alpha-nDCG@20", "ERR-IA@20", "D#-nDCG@20",
                                    "nDCG@20"};
  for (const std::string& hierarchy : context.hierarchies)
    for (const char* measure :
         {"alpha-nDCG-LA", "ERR-IA-LA", "D#-nDCG-LA", "HD#-nDCG", "LAD#-nDCG"})
      names.push_back(fmt::format("{}_{}@20", measure, hierarchy));
  for (const PairScheme& scheme : pair_schemes)
    if (context.has_similarity) names.push_back(fmt::format("nDCG_{}@20", scheme.name));
  if (!context.groups.empty()) names.emplace_back("AWRF@20");
  return parse_measures(names, context);
}

void check_max_grade(std::optional<std::int64_t> given) {
  if (given && *given > 1000) {
    throw Error::argument("max_grade", fmt::format("max_grade: '{}' is above 1000", *given),
                          "give the highest grade of the judgments");
  }
}

}  // namespace subintent::internal
