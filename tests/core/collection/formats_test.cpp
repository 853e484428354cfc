// Judgments and runs in the formats of others: the same as in TREC's, or a reason.
#include <gtest/gtest.h>

#include <random>

#include "core/collection/qrels.h"
#include "core/collection/qrels_builder.h"
#include "core/collection/run.h"
#include "subintent/basics.h"

namespace subintent::internal {
namespace {

std::string written(const Qrels& qrels) {
  std::string text;
  for (const TopicQrels& topic : qrels.topics()) {
    for (const Judgment& j : topic.judgments) {
      text.append(topic.topic).append(" ").append(topic.intents[j.intent]) += ' ';
      text.append(topic.docnos[j.document]).append(" ").append(std::to_string(j.grade)) += '\n';
    }
  }
  return text;
}

std::string written(const Run& run) {
  std::string text;
  for (const RankedList& list : run.topics) {
    text.append(list.topic) += ':';
    for (const std::string_view docno : list.docnos) text.append(" ").append(docno);
    text += '\n';
  }
  return text;
}

// What is read of a text, or why it is not.
std::string qrels_of_text(const std::string& text, QrelsKind kind = QrelsKind::diversity) {
  try {
    return written(read_qrels(Source::memory(text, "f"), kind));
  } catch (const Error& error) {
    return error.what();
  }
}

std::string run_of_text(const std::string& text, RunOrder order = RunOrder::rank,
                        OnDuplicate on_duplicate = OnDuplicate::error) {
  try {
    return written(read_run(Source::memory(text, "f"), order, on_duplicate));
  } catch (const Error& error) {
    return error.what();
  }
}

const std::string with_intents = "2 x a 1\n10 y a 0\n10 x b 2\n";
const std::string without_intents = "2 0 a 1\n10 0 a 0\n10 0 b 2\n";

TEST(QrelsFormats, AreReadAsThoseOfTrec) {
  EXPECT_EQ(qrels_of_text("10 x b 2\n2 x a 1\n10 y a 0\n"), with_intents);
  for (const char* text :
       {"query-id\tcorpus-id\tscore\n10\tb\t2\n2\ta\t1\n10\ta\t0\n",
        "query-id corpus-id score\n10 b 2\n2 a 1\n10 a 0",
        "\xEF\xBB\xBFqid,docno,label\r\n10,b,2\r\n2,a,1\r\n\r\n10,a,0\r\n",
        "# a remark\n\n,qid,docno,label\n0,10,b,2\n1,2,a,1\n2,10,a,0\n",
        "label,\"docno\",text,qid\n2,\"b\",\"x, \"\"y\"\"\",\"10\"\n1,a,,2\n0,a,z,10\n",
        R"({"10": {"b": 2, "a": 0}, "2": {"a": 1}})",
        " {\n\"10\" :{ \"b\":2,\"a\":0.0} ,\"3\":{},\n \"2\":{\"a\": 1}\t}\n\n",
        R"({"10": {"\u0062": 2, "a": 0}, "\u0032": {"a": 1}})",
        "10 b L2\n2 a L1\n10 a L0\n",
        "user_id\titem_id\trating\n10\tb\t2\n2\ta\t1\n10\ta\t0\n",
        "userId,itemId,rating\n10,b,2\n2,a,1\n10,a,0\n",
        "userId,movieId,rating,timestamp\n10,b,2.0,9\n2,a,1.0,9\n10,a,0.0,9\n",
        "user_id:token\titem_id:token\trating:float\n10\tb\t2.\n2\ta\t1\n10\ta\t0.00\n",
        "10\tb\t2.0\n2\ta\t1\n10\ta\t0\n",
        "10\tb\t2\t881250949\n2\ta\t1\t881250950\n10\ta\t0\t881250951\n",
        "10 0 b 2.0\n2 Q0 a 1\n10 q0 a 0.\n",
        R"({"10": {"b": {"relevance": 2}, "a": {"relevance": 0}}, "2": {"a": {"relevance": 1}}})",
        R"({"qid":10,"documents":[{"doc_id":"b","relevance":2},{"doc_id":"a","relevance":0}]})"
        R"({"qid":2,"rel_docs":["a"]})",
        R"({"requests":[{"id":"10","ratings":[{"_id":"b","rating":2},{"_id":"a","rating":0}]},)"
        R"({"id":"2","request":{},"ratings":[{"_id":"a","rating":1}]}]})",
        "qid,docno,label\n10,b,L2\n2,a,yes\n10,a,No\n",
        "\"User-ID\";\"ISBN\";\"Book-Rating\"\n10;b;2\n2;a;1\n10;a;0\n"})
    EXPECT_EQ(qrels_of_text(text), without_intents) << text;
  for (const char* text : {"topic intent docno grade\n10 x b 2\n2 x a 1\n10 y a 0\n",
                           "qid,docno,label,iteration\n10,b,2,x\n2,a,1,x\n10,a,0,y\n",
                           R"({"10": {"x": {"b": 2}, "y": {"a": 0}}, "2": {"x": {"a": 1}}})",
                           "10 x b 2 0.9 judge\n2 x a 1 0.5 judge\n10 y a 0 1 judge\n",
                           "10 x b L2\n2 x a L1\n10 y a L0\n"})
    EXPECT_EQ(qrels_of_text(text), with_intents) << text;
  EXPECT_EQ(qrels_of_text(R"({"1": {"x": {"b": 2}}})", QrelsKind::ad_hoc), "1 * b 2\n");
  EXPECT_EQ(qrels_of_text(R"({"1": {"b": true, "c": false}})"), "1 0 b 1\n1 0 c 0\n");
  EXPECT_EQ(qrels_of_text(R"({"query_id":"1","positive_passages":[{"docid":"b","text":"t"}],)"
                          R"("negative_passages":[{"docid":12345678901234567890}]})"),
            "1 0 12345678901234567890 0\n1 0 b 1\n");
}

TEST(QrelsFormats, RatingsAreGradesOfNumberedIntents) {
  const std::string lines = "2 1 a 3\n2 2 b 5\n10 1 c\\ 0\n";
  EXPECT_EQ(
      qrels_of_text("{\"id\": \"2\", \"docid\": \"a\", \"rating\": [3, null]}\n\n"
                    "{\"rating\": [null, 5], \"docid\": \"b\", \"id\": 2, \"x\": {\"id\": [7]}}\n"
                    "{\"docid\": \"c\\\\\", \"id\": \"1\\u0030\", \"ratings\": [0.0]}"),
      lines);
  EXPECT_EQ(
      qrels_of_text(R"([{"qid":2,"docid":"a","rating":[1]},{"qid":2,"docid":"b","rating":[]}])"),
      "2 1 a 1\n");
}

// Ratings that are single digits behind the document's name are read in one go.
TEST(QrelsFormats, OfRatingsDoNotDependOnTheirLayout) {
  const std::string lines = "1 1 a 3\n1 3 a 0\n1 1 b 5\n1 2 b 1\n1 3 b 2\n";
  for (
      const char* const text :
      {R"({"id":1,"docid":"a","rating":[3,null,0]}{"id":1,"docid":"b","rating":[5,1,2]})",
       R"({"id":1,"docid":"b","rating":[ 5 , 1,  2 ]}{"id":1,"rating":[3,null,0],"docid":"a"})",
       R"({"id":1,"docid":"a","rating":[3.0,null,0]}{"id":1,"docid":"b","ratings":[5,1,2],"x":[1]})",
       R"({"docid":"c","id":1,"docid":"a","rating":[3,nix,0]}{"id":1,"docid":"b","rating":[5,1,2]})",
       R"({"id":1,"docid":"a","ratings":[9],"rating":[3,null,0]}{"id":1,"docid":"b","rating":[5,1,2]})"})
    EXPECT_EQ(qrels_of_text(text), lines) << text;
  EXPECT_EQ(
      qrels_of_text(R"({"id":1,"docid":"a","rating":[3,10]}{"id":1,"docid":"a","rating":[3]})"),
      "1 1 a 3\n1 2 a 10\n");
  EXPECT_EQ(
      qrels_of_text(R"({"id":1,"docid":"a","rating":[1]}{"id":1,"docid":"b","rating":[2,3]})"
                    R"({"id":1,"docid":"c","rating":[null,4]}{"id":1,"docid":"d","rating":[5,6,7]})"
                    R"({"id":1,"docid":"e","rating":[1,null,null,8]})"),
      "1 1 a 1\n1 1 b 2\n1 2 b 3\n1 2 c 4\n1 1 d 5\n1 2 d 6\n1 3 d 7\n1 1 e 1\n1 4 e 8\n");
}

// A document is judged in several places, for intents in any order.
TEST(QrelsFormats, GatherWhatIsJudgedApart) {
  const std::string twice =
      "{\"id\":1,\"docid\":\"b\",\"rating\":[null,2]}\n{\"id\":1,\"docid\":\"a\",\"rating\":[1,1]}"
      "\n{\"id\":1,\"docid\":\"b\",\"rating\":[3,2,4]}\n";
  EXPECT_EQ(qrels_of_text(twice), "1 1 a 1\n1 2 a 1\n1 1 b 3\n1 2 b 2\n1 3 b 4\n");
  EXPECT_EQ(qrels_of_text("1 2 a 1\n1 1 a 2\n1 1 b 0\n1 2 a 1\n"), "1 1 a 2\n1 2 a 1\n1 1 b 0\n");
  EXPECT_EQ(
      qrels_of_text(twice + "{\"id\":1,\"docid\":\"a\",\"rating\":[1,2]}"),
      "f:4: topic 1, intent 2, document a was judged before with grade 1; keep one of the two "
      "judgments");
}

TEST(QrelsFormats, GiveReasons) {
  const std::string grade = "is not a whole number from -100 to 100";
  const std::string gains =
      "; double all ratings, and say what each is then worth by `gains={{2, 1}, {3, 1.5}}`";
  const std::string defect =
      "is not JSON: a comma, colon, brace or name is missing, or one too many";
  const std::string json =
      R"(; write {"qid": ..., "docno": ..., "label": 1} in each line, {"topic": {"docno": grade}} )"
      R"(or {"topic": {"intent": {"docno": grade}}})";
  const std::string cut =
      "f:1: is not JSON: it ends within an object or array; the file is incomplete; copy it again";
  const std::string ratings =
      R"(; write {"qid": topic, "docno": docno, "label": grade}, or "rating": [grade, ...], one for each intent)";
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"1 a 1\n",
       "f:1: expected 4 columns, found 3; write \"topic intent docno grade\" or, where the columns "
       "are topic, docno and grade, \"query-id corpus-id score\" as the first line"},
      {"1 Q0 a 1 2.5 t\n1 Q0 b 2 2.5 t\n2 Q0 a 0 7 t\n2 Q0 b 1 6 t\n",
       "f:1: is a run, not judgments; write \"topic intent docno grade\""},
      {"1 0 a 1 .5 t\n1 0 b 1 .5\n",
       "f:2: expected 6 columns, found 5; write \"topic intent docno grade\""},
      {"1 a L1\n1 b L\n",
       "f:2: the grade 'L' " + grade +
           "; write a number for each letter, 0 for that of what is not relevant"},
      {"1 a L1\n1 b\n", "f:2: expected 3 columns, found 2; write \"topic docno grade\", as above"},
      {"{\"id\":1,\"docid\":\"a\",\"rating\":[1]}\n{\"id\":1,\"rating\":[1]}",
       "f:2: topic 1: \"docid\" is missing" + ratings},
      {"{\"id\":1,\"docid\":\"a\",\"rating\":[1]}\n"
       "{\"id\":1,\"metadata\":{\"docid\":\"a\"},\"rating\":[1]}",
       "f:2: topic 1: \"docid\" is missing" + ratings},
      {"{\"id\":1,\"docid\":\"a\",\"rating\":[1, 2]}\n"
       "{\"id\":1,\"docid\":\"a\",\"rating\":[1,\n2,\n3]}\n"
       "{\"id\":1,\"docid\":\"a\",\"rating\":[1,\n2,\n4]}\n",
       "f:7: topic 1, intent 3, document a was judged before with grade 3; keep one of the two "
       "judgments"},
      {"{\"id\":1,\"docid\":\"a\",\"rating\":[1]}\n{\"docid\":\"a\",\"rating\":[1]}",
       "f:2: \"qid\" is missing" + ratings},
      {"{\"id\":1,\"docid\":\"a\",\"rating\":[1]}\n{\"id\":1,\"docid\":\"b\",\"rating\":[1.5]}",
       "f:2: the grade '1.5' " + grade + gains},
      {R"({"id":1.5,"docid":"a","rating":[1]})",
       "f:1: '1.5' is not a string or a whole number" + ratings},
      {R"({"id":1,"docid":"a","rating":[1})",
       "f:1: the object that begins here has no end" + ratings},
      {"qid,docno,score,rank\n1,a,2,1\n",
       "f: has ranks and scores, as a run, and no grades; give judgments; of a table their header "
       "line is \"qid docno label\""},
      {"qid,docno,label\n1,a,x\n",
       "f:2: the grade 'x' " + grade +
           "; write a number for each letter, 0 for that of what is not relevant"},
      {"qid,docno,label\n1,a\n",
       "f:2: expected 3 columns, as in the header line, found 2; write one cell for each column"},
      {"qid,docno,label\n1,a,1,1\n",
       "f:2: expected 3 columns, as in the header line, found 4; write one cell for each column"},
      {"qid,docno,label\n,a,1\n", "f:2: the qid is empty; write a name"},
      {"qid,docno,label\n1,\"a,1\n",
       "f:2: the line has a quote that is not closed; write each row on a line of its own, and "
       "quotes inside of quotes twice"},
      {"qid,docno,label\n1,\"a\"b,1\n",
       "f:2: the line has text behind a closing quote; write each row on a line of its own, and "
       "quotes inside of quotes twice"},
      {"qid,docno,label,docno\n1,a,1,b\n",
       "f:1: the column docno occurs twice; remove one of the two"},
      {"qid,docno,label\n# remark\n1,a,1\n",
       "f:2: expected 3 columns, as in the header line, found 1; write one cell for each column"},
      {"docno label qid\na 1 1\nb\n",
       "f:3: expected 3 columns, as in the header line, found 1; write one cell for each column"},
      {"qid docno label\n# remark\n1 a 1\n",
       "f:2: expected 3 columns, as in the header line, found 2; write one cell for each column"},
      {"qid,docno,label,iteration,subtopic_id\n1,a,1,0,2\n1,b,1,3,2\n",
       "f:3: has the intent 2 and the iteration 3; remove the column that does not name the "
       "intent"},
      {"{\"1\": {\"a\": 1},\n\"2\": {},\n\"1\": {\"b\": 1}}", "f:3: topic '1' occurs twice" + json},
      {"{\"1\": {\"i\": {\"a\": 1},\n\"i\": {\"b\": 1}}}",
       "f:2: topic 1: intent 'i' occurs twice" + json},
      {R"({"1": {"a": 01}})",
       "f:1: topic 1: the value of 'a', '01', is not a number of JSON" + json},
      {R"({"1": {"a": -01}})",
       "f:1: topic 1: the value of 'a', '-01', is not a number of JSON" + json},
      {R"({"1": {"a": 1.}})",
       "f:1: topic 1: the value of 'a', '1.', is not a number of JSON" + json},
      {R"({"1": {"a": -.5}})",
       "f:1: topic 1: the value of 'a', '-.5', is not a number of JSON" + json},
      {R"({"1": {"a": 1.e0}})",
       "f:1: topic 1: the value of 'a', '1.e0', is not a number of JSON" + json},
      {"qid,docno,label\n", "f: has no judgments; write \"topic intent docno grade\""},
      {"qid,docno,label\n1,a,1\n1,a,2\n",
       "f:3: topic 1, intent 0, document a was judged before with grade 1; keep one of the two "
       "judgments"},
      {"{}", "f: has no judgments; write \"topic intent docno grade\""},
      {R"({"1": {}})", "f: has no judgments; write \"topic intent docno grade\""},
      {R"({"1": 1})", "f:1: has the members 1, and no known form" + json},
      {R"({"1": {"a": 1, "b": 1.5}})", "f:1: the grade '1.5' " + grade + gains},
      {"1 0 a 1\n1 0 b 0.1\n1 0 b 1\n",
       "f:3: topic 1, intent 0, document b was judged before with grade 0.1; keep one of the two "
       "judgments"},
      {"1 0 a 1\n1 0 b -0.5\n1 0 c 0.1\n",
       "f:2: the grade '-0.5' " + grade +
           "; give 0 for -0.5, 1 for 0.1, 2 for 1, and say what each is then worth by `gains={{1, "
           "0.1}, {2, 1}}`"},
      {R"({"1": {"a": 1e300}})", "f:1: the grade of 'a', 1e+300, " + grade + json},
      {R"({"1": {"a": "x"}})",
       "f:1: topic 1: the value of 'a', '\"x\"', is not a finite number" + json},
      {R"([{"qid": "1", "judgments": [{"docno": "a"}]}])",
       "f:1: has the members qid, judgments, and no known form" + json},
      {R"({"1": [{"docno": "a"}]})", "f:1: topic 1: \"rating\" is missing" + json},
      {"2 0 a 1 0.9\n", "f:1: expected 4 columns, found 5; write \"topic intent docno grade\""},
      {"2 qid:1 1:3 2:0 #a\n",
       "f:1: is of LETOR, with features in place of docnos; write \"topic intent docno grade\""},
      {R"([{"qid": 1, "docno": "a", "rank": 1, "score": 2}])",
       "f: has ranks and scores, as a run, and no grades; give judgments; of a table their header "
       "line is \"qid docno label\""},
      {"{\"1\":\n{\"a\": NaN}}",
       "f:2: topic 1: the value of 'a', 'NaN', is not a finite number" + json},
      {R"({"1": {"i": {"a": [1]}}})",
       "f:1: topic 1: the value of 'a', '[', is not a finite number" + json},
      {R"({"1": {"a": 1, "i": {"a": 1}}})",
       "f:1: topic 1: 'i' stands beside members of another kind" + json},
      {"{\"1\": {\"a\": 1,\n}}", "f:1: topic 1: " + defect + json},
      {R"({"1": {"a" 1}})", "f:1: " + defect + json},
      {R"({"1": {"a": 1} "2": {"a": 1}})", "f:1: " + defect + json},
      {R"({"1": {"a": 1})", cut},
      {R"({"1": {"a": 1)", cut},
      {R"({"1": {"a": 1, "b)", cut},
      {"{\"1\": {\"\\\\\": 1, \"b", cut},
      {R"({"1": {"a": 1}} {"2": {"a": 1}})",
       "f:1: there is more behind the end of the JSON" + json},
      {R"({"1": {"": 1}})", "f:1: topic 1: the name '' is empty" + json},
      {R"({"1": {"a\tb": 1}})", "f:1: topic 1: the name 'a?b' contains control characters" + json},
      {R"({"1": {"\ud800": 1}})", "f:1: topic 1: is not JSON: \"\\ud800\" is not a string" + json},
      {R"({"1": {"*": {"a": 1}}})",
       "f:1: '*' stands for a whole topic and cannot be an intent's name; choose another name, "
       "such as 0"},
      {"{\"1\": {\"a\": 1,\n\"\\u0061\": 2}}",
       "f:2: topic 1, intent 0, document a was judged before with grade 1; keep one of the two "
       "judgments"}};
  for (const auto& [text, reason] : cases) EXPECT_EQ(qrels_of_text(text), reason) << text;
}

