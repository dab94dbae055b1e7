// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Calls.h"

#include "spyre/Model/Machine.h"
#include "spyre/Support/Error.h"

#include <cstdio>
#include <iostream>
#include <map>

namespace spyre::run {

namespace {

using Bytes = std::vector<uint8_t>;
using Arrays = std::map<int32_t, npz::Array>; // by tensor

struct Expected {
  std::string key;
  int32_t tensor;
  npz::Array array;
};

struct Call {
  Arrays inputs;
  std::vector<Expected> expected;
};

struct Program {
  const plan::Plan &plan;
  const plan::Program &program;
  const plan::Tensor &tensor(int32_t t) const { return plan.tensors[size_t(t)]; }
};

Arrays readInputs(const Program &p, const std::string &path) {
  Arrays arrays;
  for (npz::Entry &entry : npz::read(path)) {
    std::string where = path + ": " + entry.name;
    int32_t t = model::argumentOf(p.plan, p.program, entry.name, path);
    model::requireFits(p.tensor(t), entry.array, where);
    if (!arrays.emplace(t, std::move(entry.array)).second)
      throw Error(where + ": expected each argument once");
  }
  return arrays;
}

std::vector<Expected> readExpected(const Program &p, const std::string &path) {
  std::vector<Expected> expected;
  for (npz::Entry &entry : npz::read(path)) {
    int32_t t = model::resultOf(p.plan, p.program, entry.name, path);
    model::requireComparable(p.tensor(t), entry.array, path + ": " + entry.name);
    expected.push_back({entry.name, t, std::move(entry.array)});
  }
  if (expected.empty())
    throw Error(path + ": expected at least one result, found none");
  return expected;
}

std::vector<Call> readCalls(const Program &p, const Options &options) {
  if (options.inputs.empty() && !p.program.inputs.empty())
    throw Error("expected --inputs for " + std::to_string(p.program.inputs.size()) +
                " arguments (or --timing-only)");
  std::vector<Call> calls(std::max<size_t>(options.inputs.size(), 1));
  std::map<int32_t, bool> seen;
  for (size_t c = 0; c < calls.size(); ++c) {
    if (c < options.inputs.size())
      calls[c].inputs = readInputs(p, options.inputs[c]);
    if (c < options.expect.size())
      calls[c].expected = readExpected(p, options.expect[c]);
    for (int32_t t : p.program.inputs) {
      seen[t] |= calls[c].inputs.count(t) > 0;
      // Weights and states stay; plain arguments belong to a call.
      bool kept = p.tensor(t).role != plan::Role::Input && seen[t];
      if (!kept && !calls[c].inputs.count(t))
        throw Error(options.inputs[c] + ": expected a value for " + p.tensor(t).name +
                    ", found none");
    }
  }
  return calls;
}

/// All results and states after each call.
using Results = std::vector<std::map<int32_t, Bytes>>;

Results runAll(const Program &p, const std::vector<Call> &calls, const Options &options,
               model::Numerics numerics, uint8_t poison, uint64_t orderSeed = 0) {
  model::Machine machine(p.plan, {poison, options.threads, orderSeed, numerics});
  Results results;
  for (const Call &call : calls) {
    for (const auto &[t, array] : call.inputs)
      machine.setInput(t, array.data);
    for (int i = 0; i < options.iterations; ++i)
      machine.run(p.program);
    std::map<int32_t, Bytes> &after = results.emplace_back();
    for (int32_t t : p.program.outputs)
      after[t] = machine.output(t);
    for (int32_t t : p.program.inputs)
      if (p.tensor(t).role == plan::Role::State)
        after[t] = machine.output(t);
    for (const Expected &e : call.expected)
      if (!after.count(e.tensor))
        after[e.tensor] = machine.output(e.tensor);
  }
  return results;
}

/// `found` are the results under `how`.
bool equal(const Program &p, const Results &want, const Results &found, const std::string &how) {
  for (size_t c = 0; c < want.size(); ++c)
    for (const auto &[t, bytes] : want[c])
      if (bytes != found[c].at(t)) {
        std::cerr << "spyre-run: expected results that do not depend on " << how << ", found "
                  << p.tensor(t).name << " of call " << c << " different\n";
        return false;
      }
  return true;
}

bool equalInAnyOrder(const Program &p, const std::vector<Call> &calls, const Options &options,
                     const Results &want, model::Numerics numerics, uint8_t poison) {
  for (uint64_t seed : options.raceSeeds)
    if (!equal(p, want, runAll(p, calls, options, numerics, poison, seed),
               "the order of what no wait orders (--race " + std::to_string(seed) + ")"))
      return false;
  if (!options.raceSeeds.empty())
    std::printf("results equal in %zu random orders\n", options.raceSeeds.size());
  return true;
}

/// Results against those of the same calls under f16, in order of the results.
std::vector<model::OutputDifference> differencesOf(const Program &p, const Results &results,
                                                   const Results &f16, model::Numerics numerics) {
  std::vector<model::OutputDifference> differences;
  for (size_t c = 0; c < results.size(); ++c) {
    auto add = [&](const std::string &name, int32_t t) {
      const plan::Tensor &tensor = p.tensor(t);
      model::Difference d =
          model::difference(model::resultType(tensor, numerics), results[c].at(t),
                            model::resultType(tensor, model::Numerics::F16), f16[c].at(t));
      std::string call = results.size() > 1 ? "call " + std::to_string(c) + ": " : "";
      std::printf("%s%s: against f16, %lld of %lld elements differ, largest difference %.3g, "
                  "relative l2 %.3g\n",
                  call.c_str(), name.c_str(), static_cast<long long>(d.differing),
                  static_cast<long long>(d.elements), d.maxAbs, d.relL2);
      differences.push_back({int(c), name, d});
    };
    for (size_t i = 0; i < p.program.outputs.size(); ++i)
      add("out" + std::to_string(i), p.program.outputs[i]);
    for (int32_t t : p.program.inputs)
      if (p.tensor(t).role == plan::Role::State)
        add("mut_" + p.tensor(t).name, t);
  }
  return differences;
}

bool check(const Program &p, const std::vector<Call> &calls, const Results &results,
           model::Numerics numerics, const Options &options) {
  bool ok = true;
  for (size_t c = 0; c < calls.size(); ++c)
    for (const Expected &e : calls[c].expected) {
      std::string key = (calls.size() > 1 ? "call " + std::to_string(c) + ": " : "") + e.key;
      plan::Tensor tensor = p.tensor(e.tensor);
      tensor.type = model::resultType(tensor, numerics);
      model::Comparison result =
          model::compare(tensor, results[c].at(e.tensor), e.array, options.tolerance, key);
      ok = ok && result.ok;
      if (!result.ok)
        std::cerr << "spyre-run: mismatch: " << result.message << "\n";
      else
        std::printf("%s: matches, largest error %.3g, relative l2 %.3g\n", key.c_str(),
                    result.maxAbsError, result.relL2);
    }
  return ok;
}

void writeOutputs(const Program &p, const std::map<int32_t, Bytes> &results,
                  model::Numerics numerics, const std::string &path) {
  std::vector<npz::Entry> entries;
  for (size_t i = 0; i < p.program.outputs.size(); ++i) {
    const plan::Tensor &tensor = p.tensor(p.program.outputs[i]);
    entries.push_back(
        {"out" + std::to_string(i), model::resultArray(tensor, model::resultType(tensor, numerics),
                                                       results.at(p.program.outputs[i]))});
  }
  npz::write(path, entries);
}

} // namespace

int runCalls(const plan::Plan &plan, const plan::Program &program, const Options &options,
             std::vector<model::OutputDifference> &differences) {
  Program p{plan, program};
  std::vector<Call> calls = readCalls(p, options);
  std::string which = !options.poison.empty()  ? options.poison
                      : options.expect.empty() ? "1"
                                               : "both";
  model::Numerics numerics =
      options.numerics == "dl16" ? model::Numerics::Dl16 : model::Numerics::F16;
  uint8_t poison = model::kPoison[which == "2" ? 1 : 0];
  Results results = runAll(p, calls, options, numerics, poison);
  if (which == "both" && !equal(p, results, runAll(p, calls, options, numerics, model::kPoison[1]),
                                "memory that nobody wrote (--poison)"))
    return kMismatch;
  if (!equalInAnyOrder(p, calls, options, results, numerics, poison))
    return kMismatch;
  if (numerics != model::Numerics::F16)
    differences = differencesOf(p, results, runAll(p, calls, options, model::Numerics::F16, poison),
                                numerics);
  if (!options.outputs.empty())
    writeOutputs(p, results.back(), numerics, options.outputs);
  return check(p, calls, results, numerics, options) ? kDone : kMismatch;
}

} // namespace spyre::run
