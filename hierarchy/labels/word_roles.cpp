#include "hierarchy/labels/word_roles.h"

#include <algorithm>
#include <initializer_list>
#include <numeric>

namespace subintent::internal {
namespace {

constexpr std::size_t roles_in_all = 10;
constexpr std::size_t index_of(WordRole role) {
  return static_cast<std::size_t>(role);
}

// How often roles follow noun, modifier and verb in English prose, roughly; what is learned differs
// little if these differ by a half.
constexpr double transitions[][roles_in_all] = {
    // noun modifier verb determiner genitive preposition particle conjunction auxiliary boundary
    {.15, .01, .22, .04, .12, .10, .02, .08, .13, .13},    // noun
    {.74, .16, .005, .005, .01, .01, .01, .03, .01, .02},  // modifier
    {.24, .22, .01, .18, .01, .15, .03, .03, .04, .07},    // verb
};
// What follows the known roles, as far as it is not known.
constexpr double after_known[][3] = {
    // noun modifier verb
    {.56, .42, .02},  // determiner
    {.52, .43, .05},  // genitive
    {.50, .40, .10},  // preposition
    {.24, .24, .52},  // particle
    {.40, .30, .30},  // conjunction
    {.15, .25, .60},  // auxiliary
    {.50, .38, .12},  // boundary
};
constexpr std::array<double, 3> usual = {.5, .28, .22};  // shares of noun, modifier and verb

double transition(std::size_t from, std::size_t to) {
  if (from < usual.size()) return transitions[from][to];
  return to < usual.size() ? after_known[from - usual.size()][to] : 1;
}

// The roles that a word may have: [first, last).
struct RoleRange {
  std::size_t first = 0, last = usual.size();
};
RoleRange range_of(const std::optional<WordRole>& known) {
  return known ? RoleRange{index_of(*known), index_of(*known) + 1} : RoleRange{};
}

template <class Values>
void normalise(Values& values) {
  const double sum = std::accumulate(values.begin(), values.end(), 0.0);
  for (double& value : values) value /= sum;
}

// The last three letters; of a short word all of it, apart from endings.
std::string ending_of(std::string_view term) {
  constexpr std::size_t letters = 3, short_word = 4;
  std::size_t begin = term.size(), count = 0, total = 0;
  for (std::size_t i = term.size(); i-- > 0;) {
    if ((term[i] & 0xc0) == 0x80) continue;
    ++total;
    if (count < letters) {
      ++count;
      begin = i;
    }
  }
  if (total <= short_word) return "=" + std::string(term);
  return std::string(term.substr(begin));
}

bool stands_in(const Sentence& sentence, std::size_t i, std::initializer_list<WordRole> roles) {
  const WordRole role =
      i < sentence.size() ? sentence[i].known.value_or(WordRole::noun) : WordRole::boundary;
  return std::ranges::find(roles, role) != roles.end();
}

// As "lessens", but not "bus". English is the only language whose roles are known.
bool is_third_person(std::string_view term) {
  return term.ends_with('s') && !term.ends_with("ss") && !term.ends_with("us") &&
         !term.ends_with("is");
}

// Behind a determiner or preposition, or before what stands behind phrases.
bool is_place_of_noun(const Sentence& sentence, std::size_t i) {
  using enum WordRole;
  return (i > 0 && stands_in(sentence, i - 1, {determiner, genitive, preposition})) ||
         stands_in(sentence, i + 1, {verb, genitive, conjunction, auxiliary, boundary});
}

bool is_before_object(const Sentence& sentence, std::size_t i) {
  return i + 1 < sentence.size() &&
         (sentence[i + 1].is_object || stands_in(sentence, i + 1, {WordRole::determiner}));
}

bool is_behind_particle(const Sentence& sentence, std::size_t i) {
  return i > 0 && (sentence[i - 1].is_modal || stands_in(sentence, i - 1, {WordRole::particle}));
}

}  // namespace

void WordRoles::add(const Sentence& sentence, bool is_sure) {
  for (std::size_t i = 0; i < sentence.size(); ++i) {
    const SentenceWord& word = sentence[i];
    Observed observed{0, word.known, word.is_name, word.is_participle};
    if (!word.known) {
      const auto size = static_cast<std::uint32_t>(forms_.size());
      observed.form = places_.try_emplace(word.term, size).first->second;
      if (observed.form == size) {
        const auto endings = static_cast<std::uint32_t>(endings_.size());
        const auto ending = ending_places_.try_emplace(ending_of(word.term), endings).first;
        if (ending->second == endings) endings_.emplace_back();
        forms_.push_back({ending->second});
      }
      Form& form = forms_[observed.form];
      form.attested = form.attested || is_place_of_noun(sentence, i);
      form.usual = form.usual || is_sure;
      ++form.places;
      form.first += i == 0 ? 1 : 0;
      form.surely_verb += is_before_object(sentence, i) && is_behind_particle(sentence, i) ? 1 : 0;
      form.before_objects += i == 0 && is_before_object(sentence, i) ? 1 : 0;
    }
    words_.push_back(observed);
  }
  sizes_.push_back(sentence.size());
}

void WordRoles::learn() {
  constexpr int iterations = 6;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    std::vector<Weights> expected(forms_.size()), of_endings(endings_.size());
    std::span<const Observed> rest = words_;
    for (const std::size_t size : sizes_) {
      const auto words = rest.first(size);
      rest = rest.subspan(size);
      const std::vector<Weights> found = posteriors(words, emissions(words));
      for (std::size_t i = 0; i < size; ++i) {
        if (words[i].known) continue;
        for (std::size_t role = 0; role < learned; ++role) {
          expected[words[i].form][role] += found[i][role];
          of_endings[forms_[words[i].form].ending][role] += found[i][role];
        }
      }
    }
    for (std::size_t i = 0; i < forms_.size(); ++i) forms_[i].expected = expected[i];
    endings_ = std::move(of_endings);
  }
  words_.clear();
  sizes_.clear();
}

