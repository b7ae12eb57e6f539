"""Iterators that hand the batches of pipelines to frameworks: see README.md."""
