// Slow and obvious implementations of the measures, written from their formulas alone, to test the
// real ones against.
#pragma once

#include <cmath>
#include <set>

#include "subintent/basics.h"

namespace subintent::internal::oracle {

// A node of a layer: the grades (> 0) of its relevant documents.
struct Node {
  double weight = 0;
  bool navigational = false, vital = false, dummy = false;
  bool needs_all = false;       // of its children
  int index = -1, parent = -1;  // in a hierarchy
  std::map<std::string, int> grades;

  int grade(const std::string& docno) const {
    const auto at = grades.find(docno);
    return at == grades.end() ? 0 : at->second;
  }
};
using Layer = std::vector<Node>;
using List = std::vector<std::string>;

using Settings = std::map<std::string, std::string>;  // parameters by name

inline std::string given(const Settings& settings, const std::string& name,
                         const std::string& otherwise) {
  const auto at = settings.find(name);
  return at == settings.end() ? otherwise : at->second;
}

inline double number(const Settings& settings, const std::string& name, double otherwise) {
  const auto at = settings.find(name);
  return at == settings.end() ? otherwise : std::stod(at->second);
}

inline constexpr double no_k = 3000;  // longer than all lists

// A ranked list and the judgments as a traditional measure sees them. gain[r - 1] is that of rank
// r.
struct View {
  std::vector<double> gain;
  std::vector<int> grade;
  std::vector<double> ideal_gain;  // descending
  std::vector<int> ideal_grade;    // descending
  double k = 0;                    // no_k where there is no cutoff
  double divisor = 0;              // then the length of the list, else k
  int highest_grade = 1;
  Settings settings;

