#include "api_cuda/launch.h"

#include <string.h>

#include "abi/soft_observer.h"
#include "api_cuda/flow.h"
#include "api_cuda/kernels.h"
#include "api_cuda/launch_cache.h"
#include "api_cuda/soft_site.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/memory.h"
#include "base/numbered.h"
#include "call/core.h"
#include "call/plan.h"
#include "call/walk.h"
#include "model/names.h"
#include "order/clock.h"

enum { RECORDS = 1024, MANY = 16384, STREAMS = 64, DEVICES = 64, WORDS = 64, PER_THREAD = 2 };

/* Where a launch stands in the order of streams: after operations up to these ones.  Orders that
 * need not hold are as good as none: [doubts] tells whether one came between two launches. */
struct launch_place {
    uint32_t slot, count;
    uint64_t tick, doubts, after[IQ_TIMELINES] /* the first [count] */;
};

static struct launch_place *places; /* ring of MANY; NULL: nobody wants them */
static uint32_t next_place;         /* IQ_LOCK_ORDER */
static struct iq_launch_record soft_records[RECORDS];
/* of rings that are made from now on, a power of two */
static uint64_t room = RECORDS;
/* this thread's last launch on the software device */
static __thread uint64_t last_soft __attribute__((tls_model("initial-exec")));
/* of stream: launches that were back then are done */
static struct {
    uint64_t stream, when;
} good[STREAMS];

/* Of each device, the last one stands for any: launches that were back then are done, whatever
 * their stream; those that the default stream waits for. */
static struct {
    uint64_t all, legacy;
} good_on[DEVICES + 1];

static const char *kernel_name(uint64_t function)
{
    const char *name = iq_name_of_function(function);
    if (name)
        return name;
    const struct iq_handle *handle = iq_handle_find(IQ_KIND_KERNEL, function);
    if (!handle || handle->kind != IQ_KIND_KERNEL)
        return NULL;
    return handle->name || !handle->origin || handle->origin == function
               ? handle->name
               : kernel_name(handle->origin);
}

const char *iq_core_function_name(uint64_t function) { return kernel_name(function); }

uint64_t iq_launch_host_function(const struct iq_call *call)
{
    int arg = iq_entry_arg(call->entry, IQ_ROLE_FUNC);
    uint64_t function = arg < 0 ? iq_thread_block->launching : call->args[arg];
    for (int depth = 0; depth < 4 && function && !iq_name_of_function(function); depth++) {
        const struct iq_handle *handle = iq_handle_find(IQ_KIND_KERNEL, function);
        function = handle && handle->kind == IQ_KIND_KERNEL && handle->origin != function
                       ? handle->origin
                       : 0;
    }
    return function;
}

void iq_core_keep_launches(void)
{
    room = MANY; /* before the first launch */
    places = places ? places : iq_core_alloc(MANY * sizeof *places);
    iq_core.keeps_places = places != NULL;
}

uint32_t iq_core_streams(void) { return iq_clock_count(); }

void iq_launch_place(const struct iq_call *call, struct iq_timeline *timeline)
{
    uint32_t at = next_place++ % MANY;
    places[at].tick = iq_clock_advance(timeline);
    places[at].slot = timeline->slot;
    places[at].doubts = iq_clock_doubts();
    places[at].count = iq_clock_count();
    memcpy(places[at].after, timeline->known, places[at].count * sizeof *places[at].after);
    iq_thread_block->place_call = call->number;
    iq_thread_block->place = at + 1;
}

void iq_core_launch_marker(const uint32_t *word, uint32_t value)
{
    struct iq_thread *thread = iq_thread_block;
    if (!thread || !iq_call_here.top)
        return;
    thread->marker_call = iq_call_here.top->number;
    thread->marker = word;
    thread->marker_value = value;
}

IQ_COLD static bool is_stream_captured(const struct iq_call *call)
{
    uint64_t stream = iq_walk_stream(call);
    const struct iq_handle *handle = stream > 2 ? iq_handle_find(IQ_KIND_STREAM, stream) : NULL;
    return handle && handle->kind == IQ_KIND_STREAM && iq_flow_is_capturing(handle);
}

