/* Accesses of kernels that are wrong but go through: each place of a kernel and object is reported
 * once at once, and once more at the end with the number of threads.  Owner: the launch that is
 * running. Threads: its workers, a lock inside. */
#ifndef IQ_SOFTDEV_STRAYS_H
#define IQ_SOFTDEV_STRAYS_H

#include <pthread.h>

#include "ptx/place.h"
#include "softdev/launch.h"
#include "softdev/observer.h"

enum { IQ_STRAYS_MAX = 32, IQ_STRAY_PCS = 16 };
struct iq_stray {
    uint32_t pcs[IQ_STRAY_PCS], pc_count;
    bool told; /* of two threads: before the end */
    uint64_t accesses, bits, *seen;
    struct iq_soft_fault fault;
    char text[256], variable[IQ_PTX_NAME_BYTES];
};
struct iq_strays {
    pthread_mutex_t lock;
    const struct iq_launch_work *work;
    uint32_t count;
    struct iq_stray places[IQ_STRAYS_MAX];
};

/* Adds to a fault that is kept what takes long to find out, from [user]. */
typedef void iq_stray_complete(const void *user, struct iq_soft_fault *fault);

void iq_strays_begin(struct iq_strays *strays, const struct iq_launch_work *work);
/* One thread made [fault] at [pc]; returns how many accesses there were of the kind, 0: not counted
 * any more. */
uint64_t iq_strays_note(struct iq_strays *strays, const struct iq_soft_fault *fault, uint32_t pc);
/* Two threads made [fault] at [pc] and [other], which are wrong together; whatever shares a
 * statement with them is the same mistake, reported at the end with the pair of threads that are
 * furthest apart; a race that only happens because one of them left its array is none.  [complete]
 * NULL: nothing is to be added.  Returns as iq_strays_note. */
uint64_t iq_strays_note_pair(struct iq_strays *strays, const struct iq_soft_fault *fault,
                             uint32_t pc, uint32_t other, iq_stray_complete *complete,
                             const void *user);
/* Reports what two threads did by now, instead of at the end. */
void iq_strays_tell(struct iq_strays *strays);
void iq_strays_finish(struct iq_strays *strays);

/* Does an argument of the kernel point into these bytes? */
bool iq_strays_is_given(const struct iq_launch_work *work, uint64_t base, uint64_t size);

/* Which argument or variable the address of [fault] was computed from (see iq_ptx_access) and the
 * allocation that it points to; without such, what lies there or nearby.  Sets kind, object and
 * argument. */
void iq_strays_explain(struct iq_ctx *ctx, const struct iq_launch_work *work, uint64_t origins,
                       uint32_t of_variable, struct iq_soft_fault *fault);
/* Says that [address] lies in another variable of the module, whose memory [alloc] is; false: it is
 * none. */
struct iq_alloc;
bool iq_strays_say_victim(const struct iq_launch_work *work, const struct iq_alloc *alloc,
                          uint64_t address, char *text, size_t size);
/* The argument of [fault] is the one with this value, if there is one. */
void iq_strays_argument(const struct iq_launch_work *work, uint64_t value,
                        struct iq_soft_fault *fault);
/* May an address computed from the argument [pointer] lie in [range]?  As iq_ptx_env.belongs. */
int iq_strays_belongs(const struct iq_launch_work *work, uint64_t pointer,
                      const struct iq_ptx_range *range);

#endif
