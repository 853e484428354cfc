#include "report/explain.h"

#include <fmt/format.h>

#include <iterator>
#include <set>

#include "core/base/strings.h"
#include "core/base/utf8.h"
#include "hierarchy/hierarchy.h"
#include "report/charts/charts.h"
#include "report/charts/display_width.h"
#include "report/report.h"
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

// Is it a dummy that only leads to the node below it?
bool leads_to_another(const Hierarchy& hierarchy,
                      const std::vector<std::vector<std::uint32_t>>& children, std::uint32_t node) {
  return hierarchy.nodes[node].dummy && children[node].size() == 1;
}

bool names_intent(const Hierarchy& hierarchy, std::uint32_t node) {
  return hierarchy.nodes[node].intent != "*" && is_first_of_intent(hierarchy, node);
}

// The label of a node, else what its intent is about.
std::string_view caption_of(const Hierarchy& hierarchy, std::uint32_t node,
                            const Captions& captions) {
  const HierarchyNode& shown = hierarchy.nodes[node];
  if (!shown.label.empty() || !names_intent(hierarchy, node)) return shown.label;
  return captions.intent(hierarchy.topic, shown.intent);
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
    std::set<std::string, LabelLess> known;
    for (std::uint32_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      if (node(i).intent == options_.intent && starts_intent(hierarchy_, i)) tops.push_back(i);
      known.insert(node(i).intent);
    }
    if (tops.empty()) {
      throw Error(
          Location{options_.file, 0},
          "topic " + printable(hierarchy_.topic) + " has no intent " + printable(*options_.intent),
          "it has " + listed_names({known.begin(), known.end()}));
    }
    return tops;
  }

  void push(const std::vector<std::uint32_t>& siblings, std::size_t depth) {
    for (auto i = siblings.rbegin(); i != siblings.rend(); ++i)
      open_.push_back({*i, depth, i == siblings.rbegin()});
  }

  void visit(const Open& at) {
    std::uint32_t end = at.node, dummies = 0;
    while (leads_to_another(hierarchy_, children_, end)) {
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
      if (leads_to_another(hierarchy_, children_, at)) continue;
      ++(names_intent(hierarchy_, at) ? intents : others);
    }
    std::string text = intents > 0 ? count_of(intents, "intent") : "";
    if (others > 0) text += (intents > 0 ? ", " : "") + count_of(others, "subintent");
    return text + " folded";
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
    if (!names_intent(hierarchy_, end)) return "subintent";
    const HierarchyNode& shown = node(end);
    const bool groups = !children_[end].empty() && node(children_[end][0]).intent != shown.intent;
    return display_text((groups ? "superintent " : "intent ") + shown.intent);
  }

  std::vector<StyledWord> headline(std::uint32_t first, std::uint32_t end,
                                   std::uint32_t dummies) const {
    const HierarchyNode& shown = node(end);
    std::vector<StyledWord> words{
        {name(end) + ":", names_intent(hierarchy_, end) ? style(bold) : ""}};
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

  void append_caption(std::uint32_t end, const std::string& beside) {
    const std::string_view caption = caption_of(hierarchy_, end, options_.captions);
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

// A node, and the first of the dummies that lead to it: itself if there are none.
struct Step {
  std::uint32_t first, node;
};

// From the root to a leaf. Dummies are not steps of their own, but for a leaf that is one.
std::vector<Step> path_to(const Hierarchy& hierarchy, std::uint32_t leaf) {
  std::vector<Step> path;
  for (std::optional<std::uint32_t> at = leaf; at; at = hierarchy.nodes[*at].parent)
    if (path.empty() || !hierarchy.nodes[*at].dummy)
      path.push_back({*at, *at});
    else
      path.back().first = *at;
  std::reverse(path.begin(), path.end());
  return path;
}

// The documents of the node that are not in the next one of the path; at the leaf, all but the
// document itself.
std::vector<std::uint32_t> joined_at(const Hierarchy& hierarchy, const std::vector<Step>& path,
                                     std::size_t depth, std::uint32_t document) {
  const std::vector<std::uint32_t> itself = {document};
  const bool leaf = depth + 1 == path.size();
  const auto& below = leaf ? itself : hierarchy.nodes[path[depth + 1].node].docs;
  std::vector<std::uint32_t> joined;
  std::ranges::set_difference(hierarchy.nodes[path[depth].node].docs, below,
                              std::back_inserter(joined));
  return joined;
}

// Which documents a node joins to those below it on the path, and at what similarity.
std::string line_of(const Hierarchy& hierarchy, const Step& step, std::size_t joined, bool ascii) {
  const HierarchyNode& node = hierarchy.nodes[step.node];
  std::string text =
      names_intent(hierarchy, step.node) ? display_text("intent " + node.intent) : "subintent";
  text += fmt::format(": {}, weight {:.3f}, ",
                      layers(hierarchy.nodes[step.first].layer, node.layer, ascii), node.weight);
  text += joined == 0 ? "no other documents" : "joins " + count_of(joined, "other document");
  if (joined > 0 && node.similarity) text += fmt::format(" at similarity {:.3f}", *node.similarity);
  return text;
}

class PathText {
 public:
  PathText(const Hierarchy& hierarchy, std::uint32_t document, const ExplainOptions& options)
      : hierarchy_(hierarchy), document_(document), options_(options) {}

  std::string header(std::size_t leaves) const {
    const std::string& docno = hierarchy_.docnos[document_];
    std::string text =
        fmt::format("topic {}: document {}, in {} {}\n", options_.captions.topic(hierarchy_.topic),
                    display_text(docno), leaves, leaves == 1 ? "leaf" : "leaves");
    const auto found = options_.captions.texts.find(docno);
    if (found == options_.captions.texts.end()) return text;
    const std::string_view shown = headline(found->second), url = found->second.url;
    for (const std::string_view part : {shown, shown == url ? std::string_view() : url})
      if (!part.empty()) text += "  " + fitting_text(part, options_.width - 2) + "\n";
    return text;
  }

  // From the root to the leaf.
  void append(std::string& out, const std::vector<Step>& path) const {
    for (std::size_t depth = 0; depth < path.size(); ++depth) {
      const auto joined = joined_at(hierarchy_, path, depth, document_);
      // Deep trees stay within the width.
      const std::string indent(std::min(2 * (depth + 1), options_.width / 2), ' ');
      out += indent + line_of(hierarchy_, path[depth], joined.size(), options_.ascii) + "\n";
      const std::string beside = indent + "    ";
      const std::string caption =
          fitting_text(caption_of(hierarchy_, path[depth].node, options_.captions),
                       options_.width - std::min(options_.width, beside.size()));
      if (!caption.empty()) out += beside + caption + "\n";
      append_documents(out, beside, hierarchy_, joined, options_);
    }
  }

 private:
  const Hierarchy& hierarchy_;
  std::uint32_t document_;
  const ExplainOptions& options_;
};

class Icicle {
 public:
  Icicle(const Hierarchy& hierarchy, const std::string& query)
      : hierarchy_(hierarchy), children_(children_of(hierarchy)), common_(query) {
    find_common_words();
  }

  // Parents come before their children.
  IcicleChart chart() {
    root();
    places_.resize(hierarchy_.nodes.size());
    place_below({0, 1, 1, 0}, 1, children_.back());
    for (std::uint32_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      Place parent = places_[i];
      if (!leads_to_another(hierarchy_, children_, i)) {
        parent.layer = at(i).layer + 1;
        parent.above = chart_.boxes.size();
        node(i);
      }
      place_below(parent, at(i).weight, children_[i]);
    }
    if (chart_.keys.size() < 2) chart_.keys.clear();  // one colour says nothing
    return std::move(chart_);
  }

 private:
  struct Place {
    double x = 0, width = 0;
    std::uint32_t layer = 0;  // the first of those that the box reaches over
    std::size_t above = 0;    // the box above
  };

  const HierarchyNode& at(std::uint32_t index) const { return hierarchy_.nodes[index]; }

  // Side by side, as wide beside their parent as their weights are; no wider in all than it is,
  // whatever their weights add up to.
  void place_below(const Place& parent, double weight, const std::vector<std::uint32_t>& children) {
    double sum = 0;
    for (const std::uint32_t child : children) sum += at(child).weight;
    const double whole = std::max(weight, sum);
    double x = parent.x;
    for (const std::uint32_t child : children) {
      const double width = whole > 0 ? parent.width * (at(child).weight / whole) : 0;
      places_[child] = {x, width, parent.layer, parent.above};
      x += width;
    }
  }

  void root() {
    IcicleBox& box = chart_.boxes.emplace_back();
    box.id = "root";
    box.label = "topic " + display_text(hierarchy_.topic);
    box.detail = count_of(hierarchy_.layers, "layer") + ", " +
                 count_of(hierarchy_.docnos.size(), "document");
    box.title = box.label + ": " + box.detail;
    chart_.title = box.title;
    nodes_ = {std::nullopt};
  }

  void node(std::uint32_t index) {
    const HierarchyNode& shown = at(index);
    const Place& place = places_[index];
    IcicleBox& box = chart_.boxes.emplace_back();
    box.id = std::to_string(index);
    box.parent = place.above;
    box.x = place.x;
    box.width = place.width;
    box.first = place.layer;
    box.last = shown.layer;
    box.key = key(index);
    box.label = label(index);
    box.detail = fmt::format("{:.3f}", shown.weight);
    box.title = title(index);
    nodes_.push_back(index);
  }

  // A colour for each intent, in the order in which they come.
  std::size_t key(std::uint32_t index) {
    const std::string& intent = at(index).intent;
    const auto [found, added] = keys_.try_emplace(intent, keys_.size());
    if (added) chart_.keys.push_back(key_text(index));
    return found->second;
  }

  // Says what the colour of a node means: "intent 1: the wild cat".
  std::string key_text(std::uint32_t index) const {
    if (at(index).intent == "*") return "of several intents";
    return name(index) + (at(index).label.empty() ? "" : ": " + own_label(index));
  }

  bool starts_intent(std::uint32_t index) const {
    const auto above = nodes_[places_[index].above];
    return at(index).intent != "*" && (!above || at(*above).intent != at(index).intent);
  }

  std::string name(std::uint32_t index) const {
    const std::string intent = display_text(at(index).intent);
    if (intent == "*") return "subintent";
    if (!starts_intent(index)) return "subintent of " + intent;
    const auto& below = children_[index];
    const bool groups = !below.empty() && at(below[0]).intent != at(index).intent;
    return (groups ? "superintent " : "intent ") + intent;
  }

  std::string label(std::uint32_t index) const {
    std::string text = starts_intent(index) ? display_text(at(index).intent) : "";
    if (!at(index).label.empty())
      text += (text.empty() ? "" : " ") + without_query(own_label(index), common_);
    if (!text.empty()) return text;
    if (children_[index].empty()) return documents(at(index));
    return count_of(at(index).docs.size(), "document");
  }

  // Boxes are told apart by the others.
  void find_common_words() {
    std::vector<std::string> common;
    std::size_t labels = 0;
    for (const HierarchyNode& node : hierarchy_.nodes) {
      if (node.label.empty() || node.dummy) continue;
      const std::vector<std::string> words = split(lowered(one_line(node.label)), ' ');
      if (++labels == 1) common = words;
      std::erase_if(common, [&](const auto& word) { return std::ranges::count(words, word) == 0; });
    }
    if (labels > 1) common_ += fmt::format(" {}", join(common, " "));
  }

  std::string own_label(std::uint32_t index) const {
    return display_text(one_line(at(index).label));
  }

  std::string title(std::uint32_t index) const {
    const HierarchyNode& shown = at(index);
    std::string text = fmt::format("{}{}{}\n{}, weight {:.4f}", name(index),
                                   at(index).label.empty() ? "" : ": ", own_label(index),
                                   layers(places_[index].layer, shown.layer, false), shown.weight);
    if (shown.similarity) text += fmt::format(", similarity {:.4f}", *shown.similarity);
    return text + "\n" + count_of(shown.docs.size(), "document") + ": " + documents(shown);
  }

  // The first few of them.
  std::string documents(const HierarchyNode& node) const {
    constexpr std::size_t shown = 20;
    std::string text;
    for (std::size_t i = 0; i < std::min(node.docs.size(), shown); ++i)
      text += (i == 0 ? "" : " ") + display_text(hierarchy_.docnos[node.docs[i]]);
    if (node.docs.size() > shown) text += fmt::format(" and {} more", node.docs.size() - shown);
    return text;
  }

  const Hierarchy& hierarchy_;
  std::vector<std::vector<std::uint32_t>> children_;
  std::string common_;  // words of the query and of all labels
  IcicleChart chart_;
  std::vector<Place> places_;                        // of the nodes
  std::vector<std::optional<std::uint32_t>> nodes_;  // of the boxes; none for the root
  std::map<std::string, std::size_t> keys_;
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

std::string explain_document(const Hierarchy& hierarchy, const std::string& docno,
                             const ExplainOptions& options) {
  std::vector<std::vector<Step>> paths;
  const auto place = std::lower_bound(hierarchy.docnos.begin(), hierarchy.docnos.end(), docno);
  const bool known = place != hierarchy.docnos.end() && *place == docno;
  const auto document = static_cast<std::uint32_t>(place - hierarchy.docnos.begin());
  for (std::uint32_t i = 0; known && i < hierarchy.nodes.size(); ++i) {
    const HierarchyNode& node = hierarchy.nodes[i];
    if (node.layer != hierarchy.layers) continue;
    if (!std::binary_search(node.docs.begin(), node.docs.end(), document)) continue;
    std::vector<Step> path = path_to(hierarchy, i);
    const auto is_asked = [&](const Step& step) {
      return hierarchy.nodes[step.node].intent == *options.intent;
    };
    if (!options.intent || std::ranges::any_of(path, is_asked)) paths.push_back(std::move(path));
  }
  if (paths.empty()) {
    throw Error(Location{options.file, 0},
                "topic " + printable(hierarchy.topic) + " has no document " + printable(docno) +
                    (options.intent ? " in intent " + printable(*options.intent) : ""),
                "only relevant documents are in a hierarchy");
  }
  const PathText text(hierarchy, document, options);
  std::string out = text.header(paths.size());
  for (const auto& path : paths) text.append(out, path);
  return out;
}

std::string icicle(const Hierarchy& hierarchy, std::size_t width, const std::string& query) {
  IcicleChart chart = Icicle(hierarchy, query).chart();
  chart.width = static_cast<double>(width);
  return svg_of(chart);
}

}  // namespace subintent::internal
