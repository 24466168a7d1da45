/* Memory for races in shared memory: records of the first blocks of a launch, zeroed in the order
 * of its stream; see kernel_checks.h. */
#include <pthread.h>

#include "abi/soft_observer.h"
#include "rules/faults/kernel.h"
#include "wrap/kernel_checks.h"

enum { STREAMS = 8, BUDGET_BYTES = 32 << 20 /* of a stream */ };

/* Kernels of one stream follow each other, so that they may share. */
static struct room {
    CUcontext context;
    unsigned long long stream;
    CUdeviceptr at;
    size_t bytes;
} rooms[STREAMS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* A number that no other stream has ever had; false: there is none. */
static bool id_of(CUstream stream, unsigned long long *id)
{
    return iq_kernel_real.cuStreamGetId && !iq_kernel_real.cuStreamGetId(stream, id);
}

/* What is too small stays until the context ends: kernels may use it. */
static CUdeviceptr room_for(CUcontext context, unsigned long long stream, size_t bytes)
{
    for (int i = 0; i < STREAMS; i++) {
        struct room *room = &rooms[i];
        if (room->context && (room->context != context || room->stream != stream))
            continue;
        size_t size = room->bytes ? room->bytes : 1 << 16;
        while (size < bytes)
            size *= 2;
        if (size > room->bytes && iq_kernel_real.cuMemAlloc_v2(&room->at, size))
            return 0;
        *room = (struct room){ context, stream, room->at, size };
        return room->at;
    }
    return 0;
}

struct iq_kernel_race_room iq_kernel_race_room(const struct iq_instrument_kernel *kernel,
                                               const unsigned grid[3], uint32_t dynamic_bytes,
                                               CUstream stream)
{
    struct iq_kernel_race_room room = { .state = 0 };
    uint64_t blocks = (uint64_t)grid[0] * grid[1] * grid[2],
             cells = (kernel->shared_bytes + (uint64_t)dynamic_bytes + 3) / 4,
             each = cells * IQ_INSTRUMENT_CELL_BYTES;
    unsigned long long id;
    CUcontext context = NULL;
    if (!kernel->watches_shared || !blocks || each > BUDGET_BYTES ||
        !(iq_core_soft_observer()->flags & IQ_SOFT_WATCH_SHARED_RACES) || !id_of(stream, &id) ||
        iq_kernel_real.cuCtxGetCurrent(&context))
        return room;
    if (blocks > BUDGET_BYTES / each)
        blocks = BUDGET_BYTES / each;
    pthread_mutex_lock(&lock);
    CUdeviceptr at = room_for(context, id, blocks * each);
    pthread_mutex_unlock(&lock);
    if (at && !iq_kernel_real.cuMemsetD8Async(at, 0, blocks * each, stream))
        room = (struct iq_kernel_race_room){ at, blocks, cells };
    return room;
}

void iq_kernel_races_forget(void)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < STREAMS; i++)
        rooms[i] = (struct room){ .context = NULL };
    pthread_mutex_unlock(&lock);
}
