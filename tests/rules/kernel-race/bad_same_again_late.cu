// options: --schedule late
// nvcc: -arch=sm_75
#include "bad_same_again.cu"
