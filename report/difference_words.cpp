#include "report/difference_report.h"

#include <fmt/format.h>

#include <cmath>

#include "report/report.h"
#include "report/text_layout.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

// For programs as it is, unless it has control characters.
std::string text_of_name(const std::string& name, bool as_given) {
  return as_given && !control_in(name) ? name : display_text(name);
}

constexpr std::size_t clauses = 3;
constexpr int shown_digits = 3;
constexpr std::size_t caption_width = 40;

// A part of the difference, and what it comes from.
struct Clause {
  std::string text;
  double difference = 0;
  std::string below = {};  // of a part of it
};

// The list that gains by a part, and the other one.
struct Sides {
  const std::string &winner, &loser;
  std::uint32_t winner_rank, loser_rank;  // 0: not in the list
  std::uint32_t winner_documents, loser_documents;
};

class Words {
 public:
  Words(const TopicDifference& difference, const ListNames& names, const Captions& captions)
      : difference_(difference), names_(names), captions_(captions), is_of_set_(counts_set()) {}

  std::string text() const {
    const std::string found = differences();
    return found.empty() ? found : found + in_no_answer(false) + in_no_answer(true);
  }

 private:
  std::string differences() const {
    if (!difference_.a_answers || !difference_.b_answers) return missing();
    const std::vector<Clause> parts = largest_parts();
    if (parts.empty() && difference_.finds_nothing) {
      const std::string_view what = difference_.intents_are;
      return fmt::format("no difference: neither finds a {}",
                         what == "intent" ? "relevant document" : what);
    }
    std::string text;
    double rest = difference_.a - difference_.b;
    if (parts.empty())
      return std::abs(rest) < 0.5e-6 ? "no difference"
                                     : "many small parts: " + signed_fraction(rest, 6);
    for (const Clause& part : parts) rest -= part.difference;
    const bool is_most =
        difference_.intents.empty() && std::abs(rest) > std::abs(parts[0].difference);
    if (is_most) text = by_each_list() + ". The largest: ";
    for (const Clause& part : parts) {
      text += fmt::format("{}{}: {}{}", &part == &parts[0] ? "" : "; ", part.text,
                          signed_fraction(part.difference, shown_digits), part.below);
    }
    if (is_shown(rest) && !is_most)
      text += fmt::format("; the rest{}: {}", of_one(), signed_fraction(rest, shown_digits));
    return text;
  }

  // "A gains more by 14 documents: +.170; B by 3: -.030", where no document makes much of it.
  std::string by_each_list() const {
    double gained[2] = {0, 0};
    std::size_t documents[2] = {0, 0};
    for (const DocumentDifference& row : difference_.documents) {
      const double amount = row.a.amount - row.b.amount;
      if (amount == 0) continue;
      gained[amount < 0] += amount;
      ++documents[amount < 0];
    }
    const bool is_b = difference_.a < difference_.b;
    std::string text = gains(is_b, " gains more", documents[is_b], gained[is_b]);
    if (documents[!is_b] > 0) text += "; " + gains(!is_b, "", documents[!is_b], gained[!is_b]);
    return text;
  }

  std::string gains(bool is_b, const char* more, std::size_t documents, double amount) const {
    return (is_b ? names_.b : names_.a) + more + " by " + count_of(documents, "document") + ": " +
           signed_fraction(amount, shown_digits);
  }

  // ", intent 4", where all that the largest parts leave is of this one.
  std::string of_one() const {
    const NodeDifference* one = nullptr;
    std::size_t count = 0;
    for (const NodeDifference& row : difference_.intents)
      if (row.a.amount != row.b.amount && ++count > clauses) one = &row;
    return count == clauses + 1 ? ", " + described(*one) : "";
  }

