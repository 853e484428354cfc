// The numbers of the page for its script, as compact JSON. Numbers that name something are places
// in lists; numbers with fractions are whole numbers of billionths.
#include <cmath>
#include <span>
#include <string>

#include "io/json_writer.h"
#include "render/captions.h"
#include "render/page/section.h"
#include "render/text_layout.h"

namespace subintent::internal {
namespace {

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
    fraction(input_.test.alpha);
    json_.key("leastP");  // that is written as a number
    fraction(least_p(input_.test));
    json_.key("scores");  // by measure, topic, run
    json_.list(input_.scores.measures, [&](const ScoreMatrix& scores) {
      json_.list(scores.values, [&](double score) { fraction(score); });
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
  void label(std::string_view text) { json_.text(display_text(text)); }
  // Longer than a name.
  void line(std::string_view text, std::size_t longest) { json_.text(line_of(text, longest)); }
  // In billionths; what is not finite is null.
  void fraction(double value) { json_.number(std::round(value * 1e9)); }

  void names(std::string_view key, const std::vector<std::string>& names) {
    json_.key(key);
    json_.list(names, [&](const std::string& name) { label(name); });
  }

  void tested(std::span<const ComparedPair> pairs) {
    json_.open('[');
    for (const ComparedPair& pair : pairs) {
      fraction(pair.corrected);
      fraction(pair.low);
      fraction(pair.high);
      json_.number(pair.wins);
      json_.number(pair.losses);
    }
    json_.close(']');
  }

  void topic(const TopicView& view) {
    json_.open('{');
    json_.key("name");
    label(view.topic);
    json_.key("query");
    label(view.query);
    json_.key("intents");
    json_.list(view.intents, [&](const ViewedIntent& intent) { label(intent.label); });
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
    label(document.docno);
    json_.number(document.judged ? 1 : 0);
    if (is_relevant || document.text != nullptr) {
      fraction(document.gain);
      json_.open('[');
      for (const ViewedGrade& grade : document.grades) {
        json_.number(grade.intent);
        json_.number(grade.grade);
      }
      json_.close(']');
    }
    if (document.text != nullptr) {
      const std::string_view shown = headline(*document.text);
      label(shown == document.text->url ? std::string_view() : shown);
      line(document.text->url, 2048);
      if (is_relevant) line(document.text->excerpt, 80);
    }
    json_.close(']');
  }

  void hierarchy(const ViewedHierarchy& hierarchy) {
    json_.open('{');
    json_.key("name");
    label(hierarchy.name);
    json_.key("layers");
    json_.number(hierarchy.layers);
    json_.key("nodes");
    json_.list(hierarchy.nodes, [&](const ViewedNode& shown) { node(shown); });
    json_.close('}');
  }

  // [name, parent or -1, first layer, layer, intent or -1, left, width, weight, similarity or null,
  //  [document, ...], "description, label or terms", stability], without what is empty at its end
  void node(const ViewedNode& node) {
    json_.open('[');
    label(node.name);
    json_.number(node.parent ? static_cast<std::int64_t>(*node.parent) : -1);
    json_.number(node.first_layer);
    json_.number(node.layer);
    json_.number(node.intent ? static_cast<std::int64_t>(*node.intent) : -1);
    fraction(node.left);
    fraction(node.width);
    fraction(node.weight);
    node.similarity ? fraction(*node.similarity) : json_.none();
    json_.list(node.documents, [&](std::uint32_t place) { json_.number(place); });
    if (!node.text.empty() || node.stability) label(node.text);
    if (node.stability) fraction(*node.stability);
    json_.close(']');
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
