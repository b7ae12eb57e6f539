"""Iterators that deliver the batches of pipelines to frameworks: see README.md."""
