"""One way to make a call: a native spec on native values, in the name of a caller.

    invoke(spec, operands, n, site, caller, stream=None, key=None, immediates=())

spec: kernel, constants and outputs (`_native.make_spec`).
operands: a tuple of native values: the inputs, then the arguments that vary by sample, in the order
    of the spec's `varying`.
n: samples of the outputs.
site: the user's line (core/site.py).
caller: when calls run and on which threads: `local.caller`, unless they are not the user's calls.
stream: of the GPU that the call runs on; None: on the CPU.
key: seed and position of the random numbers; None: the operator draws none.
immediates: numbers among the inputs. Calls that differ in them alone share a spec.

The result is a native value for each output: one value, or a tuple of several.

Nothing is wrapped around the native function: a call takes a microsecond or two.
"""

from __future__ import annotations

from .._native import Caller, invoke

__all__ = ["Caller", "invoke"]
