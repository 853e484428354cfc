// Topics: intents, the hierarchy as an icicle, what two runs cover of it, and their ranked lists.
#include <fmt/format.h>

#include "report/captions.h"
#include "report/page/section.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

constexpr std::size_t intent_colours = 24;  // of report.css; further intents have none
constexpr double row_height = 38;
// Shares of the whole. Where there is room for it, a box has its words in it (report.css); what is
// narrower is listed below.
constexpr double narrowest = 0.0005, narrowest_with_words = 0.12;
constexpr std::uint32_t deepest_indent = 6;
constexpr std::size_t printed_topics = 3;  // on paper, with those that are open

bool has_text(const ViewedDocument& document) {
  return document.text != nullptr && !headline(*document.text).empty();
}

// The shown documents of a run: "20 documents", as "the first 20 documents".
std::string documents_in_words(const PageContext& context) {
  return context.input.depth == 1 ? "document" : count_of(context.input.depth, "document");
}

// A topic with what the runs that are shown cover of its first hierarchy.
class TopicSection {
 public:
  TopicSection(const PageContext& context, std::size_t topic)
      : context_(context),
        number_(topic),
        view_(context.topics[topic]),
        hierarchy_(view_.hierarchies[0]) {
    for (const std::size_t run : context.shown_runs) {
      rankings_.emplace_back(view_.rankings[run]);
      first_.push_back(first_ranks(hierarchy_, view_.rankings[run], view_.documents.size()));
    }
  }

  Html make() const {
    Html content;
    if (!view_.description.empty()) content += html("<p>{}</p>\n", line_of(view_.description));
    if (!context_.input.differences.empty()) {
      content +=
          html("<p class=\"words\"><strong>{}</strong>: {}</p>\n", html_name(context_.measure(0)),
               line_of(context_.input.differences[number_], 2000));
    }
    content += are_whole(view_.intents)
                   ? html("<p>{}</p>\n", count_of(view_.intents[0].relevant, "relevant document"))
                   : intents();
    if (has_hierarchy()) {
      content += icicle();
      content += numbers("The nodes as a table", nodes());
    }
    if (!context_.of_answers) content += lists();
    const char* const printed = number_ < printed_topics ? " data-printed" : "";
    return folded(
        context_,
        html(" class=\"topic\" id=\"topic-{}\"{}", number_ + 1, std::string_view(printed)),
        number_ == context_.open_topic, title(), content);
  }

 private:
  Html title() const {
    Html title = html("<strong>{}</strong> {}", html_name(view_.topic), html_name(view_.query));
    const ScoreMatrix& scores = context_.input.scores.measures[0];
    Html of_runs;
    for (std::size_t i = 0; i < rankings_.size(); ++i)
      of_runs += html(" {} {}", letter(i), score_text(scores.at(number_, context_.shown_runs[i])));
    return html("{} <span class=\"scores\">{}{}</span>", title, html_name(scores.measure), of_runs);
  }

  static Html rank_text(std::uint32_t rank) { return rank > 0 ? html("{}", rank) : html("–"); }

  void add_first_ranks(std::vector<PageColumn>& columns) const {
    for (std::size_t i = 0; i < rankings_.size(); ++i)
      columns.emplace_back(html("First rank in {}", letter(i)));
  }

  // The best rank of a document that is relevant to the intent.
  std::uint32_t first_rank(std::size_t run, std::uint32_t intent) const {
    const auto& ranking = rankings_[run];
    const auto at = std::ranges::find_if(ranking, [&](std::uint32_t document) {
      const auto& grades = view_.documents[document].grades;
      return std::ranges::count(grades, intent, &ViewedGrade::intent) > 0;
    });
    return at == ranking.end() ? 0 : static_cast<std::uint32_t>(at - ranking.begin() + 1);
  }

  const char* noun() const {
    if (!context_.of_answers) return "Intent";
    return context_.input.data->judgments->of_criteria ? "Criterion" : "Nugget";
  }

