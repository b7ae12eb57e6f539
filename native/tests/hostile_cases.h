// Cases of test_hostile.cc: kernels, their inputs, and the arguments that Python always sets itself
// (axes, enum values). All other arguments get hostile numbers.
#pragma once
#include <utility>
#include <vector>

#include "engine/kernel.h"
#include "samples.h"

namespace {

// An argument with a known meaning: takes one of these lists of numbers, or is absent.
struct Fixed {
  const char* name;
  std::vector<std::vector<double>> choices;

  hr::Const value() const {
    hr::Const c;
    if (choices.empty()) return c;
    c.given = true;
    for (double v : any(choices)) {
      c.f.push_back(v);
      c.i.push_back(hr::convert<int64_t>(v));
    }
    return c;
  }
};

Fixed one(const char* name, double v) { return {name, {{v}}}; }
Fixed from_to(const char* name, int low, int high) {
  Fixed f{name, {}};
  for (int v = low; v <= high; v++) f.choices.push_back({double(v)});
  return f;
}
Fixed absent(const char* name) { return {name, {}}; }

std::vector<Fixed> joined(std::vector<Fixed> a, const std::vector<Fixed>& b) {
  a.insert(a.end(), b.begin(), b.end());
  return a;
}

struct HostileCase {
  const char* kernel;
  std::vector<std::pair<hr::Shape, hr::DType>> inputs;
  std::vector<hr::DType> outputs;
  std::vector<Fixed> fixed;
};

std::vector<HostileCase> hostile_cases() {
  using enum hr::DType;
  using hr::Shape;
  const Shape picture{13, 9, 3}, mosaic{12, 8}, boxes{5, 4}, plane{13, 9};
  const Fixed axes{"axes", {{-1, 0, 1, 2}}}, interp = from_to("interp", 0, 3),
                                             first = one("first", 0), spatial = one("spatial", 2),
                                             number = one("count", 2);
  const Fixed size{"size", {{}, {4, 5}, {0, 1.5}, {16777217, 1}, {-1, 1e300}}};
  const std::vector<Fixed> sized = {axes,
                                    from_to("rounding", 0, 1),
                                    from_to("mode", 0, 3),
                                    from_to("size_rounding", 0, 2),
                                    from_to("min_filter", 0, 5),
                                    from_to("mag_filter", 0, 5),
                                    one("dims", 0)};
  const std::vector<Fixed> search = {absent("columns"),
                                     absent("shape_axes"),
                                     one("labels", 0),
                                     one("indices", 1),
                                     from_to("extents", 0, 1),
                                     from_to("threshold_type", 0, 1),
                                     from_to("all_boxes", 0, 1),
                                     from_to("no_crop", 0, 1),
                                     from_to("num_attempts", 0, 2),
                                     {"ratio", {{1, 1}, {0.5, 2}}},
                                     {"scaling", {{0.3, 1}, {1, 1}}},
                                     {"thresholds", {{0}, {0, 0.1}}}};
  const std::vector<Fixed> free = {absent("input_shape"), absent("crop_shape")};
  const std::vector<Fixed> sized_crop = {{"input_shape", {{40, 30}, {2147483647, 1}, {4e18, 3}}},
                                         {"crop_shape", {{20, 50}, {-1, 4}, {3, 2147483647}}}};
  return {
      // windows
      {"crop", {{picture, u8}}, {u8}, {axes, from_to("bounds", 0, 6), from_to("rounding", 0, 1)}},
      {"crop", {{picture, f32}}, {i16}, {axes, from_to("bounds", 1, 2), one("rounding", 0)}},
      {"slice", {{picture, u8}}, {u8}, {from_to("bounds", 0, 6), from_to("channel_axis", -1, 2)}},
      {"crop_mirror_normalize",
       {{picture, u8}},
       {f32},
       {axes,
        from_to("bounds", 0, 2),
        one("rounding", 0),
        {"perm", {{0, 1, 2}, {2, 0, 1}}},
        from_to("mirror", 0, 1),
        from_to("pad_output", 0, 1),
        {"std", {{1}, {1, 2, 3}, {1e-300}}}}},
      {"erase", {{picture, u8}}, {u8}, {{"axes", {{0, 1}, {1, 0, 2}}}, from_to("channel", -1, 2)}},
      {"paste", {{picture, u8}}, {u8}, {}},
      {"multi_paste",
       {{picture, u8}, {picture, u8}},
       {f32},
       {absent("in_ids"),
        absent("in_anchors"),
        absent("in_anchors_rel"),
        absent("shapes"),
        {"shapes_rel", {{1, 1, 1, 1}, {0.3, 1, 0, 1e-38}, {}}},
        absent("out_anchors_rel"),
        {"out_anchors", {{0, 0, 0, 0}, {1, 0, 0, 2}, {4e18, 0, 0, 0}, {-1, 0, 0, 0}}},
        {"output_size", {{20, 20}, {2147483647, 3}, {4e18, 3}, {-1, 4}, {0, 0}}}}},
      {"pad", {{picture, u8}}, {u8}, {}},
      {"random_resized_crop",
       {{picture, u8}},
       {u8},
       {{"dims", {{0, 1}}}, from_to("min_filter", 0, 5), from_to("mag_filter", 0, 5)}},
      {"random_crop_generator", {{Shape{2}, i32}}, {i32, i32}, {}},
      {"roi_random_crop", {}, {i64}, {}},
      {"resize", {{picture, u8}}, {u8}, sized},
      {"resize", {{picture, f32}}, {u16}, sized},
      {"resize_crop_mirror", {{picture, u8}}, {u8}, sized},
      // sampling
      {"rotate",
       {{picture, u8}},
       {u8},
       {interp, first, spatial, size, one("frames", 0), one("angles", 0), one("axes", 0)}},
      {"rotate_axes",
       {{Shape{4, 5, 6, 3}, u8}},
       {f32},
       {from_to("interp", 0, 1), one("first", 1), spatial, size, one("frames", 1), one("angles", 1),
        one("axes", 0)}},
      {"warp_affine",
       {{picture, u8}},
       {u8},
       {interp,
        from_to("border", 0, 4),
        first,
        spatial,
        size,
        {"matrix", {{1, 0, .5, 0, 1, -3}, {1e38, 0, -1e38, 0, 5e-324, 9e15}, {1, 1, 0, 1, 1, 0}}}}},
      {"warp_perspective",
       {{picture, f32}},
       {i32},
       {interp,
        from_to("border", 0, 4),
        first,
        spatial,
        size,
        {"matrix",
         {{1, .1, .5, 0, 1, -3, .01, 0, 1}, {1e38, 0, -1e38, 0, 5e-324, 9e15, 0, 0, 0}, {1}}}}},
      {"remap", {{picture, u8}, {plane, f32}, {plane, f64}}, {u8}, {interp, first, spatial}},
      {"sphere", {{picture, u8}}, {u8}, {interp}},
      {"water", {{picture, u8}}, {u8}, {interp}},
      {"jitter", {{picture, u8}}, {u8}, {interp}},
      // filters
      {"gaussian_blur", {{picture, u8}}, {u8}, {first, number}},
      {"laplacian", {{picture, i16}}, {f32}, {first, number}},
      {"filter",
       {{picture, u8}, {Shape{3, 4}, f32}},
       {u8},
       {from_to("border", 0, 4), from_to("valid", 0, 1), first, number}},
      {"median_blur", {{picture, u8}}, {u8}, {first}},
      {"morphology", {{picture, u8}}, {u8}, {first, from_to("border", 0, 4)}},
      // colours
      {"clahe", {{Shape{13, 9, 1}, u8}}, {u8}, {}},
      {"equalize", {{picture, u8}}, {u8}, {one("rows", 0)}},
      {"grid_mask", {{picture, u8}}, {u8}, {one("rows", 0)}},
      {"color_matrix", {{picture, u8}}, {u8}, {}},
      {"scale_shift", {{picture, f32}}, {u8}, {}},
      {"jpeg_distortion", {{picture, u8}}, {u8}, {}},
      {"debayer", {{mosaic, u8}}, {u8}, {from_to("algorithm", 0, 2)}},
      {"cast", {{picture, f32}}, {i32}, {}},
      {"cast", {{picture, f64}}, {u64}, {}},
      {"cast", {{picture, f32}}, {i8}, {}},
      // noise and random numbers
      {"noise_gaussian", {{picture, i64}}, {i64}, {}},
      {"noise_shot", {{picture, f32}}, {f32}, {}},
      {"noise_salt_and_pepper", {{picture, u64}}, {u64}, {from_to("channel", -1, 2)}},
      {"random_uniform", {}, {f64}, {}},
      {"random_values", {}, {i32}, {}},
      {"random_normal", {}, {f64}, {}},
      {"random_coin_flip", {}, {i32}, {}},
      {"random_beta", {}, {f64}, {}},
      {"random_choice", {{Shape{}, f32}}, {f32}, {}},
      {"random_mask_pixel", {{plane, u8}}, {i64}, {}},
      {"random_object_bbox",
       {{plane, i32}},
       {i32, i32, i32},
       {from_to("format", 0, 1), one("output_class", 1)}},
      // boxes and points
      {"bb_flip", {{boxes, f32}}, {f32}, {}},
      {"bbox_paste", {{boxes, f16}}, {f16}, {}},
      {"bbox_rotate",
       {{boxes, f32}},
       {f32},
       {{"places", {{0, 1}}},
        {"input_shape", {{20, 30}, {1, 1 << 30}, {4e18, 3}, {0, 5}}},
        size,
        from_to("mode", 0, 2),
        one("labels", 0)}},
      {"box_encoder",
       {{boxes, f32}, {Shape{5}, i32}},
       {f32, i32},
       {{"anchors", {{}, {0, 0, 1, 1}, {0, 0, .5, .5, .2, .2, .9, 1}}}}},
      {"random_bbox_crop", {{Shape{1, 4}, f32}}, {f32, f32, f32, i32}, joined(search, free)},
      {"random_bbox_crop", {{Shape{1, 4}, f32}}, {f32, f32, f32, i32}, joined(search, sized_crop)},
      {"coord_flip", {{Shape{6, 3}, f32}}, {f32}, {{"columns", {{0, 1, 2}}}, one("names", 0)}},
      {"coord_transform", {{Shape{6, 3}, f32}}, {i32}, {}},
      {"select_masks", {{Shape{1}, i32}, {Shape{1, 3}, i32}, {Shape{4, 2}, f32}}, {i32, f32}, {}},
      // arrays
      {"normalize", {{picture, u8}}, {f32}, {{"axes", {{0, 1}, {2}}}}},
      {"reduce", {{picture, i32}}, {i32}, {from_to("op", 0, 3), {"axes", {{0, 1}, {2}}}}},
      {"reduce", {{picture, f32}}, {f32}, {from_to("op", 6, 7), {"axes", {{0, 1}, {2}}}}},
      {"one_hot", {{plane, i32}}, {u8}, {one("axis", 2)}},
      {"one_hot", {{Shape{1}, f32}}, {i16}, {one("axis", -1)}},
      {"lookup_table", {{picture, u16}}, {i32}, {{"default_value", {{1e38}, {-1}}}}},
      {"constant", {}, {i64}, {}},
      {"element_extract", {{picture, u8}}, {u8}, {}},
      {"sequence_rearrange", {{picture, u8}}, {u8}, {}},
      {"subscript", {{plane, u8}}, {u8}, {{"index", {{}, {0, 0}, {0, 1}}}}},
      // signals
      {"audio_resample", {{Shape{200}, i16}}, {f32}, {one("quality", 50)}},
      {"preemphasis_filter", {{Shape{200}, f32}}, {i16}, {from_to("border", 0, 2)}},
      {"to_decibels", {{Shape{200}, f32}}, {f32}, {}},
      {"nonsilent_region", {{Shape{200}, f32}}, {i32, i32}, {}},
      {"mel_filter_bank",
       {{Shape{20, 5}, f32}},
       {f32},
       {one("nfilter", 4),
        from_to("mel_formula", 0, 1),
        one("axis", 0),
        from_to("normalize", 0, 1),
        {"freq_low", {{0}, {1e38}}},
        {"freq_high", {{8000}, {1e300}}}}},
      {"mfcc",
       {{Shape{20, 5}, f32}},
       {f32},
       {from_to("dct_type", 1, 4), one("normalize", 0), one("axis", 0)}},
      {"power_spectrum",
       {{Shape{3, 40, 2}, f32}},
       {f32},
       {one("axis", 1), one("longest", 1 << 22)}},
  };
}

}  // namespace
