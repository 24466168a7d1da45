/* A stand-in for libnccl.so.2: ranks are threads or processes of one machine, which meet in shared memory; the arithmetic is the host's, the
 * buffers are the device's.  It looks at nothing that NCCL does not look at: ranks that disagree compute nonsense, and one that waits for
 * another gives up after STANDIN_SECONDS (5) with ncclInternalError. */
#include "nccl_world.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { RANKS = 8, SLOT_BYTES = 1 << 20, QUEUE = 64 };

/* What the ranks of a communicator share. */
struct meeting {
    int joined, ranks, left;
    unsigned published[RANKS], done[RANKS];             /* operations, by rank */
    unsigned sent[RANKS][RANKS], taken[RANKS][RANKS];   /* messages, from and to */
    char slots[RANKS][SLOT_BYTES];
    char mail[RANKS][RANKS][SLOT_BYTES / 16];
};

struct ncclComm {
    struct meeting *meeting;
    char name[64];
    int rank, ranks, device;
    unsigned operations, splits;
};

enum kind { ALL_REDUCE, BROADCAST, REDUCE, ALL_GATHER, REDUCE_SCATTER, ALL_TO_ALL, GATHER, SCATTER, SEND, RECV };
struct operation {
    enum kind kind;
    const void *send;
    void *receive;
    size_t count;
    ncclDataType_t type;
    ncclRedOp_t op;
    int root;
    ncclComm_t comm;
    cudaStream_t stream;
    int state;
};
static _Thread_local struct operation queue[QUEUE];
static _Thread_local int queued, depth;

static void take(void *host, const void *device, size_t bytes) { cuMemcpyDtoH_v2(host, (CUdeviceptr)device, bytes); }
static void give(void *device, const void *host, size_t bytes) { cuMemcpyHtoD_v2((CUdeviceptr)device, host, bytes); }

static size_t size_of(ncclDataType_t type)
{
    static const size_t sizes[] = { 1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1 };
    return type < sizeof sizes / sizeof *sizes ? sizes[type] : 1;
}

/* Waits until [word] is at least [value]; 0 if it never is. */
static int wait_for(const unsigned *word, unsigned value)
{
    const char *seconds = getenv("STANDIN_SECONDS");
    time_t end = time(NULL) + (seconds ? atoi(seconds) : 5);
    while (__atomic_load_n(word, __ATOMIC_ACQUIRE) < value) {
        if (time(NULL) > end)
            return 0;
        usleep(200);
    }
    return 1;
}

static struct meeting *meet(const char *name)
{
    int file = shm_open(name, O_RDWR | O_CREAT, 0600);
    if (file < 0 || ftruncate(file, sizeof(struct meeting)))
        return NULL;
    void *map = mmap(NULL, sizeof(struct meeting), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    close(file);
    return map == MAP_FAILED ? NULL : map;
}

static ncclResult_t join(ncclComm_t *comm, int ranks, const char *name, int rank)
{
    struct meeting *meeting = meet(name);
    if (!meeting || rank < 0 || rank >= ranks || ranks > RANKS)
        return ncclInvalidArgument;
    ncclComm_t made = calloc(1, sizeof *made);
    *made = (struct ncclComm){ .meeting = meeting, .rank = rank, .ranks = ranks };
    cuCtxGetDevice(&made->device);
    snprintf(made->name, sizeof made->name, "%s", name);
    meeting->ranks = ranks;
    __atomic_fetch_add(&meeting->joined, 1, __ATOMIC_ACQ_REL);
    *comm = made;
    return ncclSuccess;
}

static ncclResult_t meet_all(ncclComm_t comm)
{
    return wait_for((const unsigned *)&comm->meeting->joined, (unsigned)comm->ranks) ? ncclSuccess : ncclInternalError;
}

ncclResult_t ncclGetVersion(int *version) { return *version = 22000, ncclSuccess; }

ncclResult_t ncclGetUniqueId(ncclUniqueId *id)
{
    static unsigned number;
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    memset(id, 0, sizeof *id);
    snprintf(id->internal, sizeof id->internal, "/standin-%d-%u-%lx", (int)getpid(), __atomic_fetch_add(&number, 1, __ATOMIC_RELAXED), (unsigned long)now.tv_nsec);
    return ncclSuccess;
}

ncclResult_t ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId id, int rank)
{
    ncclResult_t result = join(comm, nranks, id.internal, rank);
    return result ? result : meet_all(*comm);
}

