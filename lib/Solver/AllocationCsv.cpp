// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spyre/Solver/Allocation.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <istream>
#include <iterator>

namespace spyre::solver {
namespace {

std::vector<std::string> splitLine(std::string line) {
  if (!line.empty() && line.back() == '\r')
    line.pop_back();
  std::vector<std::string> cells(1);
  for (char c : line)
    if (c == ',')
      cells.emplace_back();
    else
      cells.back() += c;
  return cells;
}

int64_t parseCell(const std::string &cell, const std::string &at) {
  int64_t value = 0;
  auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (error != std::errc() || end != cell.data() + cell.size())
    throw Error(at + ": expected an integer, found '" + cell + "'");
  return value;
}

} // namespace

AllocationProblem readAllocationCsv(std::istream &in, int64_t capacity, const std::string &where) {
  constexpr std::array<const char *, 4> kColumns{"lower", "upper", "size", "id"};
  std::string line;
  std::getline(in, line);
  std::vector<std::string> header = splitLine(line);
  std::array<size_t, 4> column{};
  for (size_t c = 0; c < kColumns.size(); ++c) {
    auto found = std::find(header.begin(), header.end(), kColumns[c]);
    if (found == header.end())
      throw Error(where + ": expected a column '" + kColumns[c] + "'");
    column[c] = size_t(found - header.begin());
  }
  AllocationProblem problem{capacity, {}};
  for (int number = 2; std::getline(in, line); ++number) {
    if (line.empty() || line == "\r")
      continue;
    std::string at = where + ":" + std::to_string(number);
    std::vector<std::string> cells = splitLine(line);
    if (cells.size() != header.size())
      throw Error(at + ": expected " + std::to_string(header.size()) + " cells, found " +
                  std::to_string(cells.size()));
    Request r;
    r.alignment = 1;
    r.id = int64_t(problem.requests.size()); // names need not be numbers
    int64_t *targets[] = {&r.first, &r.last, &r.size};
    for (size_t c = 0; c < std::size(targets); ++c)
      *targets[c] = parseCell(cells[column[c]], at);
    problem.requests.push_back(r);
  }
  return problem;
}

} // namespace spyre::solver
