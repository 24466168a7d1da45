/* What the interpreter's handlers are compiled for: several kinds of processors of one
 * architecture, the first of which are all.  Stateless; any thread. */
#ifndef IQ_ARCH_LEVELS_H
#define IQ_ARCH_LEVELS_H

enum iq_arch_level {
#define LEVEL(name, number) IQ_ARCH_LEVEL_##name,
#include "arch/levels.def"
#undef LEVEL
    IQ_ARCH_LEVEL_COUNT
};

/* The best level that this processor has and whose number is at most [most]. */
enum iq_arch_level iq_arch_level(int most);

#endif