IQ_FAST bool iq_launch_is_captured(const struct iq_call *call)
{
    return __builtin_expect(iq_core.capture_stream != 0, 0) && is_stream_captured(call);
}

/* As many numbers as there are; no argument at all: 1. */
IQ_COLD static void read_odd_dimensions(const struct iq_call *call, int i, uint32_t out[3])
{
    for (int k = 0; k < 3; k++)
        out[k] = i < 0 ? 1 : i + k < call->entry->arg_count ? (uint32_t)call->args[i + k] : 0;
}

/* A struct by its address, or three numbers. */
__attribute__((always_inline)) static inline void copy_dimensions(const uint64_t *args, bool dim3,
                                                                  uint32_t out[3])
{
    if (dim3)
        memcpy(out, (const void *)(uintptr_t)*args, 3 * sizeof *out);
    else
        out[0] = (uint32_t)args[0], out[1] = (uint32_t)args[1], out[2] = (uint32_t)args[2];
}

__attribute__((always_inline)) static inline void read_dimensions(const struct iq_call *call, int i,
                                                                  uint32_t out[3])
{
    if (__builtin_expect(i < 0 || (!call->plan->dim3 && i + 3 > call->entry->arg_count), 0))
        read_odd_dimensions(call, i, out);
    else
        copy_dimensions(call->args + i, call->plan->dim3, out);
}

IQ_FAST static void read_config(const struct iq_call *call, uint32_t grid[3], uint32_t block[3],
                                uint64_t *shared)
{
    const struct iq_launch_config *config = iq_walk_config_of(call);
    if (!config)
        return;
    memcpy(grid, config->grid, sizeof config->grid);
    memcpy(block, config->block, sizeof config->block);
    *shared = config->shared;
    if (call->entry->api == IQ_API_CUDART)
        *shared |= (uint64_t)config->shared_high << 32;
}

__attribute__((always_inline)) static inline void read_geometry(const struct iq_call *call,
                                                                uint32_t grid[3], uint32_t block[3],
                                                                uint64_t *shared)
{
    const struct iq_plan *plan = call->plan;
    read_dimensions(call, plan->grid, grid);
    read_dimensions(call, plan->block, block);
    *shared = plan->shared >= 0 ? call->args[plan->shared] : 0;
    if (__builtin_expect(plan->config >= 0, 0))
        read_config(call, grid, block, shared);
}

/* The argument that is the kernel; -1: none.  Questions about a launch just use its handle. */
static int kernel_arg(const struct iq_call *call)
{
    const struct iq_entry *entry = call->entry;
    int arg = call->plan->func;
    for (int i = 0; arg < 0 && call->plan->config >= 0 && i < entry->arg_count; i++)
        if (entry->args[i].role == IQ_ROLE_USE && entry->args[i].kind == IQ_KIND_KERNEL)
            arg = i;
    return arg;
}

bool iq_launch_read(const struct iq_call *call, struct iq_launch *launch)
{
    const struct iq_plan *plan = call->plan;
    int function = kernel_arg(call);
    *launch =
        (struct iq_launch){ .grid_arg = plan->grid,
                            .block_arg = plan->block,
                            .shared_arg = plan->shared,
                            .function_arg = function,
                            .args_arg = plan->args,
                            .struct_arg = plan->config,
                            .prefix = "",
                            .host_function = function == plan->func && !plan->func_is_handle };
    if (function < 0)
        return false;
    launch->function = call->args[function];
    launch->takes_arguments = plan->args >= 0;
    launch->params = plan->args >= 0 ? call->args[plan->args] : 0;
    launch->extra = plan->extra >= 0 ? call->args[plan->extra] : 0;
    read_geometry(call, launch->grid, launch->block, &launch->shared);
    return true;
}

