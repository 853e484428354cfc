#include "core/base/ascii.h"
#include "core/collection/nugget_formats.h"
#include "core/collection/qrels.h"
#include "subintent/program.h"

namespace subintent::internal::nugget_files {
namespace {

// BRIGHT-Pro's aspects: one object each, with the documents that support it. Its id begins with
// that of its topic: "q7-a2" or "q7-aspect-2".
bool is_aspect(const JsonObject& object) {
  return object.find({"supporting_docs"}).has_value();
}

// How many characters come before "-a2".
std::size_t topic_size(std::string_view id, const JsonPlace& place) {
  std::size_t end = id.size();
  while (end > 0 && is_digit(id[end - 1])) --end;
  for (const std::string_view infix : {"-a", "-aspect-"}) {
    const std::string_view before = id.substr(0, end);
    if (end < id.size() && before.size() > infix.size() && before.ends_with(infix)) {
      return end - infix.size();
    }
  }
  place.fail("the id " + printable(id) + " does not end in -a and a number",
             "write the topic, -a and the number of the aspect");
}

void read_aspect(const JsonObject& object, BankBuilder& builder) {
  const Name id(object, {"id"});
  const std::string_view name = id.checked(object.place());
  const std::size_t size = topic_size(name, object.place());
  const JsonObject aspect = object.of("aspect", name);
  NuggetTopicBuilder& topic = builder.topic(Name(name.substr(0, size)), object.place());
  Nugget& made = topic.add_nugget();
  if (!topic.rename_last(name.substr(size + 1))) {
    aspect.place().fail("is listed twice", "keep one");
  }
  made.text = text_of(aspect, {"aspect", "content", "text", "description"});
  set_importance(made, aspect, builder, "weight");
  const auto documents = aspect.find<dom::array>({"supporting_docs"}, "an array");
  topic.judge_all(made, *documents, "supporting_docs", 1, aspect.place());
}

}  // namespace

NuggetFormat bright_pro_format() {
  const auto is_distinctive_member = [](std::string_view name, std::string_view) {
    return name == "supporting_docs";
  };
  return {is_distinctive_member, is_aspect, read_aspect};
}

}  // namespace subintent::internal::nugget_files
