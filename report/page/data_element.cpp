// The numbers of the page for its script, as compact JSON. Numbers that name something are places
// in lists; numbers with fractions are whole numbers of billionths. What is long is packed
// (packed.h).
#include <fmt/format.h>

#include <cmath>

#include "core/base/parallel.h"
#include "core/io/encode.h"
#include "core/io/json.h"
#include "report/captions.h"
#include "report/page/packed.h"
#include "report/page/section.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {

void NumberPacker::add(std::int64_t number) {
  auto code = static_cast<std::uint64_t>(number >= 0 ? 1 + 2 * number : -2 * number);
  for (; code > 127; code >>= 7) bytes_ += static_cast<char>((code & 127) | 128);
  bytes_ += static_cast<char>(code);
}

void NumberPacker::add_units(double value, std::int64_t unit) {
  const double rounded = std::round(value * 1e9 / static_cast<double>(unit));
  if (std::fabs(rounded) < largest_packed)
    add(static_cast<std::int64_t>(rounded));
  else
    add_none();
}

std::string packed(std::string_view bytes) {
  return fmt::format("[{},\"{}\"]", bytes.size(), base64(deflated(bytes)));
}

std::string NameShortener::shortened(std::string_view name) {
  constexpr std::size_t most = 70;
  const auto is_ascii = [](char c) { return static_cast<unsigned char>(c) < 128; };
  std::size_t same = 0;
  while (same < std::min({most, name.size(), last_.size()}) && name[same] == last_[same] &&
         is_ascii(name[same]))
    ++same;
  last_ = name;
  return static_cast<char>('0' + same) + std::string(name.substr(same));
}

namespace {

// Rounds as "{:.4f}" does.
std::int64_t with_four_decimals(double value) {
  return static_cast<std::int64_t>(std::nearbyint(value * 1e4));
}

// The difference of two means in billionths.
std::int64_t difference_of(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t unit = 100'000;
  const std::int64_t from = a - b + unit / 2;
  return from / unit - (from % unit < 0 ? 1 : 0);
}

struct Count {
  std::int64_t wins = 0, losses = 0;
};

// Over topics; scores stand by topic and run.
Count count(const std::vector<std::int64_t>& scores, std::size_t runs, RunPair pair) {
  Count counted;
  for (std::size_t topic = 0; topic < scores.size(); topic += runs) {
    const std::int64_t difference = scores[topic + pair.first] - scores[topic + pair.second];
    counted.wins += difference > 1;
    counted.losses += difference < -1;
  }
  return counted;
}

std::vector<std::int64_t> billionths(std::span<const double> values, std::int64_t unit = 1) {
  std::vector<std::int64_t> rounded;
  rounded.reserve(values.size());
  for (const double value : values) {
    const double units = std::isfinite(value) ? value * 1e9 / static_cast<double>(unit) : 0;
    rounded.push_back(static_cast<std::int64_t>(std::round(units)) * unit);
  }
  return rounded;
}

// In billionths; what is not finite is null.
void add_fraction(JsonWriter& json, double value) {
  json.number(std::round(value * 1e9));
}

void add_label(JsonWriter& json, std::string_view text) {
  json.text(display_text(text));
}

// A topic, in two parts: text, and the ranked lists.
class TopicWriter {
 public:
  TopicWriter(const PageContext& context, std::size_t topic)
      : view_(context.topics[topic]), knows_unjudged_(context.knows_unjudged) {}

  std::string text() && {
    json_.open('{');
    json_.member("intents", view_.intents, [&](const ViewedIntent& intent) {
      json_.open('[');
      add_label(json_, intent.label);
      json_.text(line_of(intent.text));
      json_.close(']');
    });
    json_.member("documents", view_.documents,
                 [&](const ViewedDocument& shown) { document(shown); });
    json_.member("hierarchies", view_.hierarchies,
                 [&](const ViewedHierarchy& shown) { hierarchy(shown); });
    if (!view_.penalties.empty()) {
      json_.member("penalties", view_.penalties,
                   [&](const ViewedPenalty& penalty) { json_.value(penalty.grades); });
    }
    json_.close('}');
    return std::move(json_.out);
  }

