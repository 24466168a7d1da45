/* Calls that failed and whose output may be used all the same: what a failed creation left behind,
 * so that its later use is blamed on the failure that nobody looked at.  Also the errors that a
 * later success excuses.
 * Owner: core.  Threads: any; IQ_LOCK_FINDINGS.  Bounded. */
#ifndef IQ_CALL_LEDGER_H
#define IQ_CALL_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/hot.h"
#include "call/call.h"
#include "model/call_ref.h"

struct iq_failure {
    struct iq_call_ref ref;
    int64_t result;
    uint64_t output;  /* value left behind the out pointer */
    uint64_t finding; /* id, 0: none */
    const char *arg;  /* name of the out pointer */
    uint64_t where;   /* address of the variable for the output */
    uint32_t thread;
    bool unchecked; /* the program does not read the result of the call */
    bool stands;  /* answer of iq_ledger_find: unchecked, and the variable still holds the output */
    uint8_t kind; /* enum iq_kind of what was to be made */
    /* a call of the same kind succeeded afterwards; or nothing excuses it, and nobody waits for
     * that */
    bool excused;
    bool probe; /* of a kind that programs try */
};

/* [call] failed; remembers each of its outputs.  [finding] is what was said of it.  [instead]: a
 * new object of this kind is what the program goes on with if it expected that; NONE: there is no
 * such kind. */
void iq_ledger_failed(struct iq_call *call, uint64_t finding, bool excusable, enum iq_kind instead);

/* [call] succeeded: earlier failures of this thread to make the same kind were probes, and become
 * notes. */
void iq_ledger_succeeded(struct iq_call *call);

/* What [finding] is about has been used as if it had succeeded: no later success excuses that.  0:
 * nothing. */
void iq_ledger_used(uint64_t finding);

/* A mistake, no probe, of so few calls ago that what [call] (a number) gets for NULL comes from
 * there; or a call that was made to fail, whenever that was. */
bool iq_ledger_is_fresh(const struct iq_failure *failure, uint64_t call);

/* The youngest failure to make something of [kind] (of memory: of any memory) that left [value]
 * behind, one that stands before all others; false if there is none. */
bool iq_ledger_find(uint64_t value, enum iq_kind kind, struct iq_failure *failure);

/* Has any call failed that was to make something? */
bool iq_ledger_has_failure(void);

/* The youngest failure to make a handle of [kind]; false if there is none. */
bool iq_ledger_find_kind(enum iq_kind kind, struct iq_failure *failure);

/* True while there is any failure that could be excused: keeps the common case cheap. */
extern uint32_t iq_ledger_open IQ_HOT; /* atomic: their number */
static inline bool iq_ledger_is_open(void)
{
    return __atomic_load_n(&iq_ledger_open, __ATOMIC_RELAXED) > 0;
}

#endif
