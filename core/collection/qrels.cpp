#include "core/collection/qrels.h"

#include "core/base/name_table.h"
#include "core/base/parallel.h"
#include "core/base/strings.h"
#include "core/base/warning.h"
#include "core/collection/documents.h"
#include "core/collection/nuggets.h"
#include "core/collection/qrels_builder.h"
#include "subintent/column_names.h"
#include "subintent/program.h"

namespace subintent {

bool is_given(const JudgmentSource& source) {
  if (const auto* const files = std::get_if<std::vector<Source>>(&source)) return !files->empty();
  const auto* const file = std::get_if<Source>(&source);
  return file == nullptr || file->is_memory() || !file->path().empty();
}

}  // namespace subintent

namespace subintent::internal {
namespace {

std::ptrdiff_t index_of(const std::vector<std::string_view>& names, std::string_view name,
                        auto less) {
  const auto at = std::lower_bound(names.begin(), names.end(), name, less);
  return at != names.end() && *at == name ? at - names.begin() : -1;
}

// Walks over judgments in the text of their names.
class RowReader {
 public:
  // `names` has the bytes of rows.names(). Intents of ad hoc judgments are passed over.
  RowReader(const JudgmentRows& rows, std::string_view names, QrelsKind kind,
            const std::string& file)
      : rows_(rows.rows()), place_(names.data()), kind_(kind), file_(file) {}

  // The next judgment, after a check of the names that it does not share with the one before.
  // Throws Error, naming its number, for a name or grade that cannot be.
  bool next() {
    if (number_ == rows_.size()) return false;
    const JudgmentRows::Row& row = rows_[number_++];
    line_ = place_;
    has_topic_ = row.topic != JudgmentRows::Row::as_before;
    take(row.topic, topic_);
    take(row.intent, intent_);
    take(row.docno, docno_);
    ++place_;  // the end of the line
    grade_ = row.grade;
    check(row);
    return true;
  }

  std::string_view topic() const { return topic_; }
  bool has_topic() const { return has_topic_; }  // of its own
  void add_to(TopicQrelsBuilder& judgments) const { judgments.add(intent_, docno_, grade_, line_); }

 private:
  void take(std::uint32_t size, std::string_view& name) {
    if (size == JudgmentRows::Row::as_before) return;
    name = {place_, size};
    place_ += size;
  }

  void check(const JudgmentRows::Row& row) const {
    const bool has_intents = kind_ == QrelsKind::diversity;
    if (topic_.empty() || docno_.empty() || (has_intents && intent_.empty()))
      throw Error(Location{file_, number_}, "a topic, intent or docno is empty", "name it");
    check_name(row.topic, topic_);
    if (has_intents) check_name(row.intent, intent_);
    check_name(row.docno, docno_);
    if (!is_grade(grade_) && !kept_fraction(std::bit_cast<float>(grade_))) {
      throw Error(Location{file_, number_},
                  "topic " + printable(topic_) + ", document " + printable(docno_) + ": grade " +
                      std::to_string(grade_) + " is not from -100 to 100",
                  "scale the grades");
    }
  }

  void check_name(std::uint32_t size, std::string_view name) const {
    if (size == JudgmentRows::Row::as_before || is_printable_ascii(name)) return;
    require_names({name}, Location{file_, number_});
  }

