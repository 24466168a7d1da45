/* Memory that the program got from the API: which allocation does an address lie in, and which one
 * did it lie in once.
 * Owner: core.  Threads: look-ups take no lock (a sequence lock is read and retried); changes take
 * IQ_LOCK_RANGES.
 * Fork: survives.  A look-up copies the record, so that nothing can change under the caller. */
#ifndef IQ_MODEL_RANGE_H
#define IQ_MODEL_RANGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/hot.h"
#include "model/call_ref.h"
#include "model/context.h"

struct iq_range {
    uint64_t base, size;        /* size 0: unknown */
    struct iq_context *context; /* NULL: unknown or none */
    uint8_t kind;               /* enum iq_kind, a memory kind */
    /* allocated by a capture: freed and there again as its graph runs, so that it never ends
     * here */
    bool of_graph;
    int16_t device;   /* -1: unknown */
    const char *name; /* of a module's variable, else NULL */
    /* up to here one cache line: all that a look-up of a live range copies */
    struct iq_call_ref created;
    struct iq_call_ref freed; /* .number 0: live */
    uint64_t reserved;
};

/* The live range that holds [address]; a range whose context died is not live.  Returns false if
 * there is none. */
IQ_NODISCARD bool iq_range_find(uint64_t address, struct iq_range *range);

/* The live range that holds [address]; false: none.  As long as iq_range_version is *version, the
 * answer holds for all addresses within [range]. */
extern uint64_t iq_range_version IQ_HOT; /* atomic, odd while a change is under way */
IQ_NODISCARD bool iq_range_find_anew(uint64_t address, struct iq_range *range, uint64_t *version);

/* What was found out about addresses before does not hold any more. */
void iq_range_renew(void);

static inline bool iq_range_holds(const struct iq_range *range, uint64_t address)
{
    return address - range->base < (range->size ? range->size : 1);
}

/* The youngest freed range that held [address]; of one that died with its context, .freed is the
 * context's end. */
IQ_NODISCARD bool iq_range_find_freed(uint64_t address, struct iq_range *range);

/* The live range that begins nearest below [address]. */
IQ_NODISCARD bool iq_range_find_below(uint64_t address, struct iq_range *range);

/* Adds a live range; whatever it overlaps is gone.  Idempotent within one outermost call.  Returns
 * 0, IQ_ENOMEM. */
IQ_NODISCARD IQ_NONNULL int iq_range_add(const struct iq_range *range);

/* Splits the live range that [address] lies inside of in two, so that what is added to one side
 * does not end the other. */
void iq_range_split(uint64_t address);

/* Moves the live range that begins at [base] to the history.  False: there is none. */
bool iq_range_free(uint64_t base, struct iq_call_ref ref);

/* Undoes iq_range_free by call [number]. */
bool iq_range_restore(uint64_t base, uint64_t number);

/* Visits ranges that were not freed, in order of address, under the lock; of one that died with its
 * context, .freed is the context's end. */
void iq_range_visit(void (*visit)(void *user, const struct iq_range *range), void *user);

/* Visits the memory of ranges that are live, in order of address, under the lock: neighbours
 * without a gap between them are one span. */
void iq_range_visit_spans(void (*visit)(void *user, uint64_t base, uint64_t size), void *user);

/* Bytes and number of live ranges. */
void iq_range_totals(uint64_t *bytes, uint64_t *count);

#endif
