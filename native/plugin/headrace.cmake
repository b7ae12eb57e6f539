# headrace_add_operators(name sources…): builds a shared library for headrace.plugin_manager.load_library.
# Device code (.cuh) among the sources is put beside the library, where it is looked for when kernels are compiled.
get_filename_component(HEADRACE_INCLUDE "${CMAKE_CURRENT_LIST_DIR}/.." ABSOLUTE)

function(headrace_add_operators name)
  set(device_code ${ARGN})
  list(FILTER device_code INCLUDE REGEX "\\.cuh$")
  add_library(${name} MODULE ${ARGN} "${HEADRACE_INCLUDE}/engine/args.cc" "${HEADRACE_INCLUDE}/base/shape.cc")
  target_include_directories(${name} PRIVATE "${HEADRACE_INCLUDE}")
  target_compile_features(${name} PRIVATE cxx_std_20)
  # Same flags as the module: no fused multiply-add unless written, so that every CPU gives the same results.
  target_compile_options(${name} PRIVATE -O2 -ffp-contract=off -fno-math-errno -fvisibility=hidden)
  foreach(file ${device_code})
    get_filename_component(file "${file}" ABSOLUTE)
    set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS "${file}")
    add_custom_command(TARGET ${name} POST_BUILD COMMAND "${CMAKE_COMMAND}" -E copy_if_different "${file}"
                       "$<TARGET_FILE_DIR:${name}>" VERBATIM)
  endforeach()
endfunction()