// Of several members or columns that may be grades, the one that is first in the list of names.
TEST(QrelsFormats, OtherMembersAreNotRead) {
  for (const char* text :
       {R"([{"qid":10,"docno":"b","label":2,"score":9.5},{"qid":2,"docno":"a","label":1},)"
        R"({"qid":10,"docno":"a","rank":1,"rating":5,"label":0}])",
        R"({"qid":10,"docno":"b","label":"2"}{"label":1.0,"qid":2,"docno":"a"})"
        R"({"qid":10,"docno":"a","label":0}{"qid":10,"docno":"c","label":null,"score":1})",
        R"({"10": {"b": "2", "a": "0"}, "2": {"a": "1.0"}})",
        "qid,docno,score,label\n10,b,.5,2\n2,a,.5,1\n10,a,.5,0\n10,c,.5,\n10,d,.5,NaN\n"})
    EXPECT_EQ(qrels_of_text(text), without_intents) << text;
}

// What sheets write: "sep=", rows without cells, decimal commas.
TEST(QrelsFormats, OfSheets) {
  for (const char* text :
       {"sep=;\r\nqid;docno;label\r\n10;b;2\r\n2;a;1\r\n10;a;0\r\n",
        "\xEF\xBB\xBFsep=,\nqid,docno,label,\n10,b,2,\n,,,\n2,a,1,\n10,a,0,\n,,,\n",
        "qid;docno;label\n10;b;2,0\n2;a;1,0\n;;\n10;a;0,0\n",
        "qid\tdocno\tlabel\n10\tb\t2,0\n2\ta\t1,\n10\ta\t0\n"})
    EXPECT_EQ(qrels_of_text(text), without_intents) << text;
  EXPECT_EQ(run_of_text("qid;docno;score\n1;a;1,5\n1;b;12,5\n;;\n"), "1: b a\n");
  EXPECT_EQ(run_of_text("qid,docno,score\n1,a,\"1,5\"\n"),
            "f:2: the score '1,5' is not a finite number; write the decimal comma as a point");
}

