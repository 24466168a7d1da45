// options: --schedule late
#include "bad_managed_sum.cu"
