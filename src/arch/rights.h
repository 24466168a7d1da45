/* Rights of the calling thread to pages with a protection key (pkeys(7)): a register, and no
 * system call.  IQ_ARCH_KEYS of machine.h: 1 where there may be keys, if the system has them.
 *
 * machine.h of an architecture with keys defines
 *   iq_arch_set_rights  the thread's rights to pages with keys[0] and keys[1]: 0 all, 1 none, 2 to
 *                       read, which is what pkey_alloc(2) takes */
#ifndef IQ_ARCH_RIGHTS_H
#define IQ_ARCH_RIGHTS_H

#include "arch/arch.h"

enum { IQ_RIGHTS_ALL = 0, IQ_RIGHTS_NONE = 1, IQ_RIGHTS_READ = 2 };

#if !IQ_ARCH_KEYS
static inline void iq_arch_set_rights(const int keys[2], const uint32_t rights[2])
{
    (void)keys, (void)rights;
}
#endif

#endif
