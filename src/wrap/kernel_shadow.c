/* Shadow bits of device memory; see kernel_shadow.h.  The bits of a window of addresses lie in a
 * row at addresses of their own, of which pages are mapped as they are needed: so one number leads
 * from any address to its bit, also where allocations touch each other. */
#include "wrap/kernel_shadow.h"

#include <pthread.h>
#include <stdlib.h>

#include "abi/soft_observer.h"
#include "base/sorted_map.h"
#include "rules/faults/kernel.h"
#include "wrap/kernel_checks.h"

enum { ROWS = 64 /* of a fill that are noted one by one */ };
enum { WINDOWS = 64, WINDOW_SHIFT = 35, CONTEXTS = 16, PAGE_SHIFT = 21 };
#define WINDOW_BYTES ((uint64_t)1 << WINDOW_SHIFT)
#define PAGE_BYTES ((uint64_t)1 << PAGE_SHIFT)
enum { PAGES = 1 << (WINDOW_SHIFT - 3 - PAGE_SHIFT), UNWRITTEN = 0, WRITTEN = 0xff };

/* Addresses from .number << WINDOW_SHIFT on. */
static struct window {
    uint64_t number;
    CUdeviceptr bits; /* 0: not in use */
    bool mapped[PAGES];
} windows[WINDOWS];

struct watched {
    uint64_t base, size;
    CUcontext context;
    bool begun;                 /* its bits are there */
    bool complete;              /* all of it is written, unless a copy brings bytes that are not */
    struct iq_kernel_part part; /* the host's last one; .site 0: none, or a copy brought more */
    uint32_t uses;              /* by launches since */
};
static struct iq_sorted_map all;  /* by .base */
static uint64_t incomplete_count; /* of them */

static struct own {
    CUcontext context;
    CUstream stream;
    CUfunction mark; /* NULL: not to be had */
} owns[CONTEXTS];

static uint64_t left_out;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* Sets bits of one word at [a] and one at [b]. */
static const char mark_text[] =
    ".version 6.3\n.target sm_75\n.address_size 64\n"
    ".visible .entry mark(.param .u64 a, .param .u32 m, .param .u64 b, .param .u32 n)\n{\n"
    ".reg .b64 %d<3>; .reg .b32 %r<3>;\n"
    "ld.param.u64 %d1, [a]; ld.param.u32 %r1, [m]; ld.param.u64 %d2, [b]; ld.param.u32 %r2, [n];\n"
    "red.global.or.b32 [%d1], %r1; red.global.or.b32 [%d2], %r2; ret;\n}\n";

static CUstreamCaptureMode relax(CUstreamCaptureMode mode)
{
    iq_kernel_real.cuThreadExchangeStreamCaptureMode(&mode);
    return mode;
}

static struct own *own_of(CUcontext context)
{
    for (int i = 0; i < CONTEXTS; i++) {
        struct own *own = &owns[i];
        CUmodule module;
        if (own->context == context)
            return own;
        if (own->context)
            continue;
        if (iq_kernel_real.cuStreamCreate(&own->stream, CU_STREAM_NON_BLOCKING))
            return NULL;
        own->context = context;
        own->mark = NULL;
        if (!iq_kernel_real.cuModuleLoadData(&module, mark_text))
            iq_kernel_real.cuModuleGetFunction(&own->mark, module, "mark");
        return own;
    }
    return NULL;
}

/* ---- pages ---- */

static struct window *window_of(uint64_t address)
{
    uint64_t number = address >> WINDOW_SHIFT;
    for (int i = 0; i < WINDOWS; i++) {
        struct window *w = &windows[i];
        if (w->bits && w->number == number)
            return w;
        if (w->bits)
            continue;
        if (iq_kernel_real.cuMemAddressReserve(&w->bits, WINDOW_BYTES / 8, 0, 0, 0))
            w->bits = 0;
        w->number = number;
        return w->bits ? w : NULL;
    }
    return NULL;
}

/* Where the bits of [address], which is in [w], lie. */
static uint64_t place_of(const struct window *w, uint64_t address)
{
    return w->bits + (address - (w->number << WINDOW_SHIFT)) / 8;
}

