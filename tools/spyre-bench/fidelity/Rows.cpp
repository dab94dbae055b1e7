// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Rows.h"

#include "spyre/Support/Error.h"

#include <algorithm>
#include <charconv>
#include <sstream>

namespace spyre::bench::fidelity {

namespace {
std::vector<std::string> pieces(const std::string &text, char separator) {
  std::vector<std::string> result;
  std::istringstream in(text);
  for (std::string piece; std::getline(in, piece, separator);)
    result.push_back(piece);
  return result;
}

template <typename T> T number(const std::string &text, const std::string &what) {
  T value{};
  const char *end = text.data() + text.size();
  auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc() || stop != end || !(value > 0))
    throw Error("expected " + what + ", found '" + text + "'");
  return value;
}

/// Positions of the columns that a row needs.
class Columns {
public:
  explicit Columns(const std::string &header) : names(pieces(header, '\t')) {}

  const std::string &at(const std::vector<std::string> &cells, const std::string &name) const {
    static const std::string none;
    auto it = std::find(names.begin(), names.end(), name);
    auto position = static_cast<size_t>(it - names.begin());
    return position < cells.size() ? cells[position] : none;
  }
  void require(const char *name) const {
    if (std::find(names.begin(), names.end(), name) == names.end())
      throw Error(std::string("expected a column '") + name + "' in the first line, found none");
  }

private:
  std::vector<std::string> names;
};

Row readRow(const Columns &columns, const std::string &text) {
  std::vector<std::string> cells = pieces(text, '\t');
  Row row;
  auto cell = [&](const char *name) { return columns.at(cells, name); };
  row.op = cell("op"), row.dims = cell("dims"), row.type = cell("dtype");
  row.split = cell("split"), row.kind = cell("kind");
  row.condition = cell("condition"), row.source = cell("source");
  row.cores = number<int>(cell("cores"), "a number of cores");
  row.lxShare = number<double>(cell("lx_share"), "a share of the scratchpad");
  row.publishedUs = number<double>(cell("measured_us"), "a published time");
  for (const std::string &entry : pieces(row.dims, ';')) {
    size_t equals = std::min(entry.find('='), entry.size());
    std::string value = entry.substr(std::min(equals + 1, entry.size()));
    row.sizes.emplace_back(entry.substr(0, equals), number<int64_t>(value, "NAME=SIZE in dims"));
  }
  return row;
}
} // namespace

std::vector<Row> readRows(const std::string &text, const std::string &where) {
  std::istringstream in(text);
  std::string line;
  std::getline(in, line);
  std::vector<Row> rows;
  int count = 1;
  try {
    Columns columns(line);
    for (const char *name :
         {"op", "dims", "dtype", "cores", "split", "lx_share", "measured_us", "kind"})
      columns.require(name);
    while (std::getline(in, line)) {
      ++count;
      if (line.empty())
        continue;
      rows.push_back(readRow(columns, line));
      rows.back().line = count;
    }
  } catch (const Error &error) {
    throw Error(where + ":" + std::to_string(count) + ": " + error.what());
  }
  return rows;
}

int64_t sizeOf(const Row &row, const std::string &name) {
  for (const auto &[key, size] : row.sizes)
    if (key == name)
      return size;
  throw Error("expected a size " + name + " in dims, found " + row.dims);
}

std::optional<Split> splitOf(const Row &row) {
  if (row.split.empty() || row.split == "not recorded")
    return std::nullopt;
  Split split;
  std::vector<std::string> words = pieces(row.split, ' ');
  auto refuse = [&] {
    return Error("expected a split like 'm8 n4 k1' or 'rows 32', found '" + row.split + "'");
  };
  for (size_t i = 0; i < words.size(); ++i) {
    if (words[i] == "rows" && i + 1 < words.size()) {
      split.emplace_back("rows", number<int64_t>(words[++i], "cores per loop in split"));
      continue;
    }
    if (words[i].size() < 2 || std::string("bmnk").find(words[i][0]) == std::string::npos ||
        !std::all_of(words[i].begin() + 1, words[i].end(), [](char c) { return isdigit(c); }))
      throw refuse();
    split.emplace_back(words[i].substr(0, 1),
                       number<int64_t>(words[i].substr(1), "cores per loop in split"));
  }
  return split;
}

std::string shapeOf(const Row &row) {
  std::ostringstream name;
  name << row.op << " " << row.dims << " " << row.type << ", LX share " << row.lxShare;
  return name.str();
}

} // namespace spyre::bench::fidelity
