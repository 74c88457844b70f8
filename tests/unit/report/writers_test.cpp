#include "report/writers.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/unit/report/report_fixture.h"

namespace empire::report {
namespace {

std::string textOf(const Report& report) {
  std::ostringstream out;
  writeText(report, out);
  return out.str();
}

std::string jsonOf(const Report& report) {
  std::ostringstream out;
  writeJson(report, out);
  return out.str();
}

TEST(Writers, TableFindsByName) {
  EXPECT_EQ(findWriter("json")->write, &writeJson);
  EXPECT_EQ(findWriter("yaml"), nullptr);
  EXPECT_EQ(writers().front().name, "text");
}

TEST(TextWriter, TellsTheSample) {
  EXPECT_EQ(textOf(sampleReport()), R"(checked a.esl for scenarios 9-11: 2 threads, 2 locations

violation of scenario 9 (torn-read-inside): a torn state is read
unknown: scenario 11
  Reason: the time limit was reached (--timeout).
  Try a longer --timeout, or a smaller question: one --scenario at a time, two
  --threads, fewer --locations.
safe: scenario 10
  The proof covers all interleavings of 2 threads under sequential consistency
  (engine fake, 40 states).

scenario 9: R(l1) W'(l1) W'(l2) R(l2), l1 = x, l2 = y
  main reads x before and y after t writes both: it reads the old x with the new
  y.

  step  line  main                          t
     1     1  start t
     2     2  begin sum
     3     3  lock m  {m}
     4     4  R(l1) p->x  {m}
     6    30                                begin set
     7    31                                W'(l1) write x
     8    32                                W'(l2) write y
     9     5  unlock m
    10     6  R(l2) read y
  lines of a.esl; {}: locks held; replayed on the model

data races: at least 1 pair of accesses that nothing orders
  x: read by main at a.esl:4, write by t at a.esl:31
  Safe assumes sequential consistency, which C++ gives only to code without data
  races.
)");
}

TEST(TextWriter, EscapesNamesFromTheInput) {
  Report report = sampleReport();
  report.results[0].witness->l1 = "\x1b[2Jx";
  report.results[0].witness->steps[3].target = "\x1b[2Jx";
  report.results[0].witness->steps[3].text = "a\rb";
  report.races[0].location = "l\ne";
  report.files[0].path = "a\x07.esl";
  const std::string text = textOf(report);
  for (const char c : text) EXPECT_TRUE(c == '\n' || static_cast<unsigned char>(c) >= 0x20) << static_cast<int>(c);
  EXPECT_NE(text.find("\\x1b[2Jx"), std::string::npos);
}

TEST(TextWriter, StaysWithinEightyColumnsForManyThreads) {
  Report report = sampleReport();
  std::vector<Step>& steps = report.results[0].witness->steps;
  for (int i = 0; i < 12; ++i) {
    Step step = steps[0];
    step.thread = "worker-with-a-long-name-" + std::to_string(i);
    step.target = "u";
    step.text = std::string(200, 'x');
    steps.insert(steps.begin(), step);
  }
  std::istringstream lines(textOf(report));
  std::string line;
  while (std::getline(lines, line)) EXPECT_LE(line.size(), 80u) << line;
}

TEST(TextWriter, CutsLongWitnesses) {
  Report report = sampleReport();
  std::vector<Step>& steps = report.results[0].witness->steps;
  steps.insert(steps.begin(), 500, steps[0]);
  const std::string text = textOf(report);
  EXPECT_LT(std::count(text.begin(), text.end(), '\n'), 100);
  EXPECT_NE(text.find("steps ..."), std::string::npos);
  EXPECT_NE(text.find("R(l1) p->x"), std::string::npos);
}

TEST(JsonWriter, HasTheFieldsOfTheSchema) {
  const nlohmann::json json = nlohmann::json::parse(jsonOf(sampleReport()));
  EXPECT_EQ(json["schema"], "empire-result/1");
  for (const char* key : {"tool", "query", "root", "files", "threads", "locks", "locations", "program", "scope",
                          "assumptions", "races", "racesComplete", "results"}) {
    EXPECT_TRUE(json.contains(key)) << key;
  }
  EXPECT_FALSE(json.contains("timing"));
  EXPECT_EQ(json["results"][0]["scenario"], "9");
  EXPECT_EQ(json["results"][0]["confirmation"], "replayed");
  EXPECT_EQ(json["results"][1]["verdict"], "safe");
  EXPECT_EQ(json["results"][1]["confirmation"], "none");
  EXPECT_FALSE(json["results"][1].contains("witness"));
  const nlohmann::json& step = json["results"][0]["witness"]["steps"][3];
  EXPECT_EQ(step["role"], "R(l1)");
  EXPECT_EQ(step["held"], nlohmann::json::array({"m"}));
  EXPECT_EQ(step["unit"]["name"], "sum");
  EXPECT_EQ(step["line"], 4);
  EXPECT_EQ(step["stack"][0]["function"], "run");
  EXPECT_EQ(json["threads"][1]["start"]["line"], 1);
  EXPECT_TRUE(json["threads"][0]["start"].is_null());
}

TEST(JsonWriter, SurvivesBytesThatAreNotUtf8) {
  Report report = sampleReport();
  report.results[0].witness->steps[3].text = "\xff\xfe\x1b";
  report.threads[0].id = "\xc3";
  const std::string text = jsonOf(report);
  EXPECT_TRUE(nlohmann::json::accept(text));
  EXPECT_EQ(text.find('\x1b'), std::string::npos);
}

TEST(JsonWriter, WritesTimingOnlyWhereItIsThere) {
  Report report = sampleReport();
  report.timing = Timing{{{"read", 0.25}}, 64};
  const nlohmann::json json = nlohmann::json::parse(jsonOf(report));
  EXPECT_EQ(json["timing"]["seconds"]["read"], 0.25);
  EXPECT_EQ(json["timing"]["bytes"], 64);
}

TEST(Build, HashesContent) {
  EXPECT_EQ(contentHash("").size(), std::string("xxh3-128:").size() + 32);
  EXPECT_EQ(contentHash(""), "xxh3-128:99aa06d3014798d86001c324468d497f");
  EXPECT_NE(contentHash("a"), contentHash("b"));
}

TEST(Build, UnknownReportAnswersEveryScenario) {
  const Report report = unknownReport(sampleQuery(), {"a.esl", ""}, "too long");
  ASSERT_EQ(report.results.size(), 3u);
  for (const ScenarioResult& result : report.results) {
    EXPECT_EQ(result.verdict, solver::Verdict::Unknown);
    EXPECT_EQ(result.reason, "too long");
  }
  EXPECT_TRUE(nlohmann::json::accept(jsonOf(report)));
}

}  // namespace
}  // namespace empire::report