TEST(Formats, FramesInJsonAreToBeRecords) {
  const std::string records =
      "f: holds a frame, but not as records; convert it to JSON lines, as with pandas: "
      "DataFrame.to_json(FILE, orient=\"records\", lines=True)";
  for (const char* text :
       {R"({"qid":{"0":"1"},"docno":{"0":"7"},"label":{"0":2}})",
        R"({"qid":["1"],"docno":["7"],"label":[2]})",
        R"({"columns":["qid","docno","label"],"index":[0],"data":[["1","7",2]]})",
        R"({"schema":{"fields":[]},"data":[{"qid":"1","docno":"7","label":2}]})",
        R"({"0":{"qid":"1","docno":"7","label":2}})",
        R"({"features":[],"rows":[{"row_idx":0,"row":{"qid":"1","docno":"7","label":2}}]})"}) {
    EXPECT_EQ(qrels_of_text(text), records) << text;
    EXPECT_EQ(run_of_text(text), records) << text;
  }
}

TEST(QrelsFormats, TheIntentOfATableIsNoIterationWhereThereIsAnother) {
  EXPECT_EQ(qrels_of_text("qid,docno,label,iteration,subtopic_id\n1,a,1,0,2\n1,b,1,0,3\n"),
            "1 2 a 1\n1 3 b 1\n");
  EXPECT_EQ(qrels_of_text("qid,docno,label,iteration\n1,a,1,4\n"), "1 4 a 1\n");
}