/* Does word [i] of what [thread] launches lead to memory? */
static bool is_pointer(const struct iq_thread *thread, int i)
{
    enum { LEAST = 1 << 20 }; /* numbers are mostly less */
    uint64_t word = thread->words[i];
    struct iq_range range;
    if (iq_image_word_is_offset(&thread->kernel->words[i]))
        return false;
    return thread->word_memory[i] != IQ_ARGUMENT_OTHER ||
           (word >= LEAST && (iq_range_find(word, &range) || iq_range_find_freed(word, &range)));
}

/* The memory that the kernel's arguments lead to. */
static void note_pointers(const struct iq_thread *thread, struct iq_launch_record *record)
{
    enum { MOST = sizeof record->pointers / sizeof *record->pointers };
    int count = 0;
    record->outside = thread->kernel ? thread->outside : 0;
    memset(record->pointers, 0, sizeof record->pointers);
    for (int i = 0; thread->kernel && i < thread->kernel->word_count && count < MOST; i++)
        if (is_pointer(thread, i))
            record->pointers[count++] = thread->words[i];
}

IQ_COLD static bool make_ring(struct iq_thread *thread)
{
    struct iq_launch_ring *ring = &thread->launches;
    struct iq_launch_record *records = iq_core_alloc(room * sizeof *records);
    if (!records)
        return false;
    ring->mask = room - 1;
    __atomic_store_n(&ring->records, records, __ATOMIC_RELEASE);
    return true;
}

/* Puts the launches of all threads in order. */
static inline void note_turn(const struct iq_thread *thread)
{
    if (__builtin_expect(__atomic_load_n(&iq_moment_clock.last, __ATOMIC_RELAXED) != thread, 0)) {
        __atomic_store_n(&iq_moment_clock.last, thread, __ATOMIC_RELAXED);
        iq_moment_step();
    }
}

/* The next record of the thread's ring, which has one, with what all launches have in common. */
__attribute__((always_inline)) static inline struct iq_launch_record *open_record(
    struct iq_thread *thread, const struct iq_call *call, uint32_t stack)
{
    struct iq_launch_ring *ring = &thread->launches;
    note_turn(thread);
    uint64_t serial = ring->count + 1;
    struct iq_launch_record *record = &ring->records[serial & ring->mask];
    iq_numbered_open(&record->times.serial);
    __atomic_store_n(&ring->count, serial, __ATOMIC_RELEASE);
    record->times.when = 0;
    record->ref = (struct iq_call_ref){ call->number, call->entry, stack, thread->number };
    record->context = thread->current;
    record->foreseen = 0;
    record->foreseen_parameter = 0;
    record->graph = false;
    record->marker = NULL;
    return record;
}

/* It may be read from now on. */
__attribute__((always_inline)) static inline struct iq_launch_times *close_record(
    const struct iq_launch_ring *ring, struct iq_launch_record *record)
{
    uint64_t serial = ring->count;
    iq_numbered_close(&record->times.serial, serial);
    /* was not written for a thousand launches */
    const char *next = (const char *)&ring->records[(serial + 1) & ring->mask];
    __builtin_prefetch(next, 1);
    __builtin_prefetch(next + 64, 1);
    return &record->times;
}

IQ_FAST struct iq_launch_times *iq_launch_begin_again(struct iq_thread *thread,
                                                      struct iq_call *call)
{
    const struct iq_plan *plan = call->plan;
    struct iq_launch_ring *ring = &thread->launches;
    if (__builtin_expect(!ring->records, 0))
        return iq_launch_begin(thread, call);
    struct iq_launch_record *record = open_record(thread, call, call->stack);
    const struct iq_cached_launch *cached = call->cached_launch;
    record->function = call->args[plan->func];
    record->stream = cached->stream;
    if (__builtin_expect(cached->foreseen != 0, 0)) {
        record->foreseen = cached->foreseen;
        record->foreseen_parameter = cached->foreseen_parameter;
    }
    if (__builtin_expect(plan->config >= 0, 0)) {
        read_config(call, record->grid, record->block, &record->shared);
        return close_record(ring, record);
    }
    const uint64_t *grid = call->args + plan->grid, *block = call->args + plan->block;
    const bool dim3 = plan->dim3;
    copy_dimensions(grid, dim3, record->grid);
    copy_dimensions(block, dim3, record->block);
    record->shared = call->args[plan->shared];
    return close_record(ring, record);
}

