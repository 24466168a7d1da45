/* out-of-memory: what holds the memory. */
#include <stdlib.h>
#include <sys/resource.h>

#include "abi/opencl_abi.h"
#include "api_cuda/query.h"
#include "api_opencl/memobj.h"
#include "api_vulkan/objects.h"
#include "call/core.h"
#include "call/walk.h"
#include "model/names.h"
#include "model/pools.h"
#include "process/stack.h"
#include "rules/rules.h"

enum { SITES = 256, SHOWN = 3, HEAPS = 4096 };

/* created: the newest */
struct site {
    uint64_t bytes, count;
    struct iq_growth growth;
    struct iq_call_ref created;
};
/* .bytes, .blocks: of all sites, also those without room.  .hole: the widest gap between two
 * neighbours, of those that one range of addresses holds.  .heaps: allocations that pools divide,
 * by address; their blocks are counted in their place, and .cached of .pooled bytes are in no
 * block. */
struct census {
    struct site sites[SITES];
    uint32_t count;
    uint64_t bytes, blocks, now, end, hole;
    const struct iq_call *call;
    const struct iq_handle *pool;
    uint64_t heaps[HEAPS], pooled, cached;
    uint32_t heap_count;
};

/* An interpreter reaches the same lines by different code of its own. */
static bool is_same_place(uint32_t a, uint32_t b)
{
    uint32_t python = iq_stack_python(a);
    return iq_stack_place(a) == iq_stack_place(b) || (python && python == iq_stack_python(b));
}

static void add_site(struct census *census, const struct iq_call_ref *created, uint64_t bytes)
{
    uint32_t i = 0;
    census->bytes += bytes;
    census->blocks++;
    while (i < census->count && !is_same_place(census->sites[i].created.stack, created->stack))
        i++;
    if (i == SITES)
        return;
    if (i == census->count) {
        census->sites[i] = (struct site){ .created = *created };
        /* not ++: where two threads count at once it stays within .sites */
        census->count = i + 1;
    }
    struct site *site = &census->sites[i];
    site->bytes += bytes;
    site->count++;
    iq_growth_add(&site->growth, created->number, census->now);
    if (created->number > site->created.number)
        site->created = *created;
}

static bool add_heap(void *user, uint64_t base, uint64_t size)
{
    struct census *census = user;
    if (census->heap_count == HEAPS)
        return false;
    census->heaps[census->heap_count] = base;
    /* as .count */
    census->heap_count++;
    census->pooled += size;
    census->cached += size;
    census->bytes += size;
    return true;
}

static void add_block(void *user, uint64_t size, const struct iq_call_ref *created)
{
    struct census *census = user;
    add_site(census, created, size);
    census->bytes -= size; /* it is the heap's */
    census->cached -= size;
}

static int compare_bases(const void *a, const void *b)
{
    uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
    return left < right ? -1 : left > right;
}

static bool is_divided(const struct census *census, uint64_t base)
{
    return bsearch(&base, census->heaps, census->heap_count, sizeof base, compare_bases) != NULL;
}

/* In the order of addresses.  Far apart are different pieces of address space, which say nothing of
 * what is between. */
static void add_range(void *user, const struct iq_range *range)
{
    enum { FAR = 64 }; /* GiB */
    struct census *census = user;
    if (range->freed.number ||
        (range->kind != IQ_KIND_DEVICE_MEMORY && range->kind != IQ_KIND_MANAGED_MEMORY))
        return;
    if (!is_divided(census, range->base))
        add_site(census, &range->created, range->size);
    if (range->kind != IQ_KIND_DEVICE_MEMORY)
        return;
    uint64_t hole = census->end && range->base > census->end ? range->base - census->end : 0;
    if (hole > census->hole && hole < (uint64_t)FAR << 30)
        census->hole = hole;
    census->end = range->base + range->size;
}

static void add_of_vulkan(void *user, const struct iq_handle *handle)
{
    const struct iq_vk_object *object = handle->details;
    if (handle->kind == IQ_KIND_VK_MEMORY && object && !iq_handle_is_dead(handle))
        add_site(user, &handle->created, object->size);
}

/* Parts of buffers have no memory of their own, nor have images in buffers. */
static void add_of_opencl(void *user, const struct iq_handle *handle)
{
    const struct iq_memobj *memory = iq_memobj_of(handle);
    if (memory && !iq_handle_is_dead(handle) && !memory->is_part && !memory->host_ptr)
        add_site(user, &handle->created, memory->size);
}

