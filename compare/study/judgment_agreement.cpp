#include "compare/study/judgment_agreement.h"

#include <set>

namespace subintent::internal {

namespace {

using AgreementUnit = std::pair<std::string_view, std::string_view>;  // document, intent

std::map<AgreementUnit, std::int32_t> grades_of_files(const TopicQrels& topic) {
  std::map<AgreementUnit, std::int32_t> grades;
  for (const Judgment& judgment : topic.judgments) {
    grades[{topic.docnos[judgment.document], topic.intents[judgment.intent]}] =
        std::max(judgment.grade, 0);
  }
  return grades;
}

// The units of a topic that both judge, and how many one judges alone.
struct TopicOfJudgments {
  std::vector<std::pair<std::int32_t, std::int32_t>> grades;
  std::uint64_t only1 = 0, only2 = 0;

  TopicOfJudgments(const TopicQrels& first, const TopicQrels& second) {
    const auto grades1 = grades_of_files(first), grades2 = grades_of_files(second);
    for (const auto& [unit, grade] : grades1) {
      const auto other = grades2.find(unit);
      if (other != grades2.end()) grades.emplace_back(grade, other->second);
    }
    only1 = grades1.size() - grades.size();
    only2 = grades2.size() - grades.size();
  }
};

// Sums of confusions over topics.
class Confusions {
 public:
  Confusions(const std::vector<TopicOfJudgments>& topics, std::size_t values,
             const std::function<std::size_t(std::int32_t)>& value_of)
      : values_(values) {
    for (const TopicOfJudgments& topic : topics) {
      Confusion& made = topics_.emplace_back(values);
      for (const auto& [first, second] : topic.grades) made.add(value_of(first), value_of(second));
    }
  }

  Confusion sum(std::span<const std::uint32_t> counts) const {
    Confusion sum(values_);
    for (std::size_t t = 0; t < topics_.size(); ++t)
      for (std::uint32_t i = 0; i < counts[t]; ++i) sum.add(topics_[t]);
    return sum;
  }

 private:
  std::size_t values_;
  std::vector<Confusion> topics_;
};

std::optional<double> share_equal(const Confusion& all) {
  if (all.total() == 0) return std::nullopt;
  return static_cast<double>(all.equal()) / static_cast<double>(all.total());
}

struct Coefficient {
  const char* name;
  bool binary;  // of relevant or not, rather than of grades
  std::optional<double> (*of)(const Confusion& all);
};

constexpr Coefficient coefficients[] = {
    {"equal", false, share_equal},
    {"kappa", false, [](const Confusion& all) { return all.kappa(); }},
    {"alpha_nominal", false,
     [](const Confusion& all) { return all.coincidences().alpha(ValueMetric::nominal); }},
    {"alpha_ordinal", false,
     [](const Confusion& all) { return all.coincidences().alpha(ValueMetric::ordinal); }},
    {"equal_relevance", true, share_equal},
    {"kappa_relevance", true, [](const Confusion& all) { return all.kappa(); }},
};

}  // namespace

JudgmentAgreement judgment_agreement(std::string level, const Qrels& first, const Qrels& second,
                                     const BootstrapSettings& settings, std::int32_t least_grade) {
  JudgmentAgreement made;
  made.level = std::move(level);
  std::vector<TopicOfJudgments> topics;
  std::set<std::int32_t> grades;
  for (const TopicQrels& topic : first.topics()) {
    const TopicQrels* const other = second.find(topic.topic);
    if (other == nullptr) continue;
    const TopicOfJudgments& pairs = topics.emplace_back(topic, *other);
    made.both += pairs.grades.size();
    made.only1 += pairs.only1;
    made.only2 += pairs.only2;
    for (const auto& [grade1, grade2] : pairs.grades) grades.insert({grade1, grade2});
  }
  made.topics = topics.size();
  made.grades.assign(grades.begin(), grades.end());
  const Confusions by_grade(topics, made.grades.size(), [&](std::int32_t grade) {
    return static_cast<std::size_t>(std::ranges::lower_bound(made.grades, grade) -
                                    made.grades.begin());
  });
  const Confusions by_relevance(
      topics, 2, [&](std::int32_t grade) -> std::size_t { return grade >= least_grade ? 1 : 0; });
  const std::vector<std::uint32_t> once(topics.size(), 1);
  const Confusion all = by_grade.sum(once);
  for (std::size_t i = 0; i < made.grades.size(); ++i) {
    auto& row = made.confusion.emplace_back();
    for (std::size_t j = 0; j < made.grades.size(); ++j) row.push_back(all.at(i, j));
  }
  for (const Coefficient& coefficient : coefficients) {
    const Confusions& confusions = coefficient.binary ? by_relevance : by_grade;
    const auto value = [&](std::span<const std::uint32_t> counts) {
      return coefficient.of(confusions.sum(counts));
    };
    made.coefficients.push_back({topic_estimate(topics.size(), settings, value), coefficient.name});
  }
  return made;
}

std::vector<std::string> topics_missing(const Qrels& has, const Qrels& lacks) {
  std::vector<std::string> missing;
  for (const TopicQrels& topic : has.topics())
    if (lacks.find(topic.topic) == nullptr) missing.emplace_back(topic.topic);
  return missing;
}

namespace {

using EnsembleUnit = std::pair<std::string_view, std::string_view>;  // document, intent
using Grades = std::map<EnsembleUnit, std::vector<std::int32_t>>;    // by those who judged it

// Negative grades as they are, or as 0.
Grades grades_of_judges(std::span<const TopicQrels* const> judges, bool floored) {
  Grades grades;
  for (const TopicQrels* topic : judges) {
    for (const Judgment& judgment : topic->judgments) {
      grades[{topic->docnos[judgment.document], topic->intents[judgment.intent]}].push_back(
          floored ? std::max(judgment.grade, 0) : judgment.grade);
    }
  }
  return grades;
}

// Nothing where some judge lacks the topic.
std::vector<const TopicQrels*> found_by_all(std::span<const Qrels* const> judges,
                                            std::string_view topic) {
  std::vector<const TopicQrels*> found;
  for (const Qrels* judge : judges) {
    const TopicQrels* const one = judge->find(topic);
    if (one == nullptr) return {};
    found.push_back(one);
  }
  return found;
}

using ValueOf = std::function<std::size_t(std::int32_t grade)>;

// The counts that the coefficients are made of, by topic.
class Tables {
 public:
  Tables(const std::vector<Grades>& topics, std::size_t judges, std::size_t values,
         const ValueOf& value_of)
      : values_(values) {
    for (const Grades& grades : topics) {
      Ratings& ratings = ratings_.emplace_back(values);
      Coincidences& coincidences = coincidences_.emplace_back(values);
      for (const auto& [unit, given] : grades) {
        std::vector<std::size_t> found;
        for (const std::int32_t grade : given) found.push_back(value_of(grade));
        coincidences.add(found);
        if (found.size() == judges) ratings.add(found);
      }
    }
  }