IQ_FAST struct iq_launch_times *iq_launch_begin(struct iq_thread *thread, struct iq_call *call)
{
    bool graph = !(call->plan->steps & IQ_STEP_LAUNCH);
    int function = call->plan->func;
    struct iq_launch_ring *ring = &thread->launches;
    if ((!graph && function < 0) ||
        (__builtin_expect(iq_core.capture_stream != 0, 0) && is_stream_captured(call)) ||
        (__builtin_expect(!ring->records, 0) && !make_ring(thread)))
        return NULL;
    struct iq_launch_record *record = open_record(thread, call, iq_call_stack(call));
    record->function = graph ? 0 : call->args[function];
    record->stream = iq_walk_stream(call);
    if (!graph)
        read_geometry(call, record->grid, record->block, &record->shared);
    record->foreseen = call->foreseen;
    record->foreseen_parameter = call->foreseen_parameter;
    record->graph = graph;
    if (__builtin_expect(iq_core.keeps_places, 0)) {
        note_pointers(thread, record);
        record->place = thread->place_call == call->number ? thread->place : 0;
        record->marker = thread->marker_call == call->number ? thread->marker : NULL;
        record->value = thread->marker_value;
    }
    return close_record(ring, record);
}

void iq_launch_note(struct iq_thread *thread, struct iq_call *call)
{
    struct iq_launch_times *launch = iq_launch_begin(thread, call);
    if (launch)
        iq_launch_is_back(launch);
}

/* A copy to the host waits for its stream; one the other way may return while earlier work still
 * runs. */
static bool copies_to_host(const struct iq_call *call)
{
    enum { DEVICE_TO_HOST = 2 };
    int kind = call->plan->memkind;
    return call->entry->flags & IQ_ENTRY_SYNC_HOST && kind >= 0 &&
           (uint32_t)call->args[kind] == DEVICE_TO_HOST;
}

/* Waits may come back in another order than they began in. */
static inline void raise_to(uint64_t *ref, uint64_t when)
{
    uint64_t known = __atomic_load_n(ref, __ATOMIC_RELAXED);
    while (known < when && !__atomic_compare_exchange_n(ref, &known, when, false, __ATOMIC_RELAXED,
                                                        __ATOMIC_RELAXED))
        ;
}

static int index_of(int device) { return device >= 0 && device < DEVICES ? device : DEVICES; }

static bool is_per_thread(uint64_t stream, const struct iq_entry *entry)
{
    return stream == PER_THREAD || (!stream && entry && entry->flags & IQ_ENTRY_PTSZ);
}

/* Streams as they are told apart: each thread has a default stream of its own. */
static uint64_t key_of(uint64_t stream, const struct iq_entry *entry, uint32_t thread)
{
    return is_per_thread(stream, entry) ? PER_THREAD | (uint64_t)thread << 32 : stream;
}

static uint32_t place_of(uint64_t key) { return (uint32_t)((key >> 4 ^ key >> 32) % STREAMS); }

/* Whose work [call], which waits for all there is, has waited for: *context and *device stand for
 * what is current.  *device -1: not known. */
static void look_at_arguments(const struct iq_thread *thread, const struct iq_call *call,
                              struct iq_context **context, int *device)
{
    for (int i = 0; i < call->entry->arg_count && i < IQ_THREAD_ARGS; i++) {
        const struct iq_arg *role = &call->entry->args[i];
        if (role->kind == IQ_KIND_CONTEXT && call->args[i]) {
            const struct iq_handle *handle = iq_resolved_handle(call, i, IQ_KIND_CONTEXT);
            *context = handle ? handle->context : NULL;
            *device = *context ? (*context)->device : -1;
        } else if (role->role == IQ_ROLE_DELMEM && thread->resolved[i].live &&
                   thread->resolved[i].range.device >= 0 &&
                   thread->resolved[i].range.device != *device) {
            *context = NULL;
            *device = -1;
        }
    }
    if (call->entry->flags & IQ_ENTRY_RESET && call->entry->arg_count) {
        *context = NULL;
        *device = (int)call->args[0];
    }
}