  // How far an answer, the only document of the list, supports a nugget or meets a criterion.
  Html support(std::size_t run, std::uint32_t intent) const {
    for (const std::uint32_t document : rankings_[run])
      for (const ViewedGrade& grade : view_.documents[document].grades)
        if (grade.intent == intent) return support_text(grade.grade);
    return support_text(0);
  }

  static Html support_text(std::int32_t grade) {
    return html("{}", grade > 1 ? "full" : grade > 0 ? "in part" : "–");
  }

  bool has_hierarchy() const {
    return context_.of_answers ? hierarchy_.layers > 1
                               : !are_whole(view_.intents) || hierarchy_.nodes.size() > 1;
  }

  // "3", the class of the third colour is "i3".
  static std::string colour(std::optional<std::uint32_t> intent) {
    return intent && *intent < intent_colours ? std::to_string(*intent) : "x";
  }

  // Types are said where there are two.
  Html intents() const {
    const bool has_types = std::ranges::any_of(view_.intents, &ViewedIntent::navigational);
    const bool of_answers = context_.of_answers;
    std::vector<PageColumn> columns = {{noun(), "row"}, {of_answers ? "Text" : "Description", ""}};
    if (has_types) columns.emplace_back("Type", "");
    // Nuggets have weights, too, but most measures count them alike.
    const bool has_weights = !of_answers || context_.input.data->judgments->of_criteria;
    const auto vital = std::ranges::count(view_.intents, true, &ViewedIntent::is_vital);
    const bool has_importance =
        !has_weights && vital > 0 && std::cmp_less(vital, view_.intents.size());
    if (has_weights) columns.emplace_back(of_answers ? "Weight" : "Probability");
    if (has_importance) columns.emplace_back("Importance", "");
    columns.emplace_back(of_answers ? "Answers with it" : "Relevant documents");
    if (of_answers)
      for (std::size_t i = 0; i < rankings_.size(); ++i)
        columns.emplace_back(html("{}", letter(i)), "");
    else
      add_first_ranks(columns);
    PageTable table(columns, "", "intents");
    for (std::uint32_t i = 0; i < view_.intents.size(); ++i) {
      const ViewedIntent& intent = view_.intents[i];
      table.row(html("<span class=\"key i{}\"></span>{}", colour(i), html_name(intent.label)),
                line_of(intent.text));
      if (has_types) table.cell(html("{}", intent.navigational ? "navigational" : "informational"));
      if (has_weights) table.cell(number_text(intent.probability));
      if (has_importance) table.cell(html("{}", intent.is_vital ? "vital" : "okay"));
      table.cell(html("{}", intent.relevant));
      for (std::size_t run = 0; run < rankings_.size(); ++run)
        table.cell(of_answers ? support(run, i) : rank_text(first_rank(run, i)));
    }
    for (const ViewedPenalty& penalty : view_.penalties) {
      table.row(html_name(penalty.label), line_of(penalty.text));
      table.cell(number_text(penalty.weight));
      table.cell(html("{}", penalty.answers));
      for (const std::size_t run : context_.shown_runs)
        table.cell(support_text(penalty.grades[run]));
    }
    if (of_answers)
      return table.html_of(html("What answers to topic {} say: in full, in part, or not (–){}",
                                html_name(view_.topic),
                                view_.penalties.empty() ? "" : "; weights below 0 are penalties"));
    return table.html_of(html("Intents of topic {}; –: none in the first {}",
                              html_name(view_.topic), documents_in_words(context_)));
  }

  std::string coverage(std::size_t node) const {
    std::string text;
    for (std::size_t run = 0; run < first_.size(); ++run) {
      const std::uint32_t rank = first_[run][node];
      text += fmt::format("{}{} {}", run == 0 ? "" : " · ", letter(run),
                          rank > 0 ? std::to_string(rank) : "–");
    }
    return text;
  }

