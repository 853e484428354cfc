// The formats of runs.
#pragma once

#include <span>
#include <string_view>

#include "core/collection/run.h"
#include "core/io/text_file.h"

namespace subintent::internal {

struct RunFormat {
  const char* name;
  // Looks at the beginning of a text only.
  bool (*fits)(std::string_view text);
  // Throws Error, naming file and line, for what is not in this format. `order` is that of the
  // lists.
  RunText (*open)(const TextFile& file, RunOrder order);
};

// In the order in which they are tried; the last one, that of TREC, fits all texts.
std::span<const RunFormat> run_formats();

// The first format that fits.
const RunFormat& format_of_run(std::string_view text);

inline constexpr const char* trec_run_advice = "write \"topic Q0 docno rank score tag\"";

}  // namespace subintent::internal
