"""Functions compiled by Numba as operators of pipelines."""
