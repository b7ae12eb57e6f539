"""The Triton inference server: not supported."""

raise ImportError(
    "Headrace has no plugin for the Triton server yet, as there are no serialized pipelines to "
    "serve: run a pipeline, or headrace.dynamic, in the Python backend of the server"
)