TEST(QrelsFormats, ANameMayBeginAsACommentDoes) {
  EXPECT_EQ(qrels_of_text("docno,qid,label\n#1,1,1\na,1,1\n"), "1 0 #1 1\n1 0 a 1\n");
  EXPECT_EQ(qrels_of_text("qid\tdocno\tlabel\n#tag\ta\t1\n#tag\tb\t1\n2\ta\t1\n"),
            "2 0 a 1\n#tag 0 a 1\n#tag 0 b 1\n");
  EXPECT_EQ(qrels_of_text("# remark\nqid,docno,label\n1,a,1\n"), "1 0 a 1\n");
  EXPECT_EQ(qrels_of_text("# remark\nqid docno label\n#1 a 1\n1 #a 1\n"), "1 0 #a 1\n#1 0 a 1\n");
  EXPECT_EQ(qrels_of_text("docno qid label\n#a 1 1\n b 1 1\n"), "1 0 #a 1\n1 0 b 1\n");
  EXPECT_EQ(run_of_text("qid docno score\n#tag d1 2\n#tag d2 1\n"), "#tag: d1 d2\n");
  EXPECT_EQ(run_of_text("qid,docno,score\n#tag,d1,2\n#tag,d2,1\n"), "#tag: d1 d2\n");
}

