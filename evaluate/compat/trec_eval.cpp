#include "evaluate/compat/tools.h"

#include <fmt/format.h>

#include <cmath>

#include "core/base/portable_math.h"
#include "evaluate/parameters.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// Geometric means take no value below this one.
constexpr double least_geometric = 0.00001;
constexpr double inferred_ap_epsilon = 0.00001;

enum class Pool { outside, unjudged, judged };

// A ranked list as trec_eval sees it.
class JudgedList {
 public:
  JudgedList(const TopicQrels& qrels, std::span<const std::string_view> docnos,
             std::int32_t min_grade)
      : min_grade_(min_grade), relevant_up_to_(docnos.size() + 1, 0) {
    std::vector<std::optional<std::int32_t>> grade_of(qrels.docnos.size());
    for (const Judgment& judgment : qrels.judgments) {
      grade_of[judgment.document] = judgment.grade;
      if (judgment.grade >= 0) ++levels_[judgment.grade];
    }
    for (const auto& [grade, count] : levels_) {
      (internal::is_relevant(grade, min_grade) ? relevant_ : nonrelevant_) += count;
      if (internal::is_relevant(grade)) above_zero_ += count;
    }
    for (std::size_t i = 0; i < docnos.size(); ++i) {
      const std::ptrdiff_t document = qrels.find_document(docnos[i]);
      const auto place = static_cast<std::size_t>(document);
      const bool is_listed = document >= 0 && grade_of[place].has_value();
      const std::int32_t grade = is_listed ? *grade_of[place] : 0;
      pool_.push_back(!is_listed ? Pool::outside : grade < 0 ? Pool::unjudged : Pool::judged);
      grades_.push_back(std::max(grade, 0));
      relevant_up_to_[i + 1] = relevant_up_to_[i] + (is_relevant(i) ? 1 : 0);
    }
  }

  std::size_t length() const { return grades_.size(); }
  Pool pool(std::size_t i) const { return pool_[i]; }
  std::int32_t grade(std::size_t i) const { return grades_[i]; }
  bool is_relevant(std::size_t i) const {
    return pool_[i] == Pool::judged && internal::is_relevant(grades_[i], min_grade_);
  }
  const std::map<std::int32_t, double>& levels() const { return levels_; }
  double relevant() const { return relevant_; }        // in the judgments
  double nonrelevant() const { return nonrelevant_; }  // in the judgments
  double above_zero() const { return above_zero_; }    // in the judgments, whatever is relevant
  double retrieved() const { return static_cast<double>(grades_.size()); }
  double relevant_retrieved() const { return relevant_up_to_.back(); }
  double relevant_up_to(double depth) const {
    return relevant_up_to_[static_cast<std::size_t>(std::min(depth, retrieved()))];
  }
  std::size_t rank_of(double count) const {
    return static_cast<std::size_t>(
        std::lower_bound(relevant_up_to_.begin(), relevant_up_to_.end(), count) -
        relevant_up_to_.begin());
  }

 private:
  std::int32_t min_grade_;
  std::vector<Pool> pool_;
  std::vector<std::int32_t> grades_;  // negative ones as 0
  std::vector<double> relevant_up_to_;
  std::map<std::int32_t, double> levels_;  // judgments of each grade from 0
  double relevant_ = 0, nonrelevant_ = 0, above_zero_ = 0;
};

double average_precision(const JudgedList& list, double cutoff) {
  double sum = 0, found = 0;
  const auto depth = static_cast<std::size_t>(std::min(cutoff, list.retrieved()));
  for (std::size_t i = 0; i < depth; ++i)
    if (list.is_relevant(i)) sum += ++found / static_cast<double>(i + 1);
  return ratio(sum, list.relevant());
}

double whole_average_precision(const JudgedList& list) {
  return average_precision(list, list.retrieved());
}

