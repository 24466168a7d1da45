// options: --deep
#include "bad_cl_uneven.c"