TEST(QrelsFormats, NamesMayHaveBlanksAndQuotes) {
  EXPECT_EQ(qrels_of_text("qid,docno,label\n\"1\"\"\",a,1\n2,b,1\n1\",c,1\n"),
            "2 0 b 1\n1\" 0 a 1\n1\" 0 c 1\n");
  EXPECT_EQ(qrels_of_text("qid\tdocno\tlabel\n1\ta b\t1\n1\t\"say \"\"c\"\"\"\t2\n1\td\"e\t3\n"),
            "1 0 a b 1\n1 0 d\"e 3\n1 0 say \"c\" 2\n");
  EXPECT_EQ(qrels_of_text(R"({"1": {"say \"c\"": 1, "caf\u00e9 \\": 2}})"),
            "1 0 caf\xC3\xA9 \\ 2\n1 0 say \"c\" 1\n");
}

TEST(RunFormats, AreReadAsThoseOfTrec) {
  const std::string lists = "2: a\n10: b c a\n";
  EXPECT_EQ(run_of_text("10 Q0 c 2 8 t\n10 Q0 b 1 9 t\n2 Q0 a 1 1\n10 Q0 a 3 7 t\n"), lists);
  for (
      const char* text :
      {"10\tc\t2\n10\tb\t1\n2\ta\t1\n10\ta\t3\n",
       "# a remark\n10 b 1\n2 a 1\n10 c 2\n10 a 3\n",
       R"({"10": {"a": 7, "b": 9.5, "c": 8e0}, "2": {"a": -1}})",
       ",qid,docid,docno,rank,score,query\n0,10,5,b,0,9,\"x, \"\"y\"\"\"\n1,10,6,c,1,8,\n"
       "2,10,7,a,2,7,z\n3,2,7,a,0,1,z\n",
       "qid docno score\n10 a 7\n10 b 9\n2 a 1\n10 c 8\n",
       "docno\trank\tqid\nc\t2\t10\nb\t1\t10\na\t1\t2\na\t3\t10\n",
       "item_id,user_id,score\na,10,7\nb,10,9\na,2,1\nc,10,8\n",
       "10 b\n2 a\n10 c\n10 a\n",
       "10,b\n10,c\n2,a\n10,a\n",
       "id\tpage_id\n10\tb\n10\tc\n10\ta\n2\ta\n",
       "id,seq_no,page_id\n10,2,c\n10,1,b\n2,1,a\n10,3,a\n",
       "10 1 b\n10 2 c\n10 3 a\n2 1 a\n",
       "10\tb\t9\n10\tc\t8.5\n10\ta\t8\n2\ta\t1\n",
       "qid,docno,rank,score\n10,c,2.0,8\n10,b,1.0,9\n2,a,1.0,1\n10,a,3.0,7\n",
       "10 Q0 c 0 8 t\n10 Q0 b 0 9 t\n2 Q0 a 0 1\n10 Q0 a 0 7 t\n",
       "10 Q0 c 1 8 t\n10 Q0 b 1 9 t\n2 Q0 a 1 1\n10 Q0 a 1 7 t\n",
       R"({"run_name":"r","turns":[{"turn_id":"10","responses":[{"passage_provenance":)"
       R"([{"id":"b"},{"id":"c"}]},{"provenance":[{"id":"b"},{"id":"a"}]}]},)"
       R"({"turn_id":"2","responses":[{"passage_provenance":[{"id":"a"}]}]}]})",
       R"({"metadata":{"run_id":"r"},"turn_id":10,"references":{"a":0,"b":2,"c":1},)"
       R"("responses":[{"citations":["1","a",2]}]})"
       "\n"
       R"({"metadata":{"run_id":"r"},"turn_id":"2","references":[7,"a"],"responses":[{"citations":["1"]}]})",
       R"({"10": ["b", "\u0063", "a"], "2" :[ "a" ] })",
       R"({"10": [["a", 7], ["b", 9.5], ["c", 8]], "2" :[["a", -1]]})",
       R"({"10": [{"docid":"c","score":"8"},{"id":"b","score":9},{"docid":"a","score":7}],)"
       R"("2":[{"docid":"a","rank":"1"}]})",
       R"([{"qid":10,"docid":"b","rank":"1","label":0},{"qid":10,"docid":"a","rank":3.0},)"
       R"({"qid":10,"docid":"c","rank":2},{"qid":2,"docid":"a","rank":1,"relevance":5}])",
       "10 c 25\n10 b 35\n10 a 15\n2 a 8\n",
       "10\ta\t3\n10\tb\t5\n10\tc\t4\n2\ta\t1\n",
       "query-id\tcorpus-id\tscore\n10\tb\t9.5\n10\tc\t8\n10\ta\t7\n2\ta\t1\n",
       R"({"metadata":{"run_id":"r","narrative_id":10},"references":["a","b","c"],)"
       R"("answer":[{"text":"]}","citations":[1,2]},{"text":"","citations":[2,0]}]})"
       "\n"
       R"({"answer":[{"citations":["a"]}, "x", {"text":"y"}],"narrative_id":"2","run_id":"r"})",
       R"([{"metadata":{"topic_id":"10"},"responses":[{"text":"x","citations":{"b":1,"c":.5}},)"
       R"({"citations":[{"docid":"a","x":1},{"reference":"b"}]}]},)"
       R"({"metadata":{"topic_id":2},"responses":[{"citations":["a"]},{"citations":null}]}])",
       R"([{"topic_id":10,"references":[{"docid":"b","title":"t"},{"id":"c"},"a"],)"
       R"("answer":[{"citations":[0,{"docno":"c","id":1},{"url":"u","pid":"a"}]}]},)"
       R"({"topic_id":2,"answer":[{"citations":[{"id":"a"}]}]}])",
       R"({"results":[{"topic_id":10,"answer":"One [2]. Two [3, 1, sic].","references":["a","b","c"]},)"
       R"({"topic_id":2,"answer":["[a]",{"text":"[b]","citations":[]}],"references":["x","a"]}]})",
       R"({"topic_id":10,"references":{"1":"a","2":"b","3":"c"},"answer":[{"citation":2},{"cites":[3,"1"]}]})"
       R"({"topic_id":2,"answer":[{"citation":"a"}]})",
       R"({"topic_id":10,"responses":[{"rank":2,"citations":[0]},{"rank":1,"citations":[1,"2"]}],)"
       R"("references":["a","b","c"]})"
       R"({"topic_id":2,"answer":"[0]","references":["a"]})",
       R"({"topic_id":10,"answer":[{"citations":{"a":1,"b":3}},{"citations":{"c":2}}]})"
       R"({"topic_id":2,"answer":[{"citations":{"a":1}}]})",
       "10\tb\t1\t9\n10\tc\t2\t8\n10\ta\t3\t7.5\n2\ta\t1\t1\n",
       "10 b 9 1\n10 c 8 2\n10 a 7.5 3\n2 a 1 1\n",
       "<SYSDESC>one run</SYSDESC>\n10 0 c 2 8 t\n10 0 b 1 9 t\n2 0 a 1 1 t\n10 0 a 3 7 t\n"}) {
    EXPECT_EQ(run_of_text(text), lists) << text;
    EXPECT_EQ(run_of_text(text, RunOrder::score), lists) << text;
  }
  EXPECT_EQ(run_of_text(R"({"1": {"b": 1, "a": 3, "c": 1}})", RunOrder::file), "1: b a c\n");
  EXPECT_EQ(run_of_text(R"({"1": {"b": 1, "a": 3, "c": 1}})"), "1: a c b\n");
  EXPECT_EQ(run_of_text("1 b 2\n1 a 1\n", RunOrder::file), "1: b a\n");
  EXPECT_EQ(run_of_text("1 b 6\n1 a 7\n2 a 6\n2 b 7\n"), "1: b a\n2: a b\n");
}

