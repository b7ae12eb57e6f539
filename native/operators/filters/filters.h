// What filters work out from their arguments: for both lanes.
#pragma once
#include <vector>

#include "engine/kernel.h"
#include "numerics/convolve.h"
#include "operators/filters/neighbourhood.h"

namespace hr {

// The windows of a sample of this shape; returns the number of terms. Weights are put into
// `memory`, which is made large enough.
SpatialAxes gaussian_axes(const Args& a);
int gaussian_terms(const Args& a, const Shape& shape, std::vector<float>& memory,
                   SeparableTerm* terms);
SpatialAxes laplacian_axes(const Args& a);
int laplacian_terms(const Args& a, const Shape& shape, std::vector<float>& memory,
                    SeparableTerm* terms);

// Sizes, anchor and border, without weights.
SpatialAxes filter_axes(const Args& a);
Correlation filter_geometry(const Args& a, const Shape& image, const Shape& window);

SpatialAxes median_axes(const Args& a);
Neighbourhood median_window(const Args& a);
SpatialAxes morphology_axes(const Args& a);
Neighbourhood morphology_mask(const Args& a, const Shape& shape);
bool morphology_erodes(const Args& a);

}  // namespace hr
