"""Where Headrace deliberately differs from DALI 2.4.0, and why. Keys: operator.what."""

DIFFERENCES: dict[str, str] = {
    "cast.bool": "every number but zero is True, as in NumPy; DALI rounds first, so that 0.3 is False",
    "cat.empty": "arrays without elements are joined by the usual rule where their shapes fit; "
                 "DALI drops them, so that (0, 7) and (0, 5) along axis 1 give (0, 7)",
    "cat.axis_name": "the axis is found in the first layout there is, as DALI documents; DALI "
                     "looks at the first input alone",
    "expand_dims.negative": "negative axes count from the back, as everywhere else; DALI refuses",
    "full.broadcast": "a fill value that does not fit the shape is an error; DALI takes some of "
                      "its elements where the shape has a 1",
    "full.default_shape": "without shape the result has the fill value's shape; DALI returns the "
                          "first element",
    "full.layout": "the layout of the fill value is not the result's, whatever the shape; DALI "
                   "announces it before evaluation and then fails when the number of axes agrees",
    "lookup_table.empty": "an empty table gives the default everywhere; DALI crashes",
    "one_hot.negative_axis": "negative axes count from the back; DALI knows -1 only",
    "one_hot.types": "all types go in and out; DALI takes neither bool nor float16",
    "pad.float64": "float64 is padded like any other type; DALI has no kernel for it",
    "pad.scalar": "a number has no axes to pad and stays what it is; DALI refuses",
    "pad.one_for_all": "a tensor of one element in shape or align stands for all axes, as a "
                       "literal does; DALI refuses unless it can read the literal in the source",
    "permute_batch.tensor": "indices may be one tensor with an element per sample; DALI reads a "
                            "list in the source only",
    "reductions.types": "bool, float16, bfloat16 and float64 are reduced too; float64 gives float64; DALI "
                        "refuses them",
    "reductions.dtype": "dtype may be any type; DALI knows a few for each input type",
    "reductions.integer_mean": "means, mean squares and RMS of integers are right for every dtype; DALI "
                               "adds up in the result's type, so that the mean of 200, 200 as uint8 is 72",
    "reductions.overflow": "means of 64-bit integers are added up in double precision; DALI's overflow",
    "reductions.one_mean": "a mean of one element serves all results, and one of a wrong size is an "
                           "error; DALI reads beyond its end",
    "reductions.infinity": "the maximum of -inf is -inf; DALI gives the lowest finite number",
    "reinterpret.scalar": "a number can get another type of the same size; DALI crashes",
    "reshape.zero": "sizes of 0 are allowed where the volume is 0; DALI refuses a literal 0",
    "reshape.rank_from_src_dims": "src_dims alone may change the number of axes, as documented; "
                                  "DALI fails in dynamic mode",
    "reshape.src_dims_per_sample": "src_dims may be a Batch, as announced; DALI ignores it or fails",
    "reshape.scalar_shape": "a 0-D tensor is a shape with one element; DALI wants 1-D ones",
    "sequence_rearrange.one_axis": "frames may be single numbers; DALI wants one more axis",
    "element_extract.one_axis": "frames may be single numbers; DALI wants one more axis",
    "squeeze.negative": "negative axes count from the back, others out of range are errors; DALI "
                        "ignores both and returns its input",
    "squeeze.per_sample": "axes may be a Tensor or a Batch, as announced; DALI fails",
    "stack.negative_axis": "-(ndim + 1) is the first place, as in NumPy; DALI stops at -ndim",
    "transpose.negative": "negative axes count from the back; DALI refuses",
    "transpose.no_layout": 'output_layout="" clears the layout, as layout="" does elsewhere; DALI '
                           "refuses",
    "crop.one_size": "crop_h, crop_w and crop_d may be given alone, the other axes stay whole; DALI "
                     "wants them together",
    "crop.layouts": "samples without channels, and five axes, are cropped too; DALI refuses",
    "crop.types": "all types go in and out; DALI keeps the input's, or makes uint8, float16 or float32",
    "crop_mirror_normalize.empty": "an empty mean or std is an error; DALI crashes",
    "crop_mirror_normalize.frames": "output_layout may leave frames and depth out: frames stay in "
                                    "front, depth goes before height; DALI refuses",
    "crop_mirror_normalize.pad_output": "padded channels get fill_values, as documented; DALI fills "
                                        "them with zeros unless the window may leave the sample",
    "crop_mirror_normalize.std": "a standard deviation of 0 is an error; DALI divides by it",
    "crop_mirror_normalize.types": "all types go in and out; DALI has fewer",
    "flip.layouts": "samples without channels are mirrored too; DALI refuses",
    "flip.types": "all types are mirrored; DALI knows neither bool nor float16",
    "slice.axes": "up to ten axes; DALI stops at four",
    "slice.fractions": "a fraction of an element in start, end or shape is an error; DALI cuts it off "
                       "in a literal and rounds it in a tensor",
    "slice.inputs": "anchor and shape may have any type of number, each its own; DALI wants the same "
                    "for both, one of int32, int64 and float32",
    "slice.one_for_all": "a tensor of one element stands for all axes, as a literal does; DALI refuses",
    "slice.types": "all types go in and out; DALI keeps the input's, or makes uint8, float16 or float32",
}
