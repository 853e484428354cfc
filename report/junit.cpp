#include "report/junit.h"

#include <fmt/format.h>

#include <algorithm>

#include "report/charts/svg.h"

namespace subintent::internal {

std::string junit_of(const std::string& suite, const std::vector<Check>& checks) {
  std::string out = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n<testsuite name=\"{}\" "
      "tests=\"{}\" failures=\"{}\" errors=\"0\" skipped=\"0\">\n",
      svg_text(suite), checks.size(), std::ranges::count(checks, true, &Check::failed));
  for (const Check& check : checks) {
    const std::string finding = svg_text(check.finding);
    out += fmt::format("<testcase classname=\"{}\" name=\"{}\">", svg_text(check.group),
                       svg_text(check.name));
    out += check.failed ? fmt::format("<failure message=\"{}\"/>", finding)
                        : fmt::format("<system-out>{}</system-out>", finding);
    out += "</testcase>\n";
  }
  return out + "</testsuite>\n</testsuites>\n";
}

}  // namespace subintent::internal
