# The hot part of the interpreter is compiled three times; iq_ptx chooses one by CPUID at run time.
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/ptx/hot/x86_64_v1.c PROPERTIES COMPILE_OPTIONS
                            "-O3;-ffp-contract=off;-fno-math-errno;-fno-trapping-math;-Wno-pass-failed")
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/ptx/hot/x86_64_v3.c PROPERTIES COMPILE_OPTIONS
                            "-O3;-ffp-contract=off;-fno-math-errno;-fno-trapping-math;-Wno-pass-failed;-march=x86-64-v3")
set_source_files_properties(${CMAKE_SOURCE_DIR}/src/ptx/hot/x86_64_v4.c PROPERTIES COMPILE_OPTIONS
                            "-O3;-ffp-contract=off;-fno-math-errno;-fno-trapping-math;-Wno-pass-failed;-march=x86-64-v4;-mprefer-vector-width=256")
file(GLOB iq_ptx_cold ${CMAKE_SOURCE_DIR}/src/ptx/exec_*.c)
set_source_files_properties(${iq_ptx_cold} PROPERTIES COMPILE_OPTIONS "-ffp-contract=off;-frounding-math;-fno-math-errno")
target_link_libraries(iq_ptx PUBLIC m)
# ninja ptx_speed: lane instructions per second and the ratio to scalar C
add_executable(ptx_speed EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/bench/ptx_speed.c)
target_include_directories(ptx_speed PRIVATE ${CMAKE_SOURCE_DIR}/tests/unit)
target_link_libraries(ptx_speed PRIVATE iq_ptx m)
