// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Our plans on our model against published times of the card.
#include "../Modules.h"
#include "../Suites.h"
#include "Report.h"
#include "Sensitivity.h"

#include "spyre/Support/Error.h"
#include "spyre/Support/File.h"

#include <cstdio>
#include <cstdlib>

namespace spyre::bench {

namespace {
using namespace fidelity;

std::vector<std::string> filesOf(const Options &options) {
  if (!options.paths.empty())
    return options.paths;
  const char *data = std::getenv("SPYRE_DATA_DIR");
  if (!data || !*data)
    throw Error("expected a file of published times, or SPYRE_DATA_DIR in the environment");
  return {std::string(data) + "/kernel-times/measured.tsv"};
}

/// 1 when a class is worse than the committed table says, else 0.
int compareWithTable(const std::string &path, const Json &now) {
  std::vector<std::string> lines = worsened(Json::parse(readTextFile(path)), now);
  for (const std::string &line : lines)
    std::printf("worse than %s: %s\n", path.c_str(), line.c_str());
  if (lines.empty())
    std::printf("no class is worse than %s by more than a point\n", path.c_str());
  return lines.empty() ? 0 : 1;
}
} // namespace

int runFidelity(const Options &options, Json &report) {
  std::vector<Row> rows;
  for (const std::string &path : filesOf(options))
    for (Row &row : readRows(readTextFile(path), path))
      rows.push_back(std::move(row));
  Stopwatch watch;
  std::vector<Outcome> outcomes = run(rows, options.device, options.threads);
  double seconds = watch.seconds();
  print(outcomes, options.verbose);
  std::printf("\n%zu rows in %.1f s\n", rows.size(), seconds);
  report["rows"] = toJson(outcomes);
  Json table = tableOf(outcomes);
  report["table"] = table;
  report["seconds"] = seconds;
  int status = 0;
  for (const Outcome &outcome : outcomes)
    if (outcome.ran() && outcome.impossible())
      status = 1;
  if (!options.against.empty())
    status |= compareWithTable(options.against, table);
  if (!options.table.empty())
    writeFile(options.table, table.dump(2) + "\n");
  if (options.sensitivity)
    report["sensitivity"] = sensitivity(rows, outcomes, options.device, options.threads);
  return status;
}

} // namespace spyre::bench
