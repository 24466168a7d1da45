# Everything made from api/ by tools/apigen.py, in ${IQ_GEN_DIR}.  docs/howto/add-entry-point.md says what each file is for.
file(GLOB_RECURSE api_inputs CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/api/*.h ${CMAKE_SOURCE_DIR}/api/*.in ${CMAKE_SOURCE_DIR}/api/*.def)
# Effects functions live in files whose name begins with "effects"; rows with FX(name) refer to those that exist.
file(GLOB_RECURSE effects_inputs CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/effects*.c)
set(gen_names iq_entries.h iq_entries.c iq_cuda_protos.h iq_cudart_protos.h real_cuda.h wrap_cuda.c wrap_cudart.c wrap_opencl.c wrap_exported.c iq_opencl_protos.h real_vulkan.h wrap_vulkan.c
    soft_cuda.map soft_cudart.map stubs_cuda.c iq_cuda_stubs.h procs_cuda.c fake_cuda.c iq_signatures.c
    fake_cudart.c forward_cuda.c forward_cudart.c fail_names.inc api-coverage.md)
list(TRANSFORM gen_names PREPEND ${IQ_GEN_DIR}/ OUTPUT_VARIABLE gen_files)
add_custom_command(
  OUTPUT ${IQ_GEN_DIR}/stamp
  BYPRODUCTS ${gen_files}
  COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tools/apigen.py --api ${CMAKE_SOURCE_DIR}/api
          --kinds ${CMAKE_SOURCE_DIR}/src/model/kinds.def
          --operations ${CMAKE_SOURCE_DIR}/src/model/operations.def --out ${IQ_GEN_DIR} --effects ${effects_inputs}
  COMMAND ${CMAKE_COMMAND} -E touch ${IQ_GEN_DIR}/stamp
  DEPENDS ${api_inputs} ${effects_inputs} ${CMAKE_SOURCE_DIR}/src/model/kinds.def ${CMAKE_SOURCE_DIR}/src/model/apis.def
          ${CMAKE_SOURCE_DIR}/src/model/operations.def ${CMAKE_SOURCE_DIR}/tools/apigen.py
          ${CMAKE_SOURCE_DIR}/tools/apigen_emit.py
  COMMENT "Generating from api/" VERBATIM)
# Whatever includes a generated header depends on this target; folder libraries do.
add_custom_target(iq_generated DEPENDS ${IQ_GEN_DIR}/stamp)

function(iq_generated_library name type)
  list(TRANSFORM ARGN PREPEND ${IQ_GEN_DIR}/ OUTPUT_VARIABLE sources)
  set_source_files_properties(${sources} PROPERTIES GENERATED ON)
  add_library(${name} ${type} ${sources})
  add_dependencies(${name} iq_generated)
  if(type STREQUAL STATIC)
    set_target_properties(${name} PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/obj)
  endif()
endfunction()

iq_generated_library(iq_entries STATIC iq_entries.c)            # rows, with effects: needs the libraries that define them
iq_generated_library(iq_entries_bare STATIC iq_entries.c)       # rows without effects, for unit tests
target_compile_definitions(iq_entries_bare PRIVATE IQ_NO_EFFECTS)
iq_generated_library(iq_wrappers OBJECT wrap_cuda.c wrap_cudart.c)
iq_generated_library(iq_wrappers_opencl OBJECT wrap_opencl.c)
iq_generated_library(iq_wrappers_exported OBJECT wrap_exported.c)      # of plain shared libraries
iq_generated_library(iq_wrappers_vulkan OBJECT wrap_vulkan.c)
iq_generated_library(iq_stubs_cuda OBJECT stubs_cuda.c procs_cuda.c)

