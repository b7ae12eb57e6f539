# headrace_add_operators(name sources…): builds a shared library for headrace.plugin_manager.load_library.
get_filename_component(HEADRACE_INCLUDE "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)

function(headrace_add_operators name)
  add_library(${name} MODULE ${ARGN} "${HEADRACE_INCLUDE}/engine/args.cc" "${HEADRACE_INCLUDE}/base/shape.cc")
  target_include_directories(${name} PRIVATE "${HEADRACE_INCLUDE}")
  target_compile_features(${name} PRIVATE cxx_std_20)
  # Same flags as the module: no fused multiply-add unless written, so that every CPU gives the same results.
  target_compile_options(${name} PRIVATE -O2 -ffp-contract=off -fno-math-errno -fvisibility=hidden)
endfunction()