ncclResult_t ncclCommInitRankConfig(ncclComm_t *comm, int nranks, ncclUniqueId id, int rank, ncclConfig_t *config)
{
    (void)config;
    return ncclCommInitRank(comm, nranks, id, rank);
}

ncclResult_t ncclCommInitRankScalable(ncclComm_t *comm, int nranks, int rank, int count, ncclUniqueId *ids, ncclConfig_t *config)
{
    (void)config;
    return count < 1 ? ncclInvalidArgument : ncclCommInitRank(comm, nranks, ids[0], rank);
}

ncclResult_t ncclCommInitAll(ncclComm_t *comms, int count, const int *devices)
{
    ncclUniqueId id;
    (void)devices;
    ncclGetUniqueId(&id);
    for (int rank = 0; rank < count; rank++)
        if (join(&comms[rank], count, id.internal, rank))
            return ncclInvalidArgument;
    return ncclSuccess;
}

static ncclResult_t leave(ncclComm_t comm)
{
    if (!comm)
        return ncclSuccess;
    if (__atomic_add_fetch(&comm->meeting->left, 1, __ATOMIC_ACQ_REL) >= comm->ranks)
        shm_unlink(comm->name);
    munmap(comm->meeting, sizeof *comm->meeting);
    free(comm);
    return ncclSuccess;
}
ncclResult_t ncclCommDestroy(ncclComm_t comm) { return leave(comm); }
ncclResult_t ncclCommAbort(ncclComm_t comm) { return leave(comm); }
ncclResult_t ncclCommFinalize(ncclComm_t comm) { return comm ? ncclSuccess : ncclInvalidArgument; }
ncclResult_t ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) { return *error = ncclSuccess, comm ? ncclSuccess : ncclInvalidArgument; }
ncclResult_t ncclCommCount(ncclComm_t comm, int *count) { return *count = comm->ranks, ncclSuccess; }
ncclResult_t ncclCommCuDevice(ncclComm_t comm, int *device) { return *device = comm->device, ncclSuccess; }
ncclResult_t ncclCommUserRank(ncclComm_t comm, int *rank) { return *rank = comm->rank, ncclSuccess; }
const char *ncclGetErrorString(ncclResult_t result) { return result ? "an error" : "no error"; }
const char *ncclGetLastError(ncclComm_t comm) { return (void)comm, ""; }
ncclResult_t ncclMemAlloc(void **ptr, size_t size) { return cuMemAlloc_v2((CUdeviceptr *)ptr, size) ? ncclUnhandledCudaError : ncclSuccess; }
ncclResult_t ncclMemFree(void *ptr) { return cuMemFree_v2((CUdeviceptr)ptr) ? ncclUnhandledCudaError : ncclSuccess; }
ncclResult_t ncclRedOpCreatePreMulSum(ncclRedOp_t *op, void *scalar, ncclDataType_t type, ncclScalarResidence_t residence, ncclComm_t comm)
{
    return (void)scalar, (void)type, (void)residence, (void)comm, *op = (ncclRedOp_t)5, ncclSuccess;
}
ncclResult_t ncclRedOpDestroy(ncclRedOp_t op, ncclComm_t comm) { return (void)op, (void)comm, ncclSuccess; }

/* ---- operations ---- */

#define COMBINE(T)                                                             \
    for (size_t i = 0; i < count; i++) {                                       \
        T *a = (T *)into + i, b = ((const T *)from)[i];                        \
        *a = op == ncclProd ? *a * b : op == ncclMax ? (*a > b ? *a : b) : op == ncclMin ? (*a < b ? *a : b) : *a + b; \
    }
static void combine(void *into, const void *from, size_t count, ncclDataType_t type, ncclRedOp_t op)
{
    if (type == ncclFloat32) {
        COMBINE(float)
    } else if (type == ncclFloat64) {
        COMBINE(double)
    } else if (type == ncclInt64) {
        COMBINE(long)
    } else if (type == ncclInt32) {
        COMBINE(int)
    }
}