static void add_shared(void *user, const struct iq_range *range)
{
    if (!range->freed.number &&
        (range->kind == IQ_KIND_SVM_MEMORY || range->kind == IQ_KIND_USM_MEMORY))
        add_site(user, &range->created, range->size);
}

/* Sets of .pool, one "byte" each. */
static void add_of_pool(void *user, const struct iq_handle *handle)
{
    const struct census *census = user;
    if (handle->kind == IQ_KIND_VK_DESCRIPTOR_SET && handle->parent == census->pool &&
        handle->born == census->pool->epoch && !iq_handle_is_dead(handle))
        add_site(user, &handle->created, 1);
}

/* Moves the largest sites to the front. */
static void largest_first(struct census *census)
{
    for (uint32_t i = 0; i < SHOWN && i < census->count; i++)
        for (uint32_t j = i + 1; j < census->count; j++)
            if (census->sites[j].bytes > census->sites[i].bytes) {
                struct site swap = census->sites[i];
                census->sites[i] = census->sites[j];
                census->sites[j] = swap;
            }
}

/* The descriptor pool that had no room for what [call] asks for; NULL: it is about something else,
 * or the pool was not seen to be made. */
static const struct iq_handle *pool_of(const struct iq_call *call)
{
    const VkDescriptorSetAllocateInfo *info = iq_vk_pointee(call, 1);
    bool full =
        call->result == VK_ERROR_OUT_OF_POOL_MEMORY || call->result == VK_ERROR_FRAGMENTED_POOL;
    const struct iq_handle *pool =
        full && info && iq_is_type(call->entry->args[1].type, "VkDescriptorSetAllocateInfo")
            ? iq_vk_known(IQ_KIND_VK_DESCRIPTOR_POOL, info->descriptorPool)
            : NULL;
    return pool && pool->details && ((const struct iq_vk_object *)pool->details)->max_sets ? pool
                                                                                           : NULL;
}

/* Who holds what, the largest first; good until the next failure, garbled at worst where two
 * threads fail at once. */
static const struct census *count_sites(const struct iq_call *call)
{
    static struct census census;
    if (census.now == call->number && census.call == call)
        return &census;
    census.call = call;
    census.count = 0;
    census.heap_count = 0;
    census.bytes = census.blocks = census.end = census.hole = census.pooled = census.cached = 0;
    census.now = call->number;
    census.pool = pool_of(call);
    if (call->entry->api == IQ_API_VULKAN)
        iq_handle_visit(census.pool ? add_of_pool : add_of_vulkan, &census);
    else if (call->entry->api == IQ_API_OPENCL) {
        iq_handle_visit(add_of_opencl, &census);
        iq_range_visit(add_shared, &census);
    } else {
        static const struct iq_pools_visitor visitor = { add_heap, add_block };
        iq_pools_visit(&visitor, &census);
        iq_range_visit(add_range, &census);
    }
    largest_first(&census);
    return &census;
}

static void put_bytes(struct iq_str *text, const char *before, uint64_t bytes)
{
    iq_str_puts(text, before);
    iq_put_bytes(text, bytes);
}

static void put_holders(struct iq_str *text, const struct census *census)
{
    put_bytes(text, "this process holds ", census->bytes);
    iq_str_printf(text, " in %llu allocation%s%s", (unsigned long long)census->blocks,
                  census->blocks == 1 ? "" : "s",
                  census->pooled ? ", blocks of its pools counted" : "");
    bool all = census->count == 1;
    if (all)
        iq_str_printf(text, ", all from one %s site",
                      census->sites[0].created.entry ? census->sites[0].created.entry->name
                                                     : "unknown");
    for (uint32_t i = 0; !all && i < SHOWN && i < census->count; i++) {
        put_bytes(text, i ? ", " : "; most of it: ", census->sites[i].bytes);
        iq_str_printf(text, " in %llu from one %s site", (unsigned long long)census->sites[i].count,
                      census->sites[i].created.entry ? census->sites[i].created.entry->name
                                                     : "unknown");
    }
    if (census->count)
        iq_put_growth(text, &census->sites[0].growth);
    if (!census->pooled)
        return;
    put_bytes(text, "; its pools hold ", census->pooled);
    put_bytes(text, " of that: ", census->pooled - census->cached);
    put_bytes(text, " handed out, and ", census->cached);
    iq_str_puts(text, " cached");
}

