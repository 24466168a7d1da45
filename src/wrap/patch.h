/* Redirecting functions in memory: a jump at the entry to a thunk near it, which leads to a wrapper
 * with the "original" in thread-local storage.  Where no memory near the code is free the thunk
 * itself stands at the entry, which not every function has room for.  Owner: a
 * patcher belongs to one loaded object; its memory serves another one once that is unloaded.
 * Threads: the dynamic linker's lock, or before the process has threads.  Needs no libc. */
#ifndef IQ_WRAP_PATCH_H
#define IQ_WRAP_PATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "arch/code.h"
#include "call/query.h"
#include "wrap/elf.h"
#include "wrap/wrap.h"

/* What a thunk knows; begins as struct iq_target, which thunk.S of src/arch reads. */
struct iq_patch {
    /* iq_thunk_first until the original is known, then iq_thunk_direct or that of a query */
    void *enter;
    void *original;
    void *wrapper;
    const struct iq_entry *entry;  /* of .row; NULL: not said, it is no query */
    const struct iq_wrap_row *row; /* NULL: a function of compilers.c */
    const char *symbol;
};
_Static_assert(offsetof(struct iq_patch, entry) == offsetof(struct iq_target, entry),
               "a patch begins as a target");

struct iq_patcher {
    void *records;                /* zeroed memory for the caller, kept as long as the thunks */
    uint8_t *begin, *next, *end;  /* memory for thunks and detours */
    bool far;                     /* it is out of reach of a jump */
    uintptr_t window, window_end; /* pages that are writable now, 0: none */
    /* other threads may be running this code: keep it executable meanwhile */
    bool live;
    bool refused;  /* the system does not let code be changed */
    int memory_fd; /* /proc/self/mem when mprotect is refused, else -1 */
};

/* Finds room for [count] thunks and detours, within reach of the object's code if there is any, and
 * for [record_bytes] of the caller.  Returns 0, IQ_ENOMEM. */
int iq_patcher_init(struct iq_patcher *patcher, const struct iq_elf_object *object, size_t count,
                    size_t record_bytes, bool live);

/* The memory of objects that are no longer loaded may serve others. */
void iq_patcher_sweep(void);

/* Makes a detour that does what the function at [at] does: patch->original.  Returns 0,
 * IQ_EUNSUPPORTED, IQ_ETOOBIG. */
int iq_patcher_detour(struct iq_patcher *patcher, uint8_t *at, size_t size, struct iq_patch *patch);

/* Leads the function of [size] bytes at [at] to the patch.  Returns 0, IQ_ETOOBIG (the function is
 * too short), IQ_ENOMEM (no thunk left), IQ_EACCESS (refused). */
int iq_patcher_install(struct iq_patcher *patcher, uint8_t *at, size_t size,
                       struct iq_patch *patch);

/* Closes the last window and makes the thunks executable.  Returns 0, IQ_EACCESS. */
int iq_patcher_finish(struct iq_patcher *patcher);

/* A thunk anywhere, for a function pointer that is handed out: counts calls and goes to
 * patch->original.  NULL: no memory. */
void *iq_patch_counting_thunk(struct iq_patch *patch);

/* [count] thunks anywhere, one for each patch, IQ_ARCH_THUNK bytes apart: function pointers that
 * are handed out.  NULL: no memory. */
void *iq_patch_thunks(struct iq_patch *patches, size_t count);

/* The thunk for calls of [patch], whose original is known. */
void *iq_patch_enter(const struct iq_patch *patch);

/* Assembly.  first: asks iq_patch_first(patch), then direct.  query: see call/query.h.  count:
 * tells iq_patch_count(patch), then the original. */
void iq_thunk_first(void);
void iq_thunk_direct(void);
extern const char iq_thunk_queries[], iq_thunk_queries_end[]; /* all of these */
void iq_thunk_query0(void);
void iq_thunk_query1(void);
void iq_thunk_query2(void);
void iq_thunk_query3(void);
void iq_thunk_query4(void);
void iq_thunk_query5(void);
void iq_thunk_query6(void);
void iq_thunk_ask1(void);
void iq_thunk_ask2(void);
void iq_thunk_ask3(void);
void iq_thunk_ask4(void);
void iq_thunk_ask5(void);
void iq_thunk_ask6(void);
void iq_thunk_ask2_second(void); /* the handle is the second argument */
void iq_thunk_ask3_second(void);
void iq_thunk_ask4_second(void);
void iq_thunk_ask5_second(void);
void iq_thunk_ask6_second(void);
void iq_thunk_ask3_third(void);
void iq_thunk_ask4_third(void);
void iq_thunk_ask5_third(void);
void iq_thunk_ask6_third(void);
void iq_thunk_count(void);
void iq_patch_first(struct iq_patch *patch);
void iq_patch_count(struct iq_patch *patch);

/* The patch through which the calling thread came last. */
extern __thread struct iq_patch *iq_patch_current __attribute__((tls_model("initial-exec")));

#endif