static size_t sent_bytes(const struct operation *o)
{
    int each = o->kind == REDUCE_SCATTER || o->kind == ALL_TO_ALL || o->kind == SCATTER;
    size_t bytes = o->count * size_of(o->type) * (each ? (size_t)o->comm->ranks : 1);
    return bytes > SLOT_BYTES ? SLOT_BYTES : bytes;
}

static int publish(struct operation *o)
{
    struct meeting *m = o->comm->meeting;
    int me = o->comm->rank;
    cuStreamSynchronize((CUstream)o->stream);
    if (o->kind == SEND) {
        if (!wait_for(&m->taken[me][o->root], m->sent[me][o->root]))
            return 0;
        take(m->mail[me][o->root], o->send, sent_bytes(o));
        __atomic_fetch_add(&m->sent[me][o->root], 1, __ATOMIC_ACQ_REL);
        return 1;
    }
    if (o->kind == RECV)
        return 1;
    for (int r = 0; r < o->comm->ranks; r++) /* the slots are free again */
        if (!wait_for(&m->done[r], o->comm->operations))
            return 0;
    if ((o->kind != BROADCAST && o->kind != SCATTER) || me == o->root)
        take(m->slots[me], o->send, sent_bytes(o));
    o->comm->operations++;
    __atomic_fetch_add(&m->published[me], 1, __ATOMIC_ACQ_REL);
    return 1;
}

static int receive(struct operation *o)
{
    struct meeting *m = o->comm->meeting;
    int from = o->root, me = o->comm->rank;
    if (!wait_for(&m->sent[from][me], m->taken[from][me] + 1))
        return 0;
    give(o->receive, m->mail[from][me], sent_bytes(o));
    __atomic_fetch_add(&m->taken[from][me], 1, __ATOMIC_ACQ_REL);
    return 1;
}

static int complete(struct operation *o)
{
    struct meeting *m = o->comm->meeting;
    int me = o->comm->rank, ranks = o->comm->ranks;
    size_t part = o->count * size_of(o->type), bytes = sent_bytes(o);
    static _Thread_local char result[RANKS * SLOT_BYTES];
    if (o->kind == SEND)
        return 1;
    if (o->kind == RECV)
        return receive(o);
    for (int r = 0; r < ranks; r++)
        if (!wait_for(&m->published[r], o->comm->operations))
            return 0;
    if (o->kind == BROADCAST)
        give(o->receive, m->slots[o->root], bytes);
    else if (o->kind == SCATTER)
        give(o->receive, m->slots[o->root] + (size_t)me * part, part);
    else if (o->kind == ALL_GATHER || o->kind == ALL_TO_ALL || o->kind == GATHER) {
        for (int r = 0; r < ranks; r++)
            memcpy(result + (size_t)r * part, m->slots[r] + (o->kind == ALL_TO_ALL ? (size_t)me * part : 0), part);
        if (o->kind != GATHER || me == o->root)
            give(o->receive, result, part * (size_t)ranks);
    } else if (o->kind != REDUCE || me == o->root) {
        memcpy(result, m->slots[0], bytes);
        for (int r = 1; r < ranks; r++)
            combine(result, m->slots[r], bytes / size_of(o->type), o->type, o->op);
        give(o->receive, result + (o->kind == REDUCE_SCATTER ? (size_t)me * part : 0), part);
    }
    __atomic_fetch_add(&m->done[me], 1, __ATOMIC_ACQ_REL);
    return 1;
}

/* Of each communicator the first operation that is left, messages all: what this thread's ranks give is there before they take. */
static int do_round(void)
{
    ncclComm_t busy[QUEUE];
    int count = 0, any = 0;
    for (int i = 0; i < queued; i++) {
        struct operation *o = &queue[i];
        int first = !o->state;
        for (int k = 0; k < count && o->kind < SEND; k++)
            first &= busy[k] != o->comm;
        if (!first)
            continue;
        if (o->kind < SEND)
            busy[count++] = o->comm;
        if (!publish(o))
            return -1;
        o->state = 1;
        any = 1;
    }
    for (int i = 0; i < queued; i++)
        if (queue[i].state == 1) {
            if (!complete(&queue[i]))
                return -1;
            queue[i].state = 2;
        }
    return any;
}

