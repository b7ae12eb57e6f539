"""PaddlePaddle: not supported."""

raise ImportError(
    "Headrace has no plugin for PaddlePaddle yet: iterate with headrace.plugin.numpy, and turn its "
    "arrays into tensors with paddle.to_tensor"
)
