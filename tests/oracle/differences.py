"""Where Headrace deliberately differs from DALI 2.4.0, and why. Keys: operator.what."""

DIFFERENCES: dict[str, str] = {
    "ExternalSource.captured": (
        "a loop may be left, and calls and other loops go on with the next item; DALI locks a "
        "source to its first use and loses what it had made ahead"
    ),
    "ExternalSource.layout": (
        'layout="" takes a layout away, as in as_tensor; DALI keeps that of a Tensor and takes '
        "that of a Batch away"
    ),
    "ExternalSource.parameters": (
        "a function may have parameters with defaults, such as queue.get; DALI refuses"
    ),
    "arithmetic.abs": "abs(-0.0) is 0.0; DALI leaves -0.0",
    "arithmetic.halves": "float16 and bfloat16 calculate, in float32; DALI refuses",
    "arithmetic.least_by_minus_one": (
        "the least int32 or int64 divided by -1 wraps around; DALI's process dies"
    ),
    "arithmetic.negative_with_float": (
        "negative integers compare with floats by value; in DALI each is less than any float, "
        "so that int8(-1) == -1.0 is False"
    ),
    "arithmetic.numpy_first": "NumPy on the left gives a Tensor or a Batch; in DALI NumPy wins",
    "batch_permutation.empty": "an empty batch has an empty permutation; DALI refuses",
    "batch_permutation.no_fixed_points": (
        "all permutations without fixed points are equally likely; DALI makes those of one cycle"
    ),
    "bb_flip.shape": "rows that are no boxes are an error; DALI gives numbers without meaning",
    "bb_flip.types": "boxes of any float type, and in any layout",
    "bbox_paste.ratio": "ratio has to be positive; DALI gives boxes upside down, or NaN",
    "bbox_paste.types": "as bb_flip.types",
    "bbox_rotate.invalid": (
        "angles that are not finite and images without pixels are errors; DALI gives no boxes"
    ),
    "bbox_rotate.types": "boxes of any float type, labels of any integer type and width",
    "box_encoder.anchors": "an empty list of anchors is an error; DALI's process dies",
    "box_encoder.labels": (
        "labels of any integer type, as many as boxes; DALI takes int32 and any number of them"
    ),
    "brightness.frames": "per-frame arguments make a sequence of a single image; DALI refuses",
    "brightness.types": (
        "brightness, contrast and brightness_contrast take and give every type; DALI knows "
        "uint8, int16, int32 and float32"
    ),
    "cast.bool": (
        "every number but zero is True, as in NumPy; DALI rounds first, so that 0.3 is False"
    ),
    "cat.axis_name": (
        "the axis is found in the first layout there is, as DALI documents; DALI looks at the "
        "first input alone"
    ),
    "cat.empty": (
        "arrays without elements are joined by the usual rule where their shapes fit; DALI "
        "drops them, so that (0, 7) and (0, 5) along axis 1 give (0, 7)"
    ),
    "checkpoint.failed_registration": (
        "an object whose state could not be applied is not registered; in DALI it is"
    ),
    "checkpoint.formats": (
        "the number in a file name is digits, with zeros in front or not; DALI takes other formats "
        "and does not find such files again"
    ),
    "checkpoint.incomplete": (
        "a checkpoint without the state of a registered object is not written; DALI leaves it out"
    ),
    "checkpoint.numbers": (
        "the next number follows the highest that exists and the last one used; DALI looks at the "
        "files the first time only"
    ),
    "checkpoint.objects": "what has no state is refused at once; DALI fails when collecting",
    "checkpoint.plain_names": (
        "load takes the name of one file too, save never does; DALI's save overwrites such a file "
        "after the first numbered one, and its load refuses"
    ),
    "checkpoint.registering_late": "objects may be registered after collect; DALI refuses",
    "checkpoint.rolling_back": (
        "restore after collect goes back to what was collected; DALI does nothing"
    ),
    "checkpoint.states": "a state that is no text is refused at once; DALI fails when applying it",
    "checkpoint.unregistered": (
        "get_state gives a loaded state before its object is registered; DALI refuses"
    ),
    "clahe.empty": "images without pixels stay as they are; DALI refuses",
    "clahe.infinity": "an infinite clip_limit is no limit; DALI takes it for the lowest",
    "clahe.tiles": "tiles_x and tiles_y have to be positive; DALI's process dies",
    "color_space_conversion.empty": "images without pixels are converted; DALI refuses",
    "color_space_conversion.same": "equal image_type and output_type give a copy; DALI refuses",
    "color_space_conversion.types": (
        "every type of number, with the offsets of YCbCr relative to its range; DALI takes uint8"
    ),
    "coord_flip.layout": "keeps the layout of its input; DALI fails on inputs that have one",
    "coord_flip.types": (
        "points may be of any float type and in any number of axes; DALI takes float32 with two "
        "axes"
    ),
    "coord_transform.matrix": (
        "a matrix may come as a flat tensor, and points as one axis; DALI refuses both"
    ),
    "coord_transform.types": "dtype may be any type; DALI gives float32 or the input's type",
    "crop.layouts": "samples without channels, and five axes, are cropped too; DALI refuses",
    "crop.one_size": (
        "crop_h, crop_w and crop_d may be given alone, the other axes stay whole; DALI wants "
        "them together"
    ),
    "crop.types": (
        "all types go in and out; DALI keeps the input's, or makes uint8, float16 or float32"
    ),
    "crop_mirror_normalize.empty": "an empty mean or std is an error; DALI crashes",
    "crop_mirror_normalize.frames": (
        "output_layout may leave frames and depth out: frames stay in front, depth goes before "
        "height; DALI refuses"
    ),
    "crop_mirror_normalize.pad_output": (
        "padded channels get fill_values, as documented; DALI fills them with zeros unless the "
        "window may leave the sample"
    ),
    "crop_mirror_normalize.std": "a standard deviation of 0 is an error; DALI divides by it",
    "crop_mirror_normalize.types": "all types go in and out; DALI has fewer",
    "debayer.empty": "mosaics without pixels give images without pixels; DALI fails",
    "debayer.halves": (
        "vng_ocv rounds means that are halves alike in all columns; DALI turns some of those over "
        "7 directions in the last columns of a row"
    ),
    "decoders.image.bmp": (
        "fields of any width use all of their range, white is 255; DALI leaves white at 248 with "
        "16 bits, knows two layouts of them, and no bit fields with 32"
    ),
    "decoders.image.formats": (
        "GIF, AVIF, PAM, TIFFs of any depth up to 16 bits, BMPs in runs of 4 bits and some WebPs "
        "with Exif data are decoded; DALI refuses"
    ),
    "decoders.image.gray_alpha": (
        "gray with alpha has two channels with ANY_DATA and becomes RGB as gray does; DALI refuses "
        "such a PNG, and takes neighbours for colours in such a TIFF"
    ),
    "debayer.one_for_all": (
        "a tensor of one element in blue_position stands for both, as a literal does; DALI refuses"
    ),
    "decoders.image.grey_any": "a grey JPEG with ANY_DATA has one channel; DALI crashes",
    "decoders.image.pnm": (
        "values are relative to the largest that the header names; DALI ignores it in binary "
        "files and in those of 16 bits"
    ),
    "decoders.image.tiff_depths": (
        "samples of 9 to 15 bits use all of their range, white is white; DALI shifts them"
    ),
    "decoders.image.turned_alpha": (
        "a picture with alpha and an EXIF orientation is turned right with ANY_DATA; DALI mixes "
        "up its pixels"
    ),
    "decoders.image.wide_integers": (
        "32-bit pixels are the 8-bit ones stretched exactly; DALI computes them in float32 and "
        "loses their low bits"
    ),
    "decoders.image_crop.one_size": "as crop.one_size",
    "decoders.image_random_crop.ranges": (
        "random_area has to be positive and num_attempts at least 1; DALI then gives one pixel, or "
        "the largest window"
    ),
    "decoders.image_slice.empty": "a window without pixels is an empty picture; DALI fails",
    "decoders.numpy.fortran": "arrays in Fortran order are decoded; DALI needs a GPU for them",
    "decoders.numpy.size": "bytes after the array are ignored, as by NumPy; DALI refuses",
    "element_extract.one_axis": "frames may be single numbers; DALI wants one more axis",
    "equalize.empty": "images without pixels stay as they are; DALI refuses",
    "erase.axes": (
        "negative axes count from the back; axes that do not exist, or twice the same, are "
        "errors; DALI erases everything"
    ),
    "erase.no_layout": (
        "values of two or three axes without a layout are taken for HW and HWC; DALI crashes"
    ),
    "erase.normalized": (
        "normalized=True makes both numbers relative whatever normalized_anchor and "
        "normalized_shape say; DALI refuses the combination"
    ),
    "erase.sequences": (
        "axis_names HW is the default for sequences too, as documented; DALI wants three "
        "numbers per region"
    ),
    "erase.types": "every type",
    "expand_dims.negative": "negative axes count from the back, as everywhere else; DALI refuses",
    "filter.axes": "volumes are filtered on the CPU too; DALI does so on the GPU only",
    "filter.types": (
        "data, filter and fill_value may be of any type, each its own, and so may the result; DALI "
        "takes float32 filters and a few types of data"
    ),
    "flip.layouts": "samples without channels are mirrored too; DALI refuses",
    "flip.types": "all types are mirrored; DALI knows neither bool nor float16",
    "full.broadcast": (
        "a fill value that does not fit the shape is an error; DALI takes some of its elements "
        "where the shape has a 1"
    ),
    "full.default_shape": (
        "without shape the result has the fill value's shape; DALI returns the first element"
    ),
    "full.layout": (
        "the layout of the fill value is not the result's, whatever the shape; DALI announces "
        "it before evaluation and then fails when the number of axes agrees"
    ),
    "grid_mask.layouts": (
        "H and W are found in the layout; DALI takes the first two axes for them whatever it "
        "says, and crashes on two axes"
    ),
    "grid_mask.types": "every type; DALI knows uint8, int16, int32 and float32",
    "hsv.channels": (
        "hsv, hue, saturation and color_twist need three channels; DALI reads and writes beyond "
        "the image of others"
    ),
    "hsv.types": (
        "hsv, hue, saturation and color_twist take and give every type of number; DALI knows "
        "uint8, int16, int32, float16 and float32"
    ),
    "gaussian_blur.types": (
        "gaussian_blur and laplacian take and give every type; DALI gives the input's type or "
        "float32, and keeps float16 between the axes"
    ),
    "imread.contents": "bytes and lists of bytes are encoded pictures; DALI takes them for names",
    "io.file.read.empty": "an empty file gives an empty value; DALI fails",
    "io.file.read.names": "text, Paths and lists of them are names; DALI wants their bytes",
    "laplacian.scale": "scale multiplies normalized kernels too; DALI refuses the combination",
    "jpeg_compression_distortion.sizes": (
        "images without pixels, and sides beyond 65500, are taken too; DALI fails"
    ),
    "lookup_table.empty": "an empty table gives the default everywhere; DALI crashes",
    "math.float32": (
        "exp, log, pow, sin and their kin of float32 are rounded from double, libm's may be one "
        "unit off"
    ),
    "math.rsqrt": (
        "rsqrt of float32 is rounded as floats are, infinite at 0 and 0 at infinity; DALI "
        "approximates and gives NaN there"
    ),
    "multi_paste.places": (
        "places may be written as lists, and output_size is two whole numbers; DALI wants tensors, "
        "and ignores further numbers and fractions of output_size"
    ),
    "multi_paste.sequences": (
        "sequences work, and in_ids counts them; DALI fails in dynamic mode, and counts frames"
    ),
    "multi_paste.sizes": (
        "without output_size the images that meet in one output need one size; DALI wants that of "
        "the whole batch"
    ),
    "multi_paste.types": "all types go in and out; DALI knows uint8, int16, int32 and float32",
    "noise.finite": (
        "mean, stddev and factor have to be finite; DALI computes with NaN and infinity"
    ),
    "noise.salt_and_pepper.channels": (
        "the axis C may stand anywhere, and layouts without it have pixels of one element; DALI "
        "refuses both unless per_channel is set, and single numbers end its process"
    ),
    "noise.shot.factor": (
        "the default is 20 and a factor of 0 changes nothing, as DALI documents; it computes with "
        "12 by default, and a factor of 0 makes zeros"
    ),
    "noise.shot.special": (
        "NaN and infinity stay; DALI makes them 0. A mean of 1e12 events is drawn at once; DALI "
        "does not return"
    ),
    "noise.types": (
        "float16, bfloat16 and float64 get noise, and bool salt and pepper; DALI refuses"
    ),
    "normalize.lists": (
        "mean and stddev may be lists with a number for each result of the reduction, single "
        "numbers where axes are given, and per-sample scalars; DALI wants arrays of the reduced "
        "shape"
    ),
    "normalize.negative_axes": "negative axes count from the back; DALI refuses",
    "normalize.twice": "an axis named twice is an error; DALI gives nonsense",
    "normalize.types": (
        "every type goes in and out; DALI takes neither 64-bit numbers nor float16 nor bool"
    ),
    "one_hot.negative_axis": "negative axes count from the back; DALI knows -1 only",
    "one_hot.types": "all types go in and out; DALI takes neither bool nor float16",
    "pad.float64": "float64 is padded like any other type; DALI has no kernel for it",
    "pad.one_for_all": (
        "a tensor of one element in shape or align stands for all axes, as a literal does; DALI "
        "refuses unless it can read the literal in the source"
    ),
    "pad.scalar": "a number has no axes to pad and stays what it is; DALI refuses",
    "paste.n_channels": (
        "fill_value fits the image's channels, whatever n_channels says; DALI crashes or mixes "
        "colours where n_channels is wrong"
    ),
    "paste.types": "every type; DALI takes uint8",
    "permute_batch.tensor": (
        "indices may be one tensor with an element per sample; DALI reads a list in the source only"
    ),
    "random.beta.types": "numbers may have any type; DALI makes float32 and float64",
    "random.numbers": "all random operators draw other numbers than DALI with the same seed",
    "random_bbox_crop.box": (
        "boxes that leave the image by less than 0.00001 are cut, and those that end before they "
        "start are errors; DALI refuses the first and takes the second"
    ),
    "random_bbox_crop.fixed_ratio": (
        "with input_shape, a range of one aspect ratio keeps windows inside the image; DALI's can "
        "be larger than it. Without, DALI's windows are up to 1 % smaller on average (0.532 for "
        "0.537 at ratio 0.7), unevenly over their sizes, as if some were refused for rounding"
    ),
    "random_bbox_crop.search": (
        "a search without total_num_attempts ends with an error after a fraction of a second, "
        "and attempts that never met the aspect ratios give the whole image; DALI's search does "
        "not end, and its window is empty"
    ),
    "random_bbox_crop.types": "boxes of any float type, labels of any integer type",
    "random_crop_generator.ranges": (
        "as decoders.image_random_crop.ranges; negative sizes are errors"
    ),
    "random_crop_generator.rounding": (
        "extents are rounded; DALI cuts fractions off, so that they can differ by one"
    ),
    "readers.Numpy.fill_bool": "as for cast: every number but zero is True",
    "readers.Numpy.formats": (
        "files of the other byte order and of versions 2 and 3 are read, and headers in any "
        "order and spelling; DALI refuses them"
    ),
    "readers.Numpy.types": (
        "all files have the element type and the number of axes of the first; in DALI all "
        "files of a batch agree"
    ),
    "readers.Webdataset.empty_archive": (
        "an archive without files has no samples; in DALI one, without components"
    ),
    "readers.Webdataset.hidden_first": (
        'files named ".x" at the top of an archive belong to no sample; DALI makes one without '
        "components of those that come first"
    ),
    "readers.Webdataset.pax": (
        "names and sizes in pax headers are read; DALI reads the shortened names beside them"
    ),
    "roi_random_crop.negative": (
        "negative crop_shape and roi_shape are errors, and one number stands for all axes; DALI "
        "draws from the range upside down"
    ),
    "readers.COCO.both_masks": "polygon_masks and pixelwise_masks go together; DALI refuses",
    "readers.COCO.ids": (
        "two images or two categories with one id, or an annotation of a category that is not "
        "listed, are errors; DALI gives both images the same objects, or the label 0"
    ),
    "readers.COCO.last_pixels": (
        "of several objects that cover the last pixel of an image, the greatest label is seen "
        "there, as everywhere; in DALI the last run of the least one"
    ),
    "readers.COCO.no_outline": (
        "an object without an outline changes nothing for others in pixelwise_masks; in DALI the "
        "mask "
        "can be empty then, or the process dies"
    ),
    "readers.COCO.ratio_masks": (
        "pixelwise_masks are the same with ratio and without; DALI rounds the vertices twice more"
    ),
    "readers.COCO.same_category": (
        "all objects of a category are in pixelwise_masks; in DALI runs hide earlier runs of the "
        "category, and polygons hide its runs"
    ),
    "readers.Caffe2.more_tensors": (
        "tensors after those that the arguments speak of are left out; DALI takes the next for "
        "a box"
    ),
    "readers.Caffe2.sparse": (
        "label_type 1 and 3 have one output for the labels, and 3 uses up the weights; DALI "
        "announces a second one that stays empty, unless the record has a box that was not "
        "asked for"
    ),
    "readers.Caffe2.types": (
        "further tensors, labels and boxes may be of every type and length; DALI takes int32, "
        "float32 and int64, and boxes of four int32"
    ),
    "readers.TFRecord.checksums": (
        "records are checked against their checksums; DALI reads damaged ones"
    ),
    "readers.TFRecord.default_value": (
        "a missing feature is an array of its shape with the default, an empty one for "
        "VarLenFeature; DALI gives a scalar that nobody has set"
    ),
    "readers.TFRecord.dtype": (
        "values of another type than the feature's are an error; DALI takes numbers as missing, "
        "and its process dies on strings"
    ),
    "readers.TFRecord.shape": (
        "a record with fewer values than the feature's shape is an error; DALI leaves the rest "
        "unset"
    ),
    "reductions.dtype": "dtype may be any type; DALI knows a few for each input type",
    "reductions.infinity": "the maximum of -inf is -inf; DALI gives the lowest finite number",
    "reductions.integer_mean": (
        "means, mean squares and RMS of integers are right for every dtype; DALI adds up in the "
        "result's type, so that the mean of 200, 200 as uint8 is 72"
    ),
    "reductions.one_mean": (
        "a mean of one element serves all results, and one of a wrong size is an error; DALI "
        "reads beyond its end"
    ),
    "reductions.overflow": (
        "means of 64-bit integers are added up in double precision; DALI's overflow"
    ),
    "reductions.types": (
        "bool, float16, bfloat16 and float64 are reduced too; float64 gives float64; DALI "
        "refuses them"
    ),
    "reinterpret.scalar": "a number can get another type of the same size; DALI crashes",
    "reshape.rank_from_src_dims": (
        "src_dims alone may change the number of axes, as documented; DALI fails in dynamic mode"
    ),
    "reshape.scalar_shape": "a 0-D tensor is a shape with one element; DALI wants 1-D ones",
    "reshape.src_dims_per_sample": (
        "src_dims may be a Batch, as announced; DALI ignores it or fails"
    ),
    "reshape.zero": "sizes of 0 are allowed where the volume is 0; DALI refuses a literal 0",
    "resize.layouts": "images and volumes without channels are resized too; DALI refuses",
    "resize.outside": (
        "a region outside the image sees the image's edge repeated, with every filter; DALI reads "
        "foreign memory or dies"
    ),
    "resize.types": (
        "every type, and dtype may be any; DALI takes uint8, int16, uint16 and float32, and gives "
        "the input's type or float32"
    ),
    "resize.zero": (
        "resize_x=0 and the like are the same as not given; in DALI such a call copies the input"
    ),
    "resize_crop_mirror.mirror": (
        "mirrors left and right in every layout; DALI mirrors other axes where height is not the "
        "first, so that mirror=1 turns CHW images upside down"
    ),
    "rotate.between_pixels": (
        "each place is computed by itself; DALI adds steps along a row, and where a nearest pixel "
        "is a tie it takes either (docs/differences.md)"
    ),
    "rotate.layouts": "samples without channels, and planar ones, are rotated too; DALI refuses",
    "rotate.quarter_turns": (
        "multiples of 90 degrees move pixels exactly; in DALI a place between two pixels goes "
        "to either"
    ),
    "rotate.types": "every type goes in and out; DALI has uint8, int16, int32 and float32",
    "segmentation.random_mask_pixel.comparison": (
        "integers are compared with threshold exactly; DALI converts them to float32"
    ),
    "segmentation.random_mask_pixel.empty": (
        "a mask without pixels is an error; DALI gives numbers without meaning, or its process dies"
    ),
    "segmentation.random_mask_pixel.types": "masks of every type",
    "segmentation.random_object_bbox.background": (
        "background=0 given as a number is as the default: it gives way to a class 0; DALI refuses"
    ),
    "segmentation.random_object_bbox.cache_objects": (
        "has no effect: finding the objects takes less time than DALI's look into its cache"
    ),
    "segmentation.random_object_bbox.ranges": (
        "foreground_prob outside [0, 1], and class_weights that are negative or not finite, are "
        "errors; DALI takes them for 0 or 1"
    ),
    "segmentation.random_object_bbox.types": "int64 and uint64 masks too; their class is int64",
    "segmentation.select_masks.polygons": (
        "all polygons of a mask are kept; DALI keeps the last of them"
    ),
    "segmentation.select_masks.types": "mask_ids and polygons of any integer type",
    "sequence_rearrange.one_axis": "frames may be single numbers; DALI wants one more axis",
    "slice.axes": "up to ten axes; DALI stops at four",
    "slice.fractions": (
        "a fraction of an element in start, end or shape is an error; DALI cuts it off in a "
        "literal and rounds it in a tensor"
    ),
    "slice.inputs": (
        "anchor and shape may have any type of number, each its own; DALI wants the same for "
        "both, one of int32, int64 and float32"
    ),
    "slice.one_for_all": (
        "a tensor of one element stands for all axes, as a literal does; DALI refuses"
    ),
    "slice.types": (
        "all types go in and out; DALI keeps the input's, or makes uint8, float16 or float32"
    ),
    "sphere.fill_value": (
        "sphere and water saturate a fill value and round it; DALI keeps the low bits of its "
        "whole part"
    ),
    "sphere.layouts": (
        "sphere, water and jitter take samples without channels, and sequences; DALI refuses"
    ),
    "sphere.mask": "a mask of 0 for all samples leaves them as they are; DALI ignores it",
    "sphere.one_pixel": "an image of one pixel stays what it is; DALI divides by zero",
    "sphere.types": "sphere, water and jitter take every type; DALI takes uint8 and float32",
    "squeeze.negative": (
        "negative axes count from the back, others out of range are errors; DALI ignores both "
        "and returns its input"
    ),
    "squeeze.per_sample": "axes may be a Tensor or a Batch, as announced; DALI fails",
    "stack.negative_axis": "-(ndim + 1) is the first place, as in NumPy; DALI stops at -ndim",
    "tensor_resize.axes": "any number of axes; DALI resizes at most three, side by side",
    "tensor_resize.other_axes": (
        "axes that are not named stay as they are; in DALI they count as axes with the scale 1, so "
        'that mode="not_larger" shrinks them too and missing sizes come out larger'
    ),
    "transforms.broadcast": (
        "one number stands for all dimensions of the input or of center; DALI refuses for "
        "translation, crop and center"
    ),
    "transforms.input": (
        "matrices may be of any type and have any layout; DALI wants float32 without one"
    ),
    "transforms.ragged": "samples may have different dimensions; DALI wants equal ones",
    "transforms.zero_axis": "a rotation around the zero vector is an error; DALI returns NaN",
    "transpose.negative": "negative axes count from the back; DALI refuses",
    "transpose.no_layout": (
        'output_layout="" clears the layout, as layout="" does elsewhere; DALI refuses'
    ),
    "warp_affine.finite": (
        "matrices, angles and axes have to be finite; DALI computes with NaN or asks for "
        "negative sizes"
    ),
    "warp_affine.integers": "32-bit integers are computed in double precision; DALI uses float32",
    "warp_affine.matrix": (
        "a matrix may come as a flat tensor, and of any type; DALI wants float32 with two axes"
    ),
    "warp_affine.places": (
        "the place of each pixel is computed by itself; DALI adds up steps along a row, which "
        "moves places by up to a thousandth of a pixel"
    ),
    "warp_affine.types": "every type goes in and out; DALI has uint8, int16, int32 and float32",
    "warp_perspective.channels": "any number of channels; DALI stops at four",
    "warp_perspective.cubic_far": (
        "cubic places far outside wrap and reflect as linear ones do; DALI's cubic repeats the "
        "edge there (docs/differences.md)"
    ),
    "warp_perspective.empty": "an image without pixels gives the fill value; DALI fails",
    "warp_perspective.int16": "places are not rounded; DALI rounds those of int16 pixels to 1/32",
    "warp_perspective.singular": (
        "a matrix without inverse is an error where the inverse is needed; DALI gives the "
        "fill value"
    ),
    "warp_perspective.size": (
        "a size of 0 gives an empty image, a negative one is an error; DALI makes 1 of both"
    ),
    "warp_perspective.types": "every type; DALI takes uint8, uint16, int16 and float32",
}
