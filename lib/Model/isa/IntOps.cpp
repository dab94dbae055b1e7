// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Integer and i1 operations, wrapping at the width of their type.
#include "IsaImpl.h"

namespace spyre::model::isa::SPYRE_ISA {
namespace {

template <class T> struct Bits;
template <> struct Bits<int32_t> {
  using Unsigned = uint32_t;
};
template <> struct Bits<int64_t> {
  using Unsigned = uint64_t;
};

/// Width and signedness of a type, and its canonical form in lanes of T.
template <class T> struct Form {
  using U = typename Bits<T>::Unsigned;
  int width;
  bool isSigned;

  explicit Form(DType type) {
    switch (type) {
    case DType::I1:
      width = 1, isSigned = false;
      break;
    case DType::I8:
    case DType::U8:
      width = 8, isSigned = type == DType::I8;
      break;
    case DType::I16:
    case DType::U16:
      width = 16, isSigned = type == DType::I16;
      break;
    case DType::I32:
    case DType::U32:
      width = 32, isSigned = type == DType::I32;
      break;
    default:
      width = 64, isSigned = type == DType::I64;
    }
  }
  U mask() const { return static_cast<U>(~U(0)) >> (8 * sizeof(T) - width); }
  T canon(U v) const {
    int up = 8 * static_cast<int>(sizeof(T)) - width;
    return isSigned ? static_cast<T>(static_cast<T>(v << up) >> up)
                    : static_cast<T>((v << up) >> up);
  }
};

template <class T, class F> inline void map1(Form<T> form, T *out, const T *a, int64_t n, F f) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = form.canon(f(static_cast<typename Form<T>::U>(a[i])));
}
template <class T, class F>
inline void map2(Form<T> form, T *out, const T *a, const T *b, int64_t n, F f) {
  using U = typename Form<T>::U;
  for (int64_t i = 0; i < n; ++i)
    out[i] = form.canon(f(static_cast<U>(a[i]), static_cast<U>(b[i])));
}
// f decides on values of the type's own signedness.
template <class T, class F>
inline void mapSigned2(Form<T> form, T *out, const T *a, const T *b, int64_t n, F f) {
  using U = typename Form<T>::U;
  if (form.isSigned)
    for (int64_t i = 0; i < n; ++i)
      out[i] = form.canon(static_cast<U>(f(a[i], b[i])));
  else
    for (int64_t i = 0; i < n; ++i)
      out[i] = form.canon(static_cast<U>(f(static_cast<U>(a[i]), static_cast<U>(b[i]))));
}

// One answer where division is not defined: x / 0 = all ones, x % 0 = x.
struct Divide {
  template <class V> V operator()(V a, V b) const {
    if (b == 0)
      return static_cast<V>(-1);
    return b == static_cast<V>(-1) && V(-1) < V(0) ? static_cast<V>(V(0) - std_wrap(a)) : a / b;
  }
  static uint64_t std_wrap(int64_t v) { return static_cast<uint64_t>(v); }
  static uint32_t std_wrap(int32_t v) { return static_cast<uint32_t>(v); }
  static uint64_t std_wrap(uint64_t v) { return v; }
  static uint32_t std_wrap(uint32_t v) { return v; }
};
struct Remainder {
  template <class V> V operator()(V a, V b) const {
    if (b == 0)
      return a;
    return b == static_cast<V>(-1) && V(-1) < V(0) ? V(0) : a % b;
  }
};

/// Exponents below zero: 1 for base 1, +-1 for base -1, else 0.
template <class T, class U> U power(T base, T exponent) {
  if (exponent < 0) {
    if (base == 1)
      return 1;
    return base == -1 ? (exponent & 1 ? static_cast<U>(-1) : U(1)) : U(0);
  }
  U result = 1, b = static_cast<U>(base);
  for (U e = static_cast<U>(exponent); e; e >>= 1, b *= b)
    if (e & 1)
      result *= b;
  return result;
}

template <class T> void shift(Opcode op, Form<T> form, T *out, const T *a, const T *b, int64_t n) {
  using U = typename Form<T>::U;
  U width = static_cast<U>(form.width), mask = form.mask();
  for (int64_t i = 0; i < n; ++i) {
    U v = static_cast<U>(a[i]), by = static_cast<U>(b[i]) & mask;
    bool all = by >= width;
    U safe = all ? 0 : by;
    if (op == Opcode::Shl) {
      out[i] = form.canon(all ? 0 : v << safe);
    } else if (op == Opcode::ShrU) {
      out[i] = form.canon(all ? 0 : (v & mask) >> safe);
    } else {
      int up = 8 * static_cast<int>(sizeof(T)) - form.width;
      T extended = static_cast<T>(v << up) >> up;
      out[i] = form.canon(static_cast<U>(extended >> (all ? width - 1 : safe)));
    }
  }
}

template <class T>
void intOp(Opcode op, DType type, T *out, const T *a, const T *b, const T *c, int64_t n) {
  using U = typename Form<T>::U;
  Form<T> form(type);
  switch (op) {
  case Opcode::Add:
    return map2(form, out, a, b, n, [](U x, U y) { return x + y; });
  case Opcode::Sub:
    return map2(form, out, a, b, n, [](U x, U y) { return x - y; });
  case Opcode::Mul:
    return map2(form, out, a, b, n, [](U x, U y) { return x * y; });
  case Opcode::Fma:
    for (int64_t i = 0; i < n; ++i)
      out[i] = form.canon(static_cast<U>(a[i]) * static_cast<U>(b[i]) + static_cast<U>(c[i]));
    return;
  case Opcode::Div:
    return mapSigned2(form, out, a, b, n, Divide());
  case Opcode::Rem:
    return mapSigned2(form, out, a, b, n, Remainder());
  case Opcode::Pow:
    for (int64_t i = 0; i < n; ++i)
      out[i] = form.canon(power<T, U>(a[i], b[i]));
    return;
  case Opcode::MaxNan:
  case Opcode::MaxNum:
    return mapSigned2(form, out, a, b, n, [](auto x, auto y) { return x > y ? x : y; });
  case Opcode::MinNan:
  case Opcode::MinNum:
    return mapSigned2(form, out, a, b, n, [](auto x, auto y) { return x < y ? x : y; });
  case Opcode::And:
    return map2(form, out, a, b, n, [](U x, U y) { return x & y; });
  case Opcode::Or:
    return map2(form, out, a, b, n, [](U x, U y) { return x | y; });
  case Opcode::Xor:
    return map2(form, out, a, b, n, [](U x, U y) { return x ^ y; });
  case Opcode::Shl:
  case Opcode::ShrS:
  case Opcode::ShrU:
    return shift(op, form, out, a, b, n);
  case Opcode::Neg:
    return map1(form, out, a, n, [](U x) { return U(0) - x; });
  case Opcode::Abs:
    if (!form.isSigned)
      return map1(form, out, a, n, [](U x) { return x; });
    return map1(form, out, a, n, [](U x) { return static_cast<T>(x) < 0 ? U(0) - x : x; });
  case Opcode::Sign:
    if (!form.isSigned)
      return map1(form, out, a, n, [](U x) { return static_cast<U>(x != 0); });
    return map1(form, out, a, n, [](U x) {
      T v = static_cast<T>(x);
      return static_cast<U>((v > 0) - (v < 0));
    });
  case Opcode::Not:
    return map1(form, out, a, n, [](U x) { return ~x; });
  case Opcode::PopCount: {
    U mask = form.mask();
    return map1(form, out, a, n, [mask](U x) {
      return static_cast<U>(__builtin_popcountll(static_cast<unsigned long long>(x & mask)));
    });
  }
  case Opcode::Clz: {
    U mask = form.mask();
    int width = form.width;
    return map1(form, out, a, n, [mask, width](U x) {
      auto v = static_cast<unsigned long long>(x & mask);
      return static_cast<U>(v ? __builtin_clzll(v) - (64 - width) : width);
    });
  }
  default: // rounding an integer changes nothing
    return map1(form, out, a, n, [](U x) { return x; });
  }
}

template <class T, class F>
inline void test2(int32_t *out, const T *a, const T *b, int64_t n, F f) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = f(a[i], b[i]) ? 1 : 0;
}