double binary_preference(const JudgedList& list) {
  const double most = std::min(list.nonrelevant(), list.relevant());
  double sum = 0, above = 0;
  for (std::size_t i = 0; i < list.length(); ++i) {
    if (list.pool(i) != Pool::judged) continue;
    if (list.is_relevant(i))
      sum += above > 0 ? 1.0 - std::min(above, list.relevant()) / most : 1.0;
    else
      ++above;
  }
  return ratio(sum, list.relevant());
}

double inferred_average_precision(const JudgedList& list) {
  double sum = 0, relevant = 0, nonrelevant = 0, unjudged = 0;
  for (std::size_t i = 0; i < list.length(); ++i) {
    if (list.pool(i) == Pool::outside) continue;
    if (list.pool(i) == Pool::unjudged) {
      ++unjudged;
    } else if (!list.is_relevant(i)) {
      ++nonrelevant;
    } else if (i == 0) {
      sum += 1.0;
      ++relevant;
    } else {
      const auto above = static_cast<double>(i);
      const double pooled = (relevant + nonrelevant + unjudged) / above;
      const double precision =
          (relevant + inferred_ap_epsilon) / (relevant + nonrelevant + 2 * inferred_ap_epsilon);
      sum += 1.0 / (above + 1.0) + (above / (above + 1.0)) * pooled * precision;
      ++relevant;
    }
  }
  return ratio(sum, list.relevant());
}

// Gains are the grades whatever the lowest relevant one; the grades of the ideal list are its
// highest ones.
double normalised_gain(const JudgedList& list, double cutoff) {
  double sum = 0, ideal = 0, rank = 0;
  for (std::size_t i = 0; i < list.length() && static_cast<double>(i) < cutoff; ++i)
    if (list.grade(i) > 0) sum += list.grade(i) / portable::log2(static_cast<double>(i + 2));
  for (auto level = list.levels().rbegin(); level != list.levels().rend(); ++level) {
    if (level->first <= 0) break;
    for (double n = 0; n < level->second && rank < cutoff; ++n)
      ideal += level->first / portable::log2(++rank + 1);
  }
  return ratio(sum, ideal);
}

// The highest precision at any rank from that where `recall` of the relevant documents are found.
double interpolated_precision(const JudgedList& list, double recall) {
  const double needed = std::round(recall * list.relevant());
  if (list.length() == 0 || needed > list.relevant_retrieved()) return 0;
  double best = 0;
  for (std::size_t rank = std::max<std::size_t>(list.rank_of(needed), 1); rank <= list.length();
       ++rank) {
    const auto depth = static_cast<double>(rank);
    best = std::max(best, list.relevant_up_to(depth) / depth);
  }
  return best;
}

double eleven_point_average(const JudgedList& list, std::span<const double> recalls) {
  double sum = 0;
  for (std::size_t i = recalls.size(); i > 0; --i)
    sum += interpolated_precision(list, recalls[i - 1]);
  return sum / static_cast<double>(recalls.size());
}

double precision_at_multiple(const JudgedList& list, double multiple) {
  const double depth = std::floor(multiple * list.relevant() + 0.9);
  return ratio(list.relevant_up_to(depth), depth);
}

double set_f(const JudgedList& list, double weight) {
  if (list.relevant_retrieved() == 0) return 0;
  const double precision = list.relevant_retrieved() / list.retrieved();
  const double recall = list.relevant_retrieved() / list.relevant();
  return (weight + 1.0) * precision * recall / (weight * precision + recall);
}

double judged_nonrelevant(const JudgedList& list) {
  double count = 0;
  for (std::size_t i = 0; i < list.length(); ++i)
    count += list.pool(i) == Pool::judged && !list.is_relevant(i) ? 1 : 0;
  return count;
}

double geometric_term(double value) {
  return portable::log(std::max(value, least_geometric));
}

// How a measure is printed, and what its last line says of the topics.
enum class Form {
  tag,        // the run's tag, in the last block only
  topics,     // their number, in the last block only
  count,      // whole numbers, added up
  mean,       // mean over topics
  geometric,  // exp of the mean of logarithms, in the last block only
};

