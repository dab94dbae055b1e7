// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CheckNesting.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

using llvm::StringRef;

namespace spyre::frontend {

namespace {

constexpr size_t kMaxBrackets = 256, kMaxItem = 4096;

class Scanner {
public:
  explicit Scanner(StringRef text) : text(text) {}

  std::optional<NestingFault> run() {
    while (at < text.size()) {
      if (skipString() || skipComment() || skipArrow())
        continue;
      if (const char *what = step(text[at]))
        return NestingFault{what, unsigned(text.take_front(at).count('\n') + 1),
                            unsigned(at - text.take_front(at).rfind('\n'))};
      ++at;
    }
    return std::nullopt;
  }

private:
  struct Bracket {
    bool isBlock;    // braces: operators, not one expression
    size_t size = 0; // of the item so far
  };

  bool skipString() {
    if (text[at] != '"')
      return false;
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
      if (text[at] == '"') {
        ++at;
        break;
      }
      if (text[at] == '\\')
        ++at;
    }
    return true;
  }

  bool skipComment() {
    if (!text.substr(at).starts_with("//"))
      return false;
    at = std::min(text.find('\n', at), text.size());
    return true;
  }

  /// `->`, `>=` and `<=` are no brackets.
  bool skipArrow() {
    StringRef two = text.substr(at, 2);
    if (two != "->" && two != ">=" && two != "<=")
      return false;
    at += 2;
    return true;
  }

  const char *step(char c) {
    if (StringRef("([{<").contains(c)) {
      open.push_back({c == '{'});
      return open.size() > kMaxBrackets ? "expected at most 256 nested brackets, found more"
                                        : nullptr;
    }
    if (open.empty())
      return nullptr;
    if (StringRef(")]}>").contains(c))
      open.pop_back();
    else if (c == ',')
      open.back().size = 0;
    else if (!llvm::isSpace(c) && !open.back().isBlock && ++open.back().size > kMaxItem)
      return "expected at most 4096 characters in one item of a bracket, found more";
    return nullptr;
  }

  StringRef text;
  size_t at = 0;
  llvm::SmallVector<Bracket> open;
};

} // namespace

std::optional<NestingFault> checkNesting(StringRef text) { return Scanner(text).run(); }

} // namespace spyre::frontend
