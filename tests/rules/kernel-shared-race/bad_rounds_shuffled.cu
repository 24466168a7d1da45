// options: --schedule shuffle=3
// nvcc: -arch=sm_90 -std=c++17
#include "bad_rounds.cu"
