// The frame of all pages around their contents: head, policy, style, navigation, script.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "report/page/html.h"

namespace subintent::internal {

struct FramedSection {
  std::string_view id, title;
  Html content;
};

// `said` stands below the headline, `data` before the script; `title` is what the browser calls it.
std::string framed_page(const std::string& headline, const std::string& title, const Html& said,
                        const std::vector<FramedSection>& sections, const Html& data,
                        const std::string& script);

}  // namespace subintent::internal
