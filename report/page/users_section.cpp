// Preferences of users: how far measures agree with them, and they with each other.
#include <optional>

#include "compare/analyses/reports.h"
#include "compare/participants.h"
#include "report/page/section.h"

namespace subintent::internal {
namespace {

Html heads(std::initializer_list<const char*> names, std::initializer_list<const char*> numbers) {
  Html head;
  for (const char* name : names) head += html("<th scope=\"col\">{}", std::string_view(name));
  for (const char* name : numbers) {
    head += html("<th scope=\"col\" class=\"n\">{}", std::string_view(name));
  }
  return head;
}

Html share_text(const std::optional<double>& value) {
  return value ? html("{:.3f}", *value) : html("&ndash;");
}

Html interval_text(const std::optional<double>& low, const std::optional<double>& high) {
  return low ? html("{:.3f} to {:.3f}", *low, *high) : html("&ndash;");
}

Html measure_table(const std::vector<PoolAgreement>& pools) {
  Html rows;
  for (const PoolAgreement& pool : pools) {
    for (std::size_t m = 0; m < pool.judged.measures.size(); ++m) {
      rows +=
          html("<tr><th scope=\"row\">{}<td>{}<td class=\"n\">{}<td class=\"n\">{}\n",
               html_name(pool.judged.measures[m]), html_name(pool.name), pool.judged.pairs.size(),
               pool.judged.pairs.empty() ? html("&ndash;") : html("{:.3f}", pool.table.average[m]));
    }
  }
  return table(html("Agreement of measures with users: mean &tau; of the users"),
               heads({"Measure", "Pairs of lists"}, {"Number", "Mean tau"}), rows);
}

Html reliability_table(const std::vector<UserReliability>& found) {
  Html rows;
  for (const UserReliability& one : found) {
    const std::string_view words = one.coefficient == "tau" ? "mean tau of two users"
                                   : one.coefficient == "alpha_nominal"
                                       ? "Krippendorff's alpha, nominal"
                                       : "Krippendorff's alpha, ordinal";
    rows += html(
        "<tr><th scope=\"row\">{}<td>{}<td class=\"n\">{}<td class=\"n\">{}<td "
        "class=\"n\">{}\n",
        words, html_name(one.pool), one.pairs, share_text(one.value),
        interval_text(one.low, one.high));
  }
  return table(html("Agreement of users with each other, with intervals over topics"),
               heads({"Coefficient", "Pairs of lists"}, {"Number", "Value", "Interval"}), rows);
}

Html participants_table(const std::vector<ParticipantSummary>& found) {
  Html rows;
  for (const ParticipantSummary& one : found) {
    const Html name = one.participant.empty() ? html("all") : html_name(one.participant);
    rows += html("<tr><th scope=\"row\">{}<td class=\"n\">{}<td class=\"n\">{}", name, one.answers,
                 one.median_seconds ? html("{:.1f}", *one.median_seconds) : html("&ndash;"));
    rows += html("<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}",
                 share_text(one.left_share),
                 one.left_p ? html("{}", p_value_text(*one.left_p)) : html("&ndash;"), one.repeats,
                 share_text(one.same_share));
    rows += html("<td class=\"n\">{}<td class=\"n\">{}<td class=\"n\">{}\n", one.fast, one.comments,
                 one.checks > 0 ? html("{} of {}", one.passed, one.checks) : html("&ndash;"));
  }
  return table(
      html("Users: how they answered"),
      heads({"User"}, {"Answers", "Median seconds", "Left, of left and right", "p of the sign test",
                       "Repeats", "Same answer", "Under 2 s", "Comments", "Checks passed"}),
      rows);
}

Html tests_table(const std::vector<PreferenceTest>& found, const TestSettings& settings) {
  Html rows;
  for (const PreferenceTest& one : found) {
    rows += html("<tr><th scope=\"row\">{}<td>{}<td>{}", html_name(one.measure1),
                 html_name(one.measure2), html_name(one.pool));
    rows += html("<td class=\"n\">{:.3f}<td class=\"n\">{:.3f}<td class=\"n\">{}<td>{}\n", one.tau1,
                 one.tau2, p_text(one.corrected, settings), html_name(one.winner));
  }
  return table(
      html("Measures by their agreement with users, topic by topic: {}, &alpha; = {}",
           description(settings), settings.alpha),
      html("{}<th scope=\"col\">Agrees better",
           heads({"Measure", "Other measure", "Pairs of lists"}, {"Tau", "Tau", "Corrected p"})),
      rows);
}

Html question_part(const PageContext& context, const QuestionPools& answers) {
  const PageInput& input = context.input;
  const std::vector<ScoreGroup> groups = {input.scores};
  Html made;
  if (!answers.question.empty()) made += html("<h3>{}</h3>\n", html_name(answers.question));
  made += measure_table(pool_agreements(answers.pools, groups, TiedPreference::disagree));
  const BootstrapSettings bootstrap{.alpha = input.test.alpha};
  made += reliability_table(user_reliabilities(answers, TiedPreference::disagree, bootstrap));
  made += participants_table(participant_summaries(answers, input.test.alpha));
  TestSettings settings;
  settings.test = find_test("randomisation");
  settings.trials = settings.test->default_trials;
  settings.alpha = input.test.alpha;
  const auto tests =
      preference_tests(answers, groups, TiedPreference::disagree, settings, Correction::holm);
  if (!tests.empty()) made += tests_table(tests, settings);
  return made;
}

}  // namespace

Html users_section(const PageContext& context) {
  Html made;
  for (const QuestionPools& answers : by_question(context.input.preferences)) {
    made += question_part(context, answers);
  }
  return made;
}

}  // namespace subintent::internal
