// The formats of judgments.
#pragma once

#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "core/collection/qrels_builder.h"
#include "core/collection/topic_lines.h"
#include "core/io/content.h"
#include "core/io/text_file.h"

namespace subintent::internal {

// A file of judgments, taken apart into topics.
struct JudgmentText {
  std::vector<TopicLines> topics;  // in label order

  // Adds the judgments of one of them. Called in parallel, once for each topic; `line` is for
  // read_topics().
  std::function<void(const TopicLines& topic, TopicQrelsBuilder& judgments, LineInWork& line)> read;

  // The memory of names that are not in the file as they stand.
  std::vector<Content> names = {};

  bool says_intents = false;  // by a heading, or by a list of grades
};

struct QrelsFormat {
  const char* name;
  // Looks at the beginning of a text only.
  bool (*fits)(std::string_view text);
  // Throws Error, naming file and line, for what is not in this format.
  JudgmentText (*open)(const TextFile& file);
};

// In the order in which they are tried; the last one, that of TREC, fits all texts.
std::span<const QrelsFormat> qrels_formats();

// The first format that fits.
const QrelsFormat& format_of_qrels(std::string_view text);

// Are there columns of judgments of TREC that are not read, a confidence and a judge?
bool has_unused_columns(std::string_view text);

inline constexpr const char* trec_qrels_advice = "write \"topic intent docno grade\"";

}  // namespace subintent::internal
