/* The vector handlers for the v3 level of x86-64 (options in folder.cmake). */
#define CPU iq_ptx_cpu_v3
#include "ptx/hot/cpu.inc"
