// What `check` says of judgments and nuggets, and of any kind of file.
#pragma once

#include "core/io/content.h"
#include "subintent/check.h"

namespace subintent::internal {

inline constexpr std::string_view slices_commands =
    "evaluate --slices,compare slices --slices,gate --slices,report --slices";

bool holds_slices(const Source& source);

// Adds "3 topics".
void count(FileCheck& check, std::string noun, std::size_t n);

void note_encoding(const TextFile& text, FileCheck& check);

// Throw as the readers do.
void describe_qrels(const Source& source, FileCheck& check);
void describe_nuggets(const Source& source, FileCheck& check);

}  // namespace subintent::internal