  // "; no answer has nugget 4": what all answers together lack, or have in part alone.
  std::string in_no_answer(bool in_part) const {
    if (!difference_.of_answers || !difference_.against_ideal) return {};
    std::vector<std::string> names;
    for (const NodeDifference& row : difference_.intents)
      if (row.weight > 0 && row.a.rank == 0 && row.b.rank == 0 && row.is_in_part == in_part)
        names.push_back(described(row));
    const std::size_t count = names.size();
    if (count == 0) return {};
    if (count > clauses) names.resize(clauses);
    return (in_part ? "; no answer has in full: " : "; no answer has ") + join(names, ", ") +
           (count > clauses ? fmt::format(", and {} more", count - clauses) : "");
  }

  static bool is_shown(double value) { return std::abs(value) >= 0.0005; }

  std::string missing() const {
    const char* const what = difference_.of_answers ? "an answer to the topic" : "the topic";
    if (!difference_.a_answers && !difference_.b_answers)
      return fmt::format("neither has {}", what);
    const std::string& lacking = difference_.a_answers ? names_.b : names_.a;
    return difference_.of_answers ? lacking + " does not answer the topic"
                                  : lacking + " lacks the topic";
  }

  std::vector<Clause> largest_parts() const {
    std::vector<Clause> parts;
    if (!difference_.intents.empty()) {
      for (const NodeDifference& row : difference_.intents) add(parts, row);
    } else if (difference_.of_answers) {
      const bool a_wins = difference_.a >= difference_.b;
      const double amount = difference_.a - difference_.b;
      if (is_shown(amount))
        parts.push_back({(a_wins ? names_.a : names_.b) + " gains more", amount});
    } else if (is_of_set_) {
      const auto counted = [&](const auto& part) {
        return static_cast<std::uint32_t>(std::ranges::count_if(
            difference_.documents, [&](const auto& row) { return (row.*part).amount != 0; }));
      };
      const ListPart a{.amount = difference_.a}, b{.amount = difference_.b};
      const double amount = a.amount - b.amount;
      const Sides sides = this->sides(DocumentDifference{"", a, b}, counted(&DocumentDifference::a),
                                      counted(&DocumentDifference::b));
      if (is_shown(amount)) parts.push_back({scores_by(sides, ""), amount});
    } else {
      for (const DocumentDifference& row : difference_.documents) add(parts, row);
    }
    return parts;
  }

  template <typename Row>
  void add(std::vector<Clause>& parts, const Row& row) const {
    const double amount = row.a.amount - row.b.amount;
    if (parts.size() >= clauses || !is_shown(amount)) return;
    Clause& part = parts.emplace_back(Clause{"", amount});
    part.text = clause(row, part.below);
  }

  // Do all documents, or all of each intent, count the same wherever they are?
  bool counts_set() const {
    std::vector<double> documents, intents;
    for (const DocumentDifference& row : difference_.documents)
      for (const ListPart* const part : {&row.a, &row.b})
        if (part->amount != 0) documents.push_back(row.docno.empty() ? 0 : part->amount);
    for (const NodeDifference& row : difference_.intents) {
      if (row.documents_a > 0) intents.push_back(row.a.amount / row.documents_a);
      if (row.documents_b > 0) intents.push_back(row.b.amount / row.documents_b);
    }
    const auto are_same = [](const std::vector<double>& amounts) {
      return amounts.size() > 1 && std::ranges::all_of(amounts, [&](double one) {
               return one > 0 && std::abs(one - amounts[0]) < 1e-9 * amounts[0];
             });
    };
    return are_same(documents) || are_same(intents);
  }

  static std::string scores_by(const Sides& sides, const std::string& on) {
    return fmt::format("{} scores by {}{}, {} by {}", sides.winner,
                       count_of(sides.winner_documents, "document"), on, sides.loser,
                       sides.loser_documents);
  }

  // Behind the cutoff is as good as not there.
  bool counts(std::uint32_t rank) const { return rank != 0 && rank <= difference_.cutoff; }

  template <typename Row>
  Sides sides(const Row& row, std::uint32_t documents_a, std::uint32_t documents_b) const {
    if (row.a.amount >= row.b.amount)
      return {names_.a, names_.b, row.a.rank, row.b.rank, documents_a, documents_b};
    return {names_.b, names_.a, row.b.rank, row.a.rank, documents_b, documents_a};
  }

