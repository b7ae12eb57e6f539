// Totals on the GPU: chooses loops and parts, and launches them.
#include "operators/reduce/totals.gpu.h"

#include <algorithm>
#include <map>

#include "base/checked.h"
#include "gpu/divide.h"

namespace hr::gpu {
namespace {

constexpr int kThreads =
    256;  // this and the unit sizes must match native/operators/reduce/reduce.cuh
constexpr int kMostInterleaved = 4;
constexpr int64_t kFew = 32;            // elements that one thread sums up alone
constexpr int64_t kUnitsOfThread = 8;   // if a sample is split into parts
constexpr int64_t kEnoughItems = 2048;  // more parts do not pay

// Axes of one kind among the first `n`, with their strides in elements.
int steps_of(const Reduction& r, int n, bool reduced, hrk::Divider* size, long long* at_step,
             long long& places) {
  int count = 0;
  for (int d = 0; d < n; d++) {
    if (r.reduced[d] != reduced) continue;
    int64_t step = 1;
    for (int k = d + 1; k < r.n; k++) step *= r.extent[k];
    size[count] = divider(r.extent[d]);
    at_step[count++] = step;
    places *= r.extent[d];
  }
  return count;
}

int64_t ceil_of(int64_t a, int64_t b) { return (a + b - 1) / b; }

std::string with(const std::string& loop, const std::string& names) {
  std::string text = loop;
  return text.replace(text.find("{}"), 2, names);
}

// Groups the records of samples by loop; one launch per loop.
void launch_loops(Run& run, const std::vector<Totals>& all, const std::string& file,
                  const std::string& names) {
  std::map<std::string, std::vector<const Totals*>> by_loop;
  for (const Totals& t : all) by_loop[t.loop].push_back(&t);
  for (const auto& [loop, group] : by_loop) {
    uint64_t table;
    auto* records = run.table<hrk::ReduceParams>(static_cast<int64_t>(group.size()), &table);
    int64_t most = 1;
    for (size_t i = 0; i < group.size(); i++) {
      records[i] = group[i]->p;
      most = std::max(most, group[i]->items);
    }
    run.launch(file, with(loop, names), table, static_cast<int64_t>(group.size()),
               sizeof(hrk::ReduceParams), blocks_for(most, 1), kThreads);
  }
}

// Allocates memory for the parts of all samples; returns its address.
Address place_parts(Run& run, std::vector<Totals>& all, int numbers) {
  int64_t entries = 0;
  for (const Totals& t : all) entries = checked_add(entries, checked_multiply(t.p.parts, t.p.kept));
  const int64_t bytes = checked_multiply(entries, numbers * 8);
  Address memory = run.temporary(static_cast<size_t>(bytes)), at = memory;
  for (Totals& t : all) {
    t.p.partial = at;
    at += static_cast<Address>(t.p.parts * t.p.kept * numbers * 8);
  }
  return memory;
}

void launch_join(Run& run, const std::vector<hrk::ReduceParams>& records, const TotalOf& what,
                 const std::string& file, const std::string& sink) {
  uint64_t table = run.attach(records.data(), records.size() * sizeof(hrk::ReduceParams));
  int64_t most = 1;
  for (const auto& p : records) most = std::max<int64_t>(most, p.kept);
  run.launch(file, "join_parts<" + what.operation + ", " + sink + ">", table,
             static_cast<int64_t>(records.size()), sizeof(hrk::ReduceParams),
             blocks_for(most, kThreads), kThreads);
}

}  // namespace

Totals::Totals(const View& in, const Reduction& r) {
  int last = r.n - 1, outer = last;
  p.rows = p.columns = 1;
  if (r.n > 0 && r.reduced[last]) {
    p.rows = r.extent[last];
  } else if (r.n > 1) {
    p.columns = r.extent[last];
    p.rows = r.extent[last - 1];
    outer = last - 1;
  } else {
    outer = r.n;
  }
  p.in = reinterpret_cast<uint64_t>(in.data);
  p.groups = p.segments = 1;
  p.nkept = steps_of(r, outer, false, p.kept_size, p.kept_step, p.groups);
  p.nreduced = steps_of(r, outer, true, p.reduced_size, p.reduced_step, p.segments);
  p.kept = r.kept;
  p.count = r.gathered;
  p.degrees = static_cast<double>(r.gathered);
  p.parts = p.share = 1;
  if (p.columns <= kMostInterleaved) {
    p.units = ceil_of(p.rows * itemsize(in.dtype), p.columns == 1 ? 32 : 16);
    int64_t units = p.segments * p.units;
    int64_t useful = std::max<int64_t>(1, kEnoughItems / p.groups);
    p.parts = std::clamp(ceil_of(units, kThreads * kUnitsOfThread), int64_t{1}, useful);
    p.share = ceil_of(units, p.parts);
    p.group = 1;
    while (p.group < 32 && p.group * 2 < p.share) p.group *= 2;
    if (p.share > 512) p.group = kThreads;
    items = ceil_of(p.groups * p.parts * p.group, kThreads);
    loop = "reduce_rows<{}, " + std::to_string(p.columns) + ">";
  } else if (p.segments * p.rows <= kFew) {
    items = ceil_of(p.kept, kThreads);
    loop = "reduce_each<{}>";
  } else {
    int64_t rows = p.segments * p.rows, across = ceil_of(p.columns * itemsize(in.dtype), 8);
    int64_t width = std::min<int64_t>(across, kThreads);
    int64_t tiles = p.groups * ceil_of(across, width), useful = kEnoughItems / tiles;
    p.units = p.rows;
    p.parts = std::clamp(ceil_of(rows, kThreads / width * kUnitsOfThread * 2), int64_t{1},
                         std::max<int64_t>(1, useful));
    p.share = ceil_of(rows, p.parts);
    items = tiles * p.parts;
    loop = "reduce_columns<{}>";
  }
  p.by_groups = divider(p.groups);
  p.by_units = divider(p.units);
  p.by_columns = divider(p.columns);
}

TotalOf sum_of(DType t) { return {std::string("Sum<") + type_name(t) + ">"}; }

const char* total_type(Total t) {
  return t == Total::i64 ? "i64" : t == Total::u64 ? "u64" : "double";
}

bool has_moments(DType t, int64_t count) {
  bool narrow = itemsize(t) <= 2 && t != DType::f16 && t != DType::bf16;
  return narrow && count < int64_t{1} << 31;
}

void launch_totals(Run& run, std::vector<Totals>& all, const TotalOf& what, const std::string& file,
                   const std::string& sink) {
  bool whole = std::all_of(all.begin(), all.end(), [](const Totals& t) { return t.p.parts == 1; });
  if (whole) return launch_loops(run, all, file, what.operation + ", " + sink);
  place_parts(run, all, what.numbers);
  launch_loops(run, all, file, what.operation + ", Keep<" + what.operation + ">");
  std::vector<hrk::ReduceParams> records;
  for (const Totals& t : all) records.push_back(t.p);
  launch_join(run, records, what, file, sink);
}

void launch_joint_totals(Run& run, std::vector<Totals>& all, const TotalOf& what,
                         const std::string& file, const std::string& sink,
                         hrk::ReduceParams joint) {
  joint.partial = place_parts(run, all, what.numbers);
  joint.parts = 0;
  for (const Totals& t : all) joint.parts += t.p.parts;
  launch_loops(run, all, file, what.operation + ", Keep<" + what.operation + ">");
  launch_join(run, {joint}, what, file, sink);
}

}  // namespace hr::gpu
