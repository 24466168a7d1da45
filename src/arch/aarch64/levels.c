/* See arch/levels.h. */
#include "arch/levels.h"

enum iq_arch_level iq_arch_level(int most)
{
    (void)most;
    return IQ_ARCH_LEVEL_neon;
}