  std::span<const JudgmentRows::Row> rows_;
  std::size_t number_ = 0;  // of the judgment, from 1
  const char *place_, *line_ = nullptr;
  QrelsKind kind_;
  const std::string& file_;
  std::string_view topic_, intent_, docno_;
  std::int32_t grade_ = 0;
  bool has_topic_ = true;
};

[[noreturn]] void refuse_empty(const std::string& file) {
  throw Error(Location{file, 0}, "has no judgments", trec_qrels_advice);
}

JudgmentText open_qrels(const TextFile& file, Contents& texts) {
  JudgmentText text = format_of_qrels(file.text()).open(file);
  if (text.topics.empty()) refuse_empty(file.name());
  texts.add(file.content());
  for (const Content& more : text.names) texts.add(more);
  return text;
}

struct GatheredTopic {
  std::size_t last_file = 0;                 // that it is in
  std::optional<TopicQrelsBuilder> builder;  // from its first file to its last
  TopicQrels judgments;
  const char* without_intent = nullptr;  // place of a relevant document; null: there is none
};

// Gives the numbers of the topics of each file in `gathered`.
std::vector<std::vector<std::uint32_t>> gather_topics(const std::vector<JudgmentText>& files,
                                                      std::vector<GatheredTopic>& gathered) {
  NameTable topics;
  std::vector<std::vector<std::uint32_t>> numbers(files.size());
  for (std::size_t f = 0; f < files.size(); ++f) {
    for (const TopicLines& topic : files[f].topics) {
      const auto [number, is_new] = topics.insert(topic.topic);
      if (is_new) gathered.emplace_back();
      gathered[number].last_file = f;
      numbers[f].push_back(number);
    }
  }
  return numbers;
}

// Throws where a cell names several intents, as "1,2" beside 2 does, or "a|b" beside a and b.
[[gnu::cold]] void require_single_intents(const TopicQrels& topic,
                                          std::span<const TopicQrels> topics,
                                          const std::string& file) {
  const auto is_known = [&](std::string_view part) {
    const auto has = [&](const TopicQrels& other) { return other.find_intent(part) >= 0; };
    return std::ranges::any_of(topics, has);
  };
  for (const std::string_view intent : topic.intents) {
    if (intent.find_first_of(",;|") == intent.npos) continue;
    const auto parts = intents_in(intent);
    if (parts.size() < 2) continue;
    const bool are_numbers =
        std::ranges::all_of(parts, [](auto part) { return parse_integer(part).has_value(); });
    if (are_numbers
            ? std::ranges::none_of(parts, [&](auto part) { return topic.find_intent(part) >= 0; })
            : !std::ranges::all_of(parts, is_known))
      continue;
    throw Error(Location{file, 0},
                "topic " + printable(topic.topic) + ": the intent '" + printable(intent) +
                    "' seems to be several",
                "write a line for each of them");
  }
}

Qrels read_judgments(const std::vector<TextFile>& text_files, QrelsKind kind) {
  std::vector<JudgmentText> files;
  Contents texts;
  for (const TextFile& file : text_files) files.push_back(open_qrels(file, texts));
  std::vector<GatheredTopic> gathered;
  const auto numbers = gather_topics(files, gathered);
  for (std::size_t f = 0; f < files.size(); ++f) {
    read_topics(files[f].topics, [&](std::size_t i, LineInWork& line) {
      GatheredTopic& topic = gathered[numbers[f][i]];
      if (!topic.builder) topic.builder.emplace(texts, files[f].topics[i].topic, kind);
      topic.builder->reserve(likely_lines(files[f].topics[i]));
      files[f].read(files[f].topics[i], *topic.builder, line);
      if (topic.last_file != f) return;
      topic.judgments = topic.builder->build();
      topic.without_intent = topic.builder->first_without_intent();
      topic.builder.reset();
    });
  }
  for (const GatheredTopic& topic : gathered) {
    const auto is_named = [](std::string_view intent) {
      return intent != no_intent && intent != topic_level_intent;
    };
    if (topic.without_intent != nullptr && std::ranges::any_of(topic.judgments.intents, is_named))
      throw Error(texts.location(topic.without_intent), empty_intent, empty_intent_advice);
  }
  std::vector<TopicQrels> topics;
  for (GatheredTopic& topic : gathered)
    if (!topic.judgments.judgments.empty()) topics.push_back(std::move(topic.judgments));
  if (topics.empty()) refuse_empty(texts.name());
  GradeGains gains = make_grades_whole(topics, texts);
  for (const TopicQrels& topic : topics) require_single_intents(topic, topics, texts.name());
  if (!std::ranges::is_sorted(topics, label_less, &TopicQrels::topic))
    std::ranges::sort(topics, label_less, &TopicQrels::topic);
  Qrels qrels(std::move(topics), std::move(texts), std::move(gains));
  qrels.says_intents = std::ranges::any_of(files, &JudgmentText::says_intents);
  for (const JudgmentText& file : files)
    qrels.ungraded += file.ungraded ? file.ungraded->load() : 0;
  return qrels;
}

// Are nearly all documents that are relevant to intents relevant to no_intent, too, which nobody
// calls an intent?
bool zeros_judge_topics(const Qrels& qrels) {
  if (qrels.says_intents) return false;
  std::size_t of_intents = 0, of_both = 0;
  for (const TopicQrels& topic : qrels.topics()) {
    const std::ptrdiff_t zero = topic.find_intent(no_intent);
    if (zero < 0) continue;
    for (auto at = topic.judgments.begin(), end = at; at != topic.judgments.end(); at = end) {
      bool is_of_zero = false, is_of_intent = false;
      for (; end != topic.judgments.end() && end->document == at->document; ++end)
        if (is_relevant(end->grade)) (end->intent == zero ? is_of_zero : is_of_intent) = true;
      of_intents += is_of_intent ? 1 : 0;
      of_both += is_of_zero && is_of_intent ? 1 : 0;
    }
  }
  return of_both > 0 && 10 * of_both >= 9 * of_intents;
}

// The judgments of no_intent, as those of whole topics, or all others.
Qrels part_of(const Qrels& qrels, bool zeros) {
  std::vector<TopicQrels> topics;
  for (const TopicQrels& topic : qrels.topics()) {
    const std::ptrdiff_t zero = topic.find_intent(no_intent);
    TopicQrels judged{topic.topic, {topic_level_intent}, {}, {}};
    if (!zeros) judged.intents = topic.intents;
    if (!zeros && zero >= 0) judged.intents.erase(judged.intents.begin() + zero);
    for (const Judgment& judgment : topic.judgments) {
      if ((judgment.intent == zero) != zeros) continue;
      const std::string_view docno = topic.docnos[judgment.document];
      if (judged.docnos.empty() || judged.docnos.back() != docno) judged.docnos.push_back(docno);
      const auto document = static_cast<std::uint32_t>(judged.docnos.size() - 1);
      const bool is_behind = zero >= 0 && judgment.intent > zero;
      judged.judgments.push_back(
          {document, zeros ? 0 : judgment.intent - (is_behind ? 1 : 0), judgment.grade});
    }
    if (!judged.judgments.empty()) topics.push_back(std::move(judged));
  }
  Qrels result(std::move(topics), qrels.texts(), qrels.gains);
  result.says_intents = qrels.says_intents;
  result.ungraded = zeros ? 0 : qrels.ungraded;
  return result;
}

}  // namespace

std::ptrdiff_t TopicQrels::find_document(std::string_view docno) const {
  return index_of(docnos, docno, std::less<>());
}

std::ptrdiff_t TopicQrels::find_intent(std::string_view intent) const {
  return index_of(intents, intent, label_less);
}

const TopicQrels* Qrels::find(std::string_view topic) const {
  const auto at = std::ranges::lower_bound(topics_, topic, label_less, &TopicQrels::topic);
  return at != topics_.end() && at->topic == topic ? &*at : nullptr;
}

Qrels Qrels::of(const JudgmentRows& rows, QrelsKind kind, std::string name) {
  if (rows.empty()) throw Error(Location{name, 0}, "has no judgments", "give at least one");
  const Contents texts(Content::plain(Source::memory(rows.names(), name)));
  NameTable topics;
  std::vector<TopicQrelsBuilder> builders;
  std::uint32_t topic = 0;
  RowReader reader(rows, texts.first().bytes(), kind, name);
  while (reader.next()) {
    if (reader.has_topic()) topic = topics.insert(reader.topic()).first;
    if (topic == builders.size()) builders.emplace_back(texts, reader.topic(), kind);
    reader.add_to(builders[topic]);
  }
  std::vector<TopicQrels> judgeds(builders.size());
  parallel_for(builders.size(), [&](std::size_t i) { judgeds[i] = builders[i].build(); });
  GradeGains gains = make_grades_whole(judgeds, texts);
  std::ranges::sort(judgeds, label_less, &TopicQrels::topic);
  Qrels qrels(std::move(judgeds), texts, std::move(gains));
  qrels.says_intents = rows.says_intents;
  qrels.ungraded = rows.ungraded;
  return qrels;
}

SortedFiles sorted_by_level(const std::vector<TextFile>& files) {
  if (files.size() < 2) return {files, {}, {}};
  std::vector<Qrels> read;
  std::vector<SecondColumn> columns;
  for (const TextFile& file : files) {
    read.push_back(read_judgments({file}, QrelsKind::diversity));
    columns.push_back(second_column(read.back()));
  }
  if (std::ranges::none_of(columns, [](SecondColumn c) { return names_intents(c); })) {
    const auto other = std::ranges::find_if(columns, names_other_things);
    return {{}, files, {}, other == columns.end() ? SecondColumn::zeros : *other};
  }
  SortedFiles sorted;
  const auto judges = std::ranges::find_if(columns, may_be_judges);
  if (judges != columns.end()) sorted.column = *judges;
  for (std::size_t i = 0; i < files.size(); ++i) {
    bool of_topics = false;  // that another file has intents of
    for (std::size_t j = 0; j < files.size() && !names_intents(columns[i]); ++j)
      of_topics |= names_intents(columns[j]) &&
                   std::ranges::any_of(read[i].topics(), [&](const TopicQrels& topic) {
                     return read[j].find(topic.topic) != nullptr;
                   });
    (of_topics ? sorted.of_topics : sorted.of_intents).push_back(files[i]);
    if (of_topics && names_other_things(columns[i]))
      sorted.notes.push_back(make_warning("second-column", Location{files[i].name(), 0},
                                          reason_of(columns[i]),
                                          "if the column names them, say `judged=intents`"));
  }
  return sorted;
}

Qrels read_qrels(const Source& source, QrelsKind kind) {
  return read_qrels(std::vector{source}, kind);
}

Qrels read_qrels(const std::vector<Source>& sources, QrelsKind kind, bool by_intents) {
  const std::vector<TextFile> files(sources.begin(), sources.end());
  const auto nuggets = nuggets_in(files);
  return nuggets ? qrels_of(*nuggets, kind) : read_qrels(files, kind, by_intents);
}

Qrels read_qrels(const std::vector<TextFile>& all, QrelsKind kind, bool by_intents) {
  std::vector<TextFile> files = all;
  const auto features = take_features(files);
  if (kind != QrelsKind::diversity) return read_judgments(files, kind);
  Qrels qrels = read_qrels(sorted_by_level(files), by_intents);
  return features ? with_features(as_judged(std::move(qrels), {}), *features, false) : qrels;
}

Qrels read_qrels(const SortedFiles& files, bool by_intents) {
  if (!files.of_intents.empty()) {
    Qrels qrels = read_judgments(files.of_intents, QrelsKind::diversity);
    if (files.column && second_column(qrels) == SecondColumn::intents) qrels.column = files.column;
    return qrels;
  }
  if (by_intents) return read_judgments(files.of_topics, QrelsKind::diversity);
  Qrels qrels = read_judgments(files.of_topics, QrelsKind::ad_hoc);
  qrels.column = files.column;
  return qrels;
}

Qrels qrels_of(const JudgmentSource& source, QrelsKind kind, const std::string& name) {
  if (!is_given(source)) throw Error::argument(name, name + ": none given", "give the judgments");
  if (const auto* const file = std::get_if<Source>(&source)) return read_qrels(*file, kind);
  if (const auto* const files = std::get_if<std::vector<Source>>(&source))
    return read_qrels(*files, kind);
  if (const auto* const rows = std::get_if<JudgmentRows>(&source))
    return Qrels::of(*rows, kind, name);
  JudgmentRows rows;
  for (const subintent::Judgment& judgment : std::get<std::vector<subintent::Judgment>>(source))
    rows.add(judgment.topic, judgment.intent, judgment.docno, judgment.grade);
  return Qrels::of(rows, kind, name);
}

std::vector<std::string_view> relevant_docnos(const TopicQrels& qrels) {
  std::vector<std::string_view> docnos;
  std::int64_t last = -1;
  for (const Judgment& judgment : qrels.judgments) {  // by document
    if (!is_relevant(judgment.grade) || judgment.document == last) continue;
    docnos.push_back(qrels.docnos[judgment.document]);
    last = judgment.document;
  }
  return docnos;
}

Qrels restricted(const Qrels& qrels,
                 const std::function<bool(std::string_view, std::string_view)>& keep) {
  std::vector<TopicQrels> topics;
  for (const TopicQrels& topic : qrels.topics()) {
    TopicQrels& judged = topics.emplace_back(TopicQrels{topic.topic, topic.intents, {}, {}});
    std::size_t next = 0;
    for (std::uint32_t document = 0; document < topic.docnos.size(); ++document) {
      const bool kept = keep(topic.topic, topic.docnos[document]);
      const auto number = static_cast<std::uint32_t>(judged.docnos.size());
      if (kept) judged.docnos.push_back(topic.docnos[document]);
      for (; next < topic.judgments.size() && topic.judgments[next].document == document; ++next) {
        const Judgment& judgment = topic.judgments[next];
        if (kept) judged.judgments.push_back({number, judgment.intent, judgment.grade});
      }
    }
  }
  return {std::move(topics), qrels.texts(), qrels.gains};
}

Qrels with_intents(const Qrels& qrels,
                   const std::vector<std::pair<std::string, std::vector<std::string>>>& names) {
  std::string text;
  for (const auto& [topic, intents] : names)
    for (const std::string& intent : intents) text += intent;
  const Content content = Content::plain(Source::memory(text, qrels.texts().name()));
  const char* place = content.bytes().data();
  std::vector<TopicQrels> topics = qrels.topics();
  for (const auto& [topic, intents] : names) {
    const TopicQrels* const judged = qrels.find(topic);
    for (const std::string& intent : intents) {
      const std::string_view name(place, intent.size());
      place += intent.size();
      if (judged == nullptr) continue;
      auto& known = topics[static_cast<std::size_t>(judged - qrels.topics().data())].intents;
      if (judged->find_intent(name) < 0) known.push_back(name);
    }
  }
  for (std::size_t i = 0; i < topics.size(); ++i) {
    const std::vector<std::string_view>& before = qrels.topics()[i].intents;
    if (topics[i].intents.size() == before.size()) continue;
    std::ranges::sort(topics[i].intents, label_less);
    std::vector<std::uint32_t> number;
    for (const std::string_view intent : before)
      number.push_back(static_cast<std::uint32_t>(topics[i].find_intent(intent)));
    for (Judgment& judgment : topics[i].judgments) judgment.intent = number[judgment.intent];
  }
  Contents texts = qrels.texts();
  texts.add(content);
  return {std::move(topics), std::move(texts), qrels.gains};
}

std::optional<Qrels> take_topic_level(Qrels& qrels) {
  if (!zeros_judge_topics(qrels)) return std::nullopt;
  Qrels whole = part_of(qrels, true);
  qrels = part_of(qrels, false);
  return whole;
}

void note_ungraded(std::uint64_t rows, const std::string& file, Warnings& notes) {
  if (rows > 0)
    notes.push_back(make_warning("ungraded-rows", Location{file, 0},
                                 count_of(rows, "row") + (rows == 1 ? " has" : " have") +
                                     " no grade, and " + (rows == 1 ? "is" : "are") +
                                     " not judged"));
}

Qrels as_judged(Qrels qrels, std::optional<Judged> judged) {
  if (!judged) take_topic_level(qrels);
  const bool of_topics = judged ? judged == Judged::topics : !names_intents(second_column(qrels));
  return of_topics ? adhoc_qrels_of(qrels, TopicGrade::highest) : std::move(qrels);
}

bool marks_nonrelevant(const TopicQrels& topic, std::string_view intent) {
  if (intent != no_intent || topic.intents.size() < 2) return false;
  const auto at = static_cast<std::uint32_t>(topic.find_intent(intent));
  return std::ranges::none_of(topic.judgments, [&](const Judgment& judgment) {
    return judgment.intent == at && is_relevant(judgment.grade);
  });
}

bool names_nonrelevant(const Qrels& qrels) {
  return std::ranges::any_of(qrels.topics(), [](const TopicQrels& topic) {
    return std::ranges::any_of(topic.judgments, [](const Judgment& j) { return j.grade < 1; });
  });
}

Qrels adhoc_qrels_of(const Qrels& qrels, TopicGrade how) {
  std::vector<TopicQrels> topics;
  for (const TopicQrels& topic : qrels.topics()) {
    TopicQrels& judged =
        topics.emplace_back(TopicQrels{topic.topic, {topic_level_intent}, topic.docnos, {}});
    for (const Judgment& judgment : topic.judgments) {
      const std::int32_t grade =
          how == TopicGrade::highest ? judgment.grade : std::int32_t{is_relevant(judgment.grade)};
      if (judged.judgments.empty() || judged.judgments.back().document != judgment.document)
        judged.judgments.push_back({judgment.document, 0, grade});
      else if (how == TopicGrade::highest)
        judged.judgments.back().grade = std::max(judged.judgments.back().grade, grade);
      else
        judged.judgments.back().grade += grade;
    }
  }
  return {std::move(topics), qrels.texts(),
          how == TopicGrade::highest ? qrels.gains : GradeGains()};
}

}  // namespace subintent::internal