// How much more probable a word makes each role: by its own roles, as many more as one word with
// its ending has, and as many more as two words of the language.
WordRoles::Weights WordRoles::emission(const Weights& of_form, const Weights& of_ending) const {
  const double form = std::accumulate(of_form.begin(), of_form.end(), 0.0);
  const double others = std::accumulate(of_ending.begin(), of_ending.end(), 0.0) - form;
  Weights emission;
  for (std::size_t role = 0; role < learned; ++role) {
    const double by_ending =
        (std::max(0.0, of_ending[role] - of_form[role]) + 2 * usual[role]) / (others + 2);
    emission[role] = (of_form[role] + by_ending) / (form + 1) / usual[role];
  }
  return emission;
}

// Of the last word of these.
bool WordRoles::is_surely_verb(std::span<const Observed> words, const Form& form) {
  if (words.size() == 1) return form.is_imperative() || form.is_verb();
  using enum WordRole;
  const auto before = words[words.size() - 2].known;
  return form.is_verb() && before != determiner && before != genitive && before != preposition;
}

std::vector<WordRoles::Weights> WordRoles::emissions(std::span<const Observed> words) const {
  std::vector<Weights> result;
  for (const Observed& word : words) {
    Weights emission = {1, 1, 1};
    if (!word.known) {
      const Form& form = forms_[word.form];
      emission = this->emission(form.expected, endings_[form.ending]);
      if (!word.is_name && is_surely_verb(words.first(result.size() + 1), form)) {
        emission = {0, 0, 1};
      }
    }
    if (word.is_name) emission[index_of(WordRole::verb)] = 0;
    if (word.is_participle) emission[index_of(WordRole::noun)] = 0;
    result.push_back(emission);
  }
  return result;
}

// Of each role that is learned; forward and backward, each place normalised.
std::vector<WordRoles::Weights> WordRoles::posteriors(std::span<const Observed> words,
                                                      std::span<const Weights> emissions) {
  const std::size_t n = words.size();
  using Message = std::array<double, roles_in_all>;
  const auto emitted = [&](std::size_t i, std::size_t role) {
    return role < learned ? emissions[i][role] : 1;
  };
  const auto boundary = RoleRange{index_of(WordRole::boundary), roles_in_all};
  Message at_boundary{};
  at_boundary.back() = 1;
  std::vector<Message> forward(n, Message{});
  for (std::size_t i = 0; i < n; ++i) {
    const RoleRange here = range_of(words[i].known);
    const RoleRange before = i == 0 ? boundary : range_of(words[i - 1].known);
    const Message& from = i == 0 ? at_boundary : forward[i - 1];
    for (std::size_t to = here.first; to < here.last; ++to) {
      for (std::size_t role = before.first; role < before.last; ++role) {
        forward[i][to] += from[role] * transition(role, to);
      }
      forward[i][to] *= emitted(i, to);
    }
    normalise(forward[i]);
  }
  std::vector<Weights> result(n, Weights{});
  Message behind = at_boundary;  // times what is emitted there
  RoleRange next = boundary;
  for (std::size_t i = n; i-- > 0;) {
    const RoleRange here = range_of(words[i].known);
    Message backward{};
    for (std::size_t role = here.first; role < here.last; ++role) {
      for (std::size_t to = next.first; to < next.last; ++to) {
        backward[role] += transition(role, to) * behind[to];
      }
    }
    normalise(backward);
    if (!words[i].known) {
      for (std::size_t role = 0; role < learned; ++role) {
        result[i][role] = forward[i][role] * backward[role];
      }
      normalise(result[i]);
    }
    for (std::size_t role = here.first; role < here.last; ++role) {
      behind[role] = backward[role] * emitted(i, role);
    }
    next = here;
  }
  return result;
}