  // Covered by "both", "a", "b" or "none".
  const char* cover_class(std::size_t node) const {
    const bool a = first_[0][node] > 0, b = first_.size() > 1 && first_[1][node] > 0;
    return a && b ? "both" : a ? "a" : b ? "b" : "none";
  }

  static std::string label(const ViewedNode& node) {
    return display_text(node.name) + (node.text.empty() ? "" : " " + display_text(node.text));
  }

  // The name, and the text that is left out where there is no room.
  static Html words(const ViewedNode& node) {
    const Html name = html("<em>{}</em>", display_text(node.name));
    return node.text.empty() ? name : html("{} <span>{}</span>", name, display_text(node.text));
  }

  Html box(std::size_t index) const {
    const ViewedNode& node = hierarchy_.nodes[index];
    if (node.width < narrowest) return {};
    ViewedNode shown = node;
    shown.text = without_query(node.text, view_.query);
    const std::string whole =
        shown.text == node.text ? "" : fmt::format(" ({})", display_text(node.text));
    const std::uint32_t rows = node.layer - node.first_layer + 1;
    return html(
        "<svg x=\"{:.2f}%\" y=\"{}\" width=\"{:.2f}%\" height=\"{}\" class=\"{} "
        "i{}\"><title>{} {}{}</title><rect/><foreignObject aria-hidden=\"true\" width=\"100%\" "
        "height=\"100%\"><div><p>{}</p> <p>{}</p></div></foreignObject></svg>",
        100 * node.left, row_height * (node.first_layer - 1), 100 * node.width, row_height * rows,
        cover_class(index), colour(node.intent), label(shown), coverage(index), whole, words(shown),
        coverage(index));
  }

  // All nodes, for narrow screens; wide ones show those whose boxes are too narrow for words.
  Html tree() const {
    Html items;
    for (std::size_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      const ViewedNode& node = hierarchy_.nodes[i];
      items += html("<li class=\"l{}{}\"><span class=\"key i{}\"></span>{} <small>{}</small>",
                    std::min(node.first_layer, deepest_indent),
                    node.width < narrowest_with_words ? " narrow" : "", colour(node.intent),
                    words(node), coverage(i));
    }
    return html("<ul class=\"tree\">{}</ul>\n", items);
  }

  // "36 nodes", as everywhere, with those that the picture leaves out.
  std::string size_in_words() const {
    const std::size_t hidden = hierarchy_.all_nodes - hierarchy_.nodes.size();
    std::string text = count_of(hierarchy_.all_nodes, "node");
    if (hidden == 0) return text;
    return text +
           fmt::format(", {} of them {}, not drawn", hidden, hidden == 1 ? "a dummy" : "dummies");
  }

  // Says what the picture shows, and how.
  Html icicle_caption() const {
    const Html what = html("{}: {}, {}",
                           view_.hierarchies.size() == 1 && hierarchy_.name == "intents"
                               ? html("Intents")
                               : html("Hierarchy {}", html_name(hierarchy_.name)),
                           count_of(hierarchy_.layers, "layer"), size_in_words());
    const bool two = rankings_.size() > 1;
    return html(
        "<span class=\"what\">{}</span>. {}. <span class=\"drawn\">Width is weight, colours are "
        "those of the {}{}; dashed boxes are not covered by {}. Boxes without words are "
        "listed below.</span>",
        what,
        two ? "A 3 · B –: A has the first document of the node at rank 3, B has none in its list"
            : "A 3: the first document of the node is at rank 3; A –: none is in the list",
        are_whole(view_.intents) ? "first layer" : "intents above",
        has_grey_nodes() ? ", grey is of several" : "", two ? "either run" : "the run");
  }

  // Clusters of a whole topic are of no one intent.
  bool has_grey_nodes() const {
    return std::ranges::any_of(view_.hierarchies, [](const ViewedHierarchy& hierarchy) {
      return std::ranges::any_of(hierarchy.nodes,
                                 [](const ViewedNode& node) { return !node.intent.has_value(); });
    });
  }

