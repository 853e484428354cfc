#include "report/judge/server/site.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <future>
#include <new>
#include <system_error>

#include "messages.h"
#include "report/judge/fixtures.h"
#include "report/judge/page/page.h"
#include "report/judge/study.h"
#include "test_file.h"

namespace subintent::internal {
namespace {

using namespace std::chrono_literals;

std::vector<StoredAnswer> journal_of(const Study& study, const std::string& folder) {
  Warnings warnings;
  return read_study_journal(study, folder, warnings);
}

class SiteTest : public testing::Test {
 protected:
  const Study study_ = preferences_study();
  const std::string token_ = "/AAAAAAAAAAAAAAAAAAAAAA";
  TestFolder folder_;
  Journal journal_{study_, folder_.path()};
  AnswerStore store_{study_, journal_, [](const std::string&) {}};
  Site::Time now_ = Site::Time() + 1h;

  Site site(SiteOptions options = {}) { return Site(study_, store_, std::move(options)); }

  SiteResponse ask(Site& site, const HttpHead& head, const std::string& body = "") const {
    auto admitted = site.admit(head, now_);
    if (auto* response = std::get_if<SiteResponse>(&admitted)) return *response;
    std::promise<SiteResponse> promise;
    site.answer(std::get<Visit>(admitted), body,
                [&](SiteResponse response) { promise.set_value(std::move(response)); });
    return promise.get_future().get();
  }
  HttpHead post(const std::string& origin = "", const std::string& fetch_site = "") const {
    return {"POST", token_ + "/answers", "127.0.0.1:80", origin, fetch_site, "application/json"};
  }
};

std::string header(const SiteResponse& response, const std::string& name) {
  for (const auto& [known, value] : response.headers)
    if (known == name) return value;
  return "";
}

std::string site_event(const std::string& id, const std::string& task = "t1", int revision = 1,
                       const std::string& value = "left") {
  return R"({"id":")" + id + R"(","task":")" + task + R"(","question":"q1","revision":)" +
         std::to_string(revision) + R"(,"value":")" + value +
         R"(","seconds":1,"time":"0","comment":""})";
}

std::string events(const std::string& id, const std::string& task = "t1", int revision = 1,
                   const std::string& value = "left") {
  return R"({"events":[)" + site_event(id, task, revision, value) + "]}";
}

TEST_F(SiteTest, ShowsThePageToWhoHasTheToken) {
  Site site = this->site();
  for (const char* method : {"GET", "HEAD"}) {
    const SiteResponse response = ask(site, {method, token_ + "/?from=mail"});
    EXPECT_EQ(response.status, 200);
    EXPECT_EQ(response.body, study_page(study_, 0, PageMode::server));
    EXPECT_EQ(header(response, "Content-Security-Policy"), study_page_policy(study_.kind));
    EXPECT_EQ(header(response, "Cache-Control"), "no-store");
    EXPECT_EQ(header(response, "Referrer-Policy"), "no-referrer");
    EXPECT_EQ(header(response, "X-Frame-Options"), "DENY");
    EXPECT_EQ(header(response, "X-Content-Type-Options"), "nosniff");
  }
  const SiteResponse moved = ask(site, {"GET", token_});
  EXPECT_EQ(moved.status, 308);
  EXPECT_EQ(header(moved, "Location"), "AAAAAAAAAAAAAAAAAAAAAA/");
}

TEST_F(SiteTest, FindsNothingElse) {
  Site site = this->site();
  const SiteResponse nothing = ask(site, {"GET", "/"});
  for (const std::string& target :
       {std::string(), std::string("/AAAAAAAAAAAAAAAAAAAAAB/"),
        std::string("/AAAAAAAAAAAAAAAAAAAAA/"), std::string("/AAAAAAAAAAAAAAAAAAAAAAA/"),
        std::string("/../study.jsonl"), std::string("*"), std::string("//"), token_ + "//",
        token_ + "/answers/", token_ + "/../answers.jsonl", token_ + "/%61nswers",
        std::string("http://127.0.0.1") + token_ + "/", token_ + std::string(1, '\0'),
        std::string("/aaaaaaaaaaaaaaaaaaaaaa/")}) {
    for (const char* method : {"GET", "POST", "DELETE", ""}) {
      const SiteResponse response = ask(site, {method, target});
      EXPECT_EQ(response.status, 404) << target;
      EXPECT_EQ(response.body, nothing.body);
      EXPECT_EQ(response.headers, nothing.headers);
    }
  }
}

