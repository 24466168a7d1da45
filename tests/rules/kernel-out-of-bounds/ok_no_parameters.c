#include "no_parameters.h"

int main(void)
{
    static void *no_arguments[] = { CU_LAUNCH_PARAM_END };
    unsigned last = 0;
    return load() || cuLaunchKernel(number, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL) || cuLaunchKernel(number, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, no_arguments) ||
           cuMemcpyDtoH(&last, table + 252, sizeof last) || last != 63;
}