  // For each run: the number of documents, then their places.
  static NumberPacker rankings(const TopicView& view) {
    NumberPacker numbers;
    for (const auto& ranking : view.rankings) {
      numbers.add(static_cast<std::int64_t>(ranking.size()));
      for (const std::uint32_t place : ranking) numbers.add(place);
    }
    return numbers;
  }

 private:
  // [docno as shortened, 0 if known to be unjudged, gain, [intent, grade, ...], title, URL,
  // excerpt], without what is empty at its end. Excerpts are of relevant documents.
  void document(const ViewedDocument& document) {
    const bool is_relevant = !document.grades.empty();
    json_.open('[');
    json_.text(docnos_.shortened(display_text(document.docno)));
    json_.number(document.judged || !knows_unjudged_ ? 1 : 0);
    if (is_relevant || document.text != nullptr) {
      add_fraction(json_, document.gain);
      json_.open('[');
      for (const ViewedGrade& grade : document.grades) {
        json_.number(grade.intent);
        json_.number(grade.grade);
      }
      json_.close(']');
    }
    if (document.text != nullptr) {
      const std::string_view shown = headline(*document.text);
      add_label(json_, shown == document.text->url ? std::string_view() : shown);
      json_.text(line_of(document.text->url, 2048));
      if (is_relevant) json_.text(line_of(document.text->excerpt, 80));
    }
    json_.close(']');
  }

  void hierarchy(const ViewedHierarchy& hierarchy) {
    json_.open('{');
    json_.key("name");
    add_label(json_, hierarchy.name);
    json_.member("layers", hierarchy.layers);
    json_.member("nodes", hierarchy.nodes, [&](const ViewedNode& shown) { node(shown); });
    json_.close('}');
  }

  // [name, parent or -1, first layer, layer, intent or -1, left, width, weight, similarity or null,
  //  [document, ...], "description, label or terms"], the last only where there is one
  void node(const ViewedNode& node) {
    json_.open('[');
    add_label(json_, node.name);
    json_.number(node.parent ? static_cast<std::int64_t>(*node.parent) : -1);
    json_.number(node.first_layer);
    json_.number(node.layer);
    json_.number(node.intent ? static_cast<std::int64_t>(*node.intent) : -1);
    add_fraction(json_, node.left);
    add_fraction(json_, node.width);
    add_fraction(json_, node.weight);
    node.similarity ? add_fraction(json_, *node.similarity) : json_.none();
    json_.value(node.documents);
    if (!node.text.empty()) add_label(json_, node.text);
    json_.close(']');
  }

  const TopicView& view_;
  bool knows_unjudged_;
  NameShortener docnos_;
  JsonWriter json_;
};

// The results of tests of every two runs by a measure: five columns, each with a number for every
// pair in the order of all_pairs(): 2 p and whether it is significant; how wide the interval is,
// none if it is infinite; how far its two ends together are from twice the difference of the means;
// and how far wins and losses are from those that scores in billionths give, rounded to `unit` of
// them, where 1 is a tie.
NumberPacker tested_numbers(const ScoreMatrix& scores, const TestedGroup& tested,
                            std::size_t measure, std::int64_t unit) {
  NumberPacker numbers;
  if (tested.pairs.empty()) return numbers;
  const auto pairs = tested.by_measure(measure);
  const std::vector<std::int64_t> rounded = billionths(scores.values, unit);
  const std::vector<std::int64_t> means = billionths(scores.means());
  const auto is_finite = [](const ComparedPair& pair) {
    return std::isfinite(pair.low) && std::isfinite(pair.high);
  };
  for (const ComparedPair& pair : pairs) {
    const std::int64_t p = pair.corrected < 0.0001 ? 0 : with_four_decimals(pair.corrected);
    numbers.add(2 * p + (pair.significant ? 1 : 0));
  }
  for (const ComparedPair& pair : pairs) {
    is_finite(pair) ? numbers.add(with_four_decimals(pair.high) - with_four_decimals(pair.low))
                    : numbers.add_none();
  }
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    if (!is_finite(pairs[i])) {
      numbers.add_none();
      continue;
    }
    const std::int64_t middle =
        difference_of(means[tested.pairs[i].first], means[tested.pairs[i].second]);
    numbers.add(with_four_decimals(pairs[i].low) + with_four_decimals(pairs[i].high) - 2 * middle);
  }
  std::vector<Count> counted;
  for (const RunPair pair : tested.pairs) counted.push_back(count(rounded, scores.runs, pair));
  for (std::size_t i = 0; i < pairs.size(); ++i) numbers.add(pairs[i].wins - counted[i].wins);
  for (std::size_t i = 0; i < pairs.size(); ++i) numbers.add(pairs[i].losses - counted[i].losses);
  return numbers;
}

