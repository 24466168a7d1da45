// options: --schedule late
// nvcc: -arch=sm_90 -std=c++17
#include "bad_rounds.cu"
