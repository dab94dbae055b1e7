// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// check-waits PLAN: takes each wait out of a plan, one at a time. The validator
// must refuse what is left, or the wait was redundant: then every order of steps
// that was tried gives the same results. Prints how many of each.
#include "spyre/Model/Machine.h"
#include "spyre/Plan/Layout.h"
#include "spyre/Plan/Names.h"
#include "spyre/Plan/PlanFile.h"
#include "spyre/Plan/Validator.h"
#include "spyre/Support/Error.h"

#include <cstring>
#include <iostream>
#include <map>
#include <optional>
#include <random>

using namespace spyre;

namespace {

constexpr uint64_t kOrders = 12;

/// Takes out the wait with this number, counted in the order of the text. False
/// if there are fewer.
bool removeWait(std::vector<plan::Node> &nodes, int &number) {
  for (size_t i = 0; i < nodes.size(); ++i) {
    if (std::holds_alternative<plan::Await>(nodes[i]) && number-- == 0) {
      nodes.erase(nodes.begin() + int64_t(i));
      return true;
    }
    if (auto *loop = std::get_if<plan::Loop>(&nodes[i]); loop && removeWait(loop->body, number))
      return true;
  }
  return false;
}

bool removeWait(plan::Program &program, int number) {
  for (std::vector<plan::Node> &queue : program.queues)
    if (removeWait(queue, number))
      return true;
  return false;
}

/// Floats between a half and two; small integers.
std::vector<uint8_t> randomHost(const plan::Tensor &tensor, uint64_t seed) {
  std::mt19937_64 rng(seed);
  std::vector<uint8_t> host(size_t(plan::hostByteSize(tensor)), 0);
  auto width = size_t(plan::byteWidth(tensor.type));
  for (size_t i = 0; i < host.size(); i += width) {
    if (!plan::isFloat(tensor.type)) {
      host[i] = uint8_t(rng() % 2);
      continue;
    }
    float value = 0.5f + float(rng() % 1024) / 700.0f;
    if (tensor.type == plan::DType::F32) {
      std::memcpy(&host[i], &value, 4);
    } else { // bf16 is the upper half of f32; as f16 the same bits are near one
      host[i] = uint8_t(rng());
      host[i + 1] = tensor.type == plan::DType::F16 ? 0x3c : 0x3f;
    }
  }
  return host;
}

using Results = std::vector<std::vector<uint8_t>>;

Results run(const plan::Plan &p, const plan::Program &program, uint64_t order) {
  model::Machine machine(p, {model::kPoison[0], 1, order});
  for (int32_t t : program.inputs)
    machine.setInput(t, randomHost(p.tensors[size_t(t)], uint64_t(t) + 1));
  machine.run(program);
  Results results;
  for (int32_t t : program.outputs)
    results.push_back(machine.output(t));
  return results;
}

int check(const std::string &path) {
  const plan::Plan whole = plan::read(path);
  plan::requireValid(whole, path);
  int waits = 0, redundant = 0, wrong = 0;
  std::map<std::string, int> refused; // by the first fault
  for (size_t k = 0; k < whole.programs.size(); ++k) {
    std::optional<Results> want; // run only if asked for
    for (int number = 0;; ++number) {
      plan::Plan p = whole;
      if (!removeWait(p.programs[k], number))
        break;
      ++waits;
      if (std::vector<plan::Fault> faults = plan::validate(p); !faults.empty()) {
        ++refused[plan::name(faults[0].kind)];
        continue;
      }
      if (!want)
        want = run(whole, whole.programs[k], 0);
      bool same = true;
      for (uint64_t order = 1; same && order <= kOrders; ++order)
        same = run(p, p.programs[k], order) == *want;
      same ? ++redundant : ++wrong;
      std::cout << path << ": wait " << number << " of program " << whole.programs[k].name
                << (same ? " is redundant\n" : " is needed, and the validator does not see it\n");
    }
  }
  std::cout << path << ": " << waits << " waits";
  for (const auto &[kind, count] : refused)
    std::cout << ", " << count << " refused without (" << kind << ")";
  std::cout << ", " << redundant << " redundant, " << wrong << " missed\n";
  return wrong > 0 || waits == 0;
}

} // namespace

int main(int argc, char **argv) {
  try {
    int status = argc < 2;
    for (int i = 1; i < argc; ++i)
      status |= check(argv[i]);
    return status;
  } catch (const Error &e) {
    std::cerr << "check-waits: error: " << e.what() << "\n";
  }
  return 1;
}