static bool fill(const struct own *own, uint64_t place, uint64_t bytes, uint8_t value)
{
    return !iq_kernel_real.cuMemsetD8Async(place, value, bytes, own->stream) &&
           !iq_kernel_real.cuStreamSynchronize(own->stream);
}

static bool map_page(struct window *w, uint32_t page, const struct own *own)
{
    CUmemAllocationProp prop = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                 .location = { .type = CU_MEM_LOCATION_TYPE_DEVICE } };
    CUmemAccessDesc access = { .flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUmemGenericAllocationHandle handle;
    uint64_t at = w->bits + page * PAGE_BYTES;
    CUdevice device;
    if (w->mapped[page])
        return true;
    if (iq_kernel_real.cuCtxGetDevice(&device))
        return false;
    prop.location.id = device;
    access.location = prop.location;
    if (iq_kernel_real.cuMemCreate(&handle, PAGE_BYTES, &prop, 0))
        return false;
    bool mapped = !iq_kernel_real.cuMemMap(at, PAGE_BYTES, 0, handle, 0);
    iq_kernel_real.cuMemRelease(handle); /* the mapping keeps it */
    w->mapped[page] = mapped && !iq_kernel_real.cuMemSetAccess(at, PAGE_BYTES, &access, 1) &&
                      fill(own, at, PAGE_BYTES, WRITTEN);
    return w->mapped[page];
}

/* All of the memory at [base] has bits then. */
static struct window *map(uint64_t base, uint64_t size, const struct own *own)
{
    struct window *w = window_of(base);
    if (!w || (base + size - 1) >> WINDOW_SHIFT != w->number)
        return NULL;
    uint64_t first = (place_of(w, base) - w->bits) >> PAGE_SHIFT,
             last = (place_of(w, base + size - 1) - w->bits) >> PAGE_SHIFT;
    for (uint64_t page = first; page <= last; page++)
        if (!map_page(w, (uint32_t)page, own))
            return NULL;
    return w;
}

/* ---- allocations ---- */

static struct watched *find(uint64_t address)
{
    struct watched *found = iq_sorted_map_floor(&all, address);
    return found && address - found->base < found->size ? found : NULL;
}

static void count_incomplete(int more)
{
    __atomic_store_n(&incomplete_count, incomplete_count + (uint64_t)(int64_t)more,
                     __ATOMIC_RELAXED);
}

/* Its bytes count as written, now. */
static void complete(struct watched *watched)
{
    CUcontext context = watched->context, ignored;
    if (watched->complete)
        return;
    watched->complete = true;
    count_incomplete(-1);
    if (watched->begun && !iq_kernel_real.cuCtxPushCurrent_v2(context)) {
        struct own *own = own_of(context);
        if (own)
            fill(own, place_of(window_of(watched->base), watched->base), (watched->size + 7) / 8,
                 WRITTEN);
        iq_kernel_real.cuCtxPopCurrent_v2(&ignored);
    }
}

static void drop(struct watched *watched)
{
    complete(watched);
    iq_sorted_map_remove(&all, watched->base);
    free(watched);
}

/* Its bits begin to exist; false: it is not watched any more. */
static bool begin(struct watched *watched)
{
    CUcontext context = NULL;
    struct own *own = !iq_kernel_real.cuCtxGetCurrent(&context) && context == watched->context
                          ? own_of(context)
                          : NULL;
    if (watched->begun && own)
        return true;
    struct window *w = own && !watched->begun ? map(watched->base, watched->size, own) : NULL;
    if (w)
        watched->begun = fill(own, place_of(w, watched->base), (watched->size + 7) / 8,
                              watched->complete ? WRITTEN : UNWRITTEN);
    if (own && watched->begun)
        return true;
    left_out += own ? watched->size : 0;
    drop(watched);
    return false;
}

static bool is_wanted(void) { return iq_core_soft_observer()->flags & IQ_SOFT_WATCH_UNINITIALIZED; }

void iq_kernel_shadow_begin(uint64_t base, uint64_t size)
{
    CUcontext context = NULL;
    struct watched *made = size && is_wanted() ? malloc(sizeof *made) : NULL;
    if (!made || iq_kernel_real.cuCtxGetCurrent(&context)) {
        free(made);
        return;
    }
    *made = (struct watched){ .base = base, .size = size, .context = context };
    pthread_mutex_lock(&lock);
    struct watched *old = find(base);
    if (old)
        drop(old);
    if (iq_sorted_map_set(&all, base, made))
        free(made);
    else
        count_incomplete(1);
    pthread_mutex_unlock(&lock);
}