template <class V> void intTestAs(Opcode op, int32_t *out, const V *a, const V *b, int64_t n) {
  switch (op) {
  case Opcode::CmpEq:
    return test2(out, a, b, n, [](V x, V y) { return x == y; });
  case Opcode::CmpNe:
    return test2(out, a, b, n, [](V x, V y) { return x != y; });
  case Opcode::CmpLt:
    return test2(out, a, b, n, [](V x, V y) { return x < y; });
  case Opcode::CmpLe:
    return test2(out, a, b, n, [](V x, V y) { return x <= y; });
  case Opcode::CmpGt:
    return test2(out, a, b, n, [](V x, V y) { return x > y; });
  case Opcode::CmpGe:
    return test2(out, a, b, n, [](V x, V y) { return x >= y; });
  default: // IsFinite: always, IsNan: never
    for (int64_t i = 0; i < n; ++i)
      out[i] = op == Opcode::IsFinite;
  }
}

template <class T>
void intTest(Opcode op, DType type, int32_t *out, const T *a, const T *b, int64_t n) {
  using U = typename Bits<T>::Unsigned;
  if (Form<T>(type).isSigned)
    return intTestAs<T>(op, out, a, b, n);
  intTestAs<U>(op, out, reinterpret_cast<const U *>(a), reinterpret_cast<const U *>(b), n);
}

bool isTest(Opcode op) {
  return (op >= Opcode::CmpEq && op <= Opcode::CmpGe) || op == Opcode::IsFinite ||
         op == Opcode::IsNan;
}

void intOp32(Opcode op, DType type, int32_t *out, const int32_t *a, const int32_t *b,
             const int32_t *c, int64_t n) {
  if (isTest(op))
    return intTest<int32_t>(op, type, out, a, b, n);
  intOp<int32_t>(op, type, out, a, b, c, n);
}

template <class T>
void selectLanes(T *out, const int32_t *cond, const T *a, const T *b, int64_t n) {
  for (int64_t i = 0; i < n; ++i)
    out[i] = cond[i] ? a[i] : b[i];
}

void select(Lane lane, void *out, const int32_t *cond, const void *a, const void *b, int64_t n) {
  if (lane == Lane::I64)
    return selectLanes(static_cast<int64_t *>(out), cond, static_cast<const int64_t *>(a),
                       static_cast<const int64_t *>(b), n);
  selectLanes(static_cast<int32_t *>(out), cond, static_cast<const int32_t *>(a),
              static_cast<const int32_t *>(b), n);
}

template <class T> void axpy(T *c, T a, const T *b, int64_t n) {
  using U = typename Bits<T>::Unsigned;
  for (int64_t i = 0; i < n; ++i)
    c[i] = static_cast<T>(static_cast<U>(c[i]) + static_cast<U>(a) * static_cast<U>(b[i]));
}

} // namespace

void addInteger(Kernels &k) {
  k.intOp32 = intOp32;
  k.intOp64 = intOp<int64_t>;
  k.intTest64 = intTest<int64_t>;
  k.select = select;
  k.axpy32 = axpy<int32_t>;
  k.axpy64 = axpy<int64_t>;
}

} // namespace spyre::model::isa::SPYRE_ISA
