/* Names of just-in-time compiled functions: lines "START SIZE NAME" in hexadecimal, as written for
 * perf.
 * Owner: the caller of iq_perfmap_load.  Threads: none of its own.  Launcher only. */
#ifndef IQ_REPORT_PERFMAP_H
#define IQ_REPORT_PERFMAP_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct iq_perfmap_entry {
    uint64_t start, size;
    size_t line;
    const char *name;
};
struct iq_perfmap {
    char *text;
    IQ_VEC(struct iq_perfmap_entry) entries;
};

/* Takes the lines of [text], [size] bytes, which must come from malloc and now belong to [map].
 * Lines that make no sense are skipped.  Returns 0, IQ_ENOMEM; iq_perfmap_finish in any case. */
int iq_perfmap_parse(struct iq_perfmap *map, char *text, size_t size);

/* As iq_perfmap_parse, for the file at [path], which must be a regular file of this user's or of
 * root's, since anyone may write to /tmp.  Returns 0, IQ_ENOENT, IQ_EACCESS, IQ_ETOOBIG, IQ_EIO,
 * IQ_ENOMEM. */
int iq_perfmap_load(struct iq_perfmap *map, const char *path);

/* Function at [address], NULL if none.  Of several the one said last: code memory is used again. */
const struct iq_perfmap_entry *iq_perfmap_find(const struct iq_perfmap *map, uint64_t address);

void iq_perfmap_finish(struct iq_perfmap *map);

#endif
