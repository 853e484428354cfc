#include "study/exposure.h"

#include <algorithm>
#include <functional>

namespace subintent::internal {

Exposures expected_exposure(std::span<const std::span<const std::string_view>> samples,
                            const Grades& relevant, const ExposureUser& user) {
  Exposures sums;
  for (const std::span<const std::string_view> sample : samples) {
    double chance = 1;
    for (const std::string_view docno : sample.first(std::min(user.cutoff, sample.size()))) {
      sums[docno] += chance;
      chance *= user.patience * (relevant.contains(docno) ? 1 - user.stop : 1);
    }
  }
  for (auto& [docno, sum] : sums) sum /= static_cast<double>(samples.size());
  return sums;
}

// All documents above a relevant one are relevant, so that each rank has the same chance in every
// ideal ranking.
Exposures target_exposure(const Grades& relevant, const ExposureUser& user) {
  std::map<std::int32_t, std::vector<std::string_view>, std::greater<>> by_grade;
  for (const auto& [docno, grade] : relevant) by_grade[grade].push_back(docno);
  Exposures target;
  double chance = 1;
  std::size_t rank = 0;
  for (const auto& [grade, docnos] : by_grade) {
    double sum = 0;
    for (std::size_t i = 0; i < docnos.size() && rank < user.cutoff; ++i, ++rank) {
      sum += chance;
      chance *= user.patience * (1 - user.stop);
    }
    for (const std::string_view docno : docnos) {
      target[docno] = sum / static_cast<double>(docnos.size());
    }
  }
  return target;
}

ExposureScores exposure_scores(const Exposures& expected, const Exposures& target) {
  ExposureScores scores;
  for (const auto& [docno, wanted] : target) {
    const auto at = expected.find(docno);
    const double given = at == expected.end() ? 0 : at->second;
    scores.loss += (given - wanted) * (given - wanted);
    scores.relevance += given * wanted;
  }
  for (const auto& [docno, given] : expected) {
    scores.disparity += given * given;
    if (!target.contains(docno)) scores.loss += given * given;
  }
  return scores;
}

}  // namespace subintent::internal
