#include "report/explain.h"

#include <fmt/format.h>

#include <set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "report/charts/display_width.h"
#include "report/data_table.h"
#include "report/report_text.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t shown_documents = 5;
constexpr std::size_t shortest_title = 20;  // columns, however narrow the terminal
constexpr std::string_view bold = "1", dim = "2";

// The pieces that branches are drawn with; all of one width.
struct Branches {
  std::string fork, corner, line, gap, cut;
};

// `step` columns a level, 1 to 3.
Branches make_branches(std::size_t step, bool ascii) {
  Branches branches = ascii ? Branches{"|", "`", "|", " ", "~"} : Branches{"├", "└", "│", " ", "…"};
  const std::string dash = ascii ? "-" : "─";
  for (std::size_t column = 1; column < step; ++column) {
    const bool last = column == 2;
    branches.fork += last ? " " : dash;
    branches.corner += last ? " " : dash;
    branches.line += ' ';
    branches.gap += ' ';
  }
  return branches;
}

class TreeDrawing {
 public:
  TreeDrawing(const Hierarchy& hierarchy, const std::vector<std::vector<std::string>>& terms,
              const ExplainOptions& options)
      : hierarchy_(hierarchy),
        terms_(terms),
        options_(options),
        children_(children_of(hierarchy)) {}

  std::string draw() {
    const std::vector<std::uint32_t> tops = top_nodes();
    const std::size_t deepest = hierarchy_.layers - hierarchy_.nodes[tops[0]].layer + 1;
    while (step_ > 1 && deepest * step_ > options_.width / 2) --step_;
    branches_ = make_branches(step_, options_.ascii);
    append_wrapped(
        out_, "", "",
        {{"topic " + options_.captions.topic(hierarchy_.topic) + ":", style(bold)}, {summary()}},
        options_.width);
    push(tops, 0);
    while (!open_.empty()) {
      const Open at = open_.back();
      open_.pop_back();
      last_.resize(at.depth);
      visit(at);
    }
    return std::move(out_);
  }

 private:
  struct Open {
    std::uint32_t node;
    std::size_t depth;
    bool last;  // of its siblings
  };

  std::string_view style(std::string_view wanted) const {
    return options_.colour ? wanted : std::string_view();
  }

  const HierarchyNode& node(std::uint32_t index) const { return hierarchy_.nodes[index]; }

  std::string summary() const {
    return count_of(hierarchy_.layers, "layer") + ", " + count_of(hierarchy_.nodes.size(), "node");
  }

  // The topmost nodes of the intent asked for, or those under the root.
  std::vector<std::uint32_t> top_nodes() const {
    if (!options_.intent) return children_.back();
    std::vector<std::uint32_t> tops;
    std::vector<std::string> known;
    for (std::uint32_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      if (node(i).intent == options_.intent && starts_intent(hierarchy_, i)) tops.push_back(i);
      known.push_back(node(i).intent);
    }
    if (tops.empty()) {
      std::sort(known.begin(), known.end(), label_less);
      known.erase(std::unique(known.begin(), known.end()), known.end());
      throw Error(
          Location{options_.file, 0},
          "topic " + printable(hierarchy_.topic) + " has no intent " + printable(*options_.intent),
          "it has " + listed_names(known));
    }
    return tops;
  }

  void push(const std::vector<std::uint32_t>& siblings, std::size_t depth) {
    for (auto i = siblings.rbegin(); i != siblings.rend(); ++i)
      open_.push_back({*i, depth, i == siblings.rbegin()});
  }

  void visit(const Open& at) {
    std::uint32_t end = at.node, dummies = 0;
    while (leads_to_another(end)) {
      end = children_[end][0];
      ++dummies;
    }
    const bool leaf = children_[end].empty();
    const std::string above = prefix(at.depth);
    const std::string first = above + (at.last ? branches_.corner : branches_.fork);
    last_.push_back(at.last);
    const std::string rest = prefix(at.depth + 1);
    // Lines that belong to the node stand beside the branch to its children.
    const std::string beside = rest + (leaf ? branches_.gap : branches_.line);
    append_wrapped(out_, first, beside, headline(at.node, end, dummies), options_.width);
    append_caption(end, beside);
    append_terms(at.node, end, beside);
    if (leaf) {
      append_documents(out_, beside, hierarchy_, node(end).docs, options_);
    } else if (options_.depth && node(end).layer >= *options_.depth) {
      append_wrapped(out_, rest + branches_.corner, rest + branches_.gap,
                     {{folded(end), style(dim)}}, options_.width);
    } else {
      push(children_[end], at.depth + 1);
    }
  }

  // "2 intents, 17 subintents folded", what there is below a node but for dummies.
  std::string folded(std::uint32_t top) const {
    std::size_t intents = 0, others = 0;
    std::vector<std::uint32_t> open = children_[top];
    while (!open.empty()) {
      const std::uint32_t at = open.back();
      open.pop_back();
      open.insert(open.end(), children_[at].begin(), children_[at].end());
      if (leads_to_another(at)) continue;
      ++(names_intent(at) ? intents : others);
    }
    std::string text = intents > 0 ? count_of(intents, "intent") : "";
    if (others > 0) text += (intents > 0 ? ", " : "") + count_of(others, "subintent");
    return text + " folded";
  }

  bool names_intent(std::uint32_t index) const {
    return node(index).intent != "*" && is_first_of_intent(hierarchy_, index);
  }

  bool leads_to_another(std::uint32_t index) const {
    return node(index).dummy && children_[index].size() == 1;
  }

