#include <algorithm>

#include "esl/validate.h"
#include "pipeline/pipeline.h"
#include "program/text.h"

#if EMPIRE_HAS_FRONTEND
#include "frontend/frontend.h"
#endif

namespace empire::pipeline {

namespace {

Diagnostic error(std::string message) {
  Diagnostic diagnostic;
  diagnostic.message = std::move(message);
  return diagnostic;
}

#if EMPIRE_HAS_FRONTEND

bool isNumber(const std::string& text) {
  return !text.empty() && text.size() < 10 &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// FILE:LINE[:COLUMN] or FUNCTION:VARIABLE. The last parts that are numbers are a position.
Result<bool> readSite(const std::string& site, frontend::Request& request) {
  const std::size_t last = site.rfind(':');
  if (last == std::string::npos || last == 0 || last + 1 == site.size()) {
    return error("--site=" + site + ": expected FILE:LINE, FILE:LINE:COLUMN or FUNCTION:VARIABLE");
  }
  const std::string tail = site.substr(last + 1);
  if (!isNumber(tail)) {
    request.siteFunction = site.substr(0, last);
    request.siteVariable = tail;
    if (request.siteFunction.ends_with(":")) request.siteFunction.pop_back();
    return true;
  }
  const std::size_t before = site.rfind(':', last - 1);
  const std::string middle = before == std::string::npos ? "" : site.substr(before + 1, last - before - 1);
  if (isNumber(middle)) {
    request.siteFile = site.substr(0, before);
    request.siteLine = static_cast<std::uint32_t>(std::stoul(middle));
    request.siteColumn = static_cast<std::uint32_t>(std::stoul(tail));
  } else {
    request.siteFile = site.substr(0, last);
    request.siteLine = static_cast<std::uint32_t>(std::stoul(tail));
  }
  return true;
}

Result<frontend::Request> requestFor(const query::Query& query, unsigned jobs) {
  frontend::Request request;
  request.files = query.files;
  request.buildDir = query.buildDir;
  request.flags = query.compilerFlags;
  request.jobs = jobs;
  request.useCache = query.useCache;
  request.className = query.className;
  for (const std::string& field : query.fields) {
    if (field.find("::") != std::string::npos) request.statics.push_back(field);
  }
  if (!query.site.empty()) {
    const Result<bool> site = readSite(query.site, request);
    if (!site) return site.error();
    request.statics.clear();
  } else if (request.statics.empty()) {
    return error(
        "--site=FILE:LINE is needed: which object is the question about? (or --fields=::a,::b for static variables)");
  }
  return request;
}

reduction::ReductionOptions reductionOptions(const query::Query& query, const frontend::Request& request) {
  reduction::ReductionOptions options;
  if (request.statics.empty()) options.fields = query.fields;
  options.statics = request.statics;
  options.units = query.units;
  options.splitWaits = !query.strictWait;
  options.instances = query.instances;
  if (query.unitfor == "all") {
    options.unitfor = reduction::UnitFor::All;
  } else if (query.unitfor == "none") {
    options.unitfor = reduction::UnitFor::None;
  } else if (query.unitfor != "auto") {
    options.unitfor = reduction::UnitFor::List;
    std::string rest = query.unitfor;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      options.unitforList.push_back(rest.substr(0, comma));
      rest = comma == std::string::npos ? "" : rest.substr(comma + 1);
    }
  }
  return options;
}

#endif

}  // namespace

bool asksAboutCpp(const query::Query& query) {
  if (!query.buildDir.empty()) return true;
  return std::any_of(query.files.begin(), query.files.end(), [](const std::string& file) {
    const std::size_t dot = file.rfind('.');
    const std::string ending = dot == std::string::npos ? "" : file.substr(dot);
    for (const char* known : {".cpp", ".cc", ".cxx", ".c++", ".C", ".c", ".cp", ".hpp", ".h", ".hh"}) {
      if (ending == known) return true;
    }
    return false;
  });
}

#if EMPIRE_HAS_FRONTEND

Result<Model> loadCpp(const query::Query& query, unsigned jobs, solver::Observer& observer) {
  const Result<frontend::Request> request = requestFor(query, jobs);
  if (!request) return request.error();
  Result<frontend::Analysed> analysed = frontend::analyse(*request);
  if (!analysed) return analysed.error();
  observer.progress("reduce", 0);
  Result<reduction::Reduced> reduced = reduction::reduce(analysed->program, reductionOptions(query, *request));
  if (!reduced) return reduced.error();
  Model model;
  model.warnings = analysed->warnings;
  model.module = std::move(reduced->module);
  Origin origin;
  for (const frontend::FileRead& file : analysed->files) origin.files.push_back({file.path, "xxh3-128:" + file.hash});
  origin.facts = std::move(*reduced);
  origin.sizes = analysed->program.sizes;
  model.origin = std::move(origin);
  return model;
}

Result<std::string> printProgram(const query::Query& query, unsigned jobs) {
  const Result<frontend::Request> request = requestFor(query, jobs);
  if (!request) return request.error();
  const Result<frontend::Analysed> analysed = frontend::analyse(*request);
  if (!analysed) return analysed.error();
  return program::print(analysed->program);
}

#else

Result<Model> loadCpp(const query::Query&, unsigned, solver::Observer&) {
  return error("this empire was built without the C++ front end; it reads models in ESL only");
}

Result<std::string> printProgram(const query::Query&, unsigned) {
  return error("this empire was built without the C++ front end; it reads models in ESL only");
}

#endif

}  // namespace empire::pipeline
