# Tests.  tests/unit/<name>_test.c becomes one executable and one ctest entry.
enable_testing()
# The libraries of the folders that a line `// link: base ptx` in [source] names, into [variable].
function(iq_linked_libraries source variable)
  file(STRINGS ${source} link_line REGEX "^// link:" LIMIT_COUNT 1)
  string(REGEX REPLACE "^// link: *" "" link_names "${link_line}")
  string(REPLACE " " ";" link_names "${link_names}")
  set(libraries "")
  foreach(lib ${link_names})
    if(lib MATCHES "^-l(.*)")           # left out where it is not installed: the test goes by the header
      find_library(IQ_TEST_LIB_${CMAKE_MATCH_1} ${CMAKE_MATCH_1})
      if(IQ_TEST_LIB_${CMAKE_MATCH_1})
        list(APPEND libraries ${IQ_TEST_LIB_${CMAKE_MATCH_1}})
      endif()
    elseif(NOT TARGET iq_${lib})
      list(APPEND libraries ${lib})
    else()
      list(APPEND libraries iq_${lib})
    endif()
  endforeach()
  set(${variable} ${libraries} PARENT_SCOPE)
endfunction()
# Limits are those of a hang, not of a busy machine.
set(unit_timeout 300)
if(IQ_SANITIZE)
  set(unit_timeout 600)
