// cc: g++ -s
#include "cuda_runtime.h"
#include "ok_pointers_in_objects.cpp"
