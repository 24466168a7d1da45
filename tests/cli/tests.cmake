# A tree of its own for the launcher's tests, so that they do not depend on the library inside the program.
set(tree ${CMAKE_BINARY_DIR}/tests/cli-tree)
add_library(cli_fake_guest MODULE ${CMAKE_SOURCE_DIR}/tests/cli/fake_guest.c)
set_target_properties(cli_fake_guest PROPERTIES PREFIX "" OUTPUT_NAME "fake_guest" LIBRARY_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/tests)
# loaded into programs that know nothing of sanitizers
target_compile_options(cli_fake_guest PRIVATE -fno-sanitize=all)
target_link_options(cli_fake_guest PRIVATE -fno-sanitize=all)
add_custom_command(OUTPUT ${tree}/stamp
  COMMAND ${CMAKE_COMMAND} -E make_directory ${tree}/bin ${tree}/lib/inquest/soft
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:inquest> ${tree}/bin/inquest
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/tests/cli/program.py ${tree}/bin/program
  COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_SOURCE_DIR}/tests/cli/trace_file.py ${tree}/bin/trace_file.py
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:cli_fake_guest> ${tree}/lib/inquest/libcuda.so.1
  COMMAND ${CMAKE_COMMAND} -E copy $<TARGET_FILE:cli_fake_guest> ${tree}/lib/inquest/soft/libcuda.so.1
  COMMAND ${CMAKE_COMMAND} -E touch ${tree}/stamp
  DEPENDS inquest cli_fake_guest ${CMAKE_SOURCE_DIR}/tests/cli/program.py ${CMAKE_SOURCE_DIR}/tests/cli/trace_file.py VERBATIM)
add_custom_target(cli_tree ALL DEPENDS ${tree}/stamp)
file(GLOB cli_cases CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/tests/cli/*.test)
foreach(case ${cli_cases})
  get_filename_component(name ${case} NAME_WE)
  add_test(NAME cli/${name} COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/cli/run.py --tree ${tree} ${case})
  set_tests_properties(cli/${name} PROPERTIES LABELS cli TIMEOUT 900)
endforeach()
add_test(NAME report/golden COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/report/golden.py $<TARGET_FILE:inquest>)
set_tests_properties(report/golden PROPERTIES LABELS report TIMEOUT 900)
add_test(NAME cli/agree COMMAND ${Python3_EXECUTABLE} ${CMAKE_SOURCE_DIR}/tests/cli/agree.py $<TARGET_FILE:inquest>)
set_tests_properties(cli/agree PROPERTIES LABELS cli TIMEOUT 900)
if(TARGET guest)
  add_test(NAME cli/statistics COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/cli/statistics.py ${CMAKE_BINARY_DIR} ${CMAKE_C_COMPILER})
  set_tests_properties(cli/statistics PROPERTIES LABELS cli TIMEOUT 900)
  add_test(NAME report/page COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_SOURCE_DIR}/tests/report/page.py --build ${CMAKE_BINARY_DIR} --cc ${CMAKE_C_COMPILER})
  set_tests_properties(report/page PROPERTIES LABELS report TIMEOUT 900 SKIP_RETURN_CODE 77)
endif()