enum class Numbers { none, cutoffs, shares, settings };

using Numbered = double (*)(const JudgedList&, double);

struct Definition {
  std::string_view name;
  Form form = Form::mean;
  double (*value)(const JudgedList&) = nullptr;  // of measures without numbers
  Numbers numbers = Numbers::none;
  std::vector<double> defaults = {};
  Numbered at = nullptr;  // one value for each number
  double (*of_all)(const JudgedList&,
                   std::span<const double>) = nullptr;  // one value of all numbers
  double (*to_total)(const JudgedList&) = nullptr;      // what -c adds up, if not the value
};

using L = const JudgedList&;

const std::vector<Definition>& definitions() {
  static const std::vector<double> cuts = {5, 10, 15, 20, 30, 100, 200, 500, 1000};
  static const std::vector<double> tenths = {0, .1, .2, .3, .4, .5, .6, .7, .8, .9, 1};
  static const std::vector<double> fifths = {.2, .4, .6, .8, 1, 1.2, 1.4, 1.6, 1.8, 2};
  const auto at = [](std::string_view name, Numbers kind, std::vector<double> defaults,
                     Numbered value) {
    return Definition{name, Form::mean, nullptr, kind, std::move(defaults), value};
  };
  static const std::vector<Definition> table = {
      {"runid", Form::tag},
      {"num_q", Form::topics},
      {"num_ret", Form::count, [](L l) { return l.retrieved(); }},
      {.name = "num_rel",
       .form = Form::count,
       .value = [](L l) { return l.relevant(); },
       .to_total = [](L l) { return l.above_zero(); }},
      {"num_rel_ret", Form::count, [](L l) { return l.relevant_retrieved(); }},
      {"map", Form::mean, whole_average_precision},
      {"gm_map", Form::geometric, [](L l) { return geometric_term(whole_average_precision(l)); }},
      {"Rprec", Form::mean,
       [](L l) { return ratio(l.relevant_up_to(l.relevant()), l.relevant()); }},
      {"bpref", Form::mean, binary_preference},
      {"recip_rank", Form::mean,
       [](L l) { return l.relevant_retrieved() > 0 ? 1 / static_cast<double>(l.rank_of(1)) : 0; }},
      at("iprec_at_recall", Numbers::shares, tenths, interpolated_precision),
      at("P", Numbers::cutoffs, cuts, [](L l, double k) { return l.relevant_up_to(k) / k; }),
      at("recall", Numbers::cutoffs, cuts,
         [](L l, double k) { return ratio(l.relevant_up_to(k), l.relevant()); }),
      {"infAP", Form::mean, inferred_average_precision},
      {"gm_bpref", Form::geometric, [](L l) { return geometric_term(binary_preference(l)); }},
      at("Rprec_mult", Numbers::shares, fifths, precision_at_multiple),
      {"11pt_avg", Form::mean, nullptr, Numbers::settings, tenths, nullptr, eleven_point_average},
      {"ndcg", Form::mean, [](L l) { return normalised_gain(l, HUGE_VAL); }},
      at("ndcg_cut", Numbers::cutoffs, cuts, normalised_gain),
      at("map_cut", Numbers::cutoffs, cuts, average_precision),
      at("relative_P", Numbers::cutoffs, cuts,
         [](L l, double k) { return ratio(l.relevant_up_to(k), std::min(k, l.relevant())); }),
      at("success", Numbers::cutoffs, {1, 5, 10},
         [](L l, double k) { return l.relevant_up_to(k) > 0 ? 1.0 : 0.0; }),
      {"set_P", Form::mean, [](L l) { return ratio(l.relevant_retrieved(), l.retrieved()); }},
      {"set_relative_P", Form::mean,
       [](L l) { return ratio(l.relevant_retrieved(), std::min(l.retrieved(), l.relevant())); }},
      {"set_recall", Form::mean, [](L l) { return ratio(l.relevant_retrieved(), l.relevant()); }},
      {"set_map", Form::mean,
       [](L l) {
         return ratio(l.relevant_retrieved() * l.relevant_retrieved(),
                      l.retrieved() * l.relevant());
       }},
      {"set_F",
       Form::mean,
       nullptr,
       Numbers::settings,
       {1},
       nullptr,
       [](L l, std::span<const double> x) { return set_f(l, x[0]); }},
      {"num_nonrel_judged_ret", Form::count, judged_nonrelevant},
  };
  return table;
}