bool iq_kernel_shadow_is_captured(CUstream stream)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    return iq_kernel_real.cuStreamIsCapturing(stream, &status) ||
           status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/* What the words of a range's ends have to become. */
static uint32_t bits_from(uint64_t at) { return UINT32_MAX << (at & 31); }
static uint32_t bits_below(uint64_t end) { return end & 31 ? ~bits_from(end) : UINT32_MAX; }

/* The bits of [size] bytes at [at] are set, when [stream] gets there. */
static void mark(const struct window *w, const struct own *own, uint64_t at, uint64_t size,
                 CUstream stream)
{
    uint64_t end = at + size, first = place_of(w, at & ~31ull),
             last = place_of(w, (end - 1) & ~31ull);
    uint32_t head = bits_from(at), tail = bits_below(end);
    void *params[] = { &first, &head, &last, &tail };
    if (first == last)
        head = tail = head & tail;
    bool parts = head != UINT32_MAX || tail != UINT32_MAX;
    if (parts && own->mark &&
        !iq_kernel_real.cuLaunchKernel(own->mark, 1, 1, 1, 1, 1, 1, 0, stream, params, NULL)) {
        first += 4;
        last -= 4;
    }
    if (first <= last)
        iq_kernel_real.cuMemsetD8Async(first, WRITTEN, last + 4 - first, stream);
}

/* The part of [size] bytes at [at] that lies in [watched]. */
static uint64_t within(const struct watched *watched, uint64_t at, uint64_t size)
{
    uint64_t room = watched->base + watched->size - at;
    return size < room ? size : room;
}

/* As iq_kernel_shadow_write, with the lock held. */
static void note_write(uint64_t at, uint64_t size, CUstream stream)
{
    struct watched *watched = find(at);
    if (!watched || !size || watched->complete)
        return;
    if (at == watched->base && size >= watched->size)
        complete(watched);
    else if (begin(watched))
        mark(window_of(at), own_of(watched->context), at, within(watched, at, size), stream);
}

/* What begins to be enqueued on [stream] is nobody's capture, and somebody watches. */
static bool enter(CUstream stream, CUstreamCaptureMode *mode)
{
    if (!__atomic_load_n(&incomplete_count, __ATOMIC_RELAXED) ||
        iq_kernel_shadow_is_captured(stream))
        return false;
    *mode = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    pthread_mutex_lock(&lock);
    return true;
}

static void leave(CUstreamCaptureMode mode)
{
    pthread_mutex_unlock(&lock);
    relax(mode);
}

void iq_kernel_shadow_write(uint64_t at, uint64_t size, CUstream stream)
{
    CUstreamCaptureMode mode;
    if (!enter(stream, &mode))
        return;
    note_write(at, size, stream);
    struct watched *watched = find(at);
    if (watched && !watched->complete) {
        const struct iq_soft_observer *observer = iq_core_soft_observer();
        watched->part = (struct iq_kernel_part){ at, size, observer->call_site(observer->user) };
        watched->uses = 0;
    }
    leave(mode);
}

void iq_kernel_shadow_rows(uint64_t at, uint64_t pitch, uint64_t width, uint64_t height,
                           CUstream stream)
{
    CUstreamCaptureMode mode;
    struct watched *watched;
    if (width == pitch || height == 1) {
        iq_kernel_shadow_write(at, width * height, stream);
        return;
    }
    if (!enter(stream, &mode))
        return;
    for (uint64_t row = 0; height <= ROWS && row < height; row++)
        note_write(at + row * pitch, width, stream);
    if ((watched = find(at)) && height <= ROWS)
        watched->part.site = 0;
    else if (watched)
        drop(watched);
    leave(mode);
}

bool iq_kernel_shadow_part(uint64_t address, struct iq_kernel_part *part)
{
    pthread_mutex_lock(&lock);
    const struct watched *watched = find(address);
    bool found = watched && watched->part.site && watched->uses <= 1;
    if (found)
        *part = watched->part;
    pthread_mutex_unlock(&lock);
    return found;
}