class DataWriter {
 public:
  explicit DataWriter(const PageContext& context) : context_(context), input_(context.input) {}

  std::string write() {
    json_.open('{');
    names("runs", input_.scores.runs);
    names("measures", input_.scores.measure_names());
    json_.member("shown", context_.shown_runs);
    json_.key("leastP");  // that is written as a number
    add_fraction(json_, least_p(input_.test));
    // By measure and run.
    json_.member("means", input_.scores.measures, [&](const ScoreMatrix& scores) {
      json_.list(scores.means(), [&](double mean) { add_fraction(json_, mean); });
    });
    scores_and_tests();
    topics();
    json_.close('}');
    return std::move(json_.out);
  }

 private:
  void names(std::string_view key, const std::vector<std::string>& names) {
    json_.member(key, names, [&](const std::string& name) { add_label(json_, name); });
  }

  // By measure: scores by topic and run, and tests of every two runs.
  void scores_and_tests() {
    std::vector<std::string> scores(context_.measures()), tests(context_.measures());
    parallel_for(context_.measures(), [&](std::size_t m) {
      const ScoreMatrix& matrix = input_.scores.measures[m];
      NumberPacker numbers;
      for (const double score : matrix.values) numbers.add_units(score, context_.score_unit());
      scores[m] = packed(numbers);
      tests[m] = packed(tested_numbers(matrix, context_.tested, m, context_.score_unit()));
    });
    json_.member("unit", context_.score_unit());  // of scores, in billionths
    json_.member("scores", scores, [&](const std::string& part) { json_.json(part); });
    json_.member("tests", tests, [&](const std::string& part) { json_.json(part); });
  }

  // [name, query, text, rankings]
  void topics() {
    struct Packed {
      std::string text, rankings;
    };
    std::vector<Packed> parts(context_.topics.size());
    parallel_for(parts.size(), [&](std::size_t t) {
      const TopicView& view = context_.topics[t];
      parts[t] = {packed(TopicWriter(context_, t).text()), packed(TopicWriter::rankings(view))};
    });
    json_.member("hierarchies", hierarchy_names(),
                 [&](std::string_view name) { add_label(json_, name); });
    json_.member("texts", input_.captions.texts.empty() ? 0 : 1);  // were any given?
    std::size_t t = 0;
    json_.member("topics", parts, [&](const Packed& part) {
      json_.within("[]", [&] {
        add_label(json_, context_.topics[t].topic);
        add_label(json_, context_.topics[t++].query);
        json_.json(part.text);
        json_.json(part.rankings);
      });
    });
  }

  // Names that any topic has, in their order.
  std::vector<std::string_view> hierarchy_names() const {
    std::vector<std::string_view> names;
    for (const TopicView& view : context_.topics) {
      for (const ViewedHierarchy& hierarchy : view.hierarchies)
        if (std::ranges::count(names, hierarchy.name) == 0) names.emplace_back(hierarchy.name);
    }
    return names;
  }

  const PageContext& context_;
  const PageInput& input_;
  JsonWriter json_;
};

}  // namespace

Html data_element(const PageContext& context) {
  return html("<script type=\"application/json\" id=\"data\">{}</script>\n",
              Html::trusted(safe_in_element(DataWriter(context).write())));
}

}  // namespace subintent::internal
