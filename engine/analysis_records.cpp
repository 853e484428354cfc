// Records of analyses, for who makes options and helps of them.
#include <map>

#include "compare/analyses/analysis.h"
#include "engine/named_analysis.h"
#include "subintent/analysis.h"

namespace subintent {

const std::vector<AnalysisRecord>& analyses_of(const std::string& command) {
  static const auto all = [] {
    std::map<std::string, std::vector<AnalysisRecord>> made;
    for (const internal::Analysis& analysis : internal::analyses()) {
      made[analysis.command].push_back(analysis);
    }
    return made;
  }();
  static const std::vector<AnalysisRecord> none;
  const auto found = all.find(command);
  return found == all.end() ? none : found->second;
}

AnalysisRecord analysis_record(const std::string& name) {
  const internal::NamedAnalysis named(name);
  return internal::record_of(*named.analysis, named.each);
}

}  // namespace subintent
