/* What a loaded object exports, found in its own tables: no loader's lock is taken but the one that
 * dl_iterate_phdr holds, and objects that were opened RTLD_LOCAL are seen, too.
 * Owner: nothing is kept.  Threads: any, while the object stays loaded.  Fork: no state. */
#ifndef IQ_PROCESS_EXPORTS_H
#define IQ_PROCESS_EXPORTS_H

#include <link.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

struct iq_exports {
    const ElfW(Sym) * symbol;
    const char *strings;
    size_t strings_size;
    const uint32_t *hash;
    uintptr_t bias;
};

/* Shows the loaded objects to [visit] until it returns true.  Returns at once if nothing was loaded
 * since *[seen] was written here; 0 at first.  Takes IQ_LOCK_MODULES. */
IQ_NONNULL void iq_exports_look(unsigned long long *seen,
                                bool (*visit)(const struct dl_phdr_info *info,
                                              const struct iq_exports *exports));

/* How many objects have been loaded and unloaded until now; 0 where the C library does not count.
 * Takes a lock of the loader's. */
struct iq_exports_counts {
    unsigned long long loads, unloads;
};
IQ_NODISCARD struct iq_exports_counts iq_exports_count(void);

/* Address of a defined symbol; 0 if there is none. */
IQ_NODISCARD IQ_NONNULL uintptr_t iq_exports_find(const struct iq_exports *exports,
                                                  const char *name);

#endif