  std::optional<double> kappa(std::span<const std::uint32_t> counts) const {
    return sum(ratings_, counts).kappa();
  }
  std::optional<double> alpha(ValueMetric metric, std::span<const std::uint32_t> counts) const {
    return sum(coincidences_, counts).alpha(metric);
  }

 private:
  template <typename Table>
  Table sum(const std::vector<Table>& topics, std::span<const std::uint32_t> counts) const {
    Table sum(values_);
    for (std::size_t t = 0; t < topics.size(); ++t)
      for (std::uint32_t i = 0; i < counts[t]; ++i) sum.add(topics[t]);
    return sum;
  }

  std::size_t values_;
  std::vector<Ratings> ratings_;
  std::vector<Coincidences> coincidences_;
};

std::int32_t median(std::vector<std::int32_t> grades) {
  std::ranges::sort(grades);
  return grades[(grades.size() - 1) / 2];
}

std::int32_t most_frequent(const std::vector<std::int32_t>& grades) {
  std::map<std::int32_t, std::size_t> counts;
  for (const std::int32_t grade : grades) ++counts[grade];
  const auto most = std::ranges::max_element(
      counts, {}, [](const auto& counted) { return counted.second; });  // the first of equal ones
  return most->first;
}

}  // namespace

JudgesAgreement judges_agreement(std::string level, std::span<const Qrels* const> judges,
                                 const BootstrapSettings& settings, std::int32_t least_grade) {
  JudgesAgreement made;
  made.level = std::move(level);
  std::vector<Grades> topics;
  std::set<std::int32_t> scale;
  for (const TopicQrels& topic : judges[0]->topics()) {
    const auto found = found_by_all(judges, topic.topic);
    if (found.empty()) continue;
    for (const auto& [unit, given] : topics.emplace_back(grades_of_judges(found, true))) {
      scale.insert(given.begin(), given.end());
      made.judged += given.size() > 1 ? 1 : 0;
      made.by_all += given.size() == judges.size() ? 1 : 0;
    }
  }
  made.topics = topics.size();
  const std::vector<std::int32_t> grades(scale.begin(), scale.end());
  const Tables by_grade(topics, judges.size(), grades.size(), [&](std::int32_t grade) {
    return static_cast<std::size_t>(std::ranges::lower_bound(grades, grade) - grades.begin());
  });
  const Tables by_relevance(topics, judges.size(), 2, [&](std::int32_t grade) -> std::size_t {
    return grade >= least_grade ? 1 : 0;
  });
  const auto add = [&](std::string name, const TopicStatistic& value) {
    made.coefficients.push_back({topic_estimate(topics.size(), settings, value), std::move(name)});
  };
  using Counts = std::span<const std::uint32_t>;
  add("fleiss_kappa", [&](Counts c) { return by_grade.kappa(c); });
  add("alpha_nominal", [&](Counts c) { return by_grade.alpha(ValueMetric::nominal, c); });
  add("alpha_ordinal", [&](Counts c) { return by_grade.alpha(ValueMetric::ordinal, c); });
  add("fleiss_kappa_relevance", [&](Counts c) { return by_relevance.kappa(c); });
  add("alpha_relevance", [&](Counts c) { return by_relevance.alpha(ValueMetric::nominal, c); });
  return made;
}

Qrels ensemble_of(std::span<const Qrels* const> judges, Ensemble ensemble, QrelsKind kind) {
  std::vector<JudgmentRow> rows;
  for (const TopicQrels& topic : judges[0]->topics()) {
    const auto found = found_by_all(judges, topic.topic);
    if (found.empty()) continue;
    for (const auto& [unit, given] : grades_of_judges(found, false)) {
      const std::int32_t grade =
          ensemble == Ensemble::majority ? most_frequent(given) : median(given);
      rows.push_back({topic.topic, unit.second, unit.first, grade});
    }
  }
  return Qrels::of(rows, kind);
}

}  // namespace subintent::internal