bool WordRoles::is_attested(const Sentence& sentence, std::size_t i) const {
  if (is_place_of_noun(sentence, i)) return true;
  const auto form = places_.find(sentence[i].term);
  return form != places_.end() && forms_[form->second].attested;
}

// Behind a noun in the singular and without the ending of a verb, as "bus" of "service bus".
bool WordRoles::is_no_verb(const Sentence& sentence, std::span<const WordRole> roles,
                           std::size_t i) const {
  if (i == 0 || sentence[i].known || sentence[i].is_participle) return false;
  const std::string_view term = sentence[i].term, before = sentence[i - 1].term;
  const bool is_behind_noun = roles[i - 1] == WordRole::noun && !before.ends_with('s');
  const bool goes_on = i + 1 < sentence.size() && !sentence[i + 1].known;
  const bool may_be_noun = !is_third_person(term) && (goes_on || !term.ends_with("ing"));
  return is_behind_noun && may_be_noun && is_attested(sentence, i);
}

bool WordRoles::is_usual(std::string_view term) const {
  const auto form = places_.find(term);
  return form != places_.end() && forms_[form->second].usual;
}

// Behind a word that may be its subject, not before another verb, and nowhere where only a noun can
// be: "lies" of "the Holocaust lies with".
bool WordRoles::may_be_verb(const Sentence& sentence, std::size_t i) const {
  if (i == 0 || sentence[i - 1].known || sentence[i].known || sentence[i].is_name) return false;
  if (is_attested(sentence, i)) return false;
  if (stands_in(sentence, i + 1, {WordRole::modifier})) return true;
  const bool goes_on = i + 1 < sentence.size() && !sentence[i + 1].known;
  return !goes_on || (is_third_person(sentence[i].term) && is_attested(sentence, i + 1));
}

// In questions: "which cities does northwest fly to".
void WordRoles::mark_verb_of_modal(const Sentence& sentence, std::size_t modal,
                                   std::vector<WordRole>& roles) {
  using enum WordRole;
  std::size_t end = modal + 1, words = 0;
  while (end < roles.size() &&
         (roles[end] == noun || roles[end] == modifier || roles[end] == determiner)) {
    words += roles[end] == determiner ? 0 : 1;
    ++end;
  }
  const bool verb_follows = end < roles.size() && (roles[end] == verb || roles[end] == auxiliary);
  const bool is_verb = words > 1 && !verb_follows && roles[end - 1] == noun &&
                       !sentence[end - 1].known && !sentence[end - 1].is_name;
  if (is_verb) roles[end - 1] = verb;
}

std::vector<WordRole> WordRoles::roles(const Sentence& sentence) const {
  std::vector<Observed> words;
  std::vector<Weights> emissions;
  for (const SentenceWord& word : sentence) {
    const auto form = places_.find(word.term);
    const auto ending = ending_places_.find(ending_of(word.term));
    words.push_back({0, word.known, word.is_name, word.is_participle});
    emissions.push_back({1, 1, 1});
    if (!word.known) {
      emissions.back() =
          emission(form == places_.end() ? Weights{} : forms_[form->second].expected,
                   ending == ending_places_.end() ? Weights{} : endings_[ending->second]);
      if (!word.is_name && form != places_.end() && is_surely_verb(words, forms_[form->second])) {
        emissions.back() = {0, 0, 1};
      }
    }
    if (word.is_name) emissions.back()[index_of(WordRole::verb)] = 0;
    if (word.is_participle) emissions.back()[index_of(WordRole::noun)] = 0;
  }
  const std::vector<Weights> found = posteriors(words, emissions);
  std::vector<WordRole> roles;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto best = std::ranges::max_element(found[i]) - found[i].begin();
    roles.push_back(words[i].known.value_or(static_cast<WordRole>(best)));
    if (roles.back() == WordRole::noun && may_be_verb(sentence, i)) roles.back() = WordRole::verb;
    if (roles.back() == WordRole::verb && is_no_verb(sentence, roles, i)) {
      roles.back() = WordRole::noun;
    }
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (sentence[i].is_modal) mark_verb_of_modal(sentence, i, roles);
  }
  return roles;
}

}  // namespace subintent::internal
