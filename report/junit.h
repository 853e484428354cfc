// Findings that may fail, in the XML of JUnit, as continuous integration shows them.
#pragma once

#include <string>
#include <vector>

namespace subintent::internal {

struct Check {
  std::string group, name;  // "new.run", "alpha-nDCG@20"
  std::string finding;      // a sentence
  bool failed = false;
};

// A suite with a test case for each check, the finding as its message.
std::string junit_of(const std::string& suite, const std::vector<Check>& checks);

}  // namespace subintent::internal
