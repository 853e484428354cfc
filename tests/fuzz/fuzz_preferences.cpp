// Preferences of users: what is read is in order, and is written as lines that read the same.

#include "core/collection/preferences.h"
#include "input.h"
#include "subintent/program.h"

void subintent::internal::fuzz(std::string_view input) {
  writes_what_it_reads(input, [](const std::string& path) {
    std::string text =
        "topic\trun1\trun2\tparticipant\tleft\tseconds\tquestion\trepeat\tpreference\n";
    for (const UserPreference& judged : read_preferences(path)) {
      require(!judged.topic.empty() && !judged.participant.empty());
      require(!judged.run1.empty() && judged.run1 < judged.run2);
      require(judged.left.empty() || judged.left == judged.run1 || judged.left == judged.run2);
      for (const std::string* name :
           {&judged.topic, &judged.run1, &judged.run2, &judged.participant, &judged.left}) {
        if (control_in(*name)) return std::string();  // of JSON and CSV, which no line can hold
        text.append(*name) += '\t';
      }
      if (control_in(judged.question)) return std::string();
      if (judged.seconds) text += shortest(*judged.seconds);
      text.append("\t").append(judged.question).append(judged.repeat ? "\t1\t" : "\t0\t");
      text += judged.preference == Preference::first   ? ">\n"
              : judged.preference == Preference::equal ? "=\n"
                                                       : "<\n";
    }
    return text;
  });
}
