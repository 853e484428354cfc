// Dicts as Python writes them: numbers by topic and docno, or by topic, intent and docno.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/name_table.h"
#include "collection/json_scanner.h"
#include "collection/reciprocal_ranks.h"
#include "collection/topic_lines.h"
#include "io/content.h"
#include "io/text_file.h"
#include "subintent/program.h"

namespace subintent::internal {

// {"topic": {"docno": number, ...}, ...} or {"topic": {"intent": {"docno": number, ...}, ...},
// ...}; of runs also {"topic": ["docno", ...], ...}.
class JsonDict {
 public:
  // Does the text begin as an object with members does?
  static bool fits(std::string_view text);

  // Throws Error, naming the line, for what is not an object of objects, or of arrays where there
  // may be lists, and for a topic that is there twice. `advice` is for this and other errors.
  JsonDict(const TextFile& file, const char* advice, bool may_be_lists = false);

  // The objects of each topic, in label order. To be called once.
  std::vector<TopicLines> take_topics() { return std::move(topics_); }

  // Where names lie that are not in the file as they stand.
  std::vector<Content> names() const { return {text_.names.text()}; }

  struct Entry {
    std::string_view intent;  // empty where there are none
    std::string_view docno;
    double number;  // of a list: 1 / rank
    const char* place;
  };

  // Calls use(entry) for each number of a topic. Throws Error, naming the line, for what is neither
  // a number nor, where a topic's intents belong, an object of numbers; for both in one topic; for
  // an intent that is there twice; and for a name that is empty or holds control characters.
  template <typename Use>
  void read(const TopicLines& topic, LineInWork& line, Use use) const {
    read(topic, line, use, [&](std::string_view intent, std::span<const RankedLine> lines) {
      for (const RankedLine& one : lines) {
        line = one.docno;
        use(Entry{intent, {one.docno, one.docno_size}, one.score, line});
      }
    });
  }

  // Likewise, but calls use_usual(intent, lines) for several at a time that a kernel has read,
  // whose scores are the numbers.
  template <typename Use, typename UseUsual>
  void read(const TopicLines& topic, LineInWork& line, Use use, UseUsual use_usual) const {
    bool has_intents = false, has_none = false;
    std::optional<NameTable> intents;
    for (const std::string_view piece : topic.pieces) {
      JsonScanner scanner(text_, piece, is_plain(piece), topic.topic, line);
      if (scanner.next() == '[') {
        read_list(scanner, line, use, use_usual);
        continue;
      }
      const auto use_number = [&](std::string_view intent, std::string_view docno) {
        line = scanner.place();
        const double number = scanner.number(docno);
        use(Entry{intent, docno, number, line});
      };
      const auto pass_numbers = [&](std::string_view intent) {
        scanner.pass_usual(&JsonKernel::read_members, [&](std::span<const RankedLine> lines) {
          has_none |= intent.empty();
          use_usual(intent, lines);
        });
      };
      const auto pass_members = [&] {
        if (!has_intents) pass_numbers({});
      };
      scanner.for_each_member(pass_members, [&](std::string_view name) {
        const bool is_intent = scanner.next() == '{';
        (is_intent ? has_intents : has_none) = true;
        if (has_intents && has_none) {
          scanner.refuse("'" + printable(name) + "' stands beside members of another kind");
        }
        if (!is_intent) return use_number({}, name);
        if (!intents) intents.emplace();
        if (!intents->insert(name).second) {
          scanner.refuse("intent '" + printable(name) + "' occurs twice");
        }
        scanner.for_each_member([&] { pass_numbers(name); },
                                [&](std::string_view docno) { use_number(name, docno); });
      });
    }
    line = nullptr;
  }

 private:
  bool is_plain(std::string_view piece) const;

  template <typename Use, typename UseUsual>
  static void read_list(JsonScanner& scanner, LineInWork& line, Use use, UseUsual use_usual) {
    double rank = 0;
    const auto pass_names = [&] {
      scanner.pass_usual(&JsonKernel::read_strings, [&](std::span<RankedLine> lines) {
        set_scores_of_next_ranks(lines, rank);
        rank += static_cast<double>(lines.size());
        use_usual(std::string_view(), lines);
      });
    };
    scanner.for_each_element(pass_names, [&] {
      line = scanner.place();
      use(Entry{{}, scanner.name_value(), 1 / ++rank, line});
    });
    scanner.require_end();
  }

  JsonText text_;
  std::vector<const char*> not_plain_;  // where objects of topics begin whose names need a look
  std::vector<TopicLines> topics_;
};

}  // namespace subintent::internal
