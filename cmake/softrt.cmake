# The software runtime: a library for programs on the software device, and an archive of the same sources for tests that
# carry a static runtime.  Every entry point keeps an address of its own, because entry points get patched.
file(GLOB softrt_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/src/softrt/*.c)
add_library(inquest-cudart SHARED ${softrt_sources})
set_target_properties(inquest-cudart PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${IQ_LIB_DIR}/soft)
target_link_libraries(inquest-cudart PRIVATE Threads::Threads ${CMAKE_DL_LIBS})
target_link_options(inquest-cudart PRIVATE -Wl,-Bsymbolic -Wl,-z,defs)
add_library(testcudart STATIC ${softrt_sources})
set_target_properties(testcudart PROPERTIES ARCHIVE_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/lib)
target_compile_definitions(testcudart PRIVATE IQ_RT_STATIC)
# Without debug information, as NVIDIA's; each of two thousand programs would have it linked and read.
target_compile_options(testcudart PRIVATE -g0)
target_link_libraries(testcudart PUBLIC Threads::Threads ${CMAKE_DL_LIBS})
include(CheckCCompilerFlag)
check_c_compiler_flag(-fno-ipa-icf IQ_HAS_NO_ICF)
foreach(target inquest-cudart testcudart)
  target_compile_options(${target} PRIVATE -falign-functions=16)
  if(IQ_HAS_NO_ICF)
    target_compile_options(${target} PRIVATE -fno-ipa-icf)
  endif()
endforeach()

# The cases of tests/truth, as C on the static runtime and as built by nvcc, against what a real driver answered.
enable_testing()
set(truth ${CMAKE_SOURCE_DIR}/tests/truth)
add_custom_command(OUTPUT ${IQ_GEN_DIR}/truth_cases.inc
  COMMAND ${CMAKE_COMMAND} -E make_directory ${IQ_GEN_DIR}
  COMMAND ${Python3_EXECUTABLE} ${truth}/cases_to_c.py ${truth}/probe.cu > ${IQ_GEN_DIR}/truth_cases.inc
  DEPENDS ${truth}/cases_to_c.py ${truth}/probe.cu)
add_executable(truth_cases ${truth}/driver_cases.c ${IQ_GEN_DIR}/truth_cases.inc)
set_target_properties(truth_cases PROPERTIES C_EXTENSIONS ON)
target_link_libraries(truth_cases PRIVATE testcudart)
add_test(NAME truth/cases COMMAND ${Python3_EXECUTABLE} ${truth}/run_truth.py --quiet --build ${CMAKE_BINARY_DIR}
  --probe ${CMAKE_BINARY_DIR}/bin/truth_cases)
add_test(NAME truth/nvcc COMMAND ${Python3_EXECUTABLE} ${truth}/run_truth.py --quiet --build ${CMAKE_BINARY_DIR})
set_tests_properties(truth/cases truth/nvcc PROPERTIES LABELS truth TIMEOUT 900 SKIP_RETURN_CODE 77)
add_test(NAME truth/names COMMAND ${Python3_EXECUTABLE} ${truth}/check_names.py ${IQ_GEN_DIR}/soft_cudart.map
  $<TARGET_FILE:inquest-cudart>)
set_tests_properties(truth/names PROPERTIES LABELS "truth;api")
add_executable(softrt_runtime ${truth}/runtime_test.c)
add_dependencies(softrt_runtime iq_generated)
target_link_libraries(softrt_runtime PRIVATE testcudart)
add_test(NAME truth/runtime COMMAND softrt_runtime)
set_tests_properties(truth/runtime PROPERTIES LABELS truth TIMEOUT 900 SKIP_RETURN_CODE 77
  ENVIRONMENT LD_LIBRARY_PATH=${IQ_LIB_DIR}/soft)
set(under_inquest "${CMAKE_BINARY_DIR}/bin/inquest --quiet --device soft")
add_test(NAME truth/inquest-cases COMMAND ${Python3_EXECUTABLE} ${truth}/run_truth.py --quiet --build ${CMAKE_BINARY_DIR}
  --probe ${CMAKE_BINARY_DIR}/bin/truth_cases --prefix ${under_inquest})
add_test(NAME truth/inquest-nvcc COMMAND ${Python3_EXECUTABLE} ${truth}/run_truth.py --quiet --build ${CMAKE_BINARY_DIR}
  --prefix ${under_inquest})
add_test(NAME truth/findings COMMAND ${Python3_EXECUTABLE} -B ${truth}/run_findings.py --quiet --build ${CMAKE_BINARY_DIR})
set_tests_properties(truth/findings PROPERTIES LABELS truth TIMEOUT 900 PROCESSORS 2 SKIP_RETURN_CODE 77)
# A copy that nothing keeps from breaking the heap, where the loader has its list of objects.
add_test(NAME truth/uncontained COMMAND ${Python3_EXECUTABLE} -B ${truth}/run_findings.py --quiet --build ${CMAKE_BINARY_DIR} --contain no
         --case cp_host_dst_short)
set_tests_properties(truth/uncontained PROPERTIES LABELS truth TIMEOUT 900 DEPENDS truth/findings SKIP_RETURN_CODE 77)
set_tests_properties(truth/inquest-cases truth/inquest-nvcc PROPERTIES LABELS truth TIMEOUT 900 SKIP_RETURN_CODE 77)
foreach(set variants_memory variants_objects)
  if(EXISTS ${truth}/${set}.cu AND EXISTS ${truth}/${set}.json)
    add_test(NAME truth/${set} COMMAND ${Python3_EXECUTABLE} ${truth}/run_truth.py --quiet --build ${CMAKE_BINARY_DIR}
      --set ${set})
    set_tests_properties(truth/${set} PROPERTIES LABELS truth TIMEOUT 900 SKIP_RETURN_CODE 77)
  endif()
endforeach()
