# The hot part of the interpreter is compiled once for each level (arch/levels.h); iq_ptx chooses one at run time.
set(iq_ptx_hot_options -ffp-contract=off -fno-math-errno -fno-trapping-math -Wno-pass-failed)
if(NOT IQ_SANITIZE)     # checks keep loops from becoming vectors, and compiling them takes minutes
  list(APPEND iq_ptx_hot_options -O3)
endif()
foreach(level ${IQ_ARCH_LEVELS})
  set(iq_ptx_hot ${IQ_GEN_DIR}/ptx_${level}.c)
  file(CONFIGURE OUTPUT ${iq_ptx_hot} CONTENT "#define CPU iq_ptx_cpu_${level}\n#include \"ptx/hot/cpu.inc\"\n")
  target_sources(iq_ptx PRIVATE ${iq_ptx_hot})
  set_source_files_properties(${iq_ptx_hot} PROPERTIES COMPILE_OPTIONS "${iq_ptx_hot_options};${IQ_ARCH_OPTIONS_${level}}")
endforeach()
file(GLOB iq_ptx_cold ${CMAKE_SOURCE_DIR}/src/ptx/exec_*.c)
set_source_files_properties(${iq_ptx_cold} PROPERTIES COMPILE_OPTIONS "-ffp-contract=off;-frounding-math;-fno-math-errno")
target_link_libraries(iq_ptx PUBLIC m)
# ninja ptx_speed: lane instructions per second and the ratio to scalar C
add_executable(ptx_speed EXCLUDE_FROM_ALL ${CMAKE_SOURCE_DIR}/bench/ptx_speed.c)
target_include_directories(ptx_speed PRIVATE ${CMAKE_SOURCE_DIR}/tests/unit)
target_link_libraries(ptx_speed PRIVATE iq_ptx iq_arch m)
