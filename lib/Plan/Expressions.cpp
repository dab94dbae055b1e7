// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Plan/Text.h"

namespace spyre::plan {

namespace {

// A sum without needless signs, ones and zeros.
class Sum {
public:
  void add(int64_t coef, const std::string &what) {
    if (coef == 0)
      return;
    std::string size =
        coef == 1 || coef == -1
            ? what
            : std::to_string(coef < 0 ? -uint64_t(coef) : uint64_t(coef)) + "*" + what;
    if (coef < 0)
      text += text.empty() ? "-" : " - ";
    else if (!text.empty())
      text += " + ";
    text += size;
    ++terms;
  }
  void add(int64_t constant) {
    if (constant == 0)
      return;
    text += text.empty() ? std::to_string(constant)
                         : (constant < 0 ? " - " + std::to_string(-uint64_t(constant))
                                         : " + " + std::to_string(constant));
    ++terms;
  }
  std::string str() const { return text.empty() ? "0" : text; }
  std::string inParentheses() const { return terms > 1 ? "(" + str() + ")" : str(); }

private:
  std::string text;
  int terms = 0;
};

} // namespace

std::string toString(const Index &index) {
  Sum sum;
  for (const Index::Term &term : index.terms)
    sum.add(term.coef, "i" + std::to_string(term.loop));
  if (index.table >= 0)
    sum.add(1, "t" + std::to_string(index.table));
  sum.add(index.c);
  return sum.str();
}

std::string toString(const Extent &extent) {
  if (extent.value.terms.empty() && extent.value.table < 0 && extent.value.c == extent.max)
    return std::to_string(extent.max);
  return "clamp(" + toString(extent.value) + ", 0, " + std::to_string(extent.max) + ")";
}

std::string toString(const LxAddr &addr) {
  std::string text = "lx " + std::to_string(addr.base);
  if (addr.slots > 1)
    text += " + " + std::to_string(addr.stride) + "*((" + toString(addr.slot) + ") mod " +
            std::to_string(addr.slots) + ")";
  return text;
}

std::string toString(const Access &access) {
  Sum sum;
  for (const Access::Term &term : access.terms) {
    Sum inner;
    for (size_t d = 0; d < term.coef.size(); ++d)
      inner.add(term.coef[d], "d" + std::to_string(d));
    inner.add(term.c);
    std::string text = inner.inParentheses();
    if (term.div != 1)
      text = "(" + text + " floordiv " + std::to_string(term.div) + ")";
    if (term.mod != 0)
      text = "(" + text + " mod " + std::to_string(term.mod) + ")";
    sum.add(term.mul, text);
  }
  sum.add(access.offset);
  return sum.str();
}

} // namespace spyre::plan