  Html icicle() const {
    Html boxes;
    for (std::size_t i = 0; i < hierarchy_.nodes.size(); ++i) boxes += box(i);
    return html(
        "<figure><figcaption>{}</figcaption>\n<svg class=\"icicle\" role=\"img\" "
        "aria-label=\"Hierarchy {} of topic {} as an icicle; the table of nodes has its numbers\" "
        "width=\"100%\" height=\"{}\">\n{}</svg>\n{}</figure>\n",
        icicle_caption(), display_text(hierarchy_.name), display_text(view_.topic),
        row_height * hierarchy_.layers, boxes, tree());
  }

  Html nodes() const {
    std::vector<PageColumn> columns = {{"Node", "row"}, {"Layer"}, {"Weight"}, {"Similarity"}};
    columns.emplace_back(things());
    add_first_ranks(columns);
    columns.emplace_back(html("{} of leaves", things()), "");
    PageTable table(columns);
    table.set_long();
    for (std::size_t i = 0; i < hierarchy_.nodes.size(); ++i) {
      const ViewedNode& node = hierarchy_.nodes[i];
      table.row(label(node), node.layer, number_text(node.weight, 4), number_text(node.similarity));
      table.cell(html("{}", node.documents.size()));
      for (const auto& first : first_) table.cell(rank_text(first[i]));
      table.cell(docnos(i));
    }
    return table.html_of(
        html("Nodes of hierarchy {} of topic {}, and the rank at which each is first covered",
             html_name(hierarchy_.name), html_name(view_.topic)));
  }

  const char* things() const { return context_.of_answers ? "Answers" : "Documents"; }

  // The documents of a node without nodes below it; many are folded.
  Html docnos(std::size_t index) const {
    const auto& nodes = hierarchy_.nodes;  // the first child follows its parent
    if (index + 1 < nodes.size() && nodes[index + 1].parent == index) return {};
    constexpr std::size_t most = 3;
    std::vector<std::string> docnos;
    for (const std::uint32_t place : hierarchy_.nodes[index].documents)
      docnos.push_back(display_text(view_.documents[place].docno));
    if (docnos.size() <= most) return html("{}", join(docnos, " "));
    return html("<details><summary>{} and {} more</summary>{}</details>", docnos[0],
                docnos.size() - 1, join(std::span(docnos).subspan(1), " "));
  }

