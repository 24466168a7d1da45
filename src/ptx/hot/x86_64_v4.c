/* The vector handlers for the v4 level of x86-64 (options in folder.cmake). */
#define CPU iq_ptx_cpu_v4
#include "ptx/hot/cpu.inc"
