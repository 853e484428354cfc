// Heads of requests: each line is a part. Without a token nothing is found.
#include <stdlib.h>

#include "../report/judge/fixtures.h"
#include "input.h"
#include "report/judge/server/site.h"
#include "subintent/program.h"

namespace subintent::internal {
namespace {

HttpHead head_of(std::string_view text) {
  std::array<std::string, 6> parts;
  for (std::string& part : parts) {
    const std::size_t end = text.find('\n');
    part = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return {parts[0], parts[1], parts[2], parts[3], parts[4], parts[5]};
}

bool has_token(const Study& study, const std::string& target) {
  for (const StudyParticipant& participant : study.participants)
    if (target.starts_with("/" + participant.token)) return true;
  return false;
}

}  // namespace

void fuzz(std::string_view input) {
  static const Study study = preferences_study();
  static std::string folder = "/tmp/fuzz-site-XXXXXX";
  static Journal journal(study, mkdtemp(folder.data()));
  static AnswerStore store(study, journal, [](const std::string&) {});
  static Site site(study, store, {.base_url = "", .hosts = {"localhost:80"}});
  static Site::Time now{};
  now += std::chrono::seconds(1);  // for the limits of rates
  const HttpHead head = head_of(input);
  const auto admitted = site.admit(head, now);
  if (const auto* response = std::get_if<SiteResponse>(&admitted)) {
    require(response->status == 404 || (response->status > 300 && has_token(study, head.target)));
  } else {
    require(has_token(study, head.target) && lowered(head.host) == "localhost:80");
    require(head.method == "GET" || head.method == "HEAD" || head.method == "POST");
  }
}

}  // namespace subintent::internal
