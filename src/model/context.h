/* Contexts: who is current on which thread, which objects died with one.  Objects point to their
 * context, so that destroying one kills all its objects at once.
 * Owner: core; never freed (there are few).  Threads: any; fields other than [dead] and [sticky]
 * are set before publishing. */
#ifndef IQ_MODEL_CONTEXT_H
#define IQ_MODEL_CONTEXT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/contract.h"
#include "model/call_ref.h"

struct iq_context {
    /* CUcontext; 0: a stand-in for the primary context of a device that we did not see made */
    uint64_t value;
    uint32_t id;
    int device; /* ordinal, -1 unknown */
    bool primary;
    bool inherited; /* made before a fork, in the parent */
    bool by_reset;  /* dead because of a device reset */
    bool dead;      /* atomic */
    struct iq_call_ref created, destroyed;
    /* last cuDevicePrimaryCtxRelease that succeeded; .number 0: none since it was retained */
    struct iq_call_ref released;
    /* atomic: first sticky status that this context answered with, 0: none */
    int64_t sticky;
    uint64_t sticky_finding; /* finding that explains it */
    /* atomic: finding that would explain a fault of work that is not known to be complete, 0:
     * none */
    uint64_t foreseen;
    struct iq_context *next;
};

static inline bool iq_context_is_dead(const struct iq_context *context)
{
    return context && __atomic_load_n(&context->dead, __ATOMIC_ACQUIRE);
}

/* New identity for [value] on [device]. */
IQ_NODISCARD struct iq_context *iq_context_create(uint64_t value, int device, bool primary,
                                                  struct iq_call_ref created);

/* Stand-in for [device]'s primary context while its value is unknown. */
struct iq_context *iq_context_stand_in(int device);

/* The context that an object made now by a thread belongs to that has *current and [device]
 * current; revives a primary context that was reset, in *current, too. May be NULL. */
struct iq_context *iq_context_of_new_object(struct iq_context **current, int device,
                                            struct iq_call_ref ref);

/* Kills [context]. */
void iq_context_destroy(struct iq_context *context, bool by_reset, struct iq_call_ref ref);

/* Kills the primary contexts (and the stand-in) of [device]. */
void iq_context_reset_device(int device, struct iq_call_ref ref);

/* Undoes a kill by call [number], which turned out to have failed. */
void iq_context_restore(uint64_t number);

/* First of all contexts (linked by .next); newest first. */
struct iq_context *iq_context_first(void);

/* Kernels of device [from] may use memory of device [to]: cudaDeviceEnablePeerAccess and its
 * kin. */
void iq_context_set_peer(int from, int to, bool enabled);
bool iq_context_is_peer(int from, int to);

/* In the child of fork. */
void iq_context_mark_inherited(void);

#endif
