// The numbers of the page for its script, as compact JSON. Numbers that name something are places
// in lists; numbers with fractions are whole numbers of billionths.
#include <cmath>
#include <span>
#include <string>

#include "report/page/section.h"
#include "report/text_layout.h"
#include "support/json.h"

namespace subintent::internal {
namespace {

// A list or an object that is being written: commas go between what is added.
class JsonWriter {
 public:
  std::string out;

  void text(std::string_view text) {
    comma();
    append_json_string(out, display_text(text));
  }
  // Longer than a name.
  void line(std::string_view text, std::size_t longest) {
    comma();
    append_json_string(out, line_of(text, longest));
  }
  template <std::integral Number>
  void number(Number value) {
    comma();
    out += std::to_string(value);
  }
  // In billionths; what is not finite is null.
  void fraction(double value) {
    comma();
    append_json_number(out, std::round(value * 1e9));
  }
  void none() {
    comma();
    out += "null";
  }
  void key(std::string_view name) {
    comma();
    append_json_string(out, name);
    out += ':';
    is_first_ = true;
  }
  template <typename Values, typename Write>
  void list(const Values& values, Write write) {
    open('[');
    for (const auto& value : values) write(value);
    close(']');
  }
  void open(char bracket) {
    comma();
    out += bracket;
    is_first_ = true;
  }
  void close(char bracket) {
    out += bracket;
    is_first_ = false;
  }

 private:
  void comma() {
    if (!is_first_) out += ',';
    is_first_ = false;
  }
  bool is_first_ = true;
};

class DataWriter {
 public:
  explicit DataWriter(const PageContext& context) : context_(context), input_(context.input) {}

  std::string write() {
    json_.open('{');
    names("runs", input_.scores.runs);
    names("measures", input_.scores.measure_names());
    json_.key("shown");
    json_.list(context_.shown_runs, [&](std::size_t run) { json_.number(run); });
    json_.key("alpha");
    json_.fraction(input_.test.alpha);
    json_.key("leastP");  // that is written as a number
    json_.fraction(least_p(input_.test));
    json_.key("scores");  // by measure, topic, run
    json_.list(input_.scores.measures, [&](const ScoreMatrix& scores) {
      json_.list(scores.values, [&](double score) { json_.fraction(score); });
    });
    json_.key("tests");  // by measure and pair of runs: p, interval, wins, losses
    json_.open('[');
    for (std::size_t m = 0; m < context_.measures(); ++m) tested(context_.tested.by_measure(m));
    json_.close(']');
    json_.key("topics");
    json_.list(context_.topics, [&](const TopicView& view) { topic(view); });
    json_.close('}');
    return std::move(json_.out);
  }

 private:
  void names(std::string_view key, const std::vector<std::string>& names) {
    json_.key(key);
    json_.list(names, [&](const std::string& name) { json_.text(name); });
  }

  void tested(std::span<const ComparedPair> pairs) {
    json_.open('[');
    for (const ComparedPair& pair : pairs) {
      json_.fraction(pair.corrected);
      json_.fraction(pair.low);
      json_.fraction(pair.high);
      json_.number(pair.wins);
      json_.number(pair.losses);
    }
    json_.close(']');
  }

  void topic(const TopicView& view) {
    json_.open('{');
    json_.key("name");
    json_.text(view.topic);
    json_.key("query");
    json_.text(view.query);
    json_.key("intents");
    json_.list(view.intents, [&](const ViewedIntent& intent) { json_.text(intent.label); });
    json_.key("documents");
    json_.list(view.documents, [&](const ViewedDocument& shown) { document(shown); });
    json_.key("hierarchies");
    json_.list(view.hierarchies, [&](const ViewedHierarchy& shown) { hierarchy(shown); });
    json_.key("rankings");
    json_.list(view.rankings, [&](const std::vector<std::uint32_t>& ranking) {
      json_.list(ranking, [&](std::uint32_t place) { json_.number(place); });
    });
    json_.close('}');
  }

  // [docno, judged, gain, [intent, grade, ...], title, URL, excerpt], without what is empty at its
  // end. Excerpts are of relevant documents.
  void document(const ViewedDocument& document) {
    const bool is_relevant = !document.grades.empty();
    json_.open('[');
    json_.text(document.docno);
    json_.number(document.judged ? 1 : 0);
    if (is_relevant || document.text != nullptr) {
      json_.fraction(document.gain);
      json_.open('[');
      for (const ViewedGrade& grade : document.grades) {
        json_.number(grade.intent);
        json_.number(grade.grade);
      }
      json_.close(']');
    }
    if (document.text != nullptr) {
      json_.text(document.text->title);
      json_.line(document.text->url, 2048);
      if (is_relevant) json_.line(document.text->excerpt, 80);
    }
    json_.close(']');
  }

  void hierarchy(const ViewedHierarchy& hierarchy) {
    json_.open('{');
    json_.key("name");
    json_.text(hierarchy.name);
    json_.key("layers");
    json_.number(hierarchy.layers);
    json_.key("nodes");
    json_.list(hierarchy.nodes, [&](const ViewedNode& shown) { node(shown); });
    json_.close('}');
  }

  // [name, parent or -1, first layer, layer, intent or -1, left, width, weight, similarity or null,
  //  [document, ...], "label or terms"]
  void node(const ViewedNode& node) {
    json_.open('[');
    json_.text(node.name);
    json_.number(node.parent ? static_cast<std::int64_t>(*node.parent) : -1);
    json_.number(node.first_layer);
    json_.number(node.layer);
    json_.number(node.intent ? static_cast<std::int64_t>(*node.intent) : -1);
    json_.fraction(node.left);
    json_.fraction(node.width);
    json_.fraction(node.weight);
    node.similarity ? json_.fraction(*node.similarity) : json_.none();
    json_.list(node.documents, [&](std::uint32_t place) { json_.number(place); });
    std::string terms;
    for (const std::string& term : node.terms) terms += (terms.empty() ? "" : " ") + term;
    if (!terms.empty()) json_.text(terms);
    json_.close(']');
  }

  const PageContext& context_;
  const PageInput& input_;
  JsonWriter json_;
};

// So that nothing in it can end the element, or begin a comment.
std::string without_tags(std::string_view json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace

Html data_element(const PageContext& context) {
  return html("<script type=\"application/json\" id=\"data\">{}</script>\n",
              Html::trusted(without_tags(DataWriter(context).write())));
}

}  // namespace subintent::internal