TEST(RunFormats, GiveReasons) {
  const std::string json = R"(; write {"qid": ..., "docno": ..., "score": 3.5} in each line, )"
                           R"({"topic": {"docno": score}} or {"topic": ["docno", ...]})";
  const std::string answers =
      R"(; write {"metadata": {"narrative_id": ..., "run_id": ...}, "references": [docno, ...], )"
      R"("answer": [{"text": ..., "citations": [0, ...]}, ...]} for each topic)";
  const std::vector<std::pair<const char*, std::string>> cases = {
      {"1 Q0 a one 1 t\n",
       "f:1: the rank 'one' is not a whole number; number ranks from 1, or use `order=score`"},
      {"1 Q0 a 1 nan t\n",
       "f:1: the score 'nan' is not a finite number; write a number, or remove the line"},
      {"1 a x\n",
       "f:1: expected 6 columns, or 5 without a tag, found 3; write \"topic Q0 docno rank score "
       "tag\""},
      {"1 a 1\n1 b 2 3\n",
       "f:2: expected 3 columns, found 4; write \"topic docno rank\", as above"},
      {"1 a 1\n1 b 2\n1 c -2\n", "1: b a c\n"},
      {"1 a 15\n1 b 25\n1 c 35\n",
       "f:1: the third column may be of ranks or of scores; write \"qid docno rank\" or \"qid "
       "docno score\" as the first line"},
      {"1 Q0 a 1 2 r\n1 Q0 a 1 2 s\n",
       "f:2: topic 1 has lines of the runs r and s; give a file for each run, by its tag"},
      {R"({"topic_id":1,"answer":[{"citations":[{"url":"a"}]}]})",
       "f:1: topic 1: \"docid\" is missing" + answers},
      {"1 a 1\n1 b 1\n",
       "f:2: topic 1 has rank 1 twice; renumber the ranks, or use `order=score` or `order=file`"},
      {"query-id\tcorpus-id\tscore\n1\ta\t1\n",
       "f: has the header line of BEIR's judgments, not of a run; give a run; its header line is "
       "\"qid docno score\""},
      {"qid,docno,score\n1,a,inf\n",
       "f:2: the score 'inf' is not a finite number; write a number, or remove the line"},
      {"qid,docno,score\n1,a,2\n1,a,1\n",
       "f:3: topic 1 has document a twice; remove one, or use `on_duplicate=first` or last"},
      {"{}", "f: has no results; write \"topic Q0 docno rank score tag\""},
      {R"({"1": {"i": {"a": 1}}})",
       "f:1: topic 1: 'i' is an object where a score belongs; give a run, not judgments of "
       "intents"},
      {"{\"1\": {\"a\": 1,\n \"a\": 2}}",
       "f:2: topic 1 has document a twice; remove one, or use `on_duplicate=first` or last"},
      {R"({"1": 7})", "f:1: has the members 1, and no known form" + json},
      {"{\"1\": [\"a\",\nx]}", "f:2: topic 1: 'x' is not a string or a whole number" + json},
      {"{\"1\": [\"a\",\n\"a\"]}",
       "f:2: topic 1 has document a twice; remove one, or use `on_duplicate=first` or last"},
      {R"({"topic_id":1,"references":["a"],"answer":[{"citations":[1]}]})",
       "f:1: topic 1: the citation 1 is not one of the 1 reference, which count from 0" + answers},
      {R"({"topic_id":1,"references":["a","b"],"answer":[{"citations":["[1]"]}]})",
       "f:1: topic 1: the citation [1] is not one of the 2 references, which count from 0" +
           answers},
      {R"({"1": {"a": true}})",
       "f:1: the score 'true' is not a finite number; write a number, or remove the line"},
      {"1,a,2\n",
       "f:1: has 3 cells between ',', and no names of columns; write \"qid,docno,score\" as the "
       "first line, or rank for score, with a name for each column"},
      {"1;b\n",
       "f:1: has 2 cells between ';', and no names of columns; write \"qid;docno\" as the first "
       "line"},
      {R"({"topic_id":1,"references":["a"],"answer":[{"citations":[-1]}]})",
       "f:1: topic 1: the citation -1 is not one of the 1 reference, which count from 0" + answers},
      {R"({"topic_id":1,"answer":{}})", "f:1: topic 1: \"answer\" is not an array" + answers},
      {R"({"metadata":{},"answer":[]})", "f:1: \"narrative_id\" is missing" + answers},
      {"{\"topic_id\":1,\"answer\":\"x\"}\n{\"topic_id\":1,\"answer\":\"x\"}",
       "f:2: topic 1 has a second answer; give the answers of one run"},
      {"{\"topic_id\":1,\"run_id\":\"r\",\"answer\":\"x\"}\n{\"topic_id\":2,\"run_id\":\"s\","
       "\"answer\":\"x\"}",
       "f:2: is an answer of the run s behind those of r; give each run a file of its own"},
      {R"({"1": {"a": Infinity}})",
       "f:1: topic 1: the value of 'a', 'Infinity', is not a finite number" + json}};
  for (const auto& [text, reason] : cases) EXPECT_EQ(run_of_text(text), reason) << text;
}

