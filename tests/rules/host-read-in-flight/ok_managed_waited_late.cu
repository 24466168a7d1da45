// options: --schedule late
#include "ok_managed_waited.cu"