struct explain_pool {
    const struct iq_vk_object *pool; /* that had no room */
};
static void explain_pool(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words)
{
    const struct census *census = count_sites(call);
    const VkDescriptorSetAllocateInfo *info = iq_vk_pointee(call, 1);
    const struct iq_vk_object *pool = IQ_EVIDENCE(explain_pool, suspicion)->pool;
    uint64_t wanted = info->descriptorSetCount, most = pool ? pool->max_sets : 0;
    bool sets = census->blocks + wanted > most;
    iq_str_printf(&words->message, "vkAllocateDescriptorSets: %s",
                  call->result == VK_ERROR_FRAGMENTED_POOL ? "the pool is too fragmented"
                  : sets                                   ? "the pool has no sets left"
                         : "the pool has too few descriptors of a type left");
    iq_str_printf(&words->cause,
                  "the pool was created for %llu set%s (maxSets), of which %llu %s allocated",
                  (unsigned long long)most, most == 1 ? "" : "s",
                  (unsigned long long)census->blocks, census->blocks == 1 ? "is" : "are");
    if (census->count)
        iq_str_printf(&words->cause, ", %llu of them by one call site",
                      (unsigned long long)census->sites[0].count);
    iq_str_printf(&words->cause, ", and %llu more %s requested", (unsigned long long)wanted,
                  wanted == 1 ? "is" : "are");
    iq_str_puts(
        &words->fix,
        sets
            ? "increase maxSets, free sets that are no longer needed (vkFreeDescriptorSets, or vkResetDescriptorPool once per frame), or "
              "use another pool"
            : "increase pPoolSizes for the descriptor types of the layouts: they count the descriptors of all sets together, not of each set");
}

/* What the driver says of the device; returns true if trimming the pool would make room. */
static bool put_device(struct iq_str *text, uint64_t wanted, const struct census *census)
{
    struct iq_query_memory memory;
    if (!iq_query_memory(&memory))
        return false;
    put_bytes(text, "; of the device's ", memory.total);
    put_bytes(text, " the driver reports ", memory.free);
    iq_str_puts(text, " as free");
    if (wanted && wanted <= memory.free)
        iq_str_puts(text, ", but not in one block of that size, or not for this kind of memory");
    if (wanted && wanted <= memory.free && census->hole)
        put_bytes(text,
                  "; judging by addresses, the largest gap between this process's allocations has ",
                  census->hole);
    if (!memory.reserved)
        return false;
    put_bytes(text, "; its default pool holds ", memory.reserved);
    put_bytes(text, ", of which ", memory.used);
    iq_str_puts(text, " are in use");
    uint64_t idle = memory.reserved > memory.used ? memory.reserved - memory.used : 0;
    return idle && memory.free + idle >= wanted;
}

/* A driver that starts reserves addresses by the gigabyte: a limit on them stops it long before
 * memory is short. */
static bool explain_limit(uint64_t wanted, struct iq_words *words)
{
    struct rlimit limit;
    if (wanted || getrlimit(RLIMIT_AS, &limit) || limit.rlim_cur == RLIM_INFINITY)
        return false;
    put_bytes(&words->cause, "the address space of this process is limited to ", limit.rlim_cur);
    iq_str_puts(
        &words->cause,
        " (ulimit -v, RLIMIT_AS); a GPU driver reserves many times that, however little it uses");
    iq_str_puts(
        &words->fix,
        "remove that limit (ulimit -v unlimited); to limit memory itself, use a control group");
    return true;
}

struct explain_shortage {
    uint64_t wanted; /* bytes; 0: not known */
};
static void explain_shortage(const struct iq_suspicion *suspicion, struct iq_call *call,
                             struct iq_words *words)
{
    const struct census *census = count_sites(call);
    uint64_t wanted = IQ_EVIDENCE(explain_shortage, suspicion)->wanted;
    const struct iq_device_limits *limits = iq_core_limits(suspicion->thread->device);
    bool too_much = limits->memory_bytes && wanted > limits->memory_bytes, trim = false;
    iq_str_printf(&words->message,
                  call->result == CL_OUT_OF_RESOURCES && call->entry->api == IQ_API_OPENCL
                      ? "%s ran out of memory or of another resource"
                      : "%s ran out of memory",
                  call->entry->name);
    if (wanted)
        put_bytes(&words->message, " allocating ", wanted);
    if (explain_limit(wanted, words))
        return;
    if (too_much) {
        put_bytes(&words->cause, "the device has ", limits->memory_bytes);
        iq_str_puts(&words->cause, " in all; ");
    }
    put_holders(&words->cause, census);
    if (call->entry->api == IQ_API_CUDA || call->entry->api == IQ_API_CUDART)
        trim = put_device(&words->cause, wanted, census);
    if (trim)
        iq_str_puts(
            &words->fix,
            "release the pool's unused memory (cudaMemPoolTrimTo(pool, 0), or a lower cudaMemPoolAttrReleaseThreshold), or allocate from the pool (cudaMallocAsync)");
    else
        iq_str_printf(
            &words->fix,
            too_much
                ? "allocate less: the device does not have that much memory; check how the size is computed"
            : census->count
                ? "free unused memory first, or allocate less; other processes may hold memory, too%s"
                : "allocate less: this process holds no device memory, so the size itself or another process is the cause",
            call->entry->api <= IQ_API_CUDART ? " (nvidia-smi)" : "");
}