  std::size_t depth() const { return std::min(gain.size(), static_cast<std::size_t>(k)); }
  double count(std::size_t r) const {  // C(r)
    return static_cast<double>(std::count_if(gain.begin(), gain.begin() + static_cast<long>(r),
                                             [](double g) { return g > 0; }));
  }
  double cumulative(std::size_t r) const {
    double sum = 0;
    for (std::size_t i = 0; i < r; ++i) sum += gain[i];
    return sum;
  }
  double ideal_cumulative(std::size_t r) const {
    double sum = 0;
    for (std::size_t i = 0; i < std::min(r, ideal_gain.size()); ++i) sum += ideal_gain[i];
    return sum;
  }
  double relevant() const { return static_cast<double>(ideal_gain.size()); }
  double reachable() const { return std::min(relevant(), k); }
};

inline double over(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

inline double dcg(const View& v, const std::vector<double>& gains, double k) {
  const double base = number(v.settings, "base", 2);
  const bool jk = given(v.settings, "discount", "log2") == "jk";
  double sum = 0;
  for (std::size_t r = 1; r <= gains.size() && static_cast<double>(r) <= k; ++r) {
    const double rank = static_cast<double>(r);
    const double x = jk ? std::max(base, rank) : rank + 1;
    sum += gains[r - 1] / (std::log(x) / std::log(base));
  }
  return sum;
}

// Sum of what a user is worth who stops at rank r.
inline double stopping(const std::vector<int>& grades, double k, int highest,
                       const std::function<double(double)>& worth) {
  double sum = 0;
  for (std::size_t r = 1; r <= grades.size() && static_cast<double>(r) <= k; ++r) {
    double product = (std::pow(2, grades[r - 1]) - 1) / std::pow(2, highest);
    for (std::size_t q = 1; q < r; ++q)
      product *= 1 - (std::pow(2, grades[q - 1]) - 1) / std::pow(2, highest);
    sum += product * worth(static_cast<double>(r));
  }
  return sum;
}

// Rank-biased overlap, set by set, of the list with the ideal list, where documents are numbers:
// those of the list by rank, then those that it lacks.
inline double compatibility(const View& v) {
  const double p = number(v.settings, "p", 0.95);
  std::vector<std::pair<int, int>> ideal;  // -grade, document
  std::vector<int> missing = v.ideal_grade;
  for (std::size_t r = 1; r <= v.depth(); ++r) {
    if (v.grade[r - 1] == 0) continue;
    ideal.emplace_back(-v.grade[r - 1], static_cast<int>(r));
    missing.erase(std::find(missing.begin(), missing.end(), v.grade[r - 1]));
  }
  int number_of_missing = 1000000;
  for (const int grade : missing) ideal.emplace_back(-grade, number_of_missing++);
  std::sort(ideal.begin(), ideal.end());
  const double depth = v.k == no_k ? 1000 : v.k;
  double overlap = 0, best = 0, weights = 0;
  for (int d = 1; d <= depth; ++d) {
    double shared = 0;
    for (std::size_t i = 0; i < ideal.size() && i < static_cast<std::size_t>(d); ++i)
      shared += ideal[i].second <= d ? 1 : 0;
    overlap += std::pow(p, d - 1) * shared / d;
    best += std::pow(p, d - 1) * std::min(static_cast<double>(ideal.size()) / d, 1.0);
    weights += std::pow(p, d - 1);
  }
  return over(overlap, given(v.settings, "normalize", "True") == "True" ? best : weights);
}

inline double err(const std::vector<int>& grades, double k, int highest) {
  return stopping(grades, k, highest, [](double r) { return 1 / r; });
}

inline double judged(const List& list, const std::set<std::string>& judged, double k,
                     double divisor) {
  double count = 0;
  for (std::size_t r = 1; r <= list.size() && static_cast<double>(r) <= k; ++r)
    count += judged.contains(list[r - 1]) ? 1 : 0;
  return count / divisor;
}

// What RBP would gain if all were relevant of which nobody knows, down to rank 3000.
inline double rbp_residual(const List& list, const std::set<std::string>& judged, double k,
                           double p) {
  double sum = 0;
  for (std::size_t r = 1; r <= 3000; ++r) {
    const bool known =
        r <= list.size() && static_cast<double>(r) <= k && judged.contains(list[r - 1]);
    sum += known ? 0 : (1 - p) * std::pow(p, static_cast<double>(r) - 1);
  }
  return sum + std::pow(p, 3000);
}

inline double blended(const View& v, std::size_t r) {
  const double beta = number(v.settings, "beta", 1);
  return (v.count(r) + beta * v.cumulative(r)) /
         (static_cast<double>(r) + beta * v.ideal_cumulative(r));
}

inline double sum_at_relevant(const View& v, std::size_t depth,
                              const std::function<double(std::size_t)>& term) {
  double sum = 0;
  for (std::size_t r = 1; r <= depth; ++r)
    if (v.gain[r - 1] > 0) sum += term(r);
  return sum;
}

inline double p_plus(const View& v) {
  std::size_t preferred = 0;
  for (std::size_t r = 1; r <= v.depth(); ++r) {
    const double best = preferred == 0 ? 0 : v.gain[preferred - 1];
    if (v.gain[r - 1] > best) preferred = r;
  }
  if (preferred == 0) return 0;
  return sum_at_relevant(v, preferred, [&](std::size_t r) { return blended(v, r); }) /
         v.count(preferred);
}

inline double expected_precision(const View& v, std::size_t r) {
  double sum = 0;
  for (std::size_t q = 1; q <= r; ++q) sum += std::min(v.grade[q - 1], v.grade[r - 1]);
  return sum / static_cast<double>(r);
}

// Pairs of a relevant and another document that are in the right order, over all; ties are none.
inline double accuracy(const View& v) {
  double right = 0, all = 0;
  for (std::size_t r = 1; r <= v.depth(); ++r) {
    for (std::size_t q = 1; q <= v.depth(); ++q) {
      if (v.gain[r - 1] <= 0 || v.gain[q - 1] > 0) continue;
      ++all;
      right += r < q ? 1 : 0;
    }
  }
  return all > 0 ? right / all : v.count(v.depth()) > 0 ? 1 : 0;
}

// C/W/L: W(r + 1) = W(r) C(r), the score is the sum of W(r) s(r) over that of W(r), down to K, or
// to 1,000.
inline double browsing(const std::string& name, const View& v) {
  const double p = number(v.settings, "p", 0.9), t = number(v.settings, "T", 1);
  const double low = number(v.settings, "min_rel", 0);
  const double high = number(v.settings, "max_rel", v.highest_grade);
  double weight = 1, weights = 0, sum = 0, found = 0;
  for (double r = 1; r <= (v.k == no_k ? 1000 : v.k); ++r) {
    const double grade = r <= static_cast<double>(v.grade.size()) ? v.grade[std::size_t(r) - 1] : 0;
    const double s = (std::clamp(grade, low, high) - low) / (high - low);
    found += s;
    weights += weight;
    sum += weight * s;
    const double insq = std::pow((r + 2 * t - 1) / (r + 2 * t), 2);
    const double u = t - found;
    if (name == "SDCG")
      weight *= std::log(r + 1) / std::log(r + 2);
    else if (name == "BPM")
      weight *= found < t ? 1 : 0;
    else if (name == "INSQ")
      weight *= insq;
    else if (name == "INST")
      weight *= std::pow((r + t + u - 1) / (r + t + u), 2);
    else if (name == "NERR8")
      weight *= 1 - s;
    else if (name == "NERR9")
      weight *= r / (r + 1) * (1 - s);
    else if (name == "NERR10")
      weight *= p * (1 - s);
    else if (name == "NERR11")
      weight *= insq * (1 - s);
    else
      return std::nan("");
  }
  return sum / weights;
}

// The list and the judgments as measures of a pool see them: grades by document, those below 0 of
// documents that are in the pool and not judged.
struct PoolView {
  List list;  // the top K
  std::map<std::string, int> grades;
  int least = 1;  // that is relevant

  bool is_known(const std::string& docno) const { return grades.contains(docno); }
  bool is_relevant(const std::string& docno) const {
    return is_known(docno) && grades.at(docno) >= least;
  }
  bool is_nonrelevant(const std::string& docno) const {
    return is_known(docno) && grades.at(docno) >= 0 && !is_relevant(docno);
  }
  double above(std::size_t place, bool (PoolView::*is)(const std::string&) const) const {
    return static_cast<double>(
        std::count_if(list.begin(), list.begin() + long(place),
                      [&](const auto& docno) { return (this->*is)(docno); }));
  }
};

inline double of_pool(const std::string& name, const PoolView& v) {
  double relevant = 0, nonrelevant = 0, sum = 0;
  for (const auto& [docno, grade] : v.grades) {
    relevant += v.is_relevant(docno) ? 1 : 0;
    nonrelevant += v.is_nonrelevant(docno) ? 1 : 0;
  }
  for (std::size_t i = 0; i < v.list.size(); ++i) {
    if (!v.is_relevant(v.list[i])) continue;
    const double right = v.above(i, &PoolView::is_relevant);
    const double wrong = v.above(i, &PoolView::is_nonrelevant);
    if (name == "Bpref") {
      const double whole = std::min(relevant, nonrelevant);
      sum += wrong == 0 ? 1 : 1 - std::min(wrong, relevant) / whole;
    } else if (name == "infAP") {
      const double rank = static_cast<double>(i) + 1;
      const double inferred = (right + 0.00001) / (right + wrong + 0.00002);
      sum += 1 / rank + v.above(i, &PoolView::is_known) / rank * inferred;
    } else {
      return std::nan("");
    }
  }
  return over(sum, relevant);
}

inline double traditional(const std::string& name, const View& v) {
  const auto precision = [&](std::size_t r) { return v.count(r) / static_cast<double>(r); };
  const double p = number(v.settings, "p", 0.8);
  const int highest = static_cast<int>(number(v.settings, "max-grade", v.highest_grade));
  const auto rbp = [&] {
    return (1 - p) * sum_at_relevant(v, v.depth(), [&](std::size_t r) {
             return std::pow(p, static_cast<double>(r) - 1);
           });
  };
  const auto sum_of_grades = [&](double k) {
    double sum = 0;
    for (std::size_t i = 0; i < v.ideal_grade.size() && static_cast<double>(i) < k; ++i) {
      sum += v.ideal_grade[i];
    }
    return sum;
  };
  const auto gap = [&] {
    return sum_at_relevant(v, v.depth(), [&](std::size_t r) { return expected_precision(v, r); });
  };
  if (name == "P") return v.count(v.depth()) / v.divisor;
  if (name == "R" || name == "SetR") return over(v.count(v.depth()), v.relevant());
  const double found = v.count(v.depth());
  const double retrieved = static_cast<double>(v.depth());
  if (name == "SetP") {
    const bool relative = given(v.settings, "relative", "False") == "True";
    return over(found, relative ? std::min(retrieved, v.relevant()) : retrieved);
  }
  if (name == "Success") return found > 0 ? 1 : 0;
  if (name == "Rprec") return over(v.count(std::min(v.depth(), v.ideal_gain.size())), v.relevant());
  if (name == "IPrec") {
    const double needed = std::round(number(v.settings, "recall", 0) * v.relevant());
    double best = 0;
    for (std::size_t r = 1; r <= v.gain.size(); ++r)
      if (v.count(r) >= needed) best = std::max(best, precision(r));
    return best;
  }
  if (name == "Accuracy") return accuracy(v);
  if (name == "SetAP") return over(found * found, retrieved * v.relevant());
  if (name == "SetF") {
    const double beta = number(v.settings, "beta", 1);
    return over((beta + 1) * found, beta * v.relevant() + retrieved);
  }
  if (name == "AP") return over(sum_at_relevant(v, v.depth(), precision), v.relevant());
  if (name == "aAP") return over(sum_at_relevant(v, v.depth(), precision), v.reachable());
  if (name == "RR") {
    for (std::size_t r = 1; r <= v.depth(); ++r)
      if (v.gain[r - 1] > 0) return 1.0 / static_cast<double>(r);
    return 0;
  }
  if (name == "DCG") return dcg(v, v.gain, v.k);
  if (name == "nDCG") return over(dcg(v, v.gain, v.k), dcg(v, v.ideal_gain, v.k));
  if (name == "enDCG") return over(dcg(v, v.gain, v.k), dcg(v, v.ideal_gain, 1e9));
  if (name == "RBP") return rbp();
  if (name == "nRBP") return over(rbp(), 1 - std::pow(p, v.reachable()));
  if (name == "ERR") return err(v.grade, v.k, highest);
  if (name == "nERR") return over(err(v.grade, v.k, highest), err(v.ideal_grade, v.k, highest));
  const auto irbu = [&](const std::vector<int>& grades) {
    const double phi = number(v.settings, "phi", 0.99);
    return stopping(grades, v.k, highest, [&](double r) { return std::pow(phi, r); });
  };
  if (name == "iRBU") return irbu(v.grade);
  if (name == "niRBU") return over(irbu(v.grade), irbu(v.ideal_grade));
  const auto ebr = [&](const View& view) {
    return stopping(view.grade, view.k, highest,
                    [&](double r) { return blended(view, static_cast<std::size_t>(r)); });
  };
  if (name == "EBR") return ebr(v);
  if (name == "nEBR") {
    View ideal = v;
    ideal.gain = v.ideal_gain;
    ideal.grade = v.ideal_grade;
    return over(ebr(v), ebr(ideal));
  }
  if (name == "Compat") return compatibility(v);
  const double browsed = browsing(name, v);
  if (!std::isnan(browsed)) return browsed;
  if (name == "Q") {
    return over(sum_at_relevant(v, v.depth(), [&](std::size_t r) { return blended(v, r); }),
                v.reachable());
  }
  if (name == "P+") return p_plus(v);
  if (name == "GAP") return over(gap(), sum_of_grades(1e9));
  if (name == "nGAP") return over(gap(), sum_of_grades(v.k));
  return std::nan("");
}

// Documents relevant to some node.
inline std::set<std::string> relevant_documents(const std::vector<Layer>& layers) {
  std::set<std::string> documents;
  for (const Layer& layer : layers) {
    for (const Node& node : layer)
      for (const auto& [docno, grade] : node.grades) documents.insert(docno);
  }
  return documents;
}

using GainOf = std::function<double(int)>;

// Global gain of a document, the layers weighing `weights`: sum of w_l P(i) g_i over the sum of
// w_l.
inline double global_gain(const std::vector<Layer>& layers, const std::vector<double>& weights,
                          const std::string& docno, const GainOf& gain_of,
                          const std::set<const Node*>& served = {}) {
  double sum = 0, whole = 0;
  for (std::size_t l = 0; l < layers.size(); ++l) {
    double gain = 0;
    for (const Node& node : layers[l]) {
      const int grade = node.grade(docno);
      if (grade > 0 && !served.contains(&node)) gain += node.weight * gain_of(grade);
    }
    sum += weights[l] * gain;
    whole += weights[l];
  }
  return whole > 0 ? sum / whole : 0;
}

inline void fill_gains(View& view, const std::vector<Layer>& layers,
                       const std::vector<double>& weights, const List& list, const GainOf& gain_of,
                       bool navigational_once) {
  std::set<const Node*> served;
  for (const std::string& docno : list) {
    view.gain.push_back(global_gain(layers, weights, docno, gain_of, served));
    view.grade.push_back(0);
    for (const Layer& layer : layers) {
      for (const Node& node : layer) {
        view.grade.back() = std::max(view.grade.back(), node.grade(docno));
        if (navigational_once && node.navigational && node.grade(docno) > 0) served.insert(&node);
      }
    }
  }
  for (const std::string& docno : relevant_documents(layers)) {
    const double gain = global_gain(layers, weights, docno, gain_of);
    if (gain <= 0) continue;
    view.ideal_gain.push_back(gain);
    int highest = 0;
    for (const Layer& layer : layers)
      for (const Node& node : layer) highest = std::max(highest, node.grade(docno));
    view.ideal_grade.push_back(highest);
  }
  std::sort(view.ideal_gain.rbegin(), view.ideal_gain.rend());
  std::sort(view.ideal_grade.rbegin(), view.ideal_grade.rend());
}

// How far a list covers a node of `all` layers, which hold its children if it has any.
inline double cover(const Node& node, const std::vector<Layer>& all, const List& list, double k,
                    const Settings& settings, int highest) {
  std::vector<double> below;
  for (const Layer& layer : all) {
    for (const Node& child : layer) {
      if (node.index < 0 || child.parent != node.index) continue;
      below.push_back(cover(child, all, list, k, settings, highest));
    }
  }
  if (given(settings, "cover", "any") == "given" && !below.empty()) {
    return node.needs_all ? *std::min_element(below.begin(), below.end())
                          : *std::max_element(below.begin(), below.end());
  }
  double best = 0;
  for (std::size_t i = 0; i < list.size() && static_cast<double>(i) < k; ++i)
    best = std::max<double>(best, node.grade(list[i]));
  return given(settings, "credit", "binary") == "graded" ? best / highest : best > 0 ? 1 : 0;
}

inline double recall(const std::vector<Layer>& layers, const std::vector<Layer>& all,
                     const List& list, double k, const Settings& settings, int highest) {
  const std::string weights = given(settings, "weights", "uniform");
  double found = 0, whole = 0;
  for (const Layer& layer : layers) {
    for (const Node& node : layer) {
      if (node.dummy && given(settings, "dummies", "counted") == "ignored") continue;
      const double weight = weights == "uniform" ? 1
                            : weights == "given" ? node.weight
                                                 : (node.vital ? 1 : 0);
      found += weight * cover(node, all, list, k, settings, highest);
      whole += weight;
    }
  }
  return over(found, whole);
}

// Novelty gain of a rank: each node counts (1 - alpha)^(its documents above).
inline double novelty(const Layer& layer, const List& list, std::size_t r, double alpha,
                      bool weighted) {
  double whole = 0, sum = 0;
  for (const Node& node : layer) whole += node.weight;
  for (const Node& node : layer) {
    if (node.grade(list[r - 1]) == 0) continue;
    double above = 0;
    for (std::size_t q = 1; q < r; ++q) above += node.grade(list[q - 1]) > 0 ? 1 : 0;
    sum += (weighted ? over(node.weight, whole) : 1.0) * std::pow(1 - alpha, above);
  }
  return sum;
}

inline double discount(const std::string& family, std::size_t r, double beta) {
  const auto rank = static_cast<double>(r);
  if (family == "alpha") return 1 / (std::log(rank + 1) / std::log(2.0));
  return family == "ERR" ? 1 / rank : std::pow(beta, rank - 1);
}

// The highest score of all lists of `rest` that begin with `list`.
inline double best_of(const std::set<std::string>& rest, const List& list, double k,
                      const std::function<double(const List&)>& score) {
  double best = score(list);
  if (static_cast<double>(list.size()) >= k) return best;
  for (const std::string& docno : rest) {
    List longer = list;
    longer.push_back(docno);
    std::set<std::string> others = rest;
    others.erase(docno);
    best = std::max(best, best_of(others, longer, k, score));
  }
  return best;
}

inline double cascade(const std::string& name, const Layer& layer, const List& list, double k,
                      double alpha, double beta, bool weighted, bool searched) {
  const std::map<std::string, std::pair<std::string, bool>> measures = {
      {"alpha-DCG", {"alpha", false}}, {"alpha-nDCG", {"alpha", true}}, {"ERR-IA", {"ERR", false}},
      {"nERR-IA", {"ERR", true}},      {"NRBP", {"NRBP", false}},       {"nNRBP", {"NRBP", true}}};
  if (!measures.contains(name)) return std::nan("");
  if (layer.empty()) return 0;
  const auto& [family, normalised] = measures.at(name);
  const auto score = [&, &family = family](const List& documents) {
    double sum = 0;
    for (std::size_t r = 1; r <= documents.size() && static_cast<double>(r) <= k; ++r)
      sum += novelty(layer, documents, r, alpha, weighted) * discount(family, r, beta);
    return sum;
  };
  if (!normalised) {
    const double first = weighted ? 1.0 : static_cast<double>(layer.size());
    if (family == "NRBP") return score(list) * (1 - (1 - alpha) * beta) / first;
    double perfect = 0;
    for (std::size_t r = 1; static_cast<double>(r) <= k; ++r) {
      perfect +=
          first * std::pow(1 - alpha, static_cast<double>(r) - 1) * discount(family, r, beta);
    }
    return score(list) / perfect;
  }
  std::set<std::string> rest = relevant_documents({layer});
  List ideal;
  // A patience of 1 with nothing redundant makes every NRBP 0.
  const double factor = family == "NRBP" ? 1 - (1 - alpha) * beta : 1;
  if (searched) return over(factor * score(list), factor * best_of(rest, {}, k, score));
  while (!rest.empty() && static_cast<double>(ideal.size()) < k) {
    std::string best;
    double most = -1;
    for (const std::string& docno : rest) {  // the last of those that tie
      ideal.push_back(docno);
      const double gain = novelty(layer, ideal, ideal.size(), alpha, weighted);
      ideal.pop_back();
      if (gain < most - 1e-12 * most) continue;
      best = docno;
      most = gain;
    }
    ideal.push_back(best);
    rest.erase(best);
  }
  return over(factor * score(list), factor * score(ideal));
}

// P and the like divide by `divisor`.
inline double counting(const std::string& name, const Layer& layer, const List& list, double k,
                       double divisor) {
  double any = 0, effective = 0, pairs = 0, precisions = 0;
  for (std::size_t r = 1; r <= list.size() && static_cast<double>(r) <= k; ++r) {
    bool is_relevant = false, is_effective = false;
    for (const Node& node : layer) {
      if (node.grade(list[r - 1]) == 0) continue;
      double above = 0;
      for (std::size_t q = 1; q < r; ++q) above += node.grade(list[q - 1]) > 0 ? 1 : 0;
      is_relevant = true;
      is_effective |= !node.navigational || above == 0;
      ++pairs;
      precisions += (above + 1) / static_cast<double>(r) / static_cast<double>(node.grades.size());
    }
    any += is_relevant ? 1 : 0;
    effective += is_effective ? 1 : 0;
  }
  const auto nodes = static_cast<double>(layer.size());
  if (name == "CP") return any / divisor;
  if (name == "Ef-P") return effective / divisor;
  if (name == "P-IA") return over(pairs, divisor * nodes);
  if (name == "MAP-IA") return over(precisions, nodes);
  return std::nan("");
}

// 1 where all nodes are covered whose weights are not 0.
inline double full_recall(const Layer& layer, const List& list, double k, const Settings& settings,
                          const std::vector<Layer>& all, int highest) {
  Layer counted;
  const std::string weights = given(settings, "weights", "uniform");
  for (const Node& node : layer) {
    const bool counts = weights == "uniform" || (weights == "given" && node.weight > 0) ||
                        (weights == "vital" && node.vital);
    if (counts) counted.push_back(node);
  }
  const double covered =
      recall({counted}, all, list, k, {{"cover", given(settings, "cover", "any")}}, highest) *
      static_cast<double>(counted.size());
  return !counted.empty() && covered > static_cast<double>(counted.size()) - 1e-9 ? 1 : 0;
}

using Similarity = std::function<double(const std::string&, const std::string&)>;

// Of the documents that are known.
inline double mean_distance(const List& list, const Similarity& similarity) {
  double sum = 0, pairs = 0;
  for (std::size_t i = 0; i < list.size(); ++i) {
    for (std::size_t j = i + 1; j < list.size(); ++j) {
      sum += 1 - similarity(list[i], list[j]);
      ++pairs;
    }
  }
  return over(sum, pairs);
}

// From the list in ascending order of the distances.
inline double least_distance(const List& list, const Similarity& similarity) {
  std::vector<double> distances;
  for (const auto& a : list) {
    for (const auto& b : list)
      if (a != b) distances.push_back(1 - similarity(a, b));
  }
  std::sort(distances.begin(), distances.end());
  return distances.empty() ? 0 : distances.front();
}

inline double duplicate_share(const List& list, const Similarity& similarity, double least) {
  double repeats = 0;
  for (std::size_t j = 0; j < list.size(); ++j) {
    double nearest = -2;
    for (std::size_t i = 0; i < j; ++i) nearest = std::max(nearest, similarity(list[i], list[j]));
    if (nearest >= least) ++repeats;
  }
  return list.empty() ? 1 : over(repeats, static_cast<double>(list.size()));
}

// Eigenvalues by rotations of Jacobi, pair by pair, until nothing is left beside the diagonal.
inline double vendi(const List& list, const Similarity& similarity) {
  const std::size_t n = list.size();
  std::vector<std::vector<double>> a(n, std::vector<double>(n));
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      a[i][j] = (i == j ? 1 : similarity(list[i], list[j])) / static_cast<double>(n);
  for (int sweep = 0; sweep < 60; ++sweep) {
    for (std::size_t p = 0; p < n; ++p) {
      for (std::size_t q = p + 1; q < n; ++q) {
        const double angle = std::atan2(2 * a[p][q], a[q][q] - a[p][p]) / 2;
        const double c = std::cos(angle), s = std::sin(angle);
        for (std::size_t i = 0; i < n; ++i) {
          const double x = a[i][p], y = a[i][q];
          a[i][p] = c * x - s * y;
          a[i][q] = s * x + c * y;
        }
        for (std::size_t i = 0; i < n; ++i) {
          const double x = a[p][i], y = a[q][i];
          a[p][i] = c * x - s * y;
          a[q][i] = s * x + c * y;
        }
      }
    }
  }
  double entropy = 0;
  for (std::size_t i = 0; i < n; ++i)
    if (a[i][i] > 1e-13) entropy -= a[i][i] * std::log(a[i][i]);
  return n == 0 ? 0 : std::exp(entropy);
}

// S@K [Dou19 eq. 5, 6], pair by pair.
inline double redundancy(
    const std::string& scheme, const Node& topic, const List& list, double k, bool relevant_pairs,
    const std::function<double(const std::string&, const std::string&)>& similarity) {
  const bool by_rank = scheme[0] == 'R', adjacent = scheme[1] == 'P';
  double sum = 0, whole = 0;
  const auto is_relevant = [&](std::size_t r) {
    return r <= list.size() && topic.grade(list[r - 1]) > 0;
  };
  for (std::size_t i = 1; static_cast<double>(i) <= k; ++i) {
    for (std::size_t j = i + 1; static_cast<double>(j) <= k; ++j) {
      const bool both = is_relevant(i) && is_relevant(j);
      bool between = false;
      for (std::size_t q = i + 1; q < j; ++q) between |= is_relevant(q);
      if (adjacent && (!both || between)) continue;
      if (relevant_pairs && !both) continue;
      const double w = by_rank ? (k - static_cast<double>(i + j) / 2) / k : 1;
      whole += w;
      if (both) sum += w * similarity(list[i - 1], list[j - 1]);
    }
  }
  return over(sum, whole);
}

// Shares by group, in the order of the groups.
using Shares = std::vector<std::pair<std::string, double>>;

// An attribute of documents.
struct Attribute {
  std::string name;
  bool is_ordinal = false;
  Shares target;
  std::map<std::string, Shares> memberships;  // by docno
};

// The first `parts` parts of a name.
inline std::string part_of(const std::string& group, int parts) {
  std::string found;
  for (const char c : group) {
    if (c == '/' && --parts == 0) break;
    found += c;
  }
  return found;
}

inline double share(const Shares& shares, const std::string& group) {
  for (const auto& [name, value] : shares)
    if (name == group) return value;
  return 0;
}

// Over the groups that the names become in a layer.
inline Shares in_layer(const Shares& shares, int layer) {
  Shares made;
  for (const auto& [group, value] : shares) {
    const std::string name = part_of(group, layer);
    const auto at = std::find_if(made.begin(), made.end(),
                                 [&](const auto& other) { return other.first == name; });
    if (at == made.end())
      made.emplace_back(name, value);
    else
      at->second += value;
  }
  return made;
}

inline Shares crossed(const Shares& a, const Shares& b) {
  Shares made;
  for (const auto& [x, p] : a)
    for (const auto& [y, q] : b) made.emplace_back(x + " " + y, p * q);
  return made;
}

inline Attribute crossed(const Attribute& a, const Attribute& b, const List& docnos) {
  const auto uniform = [](const Attribute& attribute) {
    Shares shares;
    for (const auto& [group, value] : attribute.target)
      shares.emplace_back(group, 1 / static_cast<double>(attribute.target.size()));
    return shares;
  };
  Attribute made{"", false, crossed(a.target, b.target), {}};
  for (const std::string& docno : docnos) {
    const bool in_a = a.memberships.contains(docno), in_b = b.memberships.contains(docno);
    if (!in_a && !in_b) continue;
    made.memberships[docno] = crossed(in_a ? a.memberships.at(docno) : uniform(a),
                                      in_b ? b.memberships.at(docno) : uniform(b));
  }
  return made;
}

inline Attribute in_layer(Attribute attribute, int layer) {
  attribute.target = in_layer(attribute.target, layer);
  for (auto& [docno, shares] : attribute.memberships) shares = in_layer(shares, layer);
  return attribute;
}

inline double jsd(const Shares& a, const Shares& b, double base) {
  double sum = 0;
  for (const auto& [group, q] : b) {
    const double p = share(a, group), mean = (p + q) / 2;
    if (p > 0) sum += p * std::log(p / mean) / std::log(base) / 2;
    if (q > 0) sum += q * std::log(q / mean) / std::log(base) / 2;
  }
  return sum;
}

inline double nmd(const Shares& a, const Shares& b) {
  double sum = 0, difference = 0;
  for (const auto& [group, q] : b) sum += std::abs(difference += share(a, group) - q);
  return sum / static_cast<double>(b.size() - 1);
}

inline double rnod(const Shares& a, const Shares& b) {
  double sum = 0, wanted = 0;
  for (std::size_t i = 0; i < b.size(); ++i) {
    if (b[i].second == 0) continue;
    ++wanted;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const double distance = std::abs(static_cast<double>(i) - static_cast<double>(j));
      sum += distance * std::pow(share(a, b[j].first) - b[j].second, 2);
    }
  }
  return std::sqrt(sum / wanted / static_cast<double>(b.size() - 1));
}

// What the first r documents of a list achieve, weighted by rank; nothing where nothing is known.
inline Shares achieved(const Attribute& attribute, const List& list, std::size_t r,
                       bool unknown_are_uniform, const std::function<double(double)>& weight) {
  Shares sums = attribute.target;
  for (auto& [group, value] : sums) value = 0;
  double whole = 0;
  for (std::size_t i = 0; i < r; ++i) {
    const auto known = attribute.memberships.find(list[i]);
    if (known == attribute.memberships.end() && !unknown_are_uniform) continue;
    const double w = weight(static_cast<double>(i + 1));
    whole += w;
    for (auto& [group, value] : sums) {
      value += w * (known == attribute.memberships.end() ? 1 / static_cast<double>(sums.size())
                                                         : share(known->second, group));
    }
  }
  if (whole == 0) return {};
  for (auto& [group, value] : sums) value /= whole;
  return sums;
}

inline double gf(const Attribute& attribute, const Node& topic, const List& list, double k,
                 int highest, const Settings& settings) {
  std::vector<int> grades;
  for (const std::string& docno : list) grades.push_back(topic.grade(docno));
  const bool uniform = given(settings, "unknown", "uniform") == "uniform";
  const std::string kind = attribute.is_ordinal ? given(settings, "divergence", "NMD") : "JSD";
  return stopping(grades, k, highest, [&](double r) {
    const Shares found =
        achieved(attribute, list, static_cast<std::size_t>(r), uniform, [](double) { return 1.0; });
    if (found.empty()) return 0.0;
    const Shares& target = attribute.target;
    return 1 - (kind == "NMD"    ? nmd(found, target)
                : kind == "RNOD" ? rnod(found, target)
                                 : jsd(found, target, 2));
  });
}

inline double awrf(const Attribute& attribute, const List& list, double k,
                   const Settings& settings) {
  const bool jk = given(settings, "discount", "log2") == "jk";
  const Shares found = achieved(attribute, list, std::min(list.size(), static_cast<std::size_t>(k)),
                                given(settings, "unknown", "ignored") == "uniform", [=](double r) {
                                  return 1 / std::log2(jk ? std::max(r, 2.0) : r + 1);
                                });
  if (found.empty()) return 0;
  return 1 - jsd(found, attribute.target, given(settings, "log", "2") == "2" ? 2 : std::exp(1.0));
}

inline double group_recall(const Attribute& attribute, const Node& topic, const List& list,
                           double k) {
  double covered = 0, all = 0;
  for (const auto& [group, wanted] : attribute.target) {
    double highest = 0, possible = 0;
    for (const auto& [docno, shares] : attribute.memberships) {
      const auto at = std::find(list.begin(), list.end(), docno);
      const bool is_found = at != list.end() && static_cast<double>(at - list.begin()) < k;
      if (topic.grade(docno) == 0) continue;
      possible = std::max(possible, share(shares, group));
      if (is_found) highest = std::max(highest, share(shares, group));
    }
    covered += highest;
    all += possible;
  }
  return over(covered, all);
}

}  // namespace subintent::internal::oracle