  // The loser's rank in the place of the winner's.
  std::string other_rank(const Sides& sides) const {
    if (sides.loser_rank == 0) return sides.loser + " never";
    return fmt::format("{} {} rank {}", sides.loser, counts(sides.loser_rank) ? "at" : "not before",
                       sides.loser_rank);
  }

  std::string clause(const NodeDifference& row, std::string& below) const {
    const std::string name = described(row);
    const Sides sides = this->sides(row, row.documents_a, row.documents_b);
    // A criterion that the better answer meets less.
    if (difference_.of_answers && row.weight < 0) {
      return fmt::format(
          "{} has {}, a penalty, {}", sides.loser, name,
          sides.winner_rank == 0 ? sides.winner + " does not" : "more than " + sides.winner);
    }
    if (difference_.of_answers) return answer_clause(name, sides);
    if (!counts(sides.winner_rank))  // of P+, which a late document of a high grade lowers
      return fmt::format("{} loses by {} at rank {}", sides.loser, name, sides.loser_rank);
    const bool by_rank = !is_of_set_ || (sides.winner_documents < 2 && sides.loser_documents == 0);
    if (by_rank && (!counts(sides.loser_rank) || sides.winner_rank < sides.loser_rank)) {
      return fmt::format("{} finds {} at rank {}, {}", sides.winner, name, sides.winner_rank,
                         other_rank(sides));
    }
    if (sides.winner_documents > sides.loser_documents) return scores_by(sides, " on " + name);
    below = largest_subintent(row);
    return fmt::format("{} gains more on {}", sides.winner, name);
  }

  // ", most (+.062) by 2.1.3 (two-seat roadster), which it has at rank 3, B never": of the nodes
  // below, the one that differs most in this direction, if the rank of its first document says why.
  std::string largest_subintent(const NodeDifference& row) const {
    const double amount = row.a.amount - row.b.amount;
    for (const NodeDifference& node : difference_.nodes) {
      const double difference = node.a.amount - node.b.amount;
      const bool is_below = node.layer > 1 && node.intent == row.intent &&
                            (!row.node || node.name.starts_with(row.name + "."));
      if (!is_below || difference * amount <= 0) continue;
      const Sides sides = this->sides(node, 0, 0);
      if (!counts(sides.winner_rank) ||
          (counts(sides.loser_rank) && sides.loser_rank <= sides.winner_rank))
        return {};
      return fmt::format(", most ({}) by {}, which it has at rank {}, {}",
                         signed_fraction(difference, shown_digits),
                         with_caption(shown(node.name), fitting_text(node.label, caption_width)),
                         sides.winner_rank, other_rank(sides));
    }
    return {};
  }

  // The clause about a nugget that is assigned to answers, which are no lists.
  std::string answer_clause(const std::string& name, const Sides& sides) const {
    const bool by_all = names_.as_given && difference_.against_ideal && &sides.winner == &names_.b;
    const std::string head =
        fmt::format("{} {} {}", sides.winner, by_all ? "support" : "supports", name);
    return sides.loser_rank == 0 ? fmt::format("{}, {} does not", head, sides.loser)
                                 : fmt::format("{} more than {}", head, sides.loser);
  }

  std::string clause(const DocumentDifference& row, std::string& /*below*/) const {
    if (row.docno.empty() && !difference_.groups.empty()) return exposure_clause();
    if (row.docno.empty()) return fmt::format("the list as a whole ({})", difference_.formula);
    const Sides sides = this->sides(row, 0, 0);
    const std::string name = described(row.docno);
    if (!counts(sides.winner_rank)) {  // of a pair that the loser has
      return fmt::format("{} has {} at rank {}, much like others above it", sides.loser, name,
                         sides.loser_rank);
    }
    if (!counts(sides.loser_rank) || sides.winner_rank < sides.loser_rank) {
      return fmt::format("{} has {} at rank {}, {}", sides.winner, name, sides.winner_rank,
                         other_rank(sides));
    }
    return fmt::format("{} gains more by {} at rank {}, {} has it at rank {}", sides.winner, name,
                       sides.winner_rank, sides.loser, sides.loser_rank);
  }

