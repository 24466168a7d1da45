# Tests of the API table: forwarding through a fake driver, look-up, and the truth test against the vendor's headers.
foreach(api cuda cudart)
  iq_generated_library(fake_${api} SHARED fake_${api}.c)
  target_include_directories(fake_${api} PRIVATE ${CMAKE_SOURCE_DIR}/tests/api)
  target_link_options(fake_${api} PRIVATE -Wl,-Bsymbolic)
  set_target_properties(fake_${api} PROPERTIES LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/api)
endforeach()
# HAND rows of the fake driver: its look-up.
set_source_files_properties(${IQ_GEN_DIR}/procs_cuda.c PROPERTIES GENERATED ON)
target_sources(fake_cuda PRIVATE ${CMAKE_SOURCE_DIR}/tests/api/fake_procs.c ${IQ_GEN_DIR}/procs_cuda.c)
iq_generated_library(iq_forward OBJECT forward_cuda.c forward_cudart.c)
target_include_directories(iq_forward PRIVATE ${CMAKE_SOURCE_DIR}/tests/api)
set_source_files_properties(${IQ_GEN_DIR}/forward_cuda.c ${IQ_GEN_DIR}/forward_cudart.c PROPERTIES COMPILE_OPTIONS -O0)
add_executable(forward_test ${CMAKE_SOURCE_DIR}/tests/api/forward_test.c $<TARGET_OBJECTS:iq_forward> $<TARGET_OBJECTS:iq_wrappers>)
target_include_directories(forward_test PRIVATE ${CMAKE_SOURCE_DIR}/tests/api)
target_link_libraries(forward_test PRIVATE iq_entries_bare ${CMAKE_DL_LIBS})
add_test(NAME api/forward COMMAND forward_test $<TARGET_FILE:fake_cuda> $<TARGET_FILE:fake_cudart>)
set_tests_properties(api/forward PROPERTIES LABELS api TIMEOUT 900)
add_test(NAME api/truth COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/api/truth.py --source ${CMAKE_SOURCE_DIR} --cc ${CMAKE_C_COMPILER})
set_tests_properties(api/truth PROPERTIES LABELS api TIMEOUT 900 SKIP_RETURN_CODE 77)

add_test(NAME api/truth_vulkan COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/api/truth_vulkan.py --source ${CMAKE_SOURCE_DIR} --cc ${CMAKE_C_COMPILER})
set_tests_properties(api/truth_vulkan PROPERTIES LABELS api TIMEOUT 900 SKIP_RETURN_CODE 77)

# The same through the real guest: every symbol by dlsym and by cuGetProcAddress is our wrapper.
if(TARGET guest)
  add_executable(resolve_test ${CMAKE_SOURCE_DIR}/tests/api/resolve_test.c)
  target_link_libraries(resolve_test PRIVATE iq_entries_bare ${CMAKE_DL_LIBS})
  add_test(NAME api/resolve COMMAND resolve_test $<TARGET_FILE:guest>)
  set_tests_properties(api/resolve PROPERTIES LABELS api TIMEOUT 900
    ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:guest>;INQUEST_DEVICE=real;INQUEST_DRIVER=$<TARGET_FILE:fake_cuda>")
  add_executable(careful_test ${CMAKE_SOURCE_DIR}/tests/api/careful_test.c $<TARGET_OBJECTS:iq_forward>)
  target_include_directories(careful_test PRIVATE ${CMAKE_SOURCE_DIR}/tests/api)
  target_link_libraries(careful_test PRIVATE iq_entries_bare ${CMAKE_DL_LIBS})
  add_test(NAME api/careful COMMAND careful_test $<TARGET_FILE:fake_cuda>)
  add_test(NAME api/careful-lines COMMAND careful_test $<TARGET_FILE:fake_cuda>)
  set_tests_properties(api/careful PROPERTIES LABELS api TIMEOUT 900
    ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:guest>;INQUEST_DEVICE=real;INQUEST_DRIVER=$<TARGET_FILE:fake_cuda>")
  set_tests_properties(api/careful-lines PROPERTIES LABELS api TIMEOUT 900
    ENVIRONMENT "LD_PRELOAD=$<TARGET_FILE:guest>;INQUEST_DEVICE=real;INQUEST_DRIVER=$<TARGET_FILE:fake_cuda>;INQUEST_TRACE=1")
endif()
add_test(NAME api/generator COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/api/apigen_test.py --source ${CMAKE_SOURCE_DIR})
set_tests_properties(api/generator PROPERTIES LABELS api TIMEOUT 900)
