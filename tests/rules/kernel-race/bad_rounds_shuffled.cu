// options: --schedule shuffle=3
// nvcc: -arch=sm_75
#include "bad_rounds.cu"
