/* The program describes memory by NVTX: its copies of NVTX find us by NVTX_INJECTION64_PATH, which
 * the launcher sets, or by a symbol, and let us fill their tables.  Here is the extension for
 * memory; ranges are in nvtx_ranges.c. */
#include "abi/nvtx_abi.h"
#include "call/guest.h"
#include "model/pools.h"
#include "wrap/guest.h"
#include "wrap/kernel_shadow.h"
#include "wrap/pools.h"

#define IQ_EXPORT __attribute__((visibility("default")))

IQ_EXPORT int InitializeInjectionNvtxExtension(struct nvtx_module *module);

/* Handles of permissions: those of kernels in all of the process, and those that are not looked
 * at. */
#define CUDA_PROCESS ((void *)1)
#define OTHER ((void *)2)

static const struct iq_entry names[] = {
    { .symbol = "nvtxMemHeapRegister", .name = "nvtxMemHeapRegister", .api = IQ_API_CUDA },
    { .symbol = "nvtxMemHeapUnregister", .name = "nvtxMemHeapUnregister", .api = IQ_API_CUDA },
    { .symbol = "nvtxMemHeapReset", .name = "nvtxMemHeapReset", .api = IQ_API_CUDA },
    { .symbol = "nvtxMemRegionsRegister", .name = "nvtxMemRegionsRegister", .api = IQ_API_CUDA },
    { .symbol = "nvtxMemRegionsResize", .name = "nvtxMemRegionsResize", .api = IQ_API_CUDA },
    { .symbol = "nvtxMemRegionsUnregister",
      .name = "nvtxMemRegionsUnregister",
      .api = IQ_API_CUDA },
    [NVTX_PERMISSIONS_ASSIGN] = { .symbol = "nvtxMemPermissionsAssign",
                                  .name = "nvtxMemPermissionsAssign",
                                  .api = IQ_API_CUDA },
};

static struct iq_call_ref ref_of(int slot, struct iq_site site)
{
    return iq_pools_ref(&names[slot], site);
}

static const void *element(const void *elements, size_t size, size_t index)
{
    return (const char *)elements + index * size;
}
static uint64_t number(const void *at) { return (uint64_t)(uintptr_t)at; }

/* ---- heaps and regions ---- */

static void *heap_register(void *domain, const struct nvtx_heap *heap)
{
    const struct nvtx_range *range = heap ? heap->description : NULL;
    (void)domain;
    if (!range || heap->type != NVTX_TYPE_VIRTUAL_ADDRESS || heap->description_size < sizeof *range)
        return NULL;
    enum iq_pool_kind kind =
        heap->usage == NVTX_USAGE_SUB_ALLOCATOR ? IQ_POOL_HEAP : IQ_POOL_LAYOUT;
    iq_pools_add(kind, number(range->at), range->size, ref_of(NVTX_HEAP_REGISTER, IQ_SITE));
    return (void *)(uintptr_t)range->at; /* the handle of a heap in virtual memory */
}

static void heap_unregister(void *domain, void *heap)
{
    (void)domain;
    if (heap)
        iq_pools_end_heap(number(heap), true, ref_of(NVTX_HEAP_UNREGISTER, IQ_SITE));
}

static void heap_reset(void *domain, void *heap)
{
    (void)domain;
    iq_pools_end_heap(number(heap), false, ref_of(NVTX_HEAP_RESET, IQ_SITE));
}

static void regions_register(void *domain, const struct nvtx_register *batch)
{
    struct iq_call_ref ref = ref_of(NVTX_REGIONS_REGISTER, IQ_SITE);
    (void)domain;
    if (!batch || batch->type != NVTX_TYPE_VIRTUAL_ADDRESS ||
        batch->element_size < sizeof(struct nvtx_range))
        return;
    for (size_t i = 0; i < batch->count; i++) {
        const struct nvtx_range *range = element(batch->elements, batch->element_size, i);
        iq_pools_add(IQ_POOL_REGION, number(range->at), range->size, ref);
        if (batch->handles)
            batch->handles[i] = (void *)(uintptr_t)range->at;
    }
}

static void regions_resize(void *domain, const struct nvtx_ranges *batch)
{
    (void)domain;
    if (!batch || batch->type != NVTX_TYPE_VIRTUAL_ADDRESS ||
        batch->element_size < sizeof(struct nvtx_range))
        return;
    for (size_t i = 0; i < batch->count; i++) {
        const struct nvtx_range *range = element(batch->elements, batch->element_size, i);
        iq_pools_resize(number(range->at), range->size);
    }
}

static void regions_unregister(void *domain, const struct nvtx_references *batch)
{
    struct iq_call_ref ref = ref_of(NVTX_REGIONS_UNREGISTER, IQ_SITE);
    (void)domain;
    for (size_t i = 0; batch && batch->element_size >= sizeof(void *) && i < batch->count; i++)
        iq_pools_end_region(
            number(*(void *const *)element(batch->elements, batch->element_size, i)), ref);
}