endif()
include(${CMAKE_SOURCE_DIR}/tests/api/tests.cmake)
add_custom_target(unit_tests)
file(GLOB unit_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/unit/*_test.c ${CMAKE_SOURCE_DIR}/tests/unit/${IQ_ARCH}/*_test.c)
foreach(source ${unit_sources})
  get_filename_component(name ${source} NAME_WE)
  iq_linked_libraries(${source} libraries)
  add_executable(${name} ${source})
  add_dependencies(unit_tests ${name})
  target_include_directories(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/unit ${CMAKE_SOURCE_DIR}/tests/unit/${IQ_ARCH})
  target_compile_definitions(${name} PRIVATE IQ_TEST_DATA="${CMAKE_SOURCE_DIR}/tests/data")
  target_link_libraries(${name} PRIVATE ${libraries} iq_base Threads::Threads m)
  add_test(NAME unit/${name} COMMAND ${name})
  set_tests_properties(unit/${name} PROPERTIES LABELS unit TIMEOUT ${unit_timeout} SKIP_RETURN_CODE 77)
  # What older processors run; not for ThreadSanitizer, as these tests have one thread.
  if(name MATCHES "^ptx_(convert|forms|instructions|kernels|matrix|memory)_test$" AND NOT IQ_SANITIZE MATCHES "thread")
    foreach(level ${IQ_ARCH_OLDER_LEVELS})
      add_test(NAME unit/${name}/${IQ_ARCH}_v${level} COMMAND ${name})
      set_tests_properties(unit/${name}/${IQ_ARCH}_v${level} PROPERTIES LABELS unit TIMEOUT ${unit_timeout} ENVIRONMENT INQUEST_PTX_LEVEL=${level})
    endforeach()
  endif()
endforeach()
# Fuzz targets: with IQ_FUZZ libFuzzer makes up inputs; else each file of the corpus goes through once, which any compiler can do.
# Those of the software driver have its objects inside: a shared library of its own has no coverage.
add_custom_target(fuzzers)
file(GLOB fuzz_sources CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/fuzz/fuzz_*.c)
foreach(source ${fuzz_sources})
  get_filename_component(name ${source} NAME_WE)
  iq_linked_libraries(${source} libraries)
  add_executable(${name} ${source})
  add_dependencies(fuzzers ${name})
  target_link_libraries(${name} PRIVATE ${libraries} iq_base Threads::Threads m)
  string(REPLACE "fuzz_" "" corpus ${name})
  set(corpus_folder ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus/${corpus})
  if(IQ_FUZZ)
    target_compile_options(${name} PRIVATE -fsanitize=fuzzer)
    target_link_options(${name} PRIVATE -fsanitize=fuzzer)
    add_test(NAME fuzz/${name} COMMAND ${CMAKE_COMMAND} -E env sh -c "mkdir -p fuzz/${corpus} && exec $<TARGET_FILE:${name}> -runs=20000 -max_total_time=20 fuzz/${corpus} ${corpus_folder}")
    set_tests_properties(fuzz/${name} PROPERTIES LABELS fuzz TIMEOUT 900)
  else()
    target_sources(${name} PRIVATE ${CMAKE_SOURCE_DIR}/tests/fuzz/corpus.c)
    add_test(NAME corpus/${name} COMMAND ${name} ${corpus_folder})
    set_tests_properties(corpus/${name} PROPERTIES LABELS corpus TIMEOUT 900)
  endif()
endforeach()

# Ways to the driver and to the runtimes, under the guest and without the launcher.
if(TARGET guest)
  add_test(NAME guest COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/guest/run_guest.py --lib ${IQ_LIB_DIR}
           --work ${CMAKE_BINARY_DIR}/tests/guest --cc ${CMAKE_C_COMPILER})
  set_tests_properties(guest PROPERTIES LABELS guest TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
# A new API, added as docs/howto/add-api.md says: a copy of the tree, and a guest of its own.
if(TARGET guest)
  add_test(NAME toy_api COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/toy_api/run_toy.py --build ${CMAKE_BINARY_DIR}
           --cc ${CMAKE_C_COMPILER})
  set_tests_properties(toy_api PROPERTIES LABELS toy_api TIMEOUT 900 PROCESSORS 2)
endif()
# Marks, NVTX ranges and test runners that use them.
if(TARGET guest AND TARGET testcudart)
  add_test(NAME suites COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/suites/run_suites.py --build ${CMAKE_BINARY_DIR}
           --cc ${CMAKE_C_COMPILER})
  set_tests_properties(suites PROPERTIES LABELS python TIMEOUT 900)
endif()
# Programs of other languages, whose runtimes have signal handlers, stacks and compilers of their own.
if(TARGET guest)
  add_test(NAME languages COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/languages/run_languages.py --build ${CMAKE_BINARY_DIR}
           --work ${CMAKE_BINARY_DIR}/tests/languages)
  set_tests_properties(languages PROPERTIES LABELS languages TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
# The installed tree as users meet it: hostile surroundings, limits, odd outputs.
if(TARGET guest AND TARGET testcudart)
  add_executable(end_to_end_host ${CMAKE_SOURCE_DIR}/tests/end_to_end/host.c)
  set_target_properties(end_to_end_host PROPERTIES OUTPUT_NAME host RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests/end_to_end C_EXTENSIONS ON)
  add_dependencies(end_to_end_host iq_generated)
  target_include_directories(end_to_end_host PRIVATE ${CMAKE_SOURCE_DIR}/tests/include ${CMAKE_SOURCE_DIR}/api)
  target_link_libraries(end_to_end_host PRIVATE -Wl,--whole-archive testcudart -Wl,--no-whole-archive)
  file(GLOB end_to_end_cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/end_to_end/*.test)
  add_test(NAME end_to_end COMMAND ${CMAKE_COMMAND} -E env PATH=${CMAKE_BINARY_DIR}/tests/end_to_end:$ENV{PATH} ${Python3_EXECUTABLE} -B
           ${CMAKE_SOURCE_DIR}/tests/cli/run.py --tree ${CMAKE_BINARY_DIR} ${end_to_end_cases})
  set_tests_properties(end_to_end PROPERTIES LABELS end_to_end TIMEOUT 900)
endif()
# Jobs of real ranks under Open MPI, with a stand-in for NCCL.
if(TARGET guest AND TARGET testcudart)
  add_test(NAME ranks COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/ranks/run_ranks.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(ranks PROPERTIES LABELS ranks TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
# Ways to OpenCL: layers, patching, extension functions, children.
if(TARGET guest)
  add_test(NAME opencl COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/opencl/run_opencl.py --build ${CMAKE_BINARY_DIR}
           --source ${CMAKE_SOURCE_DIR} --cc ${CMAKE_C_COMPILER})
  set_tests_properties(opencl PROPERTIES LABELS opencl TIMEOUT 900)
endif()
if(TARGET guest)
  add_test(NAME vulkan COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/vulkan/run_vulkan.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(vulkan PROPERTIES LABELS vulkan TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
add_test(NAME vulkan/words COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/vulkan/vuid_words.py)
set_tests_properties(vulkan/words PROPERTIES LABELS vulkan SKIP_RETURN_CODE 77)
# Texture fetches with results that an H200 gave.
if(TARGET softdev)
  add_executable(ptx_table ${CMAKE_SOURCE_DIR}/tests/ptx/table.c)
  add_dependencies(unit_tests ptx_table)
  target_include_directories(ptx_table PRIVATE ${CMAKE_SOURCE_DIR}/api)
  target_link_libraries(ptx_table PRIVATE softdev m)
  add_test(NAME textures COMMAND sh -c "$<TARGET_FILE:ptx_table> ${CMAKE_SOURCE_DIR}/tests/ptx/textures.ptx > textures.txt && \
           ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/ptx/compare_tables.py ${CMAKE_SOURCE_DIR}/tests/ptx/h200.txt textures.txt")
  set_tests_properties(textures PROPERTIES LABELS unit TIMEOUT 900)
endif()
# Programs that a rule must report, and twins that it must not.
if(TARGET guest)
  add_test(NAME rules COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/run_rules.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(rules PROPERTIES LABELS rules TIMEOUT 1800 PROCESSORS 2 SKIP_RETURN_CODE 77)
endif()
# Of a build for another architecture: what `make ci' runs of it.
if(IQ_CROSS)
  add_custom_target(cross_quick DEPENDS inquest guest audit softdev inquest-cudart testcudart)
  foreach(name insn_test base_probe_test base_numbered_test process_result_use_test process_compared_test order_guard_test ptx_forms_test)
    add_dependencies(cross_quick ${name})
    set_property(TEST unit/${name} APPEND PROPERTY LABELS cross)
  endforeach()
  add_test(NAME rules_few COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/run_rules.py --build ${CMAKE_BINARY_DIR}
           clean/ok_vector_add null-pointer/bad_m host-use-after-free/bad_f after-fork unchecked-error/bad_m never-signalled/bad_event leak/bad
           double-free/bad host-write-in-flight/bad_async kernel-out-of-bounds/bad_s driver-crash)
  set_tests_properties(rules_few PROPERTIES LABELS cross TIMEOUT 900 PROCESSORS 2 SKIP_RETURN_CODE 77)
endif()
# Correct programs with one bug each, on the software device and instrumented as for a GPU.
if(TARGET guest)
  add_test(NAME mutants COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/mutants/run_mutants.py --build ${CMAKE_BINARY_DIR})
  add_test(NAME mutants_instrumented COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/mutants/run_mutants.py --build ${CMAKE_BINARY_DIR}
           --device real --driver ${CMAKE_BINARY_DIR}/lib/inquest/soft/libcuda.so.1 --kernel-checks all)
  set_tests_properties(mutants mutants_instrumented PROPERTIES LABELS rules TIMEOUT 1800 PROCESSORS 2 RESOURCE_LOCK mutants SKIP_RETURN_CODE 77)
endif()
# Debuggers, in batch mode.
if(TARGET guest)
  add_test(NAME gdb COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/gdb/run_gdb.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(gdb PROPERTIES LABELS end_to_end TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
# What becomes of programs whose calls fail, one after the other.
if(TARGET guest)
  add_test(NAME faults COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/faults/run_faults.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(faults PROPERTIES LABELS rules TIMEOUT 900 PROCESSORS 2 SKIP_RETURN_CODE 77)
endif()
# What is printed for each rule, word for word.
if(TARGET guest)
  add_test(NAME golden COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/golden/run_golden.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(golden PROPERTIES LABELS rules TIMEOUT 900 PROCESSORS 2 DEPENDS rules SKIP_RETURN_CODE 77)
  add_test(NAME golden/no_such_rule COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/golden/run_golden.py null-ponter)
  set_tests_properties(golden/no_such_rule PROPERTIES LABELS rules PASS_REGULAR_EXPRESSION "^golden: there is no rule .null-ponter.; did you mean .null-pointer.[?]\n$")
endif()
# Programs that make failing calls again: a selection; all of them by hand (--all).
if(TARGET guest)
  add_test(NAME reproduce COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/reproduce/run_reproduce.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(reproduce PROPERTIES LABELS rules TIMEOUT 900 PROCESSORS 2)
endif()
# Small kernels whose races a model knows.
if(TARGET guest)
  add_test(NAME races COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/races/run_races.py --build ${CMAKE_BINARY_DIR} --cc ${CMAKE_C_COMPILER})
  set_tests_properties(races PROPERTIES LABELS rules TIMEOUT 900 PROCESSORS 2)
  add_test(NAME races_host COMMAND ${Python3_EXECUTABLE} -B
           ${CMAKE_SOURCE_DIR}/tests/races/host/run_host.py --build ${CMAKE_BINARY_DIR}
           --cc ${CMAKE_C_COMPILER})
  set_tests_properties(races_host PROPERTIES LABELS rules TIMEOUT 900 PROCESSORS 2)
endif()
# The OpenCL ones once more over a driver that refuses nothing: rules judge by the specification, not by a driver's answer.
if(TARGET guest)
  add_test(NAME accepting COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/run_rules.py --build ${CMAKE_BINARY_DIR}
           --layer ${CMAKE_SOURCE_DIR}/tests/opencl/accepting.c bad_cl)
  set_tests_properties(accepting PROPERTIES LABELS opencl TIMEOUT 900 PROCESSORS 2 SKIP_RETURN_CODE 77)
endif()
# The same findings about order each time (twice here; 20 times by hand), also where kernels are known by their PTX only, as on a GPU.
if(TARGET guest)
  add_test(NAME order COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/repeat_order.py --build ${CMAKE_BINARY_DIR} --runs 2)
  add_test(NAME order_as_real COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/repeat_order.py --build ${CMAKE_BINARY_DIR} --runs 1
           --device real --driver ${CMAKE_BINARY_DIR}/lib/inquest/soft/libcuda.so.1)
  set_tests_properties(order order_as_real PROPERTIES LABELS order TIMEOUT 900 PROCESSORS 2)
endif()
# Kernels that are instrumented as for a GPU; the software driver, which sees nothing itself then, is the GPU.
if(TARGET guest)
  add_test(NAME kernel_checks COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/run_rules.py --build ${CMAKE_BINARY_DIR}
           --device real --driver ${CMAKE_BINARY_DIR}/lib/inquest/soft/libcuda.so.1 --kernel-checks bounds
           clean/ok_device coverage/ kernel-misaligned/ kernel-out-of-bounds/ kernel-shared-out-of-bounds/ kernel-use-after-free/ kernel-race/ok_ kernel-shared-race/ok_ launch-freed-pointer/ok_ range-overflow/bad_tensor range-overflow/ok_tensor)
  add_test(NAME kernel_checks_all COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/run_rules.py --build ${CMAKE_BINARY_DIR}
           --device real --driver ${CMAKE_BINARY_DIR}/lib/inquest/soft/libcuda.so.1 --kernel-checks all
           barrier-divergence/ coverage/ kernel-misaligned/ kernel-out-of-bounds/ kernel-shared-out-of-bounds/ kernel-use-after-free/ kernel-uninitialized/ kernel-race/ kernel-shared-race/ launch-freed-pointer/ok_)
  # Warps that come to their barriers at the same time, between the steps of a check.
  foreach(hurry 3 27 30)
    add_test(NAME barriers_instrumented_${hurry} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/run_rules.py --build ${CMAKE_BINARY_DIR}
             --device real --driver ${CMAKE_BINARY_DIR}/lib/inquest/soft/libcuda.so.1 --kernel-checks all barrier-divergence/)
    set_tests_properties(barriers_instrumented_${hurry} PROPERTIES LABELS order TIMEOUT 300 ENVIRONMENT INQUEST_SOFT_HURRY=${hurry} RESOURCE_LOCK rules)
  endforeach()
  # What the programs' marks say of GPUs is what the document says.
  add_test(NAME kernel_cases COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/run_rules.py --build ${CMAKE_BINARY_DIR}
           --cases ${CMAKE_SOURCE_DIR}/docs/device-checks.md)
  # Thousands of small kernels: no race that is none.
  add_test(NAME races_instrumented COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/races/run_races.py --build ${CMAKE_BINARY_DIR} --instrumented)
  set_tests_properties(races_instrumented PROPERTIES LABELS races TIMEOUT 900 PROCESSORS 2)
  set_tests_properties(kernel_checks kernel_checks_all PROPERTIES LABELS order TIMEOUT 900 PROCESSORS 2)
endif()
# They share the programs of tests/rules, each of which is built once, and the folder of the reports.
if(TARGET guest)
  set_tests_properties(rules golden accepting order order_as_real kernel_checks kernel_checks_all reproduce PROPERTIES RESOURCE_LOCK rules)
endif()
# Bugs that others met, rebuilt: what was reported of them once, and what really was wrong.
if(TARGET guest AND EXISTS ${CMAKE_SOURCE_DIR}/tests/cases)
  add_test(NAME cases COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/run_rules.py --build ${CMAKE_BINARY_DIR}
           --root ${CMAKE_SOURCE_DIR}/tests/cases)
  set_tests_properties(cases PROPERTIES LABELS cases TIMEOUT 1800 PROCESSORS 2 SKIP_RETURN_CODE 77)
endif()
# Scripts whose findings must name their lines, with every Python that is installed.
if(TARGET guest)
  add_test(NAME python COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/python/run_python.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(python PROPERTIES LABELS python TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
# Blocks of RMM's pools, over a stand-in.
if(TARGET guest)
  add_test(NAME rmm COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rmm/run_rmm.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(rmm PROPERTIES LABELS guest TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
# The Python package as its users have it: installed from its file, used, removed.
if(TARGET guest)
  add_test(NAME wheel COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/wheel/run_wheel.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(wheel PROPERTIES LABELS python TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
add_test(NAME tree COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tools/check_tree.py ${CMAKE_BINARY_DIR})
set_tests_properties(tree PROPERTIES LABELS tree TIMEOUT 900)
# Rows of the tables of rules without a program that they report, or without a silent twin.
add_test(NAME twins COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/rules/check_twins.py)
set_tests_properties(twins PROPERTIES LABELS tree TIMEOUT 900)
add_test(NAME format COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tools/check_format.py)
set_tests_properties(format PROPERTIES LABELS tree TIMEOUT 900 SKIP_RETURN_CODE 77)
add_test(NAME commits COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tools/check_commits.py)
set_tests_properties(commits PROPERTIES LABELS tree TIMEOUT 900 SKIP_RETURN_CODE 77)
# What waits for stores does so before the real call.
add_test(NAME locks COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/bench/call_cost.py ${CMAKE_BINARY_DIR} locks)
set_tests_properties(locks PROPERTIES LABELS guest TIMEOUT 900 SKIP_RETURN_CODE 77)
# What a watched call and a watched start cost, in instructions of an optimised build.
if(CMAKE_BUILD_TYPE STREQUAL "Release" AND CMAKE_C_COMPILER_ID STREQUAL "GNU" AND NOT IQ_SANITIZE)
  add_test(NAME call_cost COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/bench/call_cost.py ${CMAKE_BINARY_DIR} figures)
  set_tests_properties(call_cost PROPERTIES LABELS guest TIMEOUT 900 SKIP_RETURN_CODE 77)
  add_test(NAME start_cost COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/bench/start_cost.py ${CMAKE_BINARY_DIR} figures)
  set_tests_properties(start_cost PROPERTIES LABELS guest TIMEOUT 900 SKIP_RETURN_CODE 77)
  add_test(NAME python_cost COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/bench/python_cost.py ${CMAKE_BINARY_DIR} figures)
  set_tests_properties(python_cost PROPERTIES LABELS guest TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
# The statistics and the output of what compares whole processes.
if(TARGET guest)
  add_test(NAME whole COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/bench/whole_test.py ${CMAKE_BINARY_DIR})
  set_tests_properties(whole PROPERTIES LABELS guest TIMEOUT 300)
endif()
# Links, options and reports in the documents.
if(TARGET guest)
  add_test(NAME docs COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/docs/check_docs.py --build ${CMAKE_BINARY_DIR}
           --cc ${CMAKE_C_COMPILER})
  set_tests_properties(docs PROPERTIES LABELS docs TIMEOUT 900)
endif()
# Other people's OpenCL and Vulkan programs, those that are installed.
if(TARGET guest)
  add_test(NAME third_party COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/third_party/run_third_party.py --build ${CMAKE_BINARY_DIR})
  set_tests_properties(third_party PROPERTIES LABELS third_party TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
