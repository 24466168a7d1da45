/* A map for reading reads, and what is mapped for writing is undefined until it is unmapped. */
#define SECOND CL_MAP_READ
#include "bad_cl_map_twice.c"