  // How far the shares of a group are apart; of the ideal list nothing is known but the target.
  static double distance(const GroupExposure& group) {
    const double other = group.shares.size() > 1 ? group.shares[1].value_or(0) : group.target;
    return std::abs(group.shares[0].value_or(0) - other);
  }

  // "B is nearer to the targets: group x has .893 of the exposure in B, 1.000 in A, target .125".
  std::string exposure_clause() const {
    constexpr std::size_t most = 2;  // groups
    auto groups = mapped(difference_.groups, [](const GroupExposure& group) { return &group; });
    std::ranges::stable_sort(groups, std::greater<>(),
                             [](const GroupExposure* group) { return distance(*group); });
    if (groups.size() > most) groups.erase(groups.begin() + most, groups.end());
    std::string text = fmt::format("{} is nearer to the targets of the groups",
                                   difference_.a >= difference_.b ? names_.a : names_.b);
    for (const GroupExposure* const group : groups) {
      text += fmt::format("{} {} has {} of the exposure in {}", group == groups[0] ? ":" : ",",
                          shown(group->group), fraction_or_dash(group->shares[0], shown_digits),
                          names_.a);
      if (group->shares.size() > 1)
        text +=
            fmt::format(", {} in {}", fraction_or_dash(group->shares[1], shown_digits), names_.b);
      text += fmt::format(" (target {})", fraction(group->target, shown_digits));
    }
    return text;
  }

  std::string described(const NodeDifference& row) const {
    std::string caption(fitting_text(caption_of(row, difference_.topic, captions_), caption_width));
    if (!row.importance.empty()) caption += (caption.empty() ? "" : ", ") + row.importance;
    return with_caption(name_of(row, difference_.intents_are, names_.as_given), caption);
  }
  std::string described(const std::string& docno) const {
    return with_caption(shown(docno), fitting_text(captions_.document(docno), caption_width));
  }
  std::string shown(const std::string& name) const { return text_of_name(name, names_.as_given); }
  static std::string with_caption(const std::string& name, const std::string& caption) {
    return caption.empty() ? name : fmt::format("{} ({})", name, caption);
  }

  const TopicDifference& difference_;
  const ListNames& names_;
  const Captions& captions_;
  const bool is_of_set_;
};

}  // namespace

std::string name_of(const NodeDifference& node, const char* intents_are, bool as_given) {
  const bool is_node = node.node && node.intent == topic_level_intent;
  const std::string& given = is_node ? node.name : node.intent;
  const std::string name = text_of_name(given, as_given);
  if (is_node) return "node " + name;
  return fmt::format("{} {}", node.is_superintent ? "superintent" : intents_are, name);
}

std::string_view caption_of(const NodeDifference& node, std::string_view topic,
                            const Captions& captions) {
  const std::string_view caption = captions.intent(topic, node.intent);
  return caption.empty() ? std::string_view(node.label) : caption;
}

std::string unjudged_in_words(const TopicDifference& difference) {
  if (!difference.unjudged) return {};
  const UnjudgedCounts& counts = *difference.unjudged;
  if (counts.a + counts.b.value_or(0) == 0) return {};
  return fmt::format(
      "not judged: A {}{} of {}", counts.a, counts.b ? fmt::format(", B {}", *counts.b) : "",
      counts.depth == no_cutoff ? "the whole list" : fmt::format("the first {}", counts.depth));
}

std::string signed_fraction(double value, int digits) {
  const std::string text = fraction(value, digits);
  const bool is_zero = text.find_first_of("123456789i") == std::string::npos;
  return is_zero || text[0] == '-' ? text : "+" + text;
}

std::string difference_in_words(const TopicDifference& difference, const ListNames& names,
                                const Captions& captions) {
  if (difference.components.empty() && difference.a != difference.b) return {};
  return Words(difference, names, captions).text();
}

}  // namespace subintent::internal
