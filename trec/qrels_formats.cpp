#include "trec/qrels_formats.h"

#include <algorithm>
#include <string>

#include "support/error.h"
#include "support/strings.h"

namespace subintent::internal {
namespace {

[[noreturn]] void refuse_grade(const Location& location, std::string_view grade) {
  throw Error(location,
              "the grade '" + printable(grade) + "' is not a whole number from -100 to 100",
              trec_qrels_advice);
}

JudgmentText open_trec(const TextFile& file) {
  return {lines_by_topic(file),
          [file](const TopicLines& topic, TopicBuilder& judgments, LineInWork& line) {
            for_each_line(topic, line, [&](const LineColumns& column) {
              require_columns(file, column, 4, 4, trec_qrels_advice);
              const auto grade = parse_integer(column[3]);
              const char* const place = column.bounds[0];
              if (!grade || !is_grade(*grade)) refuse_grade(file.location(place), column[3]);
              judgments.add(column[1], column[2], static_cast<std::int32_t>(*grade), place);
            });
          }};
}

constexpr QrelsFormat formats[] = {
    {"TREC", [](std::string_view) { return true; }, open_trec},
};

}  // namespace

std::span<const QrelsFormat> qrels_formats() {
  return formats;
}

const QrelsFormat& format_of_qrels(std::string_view text) {
  return *std::ranges::find_if(formats,
                               [&](const QrelsFormat& format) { return format.fits(text); });
}

}  // namespace subintent::internal
