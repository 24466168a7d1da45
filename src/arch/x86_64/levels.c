/* See arch/levels.h. */
#include "arch/levels.h"

#include <stdbool.h>

enum iq_arch_level iq_arch_level(int most)
{
    __builtin_cpu_init();
    bool v3 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") &&
              __builtin_cpu_supports("bmi2");
    bool v4 = v3 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
              __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") &&
              __builtin_cpu_supports("avx512cd");
    return v4 && most >= 4   ? IQ_ARCH_LEVEL_v4
           : v3 && most >= 3 ? IQ_ARCH_LEVEL_v3
                             : IQ_ARCH_LEVEL_v1;
}