/* Bits move where they lie alike in their words; ends count as written. */
static void note_copy(uint64_t at, uint64_t from, uint64_t size, CUstream stream)
{
    struct watched *to = find(at), *source = find(from);
    if (to)
        to->part.site = 0;
    if (!to || !source || source->complete || ((at ^ from) & 7) || size > within(to, at, size) ||
        size > within(source, from, size)) {
        note_write(at, size, stream);
        return;
    }
    uint64_t head = -at & 7, whole = size < head ? 0 : (size - head) / 8, base = to->base;
    if (!begin(source) || !(to = find(at)) || !begin(to))
        return;
    if (to->complete)
        count_incomplete(1);
    to->complete = false;
    struct window *w = window_of(base), *v = window_of(from);
    struct own *own = own_of(to->context);
    if (whole)
        iq_kernel_real.cuMemcpyDtoDAsync_v2(place_of(w, at + head), place_of(v, from + head), whole,
                                            stream);
    if (head)
        mark(w, own, at, size < head ? size : head, stream);
    if (size > head + 8 * whole)
        mark(w, own, at + head + 8 * whole, size - head - 8 * whole, stream);
}

void iq_kernel_shadow_copy(uint64_t at, uint64_t from, uint64_t size, CUstream stream)
{
    CUstreamCaptureMode mode;
    if (!enter(stream, &mode))
        return;
    note_copy(at, from, size, stream);
    leave(mode);
}

static void drop_at(uint64_t at)
{
    CUstreamCaptureMode mode = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    pthread_mutex_lock(&lock);
    struct watched *watched = find(at);
    if (watched)
        drop(watched);
    leave(mode);
}

void iq_kernel_shadow_drop(uint64_t at)
{
    if (__atomic_load_n(&all.entries, __ATOMIC_RELAXED))
        drop_at(at);
}

void iq_kernel_shadow_drop_all(void)
{
    struct watched *watched;
    if (!__atomic_load_n(&all.entries, __ATOMIC_RELAXED))
        return;
    CUstreamCaptureMode mode = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    pthread_mutex_lock(&lock);
    while ((watched = iq_sorted_map_floor(&all, UINT64_MAX)))
        drop(watched);
    leave(mode);
}

/* With the lock held. */
static uint64_t word_of(uint64_t base, uint64_t size)
{
    struct watched *watched;
    CUcontext context = NULL;
    bool any = false;
    for (uint64_t at = base + size; at > base && (watched = iq_sorted_map_floor(&all, at - 1)) &&
                                    watched->base + watched->size > base;) {
        at = watched->base;
        any |= !watched->complete && begin(watched);
        watched->uses++;
    }
    if (!any || iq_kernel_real.cuCtxGetCurrent(&context))
        return 0;
    struct own *own = own_of(context);
    struct window *w = own ? map(base, size, own) : NULL;
    for (; !w && (watched = iq_sorted_map_floor(&all, base + size - 1)) &&
           watched->base + watched->size > base;)
        drop(watched); /* nobody will see what the kernel writes */
    return w ? w->bits - (w->number << WINDOW_SHIFT) / 8 : 0;
}

uint64_t iq_kernel_shadow_word(uint64_t base, uint64_t size)
{
    if (!size || !__atomic_load_n(&incomplete_count, __ATOMIC_RELAXED))
        return 0;
    CUstreamCaptureMode mode = relax(CU_STREAM_CAPTURE_MODE_RELAXED);
    pthread_mutex_lock(&lock);
    uint64_t word = word_of(base, size);
    leave(mode);
    return word;
}

void iq_kernel_shadow_forget(void)
{
    struct watched *watched;
    pthread_mutex_lock(&lock);
    while ((watched = iq_sorted_map_floor(&all, UINT64_MAX))) {
        iq_sorted_map_remove(&all, watched->base);
        free(watched);
    }
    count_incomplete(-(int)incomplete_count);
    for (int i = 0; i < CONTEXTS; i++)
        owns[i].context = NULL;
    for (int i = 0; i < WINDOWS; i++)
        windows[i] = (struct window){ .bits = 0 };
    pthread_mutex_unlock(&lock);
}

uint64_t iq_kernel_shadow_left_out(void) { return __atomic_load_n(&left_out, __ATOMIC_RELAXED); }