IQ_FAST void iq_launch_synced(struct iq_thread *thread, struct iq_call *call)
{
    if (call->entry->flags & IQ_ENTRY_SYNC_CTX && iq_flow_frees_at_once(thread, call))
        return;
    uint64_t key = key_of(iq_walk_stream(call), call->entry, thread->number);
    bool waits = call->entry->flags & IQ_ENTRY_SYNC_STREAM || copies_to_host(call),
         whole = call->entry->flags & IQ_ENTRY_SYNC_CTX;
    if (whole || (waits && key <= 1)) {
        struct iq_context *context = thread->current;
        int device = context && context->device >= 0 ? context->device : thread->device;
        if (whole && call->entry->arg_count)
            look_at_arguments(thread, call, &context, &device);
        raise_to(whole ? &good_on[index_of(device)].all : &good_on[index_of(device)].legacy,
                 call->began);
        raise_to(whole ? &good_on[DEVICES].all : &good_on[DEVICES].legacy, call->began);
        if (context && context->foreseen)
            __atomic_store_n(&context->foreseen, 0, __ATOMIC_RELAXED);
        return;
    }
    uint32_t at = place_of(key);
    if (!waits || (good[at].stream == key && good[at].when >= call->began))
        return;
    good[at].stream = key;
    good[at].when = call->began;
}

/* Does what comes next on the default stream wait for it? */
static bool is_blocking(const struct iq_launch_record *record)
{
    const struct iq_handle *stream =
        record->stream > PER_THREAD ? iq_handle_find(IQ_KIND_STREAM, record->stream) : NULL;
    return record->stream <= PER_THREAD ||
           (stream && stream->kind == IQ_KIND_STREAM && !(stream->flags & IQ_HANDLE_NON_BLOCKING));
}

static bool is_good(const struct iq_launch_record *record)
{
    uint64_t key = key_of(record->stream, record->ref.entry, record->ref.thread);
    uint32_t at = place_of(key);
    int device = index_of(record->context ? record->context->device : -1);
    if (record->marker &&
        (int32_t)(__atomic_load_n(record->marker, __ATOMIC_ACQUIRE) - record->value) >= 0)
        return true;
    return record->times.when &&
           (record->times.when <= __atomic_load_n(&good_on[device].all, __ATOMIC_RELAXED) ||
            (record->times.when <= __atomic_load_n(&good_on[device].legacy, __ATOMIC_RELAXED) &&
             is_blocking(record)) ||
            (good[at].stream == key && record->times.when <= good[at].when));
}

/* Streams whose first unfinished launch was seen: what is after it had not begun. */
struct stuck {
    const uint32_t *word[WORDS];
    uint32_t count;
};

static bool has_begun(struct stuck *stuck, const struct iq_launch_record *record)
{
    for (uint32_t i = 0; record->marker && i < stuck->count; i++)
        if (stuck->word[i] == record->marker)
            return false;
    if (record->marker && stuck->count < WORDS)
        stuck->word[stuck->count++] = record->marker;
    return true;
}

/* Reading the rings of all threads together, oldest launch first.  One reader at a time:
 * IQ_LOCK_FINDINGS is held from the first call to the last. */
static struct iq_thread *begin_reading(void)
{
    struct iq_thread *first = iq_thread_first();
    iq_lock(IQ_LOCK_FINDINGS);
    for (struct iq_thread *thread = first; thread; thread = thread->next) {
        uint64_t count = __atomic_load_n(&thread->launches.count, __ATOMIC_ACQUIRE),
                 mask = thread->launches.mask;
        /* the oldest one may be overwritten meanwhile */
        thread->next_launch = count > mask ? count - mask : 1;
    }
    return first;
}

