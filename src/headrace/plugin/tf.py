"""TensorFlow: not supported."""

raise ImportError(
    "Headrace has no plugin for TensorFlow yet: iterate with headrace.plugin.numpy, and make a "
    "data set of it with tf.data.Dataset.from_generator"
)
