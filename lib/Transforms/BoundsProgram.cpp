// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// spyre-bound-program: compulsory bytes and arithmetic of the graph level.
#include "spyre/Dialect/Spyre/Spyre.h"
#include "spyre/Transforms/AffineUtils.h"
#include "spyre/Transforms/Bounds.h"
#include "spyre/Transforms/Passes.h"

#include "llvm/ADT/MapVector.h"

namespace spyre {
#define GEN_PASS_DEF_BOUNDPROGRAM
#include "spyre/Transforms/Bounds.h.inc"
} // namespace spyre

using namespace mlir;
using namespace spyre;

namespace {
/// What is read of one tensor in device memory.
struct Reads {
  struct Part {
    double elements;
    SmallVector<AffineRange> box; // of the indices
  };
  SmallVector<Part> parts;
  double updatedElements = 0; // written before the read: need not come from memory

  /// At least this many elements: parts whose boxes are apart from all larger
  /// ones add up.
  double elements() const {
    SmallVector<Part> sorted(parts);
    llvm::sort(sorted, [](const Part &a, const Part &b) {
      auto begins = [](const AffineRange &x, const AffineRange &y) { return x.lo < y.lo; };
      return a.elements != b.elements
                 ? a.elements > b.elements
                 : std::lexicographical_compare(a.box.begin(), a.box.end(), b.box.begin(),
                                                b.box.end(), begins);
    });
    double total = 0;
    for (size_t i = 0; i < sorted.size(); ++i)
      if (llvm::none_of(ArrayRef(sorted).take_front(i),
                        [&](const Part &other) { return overlap(sorted[i], other); }))
        total += sorted[i].elements;
    return std::max(0.0, total - updatedElements);
  }

private:
  static bool overlap(const Part &a, const Part &b) {
    return llvm::all_of(llvm::zip_equal(a.box, b.box), [](auto pair) {
      auto [x, y] = pair;
      return x.lo <= y.hi && y.lo <= x.hi;
    });
  }
};

class Collector {
public:
  explicit Collector(const device::Device &device) : device(device) {}

  FailureOr<cost::Work> run(func::FuncOp main) {
    for (Operation &op : main.getBody().front()) {
      if (auto generic = dyn_cast<linalg::GenericOp>(op)) {
        addReads(generic);
        if (failed(addArithmetic(generic, device, work)))
          return failure();
      } else if (auto extract = dyn_cast<tensor::ExtractOp>(op)) {
        addRead(extract.getTensor(), 1, {});
      }
    }
    for (auto &[root, reads] : readsOf)
      work.readBytes += reads.elements() * widthOf(root);
    for (Value result : main.getBody().front().getTerminator()->getOperands())
      work.writeBytes += writtenElements(main, result) * widthOf(result);
    return work;
  }

private:
  static double widthOf(Value value) {
    return static_cast<double>(
        ir::elementBytes(cast<ShapedType>(value.getType()).getElementType()));
  }
  static double sizeOf(Value value) {
    return static_cast<double>(cast<ShapedType>(value.getType()).getNumElements());
  }

  /// The argument or constant that a value is, up to updates in place; null if
  /// it is computed. Sums up what the updates write.
  static Value rootOf(Value value, double &updated) {
    while (auto update = value.getDefiningOp<tensor::InsertSliceOp>()) {
      updated += sizeOf(update.getSource());
      value = update.getDest();
    }
    auto constant = value.getDefiningOp<arith::ConstantOp>();
    if (isa<BlockArgument>(value) || (constant && !isa<SplatElementsAttr>(constant.getValue())))
      return value;
    return {};
  }

  void addRead(Value value, double elements, ArrayRef<AffineRange> box) {
    double updated = 0;
    Value root = rootOf(value, updated);
    if (!root)
      return;
    Reads &reads = readsOf[root];
    Reads::Part part{elements, SmallVector<AffineRange>(box)};
    if (box.empty()) // no matter where
      for (int64_t size : cast<ShapedType>(root.getType()).getShape())
        part.box.push_back({0, size - 1});
    reads.parts.push_back(part);
    reads.updatedElements = std::max(reads.updatedElements, updated);
  }

  void addReads(linalg::GenericOp op) {
    SmallVector<int64_t> extents = loopExtents(op);
    for (OpOperand *input : op.getDpsInputOperands()) {
      auto type = dyn_cast<ShapedType>(input->get().getType());
      if (!type || op.getMatchingBlockArgument(input).use_empty())
        continue;
      AffineMap map = op.getMatchingIndexingMap(input);
      SmallVector<AffineRange> box;
      for (AffineExpr expr : map.getResults())
        box.push_back(rangeOf(expr, extents));
      // Splits and merges come out plain in the row-major number.
      AffineExpr number = simplifyWithRanges(
          linearize(map.getResults(), type.getShape(), op.getContext()), extents);
      addRead(input->get(),
              std::max(countPoints(map.getResults(), extents), countPoints(number, extents)), box);
    }
  }

  /// An update of a donated argument writes its boxes; all else is written whole.
  static double writtenElements(func::FuncOp main, Value result) {
    double updated = 0;
    auto argument = dyn_cast_or_null<BlockArgument>(rootOf(result, updated));
    bool inPlace = argument && main.getArgAttr(argument.getArgNumber(), "tf.aliasing_output");
    return inPlace ? std::min(updated, sizeOf(result)) : sizeOf(result);
  }

  const device::Device &device;
  cost::Work work;
  llvm::MapVector<Value, Reads> readsOf;
};

struct BoundProgramPass : spyre::impl::BoundProgramBase<BoundProgramPass> {
  void runOnOperation() override {
    auto device = deviceOf(getOperation());
    if (failed(device))
      return signalPassFailure();
    for (auto main : getOperation().getOps<func::FuncOp>()) {
      auto work = programWork(main, *device);
      if (failed(work))
        return signalPassFailure();
      writeBounds(main, cost::bounds(*device, *work));
    }
  }
};
} // namespace

FailureOr<cost::Work> spyre::programWork(func::FuncOp main, const device::Device &device) {
  return Collector(device).run(main);
}

void spyre::writeBounds(func::FuncOp func, const cost::Bounds &bounds) {
  Builder builder(func.getContext());
  func->setAttr(kBoundHardAttr, builder.getF64FloatAttr(bounds.hardUs));
  func->setAttr(kBoundSustainedAttr, builder.getF64FloatAttr(bounds.sustainedUs));
  func->setAttr(kBoundByAttr, builder.getStringAttr(bounds.by));
}