constexpr const char* official[] = {"runid",       "num_q",      "num_ret",         "num_rel",
                                    "num_rel_ret", "map",        "gm_map",          "Rprec",
                                    "bpref",       "recip_rank", "iprec_at_recall", "P"};
constexpr const char* set[] = {"runid", "num_q",      "num_ret",        "num_rel", "num_rel_ret",
                               "set_P", "set_recall", "set_relative_P", "set_map", "set_F"};

std::vector<double> parse_numbers(const Definition& definition, const std::string& text) {
  const auto fail = [&](const std::string& what) {
    throw Error::argument("m",
                          fmt::format("m: {} of '{}' {}", printable(text), definition.name, what),
                          "write for example P.5,10 or iprec_at_recall.0.5");
  };
  if (text.empty()) return definition.defaults;
  if (definition.numbers == Numbers::none) fail("is one number too many");
  std::vector<double> numbers;
  for (const std::string& part : split(text, ',')) {
    const auto number = parse_double(part);
    if (!number || *number < 0 || *number > 1e9) fail("is not a list of numbers from 0 to 1e9");
    const bool is_whole = *number >= 1 && *number == std::floor(*number);
    if (definition.numbers == Numbers::cutoffs && !is_whole) fail("is not a list of cutoffs");
    numbers.push_back(*number);
  }
  if (definition.name == "set_F" && numbers.size() != 1) fail("is more than one number");
  return numbers;
}

// "map,P.5,10" -> "map", "P.5,10": what starts with a digit goes on with the numbers before.
std::vector<std::string> split_asked(const std::string& asked) {
  std::vector<std::string> names;
  for (const std::string& part : split(asked, ',')) {
    const bool is_number = parse_double(part).has_value();
    if (is_number && !names.empty() && names.back().find('.') != std::string::npos)
      names.back() += "," + part;
    else
      names.emplace_back(trim(part));
  }
  return names;
}

struct OtherName {
  std::string_view theirs, name;
};

constexpr OtherName names_of_ir_measures[] = {
    {"Success", "success"},
    {"Bpref", "bpref"},
    {"Rprec", "Rprec"},
    {"infAP", "infAP"},
    {"SetP", "set_P"},
    {"SetR", "set_recall"},
    {"SetF", "set_F"},
    {"SetAP", "set_map"},
    {"NumQ", "num_q"},
    {"NumRet", "num_ret"},
    {"NumRel", "num_rel"},
    {"NumRelRet", "num_rel_ret"},
    {"IPrec", "iprec_at_recall"},
};

// Its names of measures that are here too, with a number behind "@" and without.
constexpr OtherName names_with_cutoff[] = {
    {"P", "P"}, {"R", "recall"}, {"nDCG", "ndcg_cut"}, {"AP", "map_cut"}};
constexpr OtherName names_without_cutoff[] = {{"AP", "map"}, {"RR", "recip_rank"}};

constexpr std::string_view set_f_with_beta = "SetF(beta=";

std::string with_number(std::string_view name, std::string_view number) {
  return number.empty() ? std::string(name) : fmt::format("{}.{}", name, number);
}

// The measure that one of these names has before "@", with the number behind it.
std::optional<std::string> renamed(std::string_view text, std::span<const OtherName> names) {
  const std::size_t at = std::min(text.find('@'), text.size());
  for (const OtherName& other : names)
    if (lowered(text.substr(0, at)) == lowered(other.theirs))
      return with_number(other.name, text.substr(std::min(at + 1, text.size())));
  return std::nullopt;
}

