// cc: clang -O2
/* The same, over cuda_runtime.h, by another compiler or with optimisation. */
#include "ok_variables.c"
