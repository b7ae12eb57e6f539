"""Features of TFRecord files, under DALI's names.

import headrace.tfrecord as tfrec
reader = ndd.readers.TFRecord(path="train.tfrecord", features={
    "image/encoded": tfrec.FixedLenFeature([], tfrec.string, ""),
    "image/class/label": tfrec.FixedLenFeature([1], tfrec.int64, -1),
})
"""

from .readers.features import Feature
from .readers.features import fixed_len_feature as FixedLenFeature
from .readers.features import var_len_feature as VarLenFeature

__all__ = ["Feature", "FixedLenFeature", "VarLenFeature", "float32", "int64", "string"]

int64 = 0
string = 1
float32 = 2
