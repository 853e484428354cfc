// Preferences of users: how far measures agree with them, and they with each other.

#include "compare/analyses/analysis.h"
#include "compare/participants.h"
#include "report/page/section.h"

namespace subintent::internal {
namespace {

Html measure_table(const std::vector<PoolAgreement>& pools) {
  PageTable table({"Measure", "<Pairs of lists", "Number", "Mean tau"});
  for (const PoolAgreement& pool : pools) {
    for (std::size_t m = 0; m < pool.judged.measures.size(); ++m) {
      table.row(html_name(pool.judged.measures[m]), html_name(pool.name), pool.judged.pairs.size(),
                pool.judged.pairs.empty() ? html("&ndash;") : number_text(pool.table.average[m]));
    }
  }
  return table.html_of(html("Agreement of measures with users: mean &tau; of the users"));
}

Html reliability_table(const std::vector<UserReliability>& found) {
  PageTable table({"Coefficient", "<Pairs of lists", "Number", "Value", "Interval"});
  for (const UserReliability& one : found) {
    const std::string_view words = one.coefficient == "tau" ? "mean tau of two users"
                                   : one.coefficient == "alpha_nominal"
                                       ? "Krippendorff's alpha, nominal"
                                       : "Krippendorff's alpha, ordinal";
    table.row(words, html_name(one.pool), one.pairs, number_text(one.value),
              one.interval ? html("{:.3f} to {:.3f}", one.interval->low, one.interval->high)
                           : html("&ndash;"));
  }
  return table.html_of(html("Agreement of users with each other, with intervals over topics"));
}

Html participants_table(const std::vector<ParticipantSummary>& found) {
  PageTable table({"User", "Answers", "Median seconds", "Left, of left and right",
                   "p of the sign test", "Repeats", "Same answer", "Under 2 s", "Comments",
                   "Checks passed"});
  for (const ParticipantSummary& one : found) {
    table.row(one.participant.empty() ? html("all") : html_name(one.participant), one.answers,
              number_text(one.median_seconds, 1), number_text(one.left_share.value),
              one.left_p ? html("{}", p_value_text(*one.left_p)) : html("&ndash;"), one.repeats,
              number_text(one.same_share.value), one.fast, one.comments,
              one.checks > 0 ? html("{} of {}", one.passed, one.checks) : html("&ndash;"));
  }
  return table.html_of(html("Users: how they answered"));
}

Html tests_table(const std::vector<PreferenceTest>& found, const TestSettings& settings) {
  PageTable table({"Measure", "<Other measure", "<Pairs of lists", "Tau", "Tau", "Corrected p",
                   "<Agrees better"});
  for (const auto& [question, pool, one] : found) {
    table.row(html_name(one.run1), html_name(one.run2), html_name(pool), number_text(one.mean1),
              number_text(one.mean2), p_text(one.corrected, settings), html_name(one.winner));
  }
  return table.html_of(
      html("Measures by their agreement with users, topic by topic: {}, &alpha; = {}",
           description(settings), settings.alpha));
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
  for (const QuestionPools& answers : by_question(context.input.preferences))
    made += question_part(context, answers);
  return made;
}

}  // namespace subintent::internal