/* NCCL works in kernels, which it launches by the driver's API. */
static void launch(CUstream stream)
{
    static const char text[] = ".version 7.0\n.target sm_50\n.address_size 64\n.visible .entry collective()\n{\n ret;\n}\n";
    CUmodule module;
    CUfunction function;
    if (cuModuleLoadData(&module, text) || cuModuleGetFunction(&function, module, "collective"))
        return;
    cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, NULL, NULL);
    cuStreamSynchronize(stream);
    cuModuleUnload(module);
}

static ncclResult_t flush(void)
{
    int more;
    if (queued)
        launch((CUstream)queue[0].stream);
    do
        more = do_round();
    while (more > 0);
    queued = 0;
    return more < 0 ? ncclInternalError : ncclSuccess;
}

static ncclResult_t enqueue(struct operation operation)
{
    if (!operation.comm)
        return ncclInvalidArgument;
    queue[queued++] = operation;
    return depth ? ncclSuccess : flush();
}

ncclResult_t ncclGroupStart(void) { return depth++, ncclSuccess; }
ncclResult_t ncclGroupEnd(void) { return --depth ? ncclSuccess : flush(); }

ncclResult_t ncclAllReduce(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ ALL_REDUCE, send, receive, count, type, op, 0, comm, stream, 0 });
}
ncclResult_t ncclBroadcast(const void *send, void *receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ BROADCAST, send, receive, count, type, 0, root, comm, stream, 0 });
}
ncclResult_t ncclBcast(void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)
{
    return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}
ncclResult_t ncclReduce(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, int root, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ REDUCE, send, receive, count, type, op, root, comm, stream, 0 });
}
ncclResult_t ncclAllGather(const void *send, void *receive, size_t count, ncclDataType_t type, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ ALL_GATHER, send, receive, count, type, 0, 0, comm, stream, 0 });
}
ncclResult_t ncclReduceScatter(const void *send, void *receive, size_t count, ncclDataType_t type, ncclRedOp_t op, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ REDUCE_SCATTER, send, receive, count, type, op, 0, comm, stream, 0 });
}
ncclResult_t ncclAlltoAll(const void *send, void *receive, size_t count, ncclDataType_t type, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ ALL_TO_ALL, send, receive, count, type, 0, 0, comm, stream, 0 });
}
ncclResult_t ncclGather(const void *send, void *receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ GATHER, send, receive, count, type, 0, root, comm, stream, 0 });
}
ncclResult_t ncclScatter(const void *send, void *receive, size_t count, ncclDataType_t type, int root, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ SCATTER, send, receive, count, type, 0, root, comm, stream, 0 });
}
ncclResult_t ncclSend(const void *send, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ SEND, send, NULL, count, type, 0, peer, comm, stream, 0 });
}
ncclResult_t ncclRecv(void *receive, size_t count, ncclDataType_t type, int peer, ncclComm_t comm, cudaStream_t stream)
{
    return enqueue((struct operation){ RECV, NULL, receive, count, type, 0, peer, comm, stream, 0 });
}

ncclResult_t ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *made, ncclConfig_t *config)
{
    struct meeting *m = comm->meeting;
    int own[2] = { color, key }, rank = 0, ranks = 0;
    (void)config;
    for (int r = 0; r < comm->ranks; r++)
        if (!wait_for(&m->done[r], comm->operations))
            return ncclInternalError;
    memcpy(m->slots[comm->rank], own, sizeof own);
    comm->operations++;
    __atomic_fetch_add(&m->published[comm->rank], 1, __ATOMIC_ACQ_REL);
    for (int r = 0; r < comm->ranks; r++)
        if (!wait_for(&m->published[r], comm->operations))
            return ncclInternalError;
    for (int r = 0; r < comm->ranks; r++) {
        int other[2];
        memcpy(other, m->slots[r], sizeof other);
        if (other[0] != color)
            continue;
        ranks++;
        rank += other[1] < key || (other[1] == key && r < comm->rank);
    }
    __atomic_fetch_add(&m->done[comm->rank], 1, __ATOMIC_ACQ_REL);
    char name[128];
    snprintf(name, sizeof name, "%.40s-%u-%d", comm->name, comm->splits++, color);
    *made = NULL;
    if (color < 0)
        return ncclSuccess;
    ncclResult_t result = join(made, ranks, name, rank);
    return result ? result : meet_all(*made);
}
