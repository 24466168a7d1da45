/* The table of memory that kernels look addresses up in; see kernel_checks.h. */
#include <pthread.h>
#include <stdlib.h>

#include "model/range.h"
#include "wrap/kernel_checks.h"

/* Tables follow each other in an arena, so that the one that a launch was given is not overwritten
 * before many more were made. */
enum { CONTEXTS = 16, ARENA_BYTES = 16 << 20, ROWS_MAX = 1 << 16 };

struct row {
    uint64_t base, size;
};

static struct table {
    CUcontext context;
    CUdeviceptr arena, at;
    size_t used;
    CUstream stream;
    uint64_t version; /* iq_range_version that it holds for */
    uint32_t count;
} tables[CONTEXTS];
static struct row *rows;
static uint32_t row_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void collect(void *user, uint64_t base, uint64_t size)
{
    (void)user;
    if (row_count < ROWS_MAX)
        rows[row_count++] = (struct row){ base, size };
}

/* The table of the current context; NULL: there is none. */
static struct table *find_table(const struct iq_real_cuda *real)
{
    CUcontext context = NULL;
    if (real->cuCtxGetCurrent(&context) || !context)
        return NULL;
    for (int i = 0; i < CONTEXTS; i++) {
        struct table *table = &tables[i];
        if (table->context == context)
            return table;
        if (table->context || real->cuStreamCreate(&table->stream, CU_STREAM_NON_BLOCKING))
            continue;
        if (real->cuMemAlloc_v2(&table->arena, ARENA_BYTES))
            return NULL;
        table->context = context;
        table->version = 0;
        table->used = 0;
        return table;
    }
    return NULL;
}

static bool upload(const struct iq_real_cuda *real, struct table *table)
{
    uint64_t version = __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE);
    if (!rows && !(rows = malloc(ROWS_MAX * sizeof *rows)))
        return false;
    row_count = 0;
    iq_range_visit_spans(collect, NULL); /* the fewer there are, the more often the last one fits */
    size_t bytes = row_count * sizeof *rows;
    if (!row_count || row_count == ROWS_MAX)
        return false;
    if (table->used + bytes > ARENA_BYTES)
        table->used = 0;
    table->at = table->arena + table->used;
    table->used += bytes;
    table->count = row_count;
    table->version = version;
    return !real->cuMemcpyHtoDAsync_v2(table->at, rows, bytes, table->stream) &&
           !real->cuStreamSynchronize(table->stream);
}

bool iq_kernel_table(const struct iq_real_cuda *real, uint64_t *address, uint32_t *count)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    pthread_mutex_lock(&lock);
    real->cuThreadExchangeStreamCaptureMode(&mode);
    struct table *table = find_table(real);
    bool there = table && (table->version == __atomic_load_n(&iq_range_version, __ATOMIC_ACQUIRE) ||
                           upload(real, table));
    real->cuThreadExchangeStreamCaptureMode(&mode);
    *address = there ? table->at : 0;
    *count = there ? table->count : 0;
    pthread_mutex_unlock(&lock);
    return there;
}

void iq_kernel_tables_forget(void)
{
    pthread_mutex_lock(&lock);
    for (int i = 0; i < CONTEXTS; i++)
        tables[i].context = NULL;
    pthread_mutex_unlock(&lock);
}
