// select, stack_batch: some samples of a batch, and all of them as one tensor; no data moves.
#include "headrace/kernel.h"

namespace hr {
namespace {

void run_select(BatchContext& c) { c.out[0] = c.in[0]->pick(c.spec.consts[0].i); }

void run_stack(BatchContext& c) { c.out[0] = c.in[0]->stacked(); }

const KernelEntry select{
    {.name = "select", .params = {"indices"}, .run_batch = run_select, .cost = 0.0f}};
const KernelEntry stack{{.name = "stack_batch", .params = {}, .run_batch = run_stack}};

}  // namespace
}  // namespace hr