/* The sites that hold most. */
static void relate_holders(const struct iq_event *event, struct iq_suspicion *suspicion)
{
    const struct census *census = count_sites(event->call);
    char text[96];
    struct iq_str what;
    for (uint32_t i = 0; i < 2 && i < census->count; i++) {
        const struct site *site = &census->sites[i];
        iq_str_init_buffer(&what, text, sizeof text);
        if (census->pool)
            iq_str_printf(&what, "%llu set%s allocated here", (unsigned long long)site->count,
                          site->count == 1 ? "" : "s");
        else {
            iq_put_bytes(&what, site->bytes);
            iq_str_printf(&what, " in %llu allocation%s from here", (unsigned long long)site->count,
                          site->count == 1 ? "" : "s");
        }
        suspicion->related[i].what = iq_name_intern(text);
        suspicion->related[i].ref = site->created;
    }
}

/* A caller that tries again with nothing allocated or freed since has made one mistake, not two. */
static uint64_t cause_now(void)
{
    uint64_t bytes = 0, count = 0;
    iq_range_totals(&bytes, &count);
    return iq_cause(IQ_CAUSE_OUT_OF_MEMORY, bytes * 0x9e3779b97f4a7c15u ^ count);
}

static void check_capacity(const struct iq_event *event)
{
    if (!iq_status_is_memory(event->call, event->result))
        return;
    bool memory = event->role->role == IQ_ROLE_NEWMEM;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_OUT_OF_MEMORY, IQ_RANK_CODE + 1,
                                                    memory ? event->role->size_arg : -1);
    suspicion.cause = cause_now();
    IQ_EXPLAIN(&suspicion, explain_shortage, .wanted = memory ? event->create.size : 0);
    relate_holders(event, &suspicion);
    iq_suspect(&suspicion);
}

static void check_call(const struct iq_event *event)
{
    const struct iq_handle *pool =
        event->call->entry->api == IQ_API_VULKAN ? pool_of(event->call) : NULL;
    if (pool) {
        struct iq_suspicion full =
            iq_suspicion_at(event, IQ_RULE_OUT_OF_MEMORY, IQ_RANK_CODE + 1, -1);
        full.object = iq_object_of_handle(pool);
        IQ_EXPLAIN(&full, explain_pool, .pool = pool->details);
        full.instead = IQ_KIND_VK_DESCRIPTOR_SET;
        relate_holders(event, &full);
        iq_suspect(&full);
    }
    if (!iq_status_is_memory(event->call, event->result) || iq_suspected(IQ_RANK_CODE))
        return;
    struct iq_suspicion suspicion = iq_suspicion_at(event, IQ_RULE_OUT_OF_MEMORY, IQ_RANK_CODE, -1);
    IQ_EXPLAIN(&suspicion, explain_shortage, .wanted = 0);
    if (event->call->entry->operation == IQ_OP_INIT)
        suspicion.also = iq_cause(IQ_CAUSE_NOT_INITIALIZED, 0);
    iq_suspect(&suspicion);
}

static const struct iq_subscription subscriptions[] = {
    { IQ_ON(CREATE), IQ_PHASE_FAILED, check_capacity, .kinds = ~IQ_OF(REGISTERED_MEMORY) },
    { IQ_ON(END), IQ_PHASE_FAILED, check_call, .kinds = IQ_ANY },
};
const struct iq_rule_family iq_rules_capacity = { "capacity", subscriptions,
                                                  IQ_COUNT_OF(subscriptions) };
