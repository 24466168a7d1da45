/* The software driver's common ground: one lock, object handles, the way into and out of every API
 * function.
 * Owner: handles are slots of one reserved table; the object behind a slot is counted (iq_obj_ref).
 * Threads: everything here is called with the driver lock held unless it says otherwise.
 * Fork: a forked child of an initialised process finds every call answered with
 * CUDA_ERROR_NOT_INITIALIZED. */
#ifndef IQ_SOFTDEV_SOFT_H
#define IQ_SOFTDEV_SOFT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "abi/cuda_abi.h"
#include "base/now.h"

/* Defines one exported entry point; the prototype in front keeps -Wmissing-prototypes content. */
#define DRIVER(name, params)                                     \
    __attribute__((visibility("default"))) CUresult name params; \
    __attribute__((visibility("default"))) CUresult name params

enum iq_obj_kind {
    IQ_OBJ_NONE,
    IQ_OBJ_CONTEXT,
    IQ_OBJ_STREAM,
    IQ_OBJ_EVENT,
    IQ_OBJ_MODULE,
    IQ_OBJ_FUNCTION,
    IQ_OBJ_LIBRARY,
    IQ_OBJ_KERNEL,
    IQ_OBJ_ARRAY,
    IQ_OBJ_MIPMAP,
    IQ_OBJ_POOL,
    IQ_OBJ_GRAPH,
    IQ_OBJ_NODE,
    IQ_OBJ_EXEC,
    IQ_OBJ_TEXREF,
    IQ_OBJ_SURFREF,
    IQ_OBJ_LINK,
    IQ_OBJ_USER,
    IQ_OBJ_PHYSICAL,
    IQ_OBJ_SAMPLER,
    IQ_OBJ_KINDS
};

/* First member of every object that has a handle. */
struct iq_obj {
    enum iq_obj_kind kind;
    uint32_t refs;
    struct iq_slot *slot;               /* NULL once the handle is dead */
    void (*finish)(struct iq_obj *obj); /* frees what hangs on it, not itself; may be NULL */
};

/* New object of [size] bytes, zeroed, with a handle and one reference.  NULL without memory. */
void *iq_obj_new(enum iq_obj_kind kind, size_t size);
/* The handle value of a live object. */
void *iq_obj_handle(const void *obj);
/* Object of [handle]; a handle of another kind, garbage or a destroyed one gives NULL and *why (400
 * or 709). */
void *iq_obj_get(const void *handle, enum iq_obj_kind kind, CUresult *why);
/* The handle dies now; [with_context]: because its context did.  Drops the creator's reference. */
void iq_obj_kill(void *obj, bool with_context);
/* A new handle, with a reference of its own, for an object that lives without one.  False without
 * memory. */
bool iq_obj_revive(void *obj);
void iq_obj_ref(void *obj);
void iq_obj_unref(void *obj); /* NULL is fine */

struct iq_ctx;

/* Takes the lock and checks: initialised (else 3), a usable current context (201, 709), no sticky
 * error.  The lock is held afterwards in every case: end with iq_leave. */
CUresult iq_enter(struct iq_ctx **ctx);
/* As iq_enter, for a call that names a stream: host functions of graphs may make it. */
CUresult iq_enter_for_stream(struct iq_ctx **ctx);
/* As iq_enter, without asking for a context. */
CUresult iq_enter_plain(void);
/* As iq_enter, but a sticky error is not looked at. */
CUresult iq_enter_calm(struct iq_ctx **ctx);
/* Drops the lock and passes the code on. */
CUresult iq_leave(CUresult code);
/* True before cuInit and in a forked child; takes no lock. */
bool iq_is_uninitialised(void);

void iq_lock(void);
void iq_unlock(void);
/* Waits for any change of the engine's state with the lock dropped meanwhile. */
void iq_wait_change(void);
/* As iq_wait_change, but no longer than until [ns] on the clock of iq_now_ns; false: time is up. */
bool iq_wait_change_until(uint64_t ns);
void iq_signal_change(void);

/* lock.c, for cuInit: from now on calls are served; true in a forked child. */
void iq_lock_mark_initialised(void);
bool iq_is_forked(void);

uint64_t iq_next_id(void);

/* One line to stderr; used for what the hardware would also print (asserts) and nothing else. */
void iq_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

#endif
