// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One self-contained page: the assets of page/ around the data.
#include "Page.h"
#include "PageData.h"
#include "spyre/Support/Error.h"

#include <algorithm>
#include <charconv>
#include <map>
#include <set>

namespace spyre::model {

using Json = nlohmann::ordered_json;

namespace {

struct Place {
  std::string file;
  size_t line = 0; // 0: none
};

/// "dir/model.mlir:105:11"
Place placeOf(const std::string &source) {
  size_t column = source.rfind(':'), line = source.rfind(':', column - 1);
  if (column == std::string::npos || line == std::string::npos)
    return {source, 0};
  Place place{source.substr(0, line), 0};
  std::from_chars(source.data() + line + 1, source.data() + column, place.line);
  return place;
}

std::string baseName(const std::string &path) { return path.substr(path.rfind('/') + 1); }

/// The lines of a text that are asked for, by number.
Json linesOf(const std::string &text, const std::set<size_t> &wanted) {
  constexpr size_t kMaxLine = 2000; // a constant may be megabytes
  Json lines = Json::object();
  size_t number = 1, begin = 0;
  while (begin < text.size()) {
    size_t end = std::min(text.find('\n', begin), text.size());
    if (wanted.count(number))
      lines[std::to_string(number)] = text.substr(begin, std::min(end - begin, kMaxLine));
    begin = end + 1;
    ++number;
  }
  return lines;
}

/// What the kernels refer to: per file the lines, with text where it is known.
Json sourcesOf(const plan::Program &program, const std::vector<SourceFile> &files) {
  std::map<std::string, std::set<size_t>> wanted;
  for (const plan::Kernel &kernel : program.kernels)
    if (Place place = placeOf(kernel.source); place.line > 0)
      wanted[place.file].insert(place.line);
  Json json = Json::object();
  for (const auto &[file, lines] : wanted) {
    auto it = std::find_if(files.begin(), files.end(), [&](const SourceFile &f) {
      return f.name == file || baseName(f.name) == baseName(file);
    });
    json[file] = it == files.end() ? Json::object() : linesOf(it->text, lines);
  }
  return json;
}

void replace(std::string &text, const std::string &mark, const std::string &with) {
  size_t at = text.find(mark);
  if (at == std::string::npos)
    throw Error("expected " + mark + " in the template of the page");
  text.replace(at, mark.size(), with);
}

} // namespace

std::string pageHtml(const device::Device &device, const plan::Plan &plan,
                     const plan::Program &program, const Timing &timing, const RunInfo &info,
                     const std::vector<SourceFile> &sources, const std::vector<int> &cores) {
  Json data = pageData(device, plan, program, timing, info, cores);
  data["sources"] = sourcesOf(program, sources);
  std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  // In a script element only this could end it.
  for (size_t at = 0; (at = text.find('<', at)) != std::string::npos;)
    text.replace(at, 1, "\\u003c");
  std::string page = pageTemplate();
  replace(page, "{{data}}", text);
  return page;
}

} // namespace spyre::model