TEST_F(SiteTest, StoresAnswersOnceAndGivesThemBack) {
  Site site = this->site();
  EXPECT_EQ(ask(site, {"GET", token_ + "/answers"}).body, R"({"events":[]})");
  for (int i = 0; i < 2; ++i) {
    const SiteResponse stored = ask(site, post(), events("a"));
    EXPECT_EQ(stored.status, 200);
    EXPECT_EQ(stored.body, R"({"stored":["a"]})");
    EXPECT_EQ(journal_of(study_, folder_.path()).size(), 1);
  }
  EXPECT_TRUE(has(ask(site, {"GET", token_ + "/answers"}).body, R"("id":"a")"));
  EXPECT_EQ(ask(site, {"GET", "/BBBBBBBBBBBBBBBBBBBBBB/answers"}).body, R"({"events":[]})");
  const SiteResponse refused = ask(site, post(), events("b", "u1"));  // of the other participant
  EXPECT_EQ(refused.status, 400);
  EXPECT_EQ(refused.body, R"({"error":"there is no task u1 of this participant"})");
}

TEST_F(SiteTest, TellsWhenAnIdBelongsToAnotherAnswer) {
  Site site = this->site();
  ask(site, post(), events("a"));
  const std::string both = R"({"events":[)" + site_event("a", "t1", 2, "right") + "," +
                           site_event("b", "t1", 2, "right") + "]}";
  for (int i = 0; i < 2; ++i) {
    const SiteResponse response = ask(site, post(), both);
    EXPECT_EQ(response.status, 409);
    EXPECT_EQ(response.body,
              R"({"stored":["b"],"conflicting":["a"],"error":"another answer has the same id"})");
  }
  EXPECT_EQ(journal_of(study_, folder_.path()).size(), 2);
}

TEST_F(SiteTest, TellsWhichAnswersDoNotCount) {
  Site site = this->site();
  EXPECT_EQ(ask(site, post(), events("a", "t1", 3)).body, R"({"stored":["a"]})");
  EXPECT_EQ(ask(site, post(), events("b", "t1", 3, "right")).body,
            R"({"stored":["b"],"superseded":["b"]})");
  EXPECT_EQ(ask(site, post(), events("c", "t1", 4, "right")).body, R"({"stored":["c"]})");
  EXPECT_EQ(ask(site, post(), events("a", "t1", 3)).body, R"({"stored":["a"],"superseded":["a"]})");
}

TEST_F(SiteTest, TakesNoOtherMethodsAndTypes) {
  Site site = this->site();
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "TRACE", "get", ""}) {
    const SiteResponse response = ask(site, {method, token_ + "/"});
    EXPECT_EQ(response.status, 405) << method;
    EXPECT_EQ(header(response, "Allow"), "GET, HEAD");
  }
  EXPECT_EQ(ask(site, {"PUT", token_ + "/answers"}).status, 405);
  HttpHead head = post();
  for (const char* type : {"text/plain", "application/jsonp", "application/json2; a=b", "json", "",
                           "application/json, text/plain", "x; application/json"}) {
    head.content_type = type;  // which pages of others may send
    EXPECT_EQ(ask(site, head, events("a")).status, 415) << type;
  }
  for (const char* type :
       {"Application/JSON", "application/json; charset=utf-8", "application/json ;charset=utf-8"}) {
    head.content_type = type;
    EXPECT_EQ(ask(site, head, events("a")).status, 200) << type;
  }
}

TEST_F(SiteTest, TakesNoAnswersFromOtherPages) {
  Site site = this->site();
  EXPECT_EQ(ask(site, post("http://127.0.0.1:80"), events("a")).status, 200);
  EXPECT_EQ(ask(site, post("null", "same-origin"), events("a")).status, 200);
  for (const char* origin : {"http://evil.example", "null", "http://127.0.0.1:8080"})
    EXPECT_EQ(ask(site, post(origin), events("b")).status, 403) << origin;
  for (const char* from : {"cross-site", "same-site", "none", "x"})
    EXPECT_EQ(ask(site, post("", from), events("b")).status, 403) << from;
  Site behind = this->site({.base_url = "https://example.org/study"});
  EXPECT_EQ(ask(behind, post("https://Example.org"), events("a")).status, 200);
  EXPECT_EQ(ask(behind, post("http://127.0.0.1:80"), events("a")).status, 403);
}