// The measure as parse_trec_eval_measures() splits it, for a name that is not trec_eval's alone:
// "P.5" for "P@5". Nothing if it is none of those.
std::optional<std::string> spelled_as_here(std::string_view text) {
  if (text.find('@') != text.npos) return renamed(text, names_with_cutoff);
  return renamed(text, names_without_cutoff);
}

// The measure as parse_trec_eval_measures() splits it, "success.5": of the way the output names it
// (success_5), that of ir_measures (Success@5), and of other capital letters. Nothing if it is
// none.
std::optional<std::string> spelled(std::string_view text) {
  if (lowered(text).starts_with(lowered(set_f_with_beta)) && text.ends_with(')')) {
    text.remove_suffix(1);
    return with_number("set_F", text.substr(set_f_with_beta.size()));
  }
  if (auto name = renamed(text, names_of_ir_measures)) return name;
  for (const Definition& definition : definitions()) {
    const std::size_t size = definition.name.size();
    if (lowered(text.substr(0, size)) != lowered(definition.name)) continue;
    if (text.size() == size) return std::string(definition.name);
    const std::string_view number = text.substr(size + 1);
    const bool has_numbers = definition.numbers != Numbers::none && !number.empty() &&
                             number.find_first_not_of("0123456789.,") == number.npos;
    if (has_numbers && (text[size] == '_' || text[size] == '.'))
      return with_number(definition.name, number);
  }
  return std::nullopt;
}

std::size_t find_definition(std::string_view name) {
  const auto& table = definitions();
  const auto at = std::ranges::find(table, name, &Definition::name);
  if (at == table.end()) {
    std::vector<std::string_view> names = mapped(table, &Definition::name);
    throw Error::argument("m", fmt::format("m: unknown measure '{}'", printable(name)),
                          fmt::format("known are official, set, all_trec, {}", join(names, ", ")));
  }
  return static_cast<std::size_t>(at - table.begin());
}

// The values of a measure for a list, one for each name it prints.
std::vector<double> values_of(const TrecEvalMeasure& measure, const JudgedList& list) {
  const Definition& definition = definitions()[measure.definition];
  if (definition.value != nullptr) return {definition.value(list)};
  if (definition.of_all != nullptr) return {definition.of_all(list, measure.parameters)};
  std::vector<double> values;
  if (definition.at != nullptr)
    for (const double number : measure.parameters) values.push_back(definition.at(list, number));
  else
    values.push_back(1);
  return values;
}

std::string name_of(const TrecEvalMeasure& measure, std::size_t index) {
  const Definition& definition = definitions()[measure.definition];
  const std::string name(definition.name);
  if (definition.numbers == Numbers::cutoffs)
    return fmt::format("{}_{:.0f}", name, measure.parameters[index]);
  if (definition.numbers == Numbers::shares)
    return fmt::format("{}_{:.2f}", name, measure.parameters[index]);
  const bool is_changed = measure.parameters != definition.defaults;
  if (definition.numbers != Numbers::settings || !is_changed) return name;
  std::vector<std::string> numbers;
  for (const double number : measure.parameters) numbers.push_back(shortest(number));
  return fmt::format("{}_{}", name, join(numbers, ","));
}

void add_line(std::string& text, const TrecEvalMeasure& measure, std::size_t index,
              std::string_view topic, double value) {
  const Form form = definitions()[measure.definition].form;
  const bool is_whole = form == Form::count || form == Form::topics;
  text += fmt::format("{:<22}\t{}\t{}\n", name_of(measure, index), topic,
                      is_whole ? fmt::format("{:.0f}", value) : fmt::format("{:6.4f}", value));
}

double overall(Form form, double sum, double topics) {
  switch (form) {
    case Form::mean:
      return sum / topics;
    case Form::geometric:
      return portable::exp(sum / topics);
    default:
      return sum;
  }
}

}  // namespace

bool is_trec_eval_measure(std::string_view name) {
  return spelled(name).has_value();
}

