"""The GPU lane: kernels are text, compiled on first use."""