TEST_F(SiteTest, IsKnownByItsOwnNamesAlone) {
  Site site = this->site({.hosts = {"127.0.0.1:80", "localhost:80"}});
  EXPECT_EQ(ask(site, {"GET", token_ + "/", "LOCALHOST:80"}).status, 200);
  for (const char* host : {"evil.example:80", "", "127.0.0.1", "127.0.0.1:80.evil.example"}) {
    EXPECT_EQ(ask(site, {"GET", token_ + "/", host}).status, 403) << host;
    EXPECT_EQ(ask(site, {"GET", "/", host}).status, 404) << host;
  }
}

TEST_F(SiteTest, LimitsTheRequestsOfAParticipant) {
  Site site = this->site({.requests_at_once = 2, .requests_per_second = 1, .burst = 4});
  const HttpHead head{"GET", token_ + "/answers"};
  {
    const auto one = site.admit(head, now_), two = site.admit(head, now_);
    EXPECT_TRUE(std::holds_alternative<Visit>(two));
    const auto three = site.admit(head, now_);
    EXPECT_EQ(std::get<SiteResponse>(three).status, 429);
    EXPECT_EQ(header(std::get<SiteResponse>(three), "Retry-After"), "1");
    EXPECT_EQ(ask(site, {"GET", "/BBBBBBBBBBBBBBBBBBBBBB/answers"}).status, 200);
  }
  EXPECT_EQ(ask(site, head).status, 200);
  EXPECT_EQ(ask(site, head).status, 429);
  now_ += 1s;
  EXPECT_EQ(ask(site, head).status, 200);
  EXPECT_EQ(ask(site, head).status, 429);
}

TEST(RateLimit, RefillsUpToTheBurst) {
  RateLimit limit(10, 3);
  Site::Time now = Site::Time() + 1s;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take(now));
  EXPECT_FALSE(limit.take(now));
  now += 100ms;
  EXPECT_TRUE(limit.take(now));
  EXPECT_FALSE(limit.take(now));
  now += 1h;
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take(now));
  EXPECT_FALSE(limit.take(now));
}

TEST(AnswerStore, StoresWhatWaitsBeforeItEnds) {
  const Study study = preferences_study();
  const TestFolder folder;
  Journal journal(study, folder.path());
  std::atomic<int> stored = 0;
  {
    AnswerStore store(study, journal, [](const std::string&) {});
    for (int i = 0; i < 100; ++i) {
      store.store(0, {{std::to_string(i), 0, 0, 1, Side::left, 1, "0", ""}},
                  [&](const StoreResult& result) { stored += result.stored.size() == 1; });
    }
  }
  EXPECT_EQ(stored, 100);
  EXPECT_EQ(journal_of(study, folder.path()).size(), 100);
}

// By the messages and by what is called: the thread goes on, and everybody is told something.
TEST(AnswerStore, SurvivesWhatIsThrown) {
  const Study study = preferences_study();
  const TestFolder folder;
  Journal journal(study, folder.path());
  const std::string path = path_in(folder.path(), journal_file), away = path + ".away";
  AnswerStore store(study, journal, [](const std::string&) {
    throw std::system_error(std::make_error_code(std::errc::io_error));
  });
  const auto outcome_of = [&](const std::string& id, bool throws) {
    std::promise<StoreOutcome> told;
    int calls = 0;
    store.store(0, {{id, 0, 0, 1, Side::left, 1, "0", ""}}, [&](const StoreResult& result) {
      if (throws && ++calls == 1) throw std::bad_alloc();
      told.set_value(result.outcome);
    });
    return told.get_future().get();
  };
  EXPECT_EQ(outcome_of("a", false), StoreOutcome::stored);
  EXPECT_EQ(outcome_of("b", true), StoreOutcome::failed);
  std::filesystem::rename(path, away);
  EXPECT_EQ(outcome_of("c", false), StoreOutcome::failed);
  std::filesystem::rename(away, path);
  EXPECT_EQ(outcome_of("c", false), StoreOutcome::stored);
  std::promise<bool> has_read;
  int calls = 0;
  store.read(0, [&](const std::optional<std::string>& json) {
    if (++calls == 1) throw 1;
    has_read.set_value(json.has_value());
  });
  EXPECT_FALSE(has_read.get_future().get());
  EXPECT_EQ(journal_of(study, folder.path()).size(), 3);
}

}  // namespace
}  // namespace subintent::internal
