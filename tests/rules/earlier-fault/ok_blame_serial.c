// options: --blame=serial
/* Launches waited for, on every kind of stream; the captured graph has one node for each launch, and no other. */
#include "cuda_runtime.h"
#include "blamed.h"