/* The next launch of [thread]; NULL: there is none. */
static const struct iq_launch_record *next_of(struct iq_thread *thread)
{
    const struct iq_launch_record *records =
        __atomic_load_n(&thread->launches.records, __ATOMIC_ACQUIRE);
    uint64_t count = __atomic_load_n(&thread->launches.count, __ATOMIC_ACQUIRE);
    for (; records && thread->next_launch <= count; thread->next_launch++) {
        const struct iq_launch_record *record =
            &records[thread->next_launch & thread->launches.mask];
        /* by a jump: maybe never made */
        bool left =
            thread->next_launch < count && !__atomic_load_n(&record->times.when, __ATOMIC_RELAXED);
        if (iq_numbered_now(&record->times.serial) == thread->next_launch && !left)
            return record;
    }
    return NULL;
}

static bool read_next(struct iq_thread *first, struct iq_launch_record *out)
{
    struct iq_thread *best = NULL;
    uint64_t earliest = 0;
    for (struct iq_thread *thread = first; thread; thread = thread->next) {
        const struct iq_launch_record *record = next_of(thread);
        /* what is not back yet comes last */
        uint64_t when = record ? __atomic_load_n(&record->times.when, __ATOMIC_RELAXED) - 1 : 0;
        if (record && (!best || when < earliest)) {
            best = thread;
            earliest = when;
        }
    }
    if (!best)
        return false;
    const struct iq_launch_record *record =
        &best->launches.records[best->next_launch & best->launches.mask];
    *out = *record;
    if (!iq_numbered_is_still(&record->times.serial, best->next_launch))
        out->times.serial = 0; /* overwritten while it was read */
    best->next_launch++;
    return true;
}

static void end_reading(struct iq_launch_record *out, uint32_t count)
{
    iq_unlock(IQ_LOCK_FINDINGS);
    for (uint32_t i = 0; i < count; i++)
        out[i].kernel = kernel_name(out[i].function);
}

typedef bool matches_fn(const struct iq_launch_record *record, void *user);

/* The launches of [context] (NULL: any) that [matches] wants. */
static uint32_t read_all(const struct iq_context *context, matches_fn *matches, void *user,
                         struct iq_launch_record *out, uint32_t limit)
{
    struct iq_launch_record record;
    struct iq_thread *first = begin_reading();
    uint32_t count = 0;
    while (read_next(first, &record)) {
        if (!record.times.serial || (context && record.context && record.context != context) ||
            !matches(&record, user))
            continue;
        if (count < limit)
            out[count] = record;
        count++;
    }
    end_reading(out, count < limit ? count : limit);
    return count;
}

/* Does [later] come after [earlier], whatever was not seen? */
static bool comes_after(const struct iq_launch_record *later,
                        const struct iq_launch_record *earlier)
{
    const struct launch_place *b = later->place ? &places[later->place - 1] : NULL,
                              *a = earlier->place ? &places[earlier->place - 1] : NULL;
    return a && b && a->slot != b->slot && a->doubts == b->doubts && a->slot < b->count &&
           b->after[a->slot] >= a->tick;
}

struct unfinished {
    const uint64_t *stream;
    struct stuck stuck;
};

static bool is_unfinished(const struct iq_launch_record *record, void *user)
{
    struct unfinished *unfinished = user;
    return (!unfinished->stream || record->stream == *unfinished->stream) && !is_good(record) &&
           has_begun(&unfinished->stuck, record);
}

uint32_t iq_launch_suspects(const struct iq_context *context, struct iq_launch_record *out,
                            uint32_t limit)
{
    struct iq_launch_record begun[WORDS];
    struct unfinished unfinished = { .stream = NULL };
    uint32_t all = read_all(context, is_unfinished, &unfinished, begun, WORDS),
             known = all < WORDS ? all : WORDS, count = 0;
    for (uint32_t i = 0; i < known; i++) {
        bool waits = false;
        for (uint32_t k = 0; k < known && !waits; k++)
            waits = begun[k].marker && comes_after(&begun[i], &begun[k]);
        if (!waits && count++ < limit)
            out[count - 1] = begun[i];
    }
    return count + (all - known);
}

uint32_t iq_launch_pending(const uint64_t *stream, struct iq_launch_record *out, uint32_t limit)
{
    struct unfinished unfinished = { .stream = stream };
    return read_all(NULL, is_unfinished, &unfinished, out, limit);
}

