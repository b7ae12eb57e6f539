"""Makes a call: a native spec applied to native values.

    invoke(spec, operands, n, site, caller, stream=None, key=None, immediates=())

spec: kernel, constants and outputs (`_native.make_spec`).
operands: a tuple of native values: the inputs, then the per-sample arguments in the order of the
    spec's `varying`.
n: number of samples of the outputs.
site: the user's line (core/site.py).
caller: mode and thread pool: `local.caller`, except for calls that are not the user's.
stream: of the GPU that runs the call; None: CPU.
key: seed and position of the random numbers; None: the operator draws none.
immediates: numbers among the inputs. Calls that differ only in these share a spec.

Returns one native value, or a tuple if there are several outputs.

This is the bare native function, without a wrapper: a call takes 1-2 µs.
"""

from __future__ import annotations

from .._native import Caller, invoke

__all__ = ["Caller", "invoke"]
