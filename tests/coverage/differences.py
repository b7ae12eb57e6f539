"""Where operators differ from the facts on purpose: (operator, argument) → reason."""

from __future__ import annotations

_NOT_GIVEN = "None tells that neither axes nor axis_names is given: then DALI's default applies"

DIFFERENCES: dict[tuple[str, str], str] = {
    ("contrast", "contrast_center"): "the schema says 0.5, what runs is half of the input's range",
    ("brightness_contrast", "contrast_center"): "the same as contrast",
    ("decoders.image", "on_error"): "Headrace's own: samples that fail can be filled",
    ("decoders.image", "scaled_decode"): "Headrace's own: less work for images that are shrunk",
    ("decoders.image_crop", "on_error"): "as for decoders.image",
    ("decoders.image_random_crop", "on_error"): "as for decoders.image",
    ("decoders.image_slice", "axes"): _NOT_GIVEN,
    ("decoders.image_slice", "axis_names"): _NOT_GIVEN,
    ("decoders.image_slice", "on_error"): "as for decoders.image",
    ("decoders.numpy", "on_error"): "as for decoders.image",
    ("readers.TFRecord", "index_path"): "Headrace makes an index where none is given",
    ("readers.MXNet", "index_path"): "Headrace makes an index where none is given",
    **{
        ("multi_paste", name): "takes a list too, for a single region"
        for name in (
            "in_anchors",
            "in_anchors_rel",
            "out_anchors",
            "out_anchors_rel",
            "shapes",
            "shapes_rel",
        )
    },
    ("erase", "axes"): _NOT_GIVEN,
    ("erase", "axis_names"): _NOT_GIVEN,
    ("slice", "axes"): _NOT_GIVEN,
    ("slice", "axis_names"): _NOT_GIVEN,
    ("random_resized_crop", "mag_filter"): "None: interp_type decides",
    ("random_resized_crop", "min_filter"): "None: interp_type decides",
    ("equalize", "rule"): "Headrace's own: the rule of Pillow and torchvision",
    ("hue", "space"): "Headrace's own: the hue of Pillow and torchvision",
    ("resize", "edges"): "Headrace's own: the edges of Pillow and torchvision",
    ("resize", "mag_filter"): "None: interp_type decides",
    ("resize", "min_filter"): "None: interp_type decides",
    ("resize_crop_mirror", "mag_filter"): "None: interp_type decides",
    ("resize_crop_mirror", "min_filter"): "None: interp_type decides",
    ("tensor_resize", "mag_filter"): "None: interp_type decides",
    ("tensor_resize", "min_filter"): "None: interp_type decides",
    ("random.uniform", "dtype"): "spells out what DALI uses when nothing is given",
    ("random.normal", "dtype"): "spells out what DALI uses when nothing is given",
    ("random.coin_flip", "dtype"): "spells out what DALI uses when nothing is given",
    ("random.beta", "dtype"): "spells out what DALI uses when nothing is given",
    ("normalize", "mean"): "takes a list too, for one number a channel",
    ("normalize", "stddev"): "takes a list too, for one number a channel",
    ("one_hot", "axis"): "None: samples of one element become one vector; -1 asks for a new axis",
}
