// options: --schedule shuffle=3
#include "bad_managed_sum.cu"
