// soft only: guards of managed memory
// options: --schedule late
#include "bad_managed_sum.cu"