std::vector<TrecEvalMeasure> parse_trec_eval_measures(std::span<const std::string> asked) {
  std::map<std::size_t, std::vector<double>> wanted;
  for (const std::string& option : asked) {
    for (const std::string& asked_name : split_asked(option)) {
      const std::string text =
          spelled(asked_name).value_or(spelled_as_here(asked_name).value_or(asked_name));
      const std::size_t dot = text.find('.');
      const std::string name = text.substr(0, dot);
      const auto add_all = [&](const auto& names) {
        for (const char* known : names) wanted.try_emplace(find_definition(known));
      };
      if (text == "official") {
        add_all(official);
      } else if (text == "set") {
        add_all(set);
      } else if (text == "all_trec") {
        for (std::size_t i = 0; i < definitions().size(); ++i) wanted.try_emplace(i);
      } else {
        const std::size_t at = find_definition(name);
        const auto numbers =
            parse_numbers(definitions()[at], dot == std::string::npos ? "" : text.substr(dot + 1));
        auto& into = wanted[at];
        if (dot != std::string::npos) into.insert(into.end(), numbers.begin(), numbers.end());
        if (definitions()[at].name == "set_F" && into.size() > 1)
          throw Error::argument("m", "m: set_F is asked for with more than one number", "give one");
      }
    }
  }
  std::vector<TrecEvalMeasure> measures;
  for (auto& [at, numbers] : wanted) {
    const Definition& definition = definitions()[at];
    if (numbers.empty()) numbers = definition.defaults;
    if (definition.numbers != Numbers::settings) {
      std::sort(numbers.begin(), numbers.end());
      numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    }
    measures.push_back({at, numbers});
  }
  return measures;
}

std::string trec_eval_text(const Qrels& qrels, const Run& run, const TrecEvalOptions& options) {
  std::map<std::string_view, const TopicQrels*> topics;  // in the order of their bytes
  for (const TopicQrels& topic : qrels.topics()) topics.emplace(topic.topic, &topic);
  std::string text;
  double count = 0;
  bool any_in_common = false;
  std::vector<std::vector<double>> sums(options.measures.size());
  for (const auto& [name, judged] : topics) {
    const RankedList* ranked = run.find(name);
    any_in_common |= ranked != nullptr;
    if (ranked == nullptr && !options.all_topics) continue;
    std::span<const std::string_view> docnos;
    if (ranked != nullptr) docnos = ranked->docnos;
    if (options.depth) docnos = docnos.first(std::min<std::size_t>(docnos.size(), *options.depth));
    const JudgedList list(*judged, docnos, options.min_grade);
    for (std::size_t m = 0; m < options.measures.size(); ++m) {
      const TrecEvalMeasure& measure = options.measures[m];
      const std::vector<double> values = values_of(measure, list);
      sums[m].resize(values.size());
      const Definition& definition = definitions()[measure.definition];
      const bool other_total = options.all_topics && definition.to_total != nullptr;
      for (std::size_t i = 0; i < values.size(); ++i) {
        sums[m][i] += other_total ? definition.to_total(list) : values[i];
        if (options.per_topic && (definition.form == Form::count || definition.form == Form::mean))
          add_line(text, measure, i, name, values[i]);
      }
    }
    ++count;
  }
  if (!any_in_common) {
    throw Error(Location{run.file, 0}, "none of its topics is judged",
                "give the judgments of the same topics");
  }
  for (std::size_t m = 0; m < options.measures.size(); ++m) {
    const TrecEvalMeasure& measure = options.measures[m];
    const Form form = definitions()[measure.definition].form;
    if (form == Form::tag) {
      text += fmt::format("{:<22}\tall\t{}\n", "runid", run.tag);
      continue;
    }
    for (std::size_t i = 0; i < sums[m].size(); ++i)
      add_line(text, measure, i, "all", overall(form, sums[m][i], count));
  }
  return text;
}

}  // namespace subintent::internal