// Names of many lengths, so that they lie in all ways across blocks of 64 bytes; enough documents
// that they are sorted by counting; escapes and quotes in some names, line ends of Windows.
TEST(Formats, AreReadAlikeWhereverTheirPartsLie) {
  std::mt19937 random(3);
  for (int round = 0; round < 60; ++round) {
    std::string trec, run, beir = "query-id\tcorpus-id\tscore\r\n", csv = "label,x,docno,qid\n",
                           json = "{", scores = "qid,docno,score\n";
    const std::string prefix(random() % 20, 'p');
    for (int topic = 1; topic <= 3; ++topic) {
      json += (topic == 1 ? "\"" : "},\n\"") + std::to_string(topic) + "\": {";
      const unsigned documents = 1 + random() % 300;
      for (unsigned d = 0; d < documents; ++d) {
        const std::string docno = prefix + std::to_string(d * 7919 % 1009) +
                                  std::string(random() % 8 == 0 ? random() % 90 : 0, 'x');
        const std::string t = std::to_string(topic), grade = std::to_string(random() % 3);
        const bool odd = round % 3 == 0 && random() % 5 == 0;
        const std::string odd_json = odd ? "\\u0070" + docno : docno;
        trec += t + " 0 " + (odd ? "p" : "") + docno + " " + grade + "\n";
        run += t + " Q0 " + (odd ? "p" : "") + docno + " " + std::to_string(d) + " " +
               std::to_string(documents - d) + " t\n";
        beir += t + "\t" + (odd ? "\"p" + docno + "\"" : docno) + "\t" + grade + "\r\n";
        csv += grade + ",\"\", " + (odd ? "\"p" + docno + "\"" : docno) + "," + t + "\n";
        json += (d == 0 ? "\"" : ", \"") + odd_json + "\": " + grade;
        scores += t + "," + (odd ? "p" : "") + docno + "," + std::to_string(documents - d) + "\n";
      }
    }
    json += "}}";
    const std::string expected = qrels_of_text(trec);
    EXPECT_EQ(qrels_of_text(beir), expected);
    EXPECT_EQ(qrels_of_text(csv), expected);
    EXPECT_EQ(qrels_of_text(json), expected);
    EXPECT_EQ(run_of_text(scores), run_of_text(run));
  }
}

TEST(RunFormats, FirstAndLastMeanPlacesInTheFile) {
  // Names with escapes beside such without.
  const std::string text = "{\"1\": {\"a\": 1, \"b\": 2,\n \"\\u0061\": 3}}";
  EXPECT_EQ(run_of_text(text, RunOrder::file, OnDuplicate::first), "1: a b\n");
  EXPECT_EQ(run_of_text(text, RunOrder::file, OnDuplicate::last), "1: b a\n");
}

TEST(RunFormats, ScoresOfRanksAreTheirReciprocals) {
  const auto run = read_run(Source::memory("1 a 1\n1 b 2\n1 c 4\n", "f"), RunOrder::rank,
                            OnDuplicate::error, ListScores::kept);
  EXPECT_EQ(run.topics[0].scores, (std::vector<double>{1, 0.5, 0.25}));
}

TEST(Formats, TheLastOneFitsAllTexts) {
  EXPECT_TRUE(qrels_formats().back().fits(""));
  EXPECT_TRUE(run_formats().back().fits(""));
}

}  // namespace
}  // namespace subintent::internal