  // The branches to the left of a node; in trees too deep for the width only the last of them.
  std::string prefix(std::size_t depth) const {
    const std::size_t most = std::max<std::size_t>(1, options_.width / 2 / step_);
    std::string drawn;
    std::size_t level = 0;
    if (depth > most) {
      level = depth - most + 1;
      drawn = branches_.cut + std::string(step_ - 1, ' ');
    }
    for (; level < depth; ++level) drawn += last_[level] ? branches_.gap : branches_.line;
    return drawn;
  }

  std::string name(std::uint32_t end) const {
    if (!names_intent(end)) return "subintent";
    const HierarchyNode& shown = node(end);
    const bool groups = !children_[end].empty() && node(children_[end][0]).intent != shown.intent;
    return display_text((groups ? "superintent " : "intent ") + shown.intent);
  }

  std::vector<StyledWord> headline(std::uint32_t first, std::uint32_t end,
                                   std::uint32_t dummies) const {
    const HierarchyNode& shown = node(end);
    std::vector<StyledWord> words{{name(end) + ":", names_intent(end) ? style(bold) : ""}};
    words.push_back({layers(node(first).layer, shown.layer, options_.ascii) + ","});
    words.push_back({fmt::format("weight {:.3f},", shown.weight)});
    if (shown.similarity) words.push_back({fmt::format("similarity {:.3f},", *shown.similarity)});
    words.push_back({count_of(shown.docs.size(), "document")});
    if (dummies > 0) {
      words.push_back(
          {fmt::format("({} dumm{})", dummies, dummies == 1 ? "y" : "ies"), style(dim)});
    } else if (shown.dummy) {
      words.push_back({"(dummy)", style(dim)});
    }
    return words;
  }

  // Its label, else what the intent is about.
  void append_caption(std::uint32_t end, const std::string& beside) {
    std::string_view caption = node(end).label;
    if (caption.empty() && names_intent(end))
      caption = options_.captions.intent(hierarchy_.topic, node(end).intent);
    if (caption.empty()) return;
    std::vector<StyledWord> words;
    for (const std::string& word : split(one_line(caption), ' '))
      words.push_back({display_text(word)});
    append_wrapped(out_, beside, beside, words, options_.width);
  }

  // An only child says what its parent said.
  void append_terms(std::uint32_t first, std::uint32_t end, const std::string& beside) {
    if (terms_.empty() || terms_[first].empty()) return;
    const auto parent = node(first).parent;
    if (parent && children_[*parent].size() == 1 && node(*parent).docs == node(end).docs) return;
    std::vector<StyledWord> words{{"terms:", style(dim)}};
    for (const std::string& term : terms_[first]) words.push_back({display_text(term)});
    append_wrapped(out_, beside, beside, words, options_.width);
  }

  const Hierarchy& hierarchy_;
  const std::vector<std::vector<std::string>>& terms_;
  const ExplainOptions& options_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::size_t step_ = 3;
  Branches branches_;
  std::vector<Open> open_;
  std::vector<bool> last_;  // of the nodes from the top to the current one: whether it is the last
                            // of its siblings
  std::string out_;
};

}  // namespace

std::string layers(std::uint32_t first, std::uint32_t last, bool ascii) {
  if (first == last) return fmt::format("layer {}", last);
  return fmt::format("layers {}{}{}", first, ascii ? "-" : "–", last);
}

void append_documents(std::string& out, const std::string& beside, const Hierarchy& hierarchy,
                      std::span<const std::uint32_t> docs, const ExplainOptions& options) {
  const std::string_view style = options.colour ? dim : std::string_view();
  const std::size_t count =
      options.all_documents ? docs.size() : std::min(docs.size(), shown_documents);
  const bool titles = !options.captions.texts.empty();
  std::vector<StyledWord> words;
  for (const std::uint32_t document : docs.first(count)) {
    const std::string& docno = hierarchy.docnos[document];
    words.push_back({display_text(docno), style});
    if (!titles) continue;
    const std::size_t used = display_width(beside) + display_width(words[0].text) + 2;
    const std::string title = fitting_text(options.captions.document(docno),
                                           std::max(options.width, used + shortest_title) - used);
    if (!title.empty()) words.push_back({" " + title});
    append_wrapped(out, beside, beside, words, options.width);
    words.clear();
  }
  if (count < docs.size()) words.push_back({fmt::format("+{} more", docs.size() - count), style});
  if (!words.empty()) append_wrapped(out, beside, beside, words, options.width);
}

std::string explain_topics(std::span<const Hierarchy> hierarchies, const Captions& captions) {
  const bool queries = !captions.topics.empty();
  TextTable table(queries ? 2 : 1);
  std::vector<std::string> header = {"topic"};
  if (queries) header.emplace_back("query");
  header.insert(header.end(), {"documents", "intents", "layers", "nodes"});
  table.add(header);
  for (const Hierarchy& hierarchy : hierarchies) {
    std::vector<std::string> row = {display_text(hierarchy.topic)};
    if (queries) row.push_back(display_text(captions.query(hierarchy.topic)));
    std::set<std::string_view> intents;  // nodes of the last layer are of no superintents
    for (const HierarchyNode& node : hierarchy.nodes)
      if (node.layer == hierarchy.layers && node.intent != "*") intents.insert(node.intent);
    for (const std::size_t number : {hierarchy.docnos.size(), intents.size(),
                                     std::size_t{hierarchy.layers}, hierarchy.nodes.size()})
      row.push_back(std::to_string(number));
    table.add(row);
  }
  return table.text();
}

std::string explain(const Hierarchy& hierarchy, const std::vector<std::vector<std::string>>& terms,
                    const ExplainOptions& options) {
  return TreeDrawing(hierarchy, terms, options).draw();
}

}  // namespace subintent::internal