  // The nodes that a run covers at a rank and not before.
  std::string new_nodes(std::size_t run, std::uint32_t rank) const {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < hierarchy_.nodes.size(); ++i)
      if (first_[run][i] == rank) names.push_back(display_text(hierarchy_.nodes[i].name));
    return join(names, ", ");
  }

  Html document(const ViewedDocument& document) const {
    const Html docno = html("<bdi class=\"id\">{}</bdi>", display_text(document.docno));
    if (!has_text(document)) {
      const bool is_missing = !context_.input.captions.texts.empty();
      return is_missing ? html("{} <span class=\"quiet\">no text</span>", docno) : docno;
    }
    const DocumentText& text = *document.text;
    const Html title = html_name(headline(text));
    if (!is_web_address(text.url)) return html("{} {}", docno, title);
    return html("{} <a href=\"{}\">{}</a>", docno, text.url, title);
  }

  Html grades(const ViewedDocument& document) const {
    std::vector<std::string> grades;
    for (const ViewedGrade& grade : document.grades) {
      if (are_whole(view_.intents)) return html("{}", grade.grade);
      const std::string label = display_text(view_.intents[grade.intent].label);
      grades.push_back(grade.grade == 1 ? label : fmt::format("{} ({})", label, grade.grade));
    }
    if (grades.empty()) {
      const bool is_unjudged = context_.knows_unjudged && !document.judged;
      return is_unjudged ? html("<span class=\"unjudged\">not judged</span>")
                         : html("<span class=\"quiet\">not relevant</span>");
    }
    return html("{}", join(grades, ", "));
  }

  Html list(std::size_t run) const {
    std::vector<PageColumn> columns = {
        {"Rank"},
        {"Document", ""},
        {"Global gain"},
        {are_whole(view_.intents) ? "Grade" : "Intents (grade, if above 1)", ""}};
    if (has_hierarchy()) columns.emplace_back("New nodes", "");
    PageTable table(columns);
    table.set_long();
    std::uint32_t rank = 0;
    for (const std::uint32_t place : rankings_[run]) {
      const ViewedDocument& shown = view_.documents[place];
      ++rank;
      table.row(rank, document(shown), shown.gain > 0 ? number_text(shown.gain) : Html(),
                grades(shown));
      if (has_hierarchy()) table.cell(html("{}", new_nodes(run, rank)));
    }
    const auto unjudged = std::ranges::count_if(rankings_[run], [&](std::uint32_t place) {
      return context_.knows_unjudged && !view_.documents[place].judged;
    });
    return table.html_of(html(
        "{}: {}{}", letter(run), html_name(context_.input.scores.runs[context_.shown_runs[run]]),
        unjudged == 0 ? "" : fmt::format(", {} of {} not judged", unjudged, rank)));
  }

  Html lists() const {
    Html lists;
    for (std::size_t run = 0; run < rankings_.size(); ++run) lists += list(run);
    return html("<div class=\"lists\">{}</div>\n", lists);
  }

  const PageContext& context_;
  std::size_t number_;
  const TopicView& view_;
  const ViewedHierarchy& hierarchy_;
  std::vector<std::span<const std::uint32_t>> rankings_;  // of the runs that are shown
  std::vector<std::vector<std::uint32_t>> first_;         // and their first ranks of the nodes
};

// If texts are given, says what it means that some documents have none.
Html missing_texts(const PageContext& context) {
  if (context.input.captions.texts.empty()) return {};
  std::size_t all = 0, missing = 0;
  for (const TopicView& topic : context.topics) {
    for (const ViewedDocument& document : topic.documents) {
      ++all;
      missing += has_text(document) ? 0 : 1;
    }
  }
  if (missing == 0) return {};
  return html(" The texts given have {} of the {}; the others have “no text”.", all - missing,
              count_of(all, "document"));
}

// How to have all on paper.
Html printed_line(const PageContext& context) {
  if (context.topics.size() <= printed_topics) return {};
  return html(
      "<p class=\"on-paper\">On paper are the first {} topics and those that are open. For all {}, "
      "choose “Open all topics” on the screen before you print.</p>\n",
      printed_topics, context.topics.size());
}

}  // namespace

[[gnu::cold]] Html topics_section(const PageContext& context) {
  const char* const runs = context.shown_runs.size() > 1 ? "two runs" : "the run";
  const bool whole = are_whole(context.topics[0].intents);
  const Html about =
      context.of_answers
          ? html(
                "For each topic: its nuggets or criteria, and how far the answers of {} hold them.",
                runs)
          : html(
                "For each topic: {}{}the first {} of {}. The "
                "global gain of a document, whatever the measure, is {}.",
                whole ? "" : "its intents, ",
                whole && context.input.data->hierarchies.empty() ? "" : "its hierarchy, and ",
                documents_in_words(context), runs,
                whole ? html("its grade")
                      : html("&Sigma; P(i) g<sub>i</sub> over the intents, as in D-measures"));
  Html body = html(
      "<p>{}{}{}</p>\n{}", about,
      context.shown_runs.size() > 1
          ? html(" Open is topic {}, by whose {} {} and {} differ most.",
                 html_name(context.topics[context.open_topic].topic), html_name(context.measure(0)),
                 html_name(context.input.scores.runs[context.shown_runs[0]]),
                 html_name(context.input.scores.runs[context.shown_runs[1]]))
          : Html(),
      missing_texts(context), printed_line(context));
  for (std::size_t t = 0; t < context.topics.size(); ++t) body += TopicSection(context, t).make();
  return body;
}

}  // namespace subintent::internal