uint64_t iq_core_launches(void) { return iq_moment_step(); }

static bool is_since(const struct iq_launch_record *record, void *user)
{
    return !record->times.when || record->times.when > *(const uint64_t *)user;
}

uint32_t iq_launch_since(uint64_t time, const struct iq_context *context,
                         struct iq_launch_record *out, uint32_t limit)
{
    return read_all(context, is_since, &time, out, limit);
}

static bool is_foreseen(const struct iq_launch_record *record, void *user)
{
    (void)user;
    return record->foreseen && !is_good(record);
}

uint64_t iq_launch_foreseen(const struct iq_context *context)
{
    struct iq_launch_record record;
    if (read_all(context, is_foreseen, NULL, &record, 1))
        return record.foreseen;
    return context ? __atomic_load_n(&context->foreseen, __ATOMIC_RELAXED) : 0;
}

void iq_launch_soft(uint64_t soft, const char *kernel, const uint32_t grid[3],
                    const uint32_t block[3], uint64_t stream)
{
    struct iq_thread *thread = iq_thread_block;
    struct iq_launch_record *record = &soft_records[soft % RECORDS];
    *record = (struct iq_launch_record){ .times.serial = soft,
                                         .kernel = iq_name_intern(kernel),
                                         .stream = stream };
    memcpy(record->grid, grid, sizeof record->grid);
    memcpy(record->block, block, sizeof record->block);
    last_soft = soft;
    if (thread && iq_call_here.top) {
        record->ref = iq_call_ref_of(iq_call_here.top);
        record->function = iq_launch_host_function(iq_call_outermost(iq_call_here.top));
    }
    record->context = thread ? thread->current : NULL;
    record->site = iq_soft_site_here();
}

static struct iq_soft_site *site_of(const struct iq_soft_fault *fault)
{
    return (struct iq_soft_site *)(uintptr_t)fault->site;
}

bool iq_launch_find_soft(const struct iq_soft_fault *fault, struct iq_launch_record *out)
{
    const struct iq_soft_site *site = site_of(fault);
    *out = soft_records[fault->launch % RECORDS];
    if (out->times.serial == fault->launch || !site)
        return out->times.serial == fault->launch;
    *out = (struct iq_launch_record){ .times.serial = fault->launch,
                                      .ref = site->ref,
                                      .function = site->function,
                                      .context = site->context };
    out->ref.number = fault->call;
    return true;
}

uint64_t iq_launch_foresee_soft(const struct iq_call *call, uint64_t finding, int parameter)
{
    struct iq_launch_record *record = &soft_records[last_soft % RECORDS];
    uint64_t fault = 0;
    iq_lock(IQ_LOCK_FINDINGS);
    if (last_soft && record->times.serial == last_soft && record->ref.number == call->number) {
        fault = record->fault;
        record->foreseen = finding;
        record->foreseen_parameter = parameter;
        if (record->site) {
            record->site->foreseen = finding;
            record->site->foreseen_parameter = parameter;
        }
    }
    iq_unlock(IQ_LOCK_FINDINGS);
    return fault;
}

static uint64_t exchange(uint64_t *fault, uint64_t finding, uint64_t foreseen,
                         int foreseen_parameter, int parameter)
{
    *fault = finding ? finding : *fault;
    return !parameter || !foreseen_parameter || foreseen_parameter == parameter ? foreseen : 0;
}

uint64_t iq_launch_fault_soft(const struct iq_soft_fault *fault, uint64_t finding, int parameter)
{
    struct iq_launch_record *record = &soft_records[fault->launch % RECORDS];
    struct iq_soft_site *site = site_of(fault);
    uint64_t foreseen = 0;
    iq_lock(IQ_LOCK_FINDINGS);
    if (record->times.serial == fault->launch)
        foreseen = exchange(&record->fault, finding, record->foreseen, record->foreseen_parameter,
                            parameter);
    else if (site)
        foreseen =
            exchange(&site->fault, finding, site->foreseen, site->foreseen_parameter, parameter);
    iq_unlock(IQ_LOCK_FINDINGS);
    return foreseen;
}
