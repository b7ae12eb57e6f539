"""The GPU lane: kernels as text, compiled when they are first needed."""