static void regions_name(void *domain, const struct nvtx_names *batch)
{
    (void)domain;
    for (size_t i = 0; batch && batch->element_size >= sizeof(struct nvtx_name) && i < batch->count;
         i++) {
        const struct nvtx_name *one = element(batch->elements, batch->element_size, i);
        if (one->name_type == NVTX_NAME_ASCII)
            iq_pools_name(number(one->region), one->name);
    }
}

/* ---- permissions ---- */

static void permissions_assign(void *domain, const struct nvtx_assign *batch)
{
    struct iq_call_ref ref = ref_of(NVTX_PERMISSIONS_ASSIGN, IQ_SITE);
    (void)domain;
    if (!batch || batch->element_size < sizeof(struct nvtx_permission) ||
        batch->permissions == OTHER)
        return;
    for (size_t i = 0; i < batch->count; i++) {
        const struct nvtx_permission *one = element(batch->elements, batch->element_size, i);
        uint32_t may = one->flags & NVTX_MAY_RESET ? IQ_SOFT_MAY_ALL : one->flags & IQ_SOFT_MAY_ALL;
        iq_pools_allow(number(one->region), may, ref);
    }
}

static void permissions_reset(void *domain, void *permissions)
{
    (void)domain;
    if (permissions != OTHER)
        iq_pools_allow_all();
}

/* Bound to threads, streams or devices: what they would restrict is not checked. */
static void *permissions_create(void *domain, int32_t flags)
{
    (void)domain, (void)flags;
    return OTHER;
}

static void *process_permissions(void *domain)
{
    (void)domain;
    return CUDA_PROCESS;
}

static void *device_permissions(void *domain, int device)
{
    (void)domain, (void)device;
    return OTHER;
}

static void mark_initialized(void *domain, void *stream, uint8_t per_thread,
                             const struct nvtx_ranges *batch)
{
    (void)domain, (void)stream, (void)per_thread;
    if (!batch || batch->type != NVTX_TYPE_VIRTUAL_ADDRESS ||
        batch->element_size < sizeof(struct nvtx_range))
        return;
    for (size_t i = 0; i < batch->count; i++) {
        const struct nvtx_range *range = element(batch->elements, batch->element_size, i);
        iq_pools_mark_written(number(range->at), range->size);
        iq_kernel_shadow_drop(number(range->at));
    }
}

/* ---- how NVTX finds them ---- */

static const struct {
    uint32_t slot;
    intptr_t function;
} functions[] = {
    { NVTX_HEAP_REGISTER, (intptr_t)heap_register },
    { NVTX_HEAP_UNREGISTER, (intptr_t)heap_unregister },
    { NVTX_HEAP_RESET, (intptr_t)heap_reset },
    { NVTX_REGIONS_REGISTER, (intptr_t)regions_register },
    { NVTX_REGIONS_RESIZE, (intptr_t)regions_resize },
    { NVTX_REGIONS_UNREGISTER, (intptr_t)regions_unregister },
    { NVTX_REGIONS_NAME, (intptr_t)regions_name },
    { NVTX_PERMISSIONS_ASSIGN, (intptr_t)permissions_assign },
    { NVTX_PERMISSIONS_CREATE, (intptr_t)permissions_create },
    { NVTX_PERMISSIONS_RESET, (intptr_t)permissions_reset },
    { NVTX_CUDA_PROCESS_PERMISSIONS, (intptr_t)process_permissions },
    { NVTX_CUDA_DEVICE_PERMISSIONS, (intptr_t)device_permissions },
    { NVTX_CUDA_MARK_INITIALIZED, (intptr_t)mark_initialized },
};

static uint8_t is_enabled(void *domain)
{
    (void)domain;
    return 1;
}

/* Of the extension for payloads only the question whether somebody listens to a domain: where
 * nobody does, Python's nvtx opens no ranges. */
static int start_payload(const struct nvtx_segment *segment)
{
    if (segment->slot_count <= NVTX_DOMAIN_IS_ENABLED)
        return 0;
    segment->slots[NVTX_DOMAIN_IS_ENABLED] = (intptr_t)is_enabled;
    return 1;
}

int InitializeInjectionNvtxExtension(struct nvtx_module *module)
{
    if (!module || !module->segment_count)
        return 0;
    if (module->module == NVTX_MODULE_PAYLOAD)
        return start_payload(&module->segments[0]);
    if (module->module != NVTX_MODULE_MEMORY || module->compatible != NVTX_MEMORY_VERSION)
        return 0;
    iq_guest_prepare();
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i].slot < module->segments[0].slot_count)
            module->segments[0].slots[functions[i].slot] = functions[i].function;
    return 1;
}
