#include "softdev/source.h"

#include <pthread.h>
#include <string.h>

#include "softdev/copy.h"
#include "softdev/module.h"

enum { COPIES = 256, MOST = 1 << 16 /* bytes */, PART = 4096 };
/* An index leads so far from its pointer at most; so many bytes are looked at. */
#define REACH ((uint64_t)16 << 20)
#define BUDGET ((uint64_t)4 << 20)

/* ---- who brought the pointers ---- */

static struct {
    uint64_t address, size, site;
} copies[COPIES];
static uint32_t next_copy;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

bool iq_source_is_due(const struct iq_copy_work *work)
{
    const struct iq_alloc *alloc = work->dst.kind == IQ_SIDE_MEMORY && work->height == 1 &&
                                           work->depth == 1 && work->width >= sizeof(void *) &&
                                           work->width <= MOST
                                       ? iq_alloc_find(work->dst.address)
                                       : NULL;
    return alloc && alloc->shadowed;
}

void iq_source_wrote(uint64_t address, uint64_t size, uint64_t site)
{
    if (!site || size > MOST)
        return;
    pthread_mutex_lock(&lock);
    uint32_t at = next_copy++ % COPIES;
    copies[at].address = address;
    copies[at].size = size;
    copies[at].site = site;
    pthread_mutex_unlock(&lock);
}

static uint64_t site_of(uint64_t address)
{
    uint64_t site = 0;
    pthread_mutex_lock(&lock);
    for (uint32_t i = 1; i <= COPIES && i <= next_copy && !site; i++) {
        uint32_t at = (next_copy - i) % COPIES;
        if (address - copies[at].address < copies[at].size)
            site = copies[at].site;
    }
    pthread_mutex_unlock(&lock);
    return site;
}

/* ---- where the pointer lay ---- */

struct search {
    uint64_t low, high;        /* the pointer is one of these */
    uint64_t found, value;     /* where the nearest one lies; 0: none yet */
    uint64_t left;             /* bytes that may still be looked at */
    struct iq_alloc inner[64]; /* allocations that pointers lead to */
    uint32_t inner_count;
};

static void look_at_word(struct search *search, uint64_t address, uint64_t value)
{
    if (value >= search->low && value <= search->high &&
        (!search->found || value > search->value)) {
        search->found = address;
        search->value = value;
    }
}

static void note_inner(struct search *search, uint64_t value)
{
    struct iq_alloc alloc;
    if (value < 65536 || search->inner_count == sizeof search->inner / sizeof *search->inner ||
        !iq_alloc_find_shared(value, &alloc))
        return;
    for (uint32_t i = 0; i < search->inner_count; i++)
        if (search->inner[i].base == alloc.base)
            return;
    search->inner[search->inner_count++] = alloc;
}

static bool is_readable(const struct iq_alloc *alloc)
{
    return alloc->kind != IQ_ALLOC_RESERVED && !iq_alloc_is_hidden(alloc);
}

static void look_into(struct search *search, const struct iq_alloc *alloc, bool deeper)
{
    uint64_t words[PART / sizeof(uint64_t)], begin = (alloc->base + 7) & ~(uint64_t)7,
                                             end = alloc->base + alloc->size;
    for (uint64_t at = begin; is_readable(alloc) && at + 8 <= end && search->left >= PART;) {
        uint64_t size = end - at < PART ? (end - at) & ~(uint64_t)7 : PART;
        search->left -= PART;
        if (iq_host_read(words, (const void *)(uintptr_t)(at + (uint64_t)alloc->bias), size))
            return;
        for (uint64_t i = 0; i < size / 8; i++) {
            look_at_word(search, at + 8 * i, words[i]);
            if (deeper)
                note_inner(search, words[i]);
        }
        at += size;
    }
}

static uint64_t word_of(const struct iq_launch_work *work, uint64_t offset)
{
    uint64_t value;
    memcpy(&value, (const char *)work->params + offset, sizeof value);
    return value;
}

/* What is in an argument needs no search. */
static bool is_wanted(const struct iq_soft_fault *fault)
{
    return !fault->argument && !fault->variable &&
           (fault->kind == IQ_SOFT_FAULT_HOST_POINTER || fault->kind == IQ_SOFT_FAULT_NULL_PAGE ||
            fault->kind == IQ_SOFT_FAULT_USE_AFTER_FREE ||
            fault->kind == IQ_SOFT_FAULT_OUT_OF_BOUNDS);
}

/* The code says which variable it was loaded from: a pointer, or an array of some. */
static void explain_variable(const struct iq_launch_work *work, uint32_t index,
                             struct iq_soft_fault *fault)
{
    const struct iq_ptx_variable *variable = &work->function->program->code->variables[index];
    struct search search = { .low = fault->object_size ? fault->object_base : 0,
                             .high = fault->address,
                             .left = BUDGET };
    struct iq_alloc alloc;
    fault->source_variable = variable->name;
    if (fault->kind == IQ_SOFT_FAULT_NULL_PAGE ||
        !iq_alloc_find_shared(iq_ptx_image_address(work->function->image, index), &alloc))
        return;
    look_into(&search, &alloc, false);
    fault->source = search.found;
    fault->source_value = search.value;
}

static void explain_argument(const struct iq_launch_work *work, uint64_t origins,
                             struct iq_soft_fault *fault)
{
    const struct iq_ptx_kernel *kernel = work->function->kernel;
    uint64_t offset = 8 * (uint64_t)__builtin_ctzll(origins);
    for (uint32_t i = 0; i < kernel->param_count && !(origins & (origins - 1)); i++)
        if (offset - kernel->params[i].offset < kernel->params[i].size) {
            fault->source_argument = i + 1;
            fault->source_argument_name = kernel->params[i].name;
            fault->argument_value = word_of(work, offset);
        }
}

void iq_source_explain(const struct iq_launch_work *work, const struct iq_ptx_launch *launch,
                       uint32_t pc, struct iq_soft_fault *fault)
{
    struct search search = { .left = BUDGET };
    uint32_t of_variable = 0;
    uint64_t origins = 0;
    if (!is_wanted(fault))
        return;
    bool loaded = iq_ptx_launch_loaded(launch, pc, &of_variable, &origins);
    if (loaded && of_variable && work->function->image) {
        explain_variable(work, of_variable - 1, fault);
        return;
    }
    /* null pointers are everywhere */
    if (fault->kind == IQ_SOFT_FAULT_NULL_PAGE) {
        if (loaded && origins && !(origins & IQ_PTX_ORIGIN_UNKNOWN))
            explain_argument(work, origins, fault);
        return;
    }
    search.low = fault->object_size       ? fault->object_base
                 : fault->address > REACH ? fault->address - REACH
                                          : 65536;
    search.high = fault->address;
    for (uint64_t at = 0; at + 8 <= work->function->kernel->param_bytes; at += 8)
        note_inner(&search, word_of(work, at));
    uint32_t given = search.inner_count;
    for (uint32_t i = 0; i < given; i++)
        look_into(&search, &search.inner[i], true);
    for (uint32_t i = given; i < search.inner_count && !search.found; i++)
        look_into(&search, &search.inner[i], false);
    if (!search.found)
        return;
    fault->source = search.found;
    fault->source_value = search.value;
    fault->source_site = site_of(search.found);
}
