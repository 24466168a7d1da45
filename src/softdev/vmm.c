/* Driver API: virtual memory management.  Physical memory is a memory file; mapping puts it behind
 * reserved addresses.  After the memory stands what another process has to know that gets the
 * file. */
#include <string.h>
#include <unistd.h>

#include "softdev/share.h"

enum { TAIL = 4096 };
struct tail {
    struct iq_share_name name;
    CUmemAllocationProp prop;
};

struct iq_physical {
    struct iq_obj obj;
    struct iq_device *device;
    CUmemAllocationProp prop;
    size_t size;
    int fd;
    bool imported;    /* memory of another process: not charged here */
    unsigned handles; /* cuMemCreate and cuMemRetainAllocationHandle */
};

static void physical_finish(struct iq_obj *obj)
{
    struct iq_physical *physical = (struct iq_physical *)obj;
    if (!physical->imported)
        iq_arena_discharge(physical->device, physical->size);
    close(physical->fd);
}

static CUresult physical_get(CUmemGenericAllocationHandle handle, struct iq_physical **physical)
{
    CUresult why;
    *physical = iq_obj_get((void *)(uintptr_t)handle, IQ_OBJ_PHYSICAL, &why);
    return *physical ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

static CUresult judge_prop(const CUmemAllocationProp *prop, struct iq_device **device)
{
    if (!prop || prop->type != CU_MEM_ALLOCATION_TYPE_PINNED)
        return CUDA_ERROR_INVALID_VALUE;
    if (prop->requestedHandleTypes & CU_MEM_HANDLE_TYPE_FABRIC) /* as without an IMEX channel */
        return CUDA_ERROR_NOT_PERMITTED;
    if (prop->location.type != CU_MEM_LOCATION_TYPE_DEVICE ||
        prop->requestedHandleTypes & ~(unsigned)CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        return CUDA_ERROR_NOT_SUPPORTED;
    return iq_device_get(prop->location.id, device);
}

/* Takes over [fd]. */
static struct iq_physical *physical_new(struct iq_device *device, const CUmemAllocationProp *prop,
                                        size_t size, int fd)
{
    struct iq_physical *physical = iq_obj_new(IQ_OBJ_PHYSICAL, sizeof *physical);
    if (!physical) {
        close(fd);
        return NULL;
    }
    physical->obj.finish = physical_finish;
    physical->device = device;
    physical->prop = *prop;
    physical->size = size;
    physical->fd = fd;
    physical->handles = 1;
    return physical;
}

static int make_file(const CUmemAllocationProp *prop, size_t size, const struct iq_device *device)
{
    struct tail tail = { .name = { .device = (uint8_t)device->ordinal, .size = size },
                         .prop = *prop };
    int fd = iq_share_file(size + TAIL);
    if (fd < 0)
        return fd;
    iq_share_seal(&tail.name, IQ_SHARE_PHYSICAL, fd);
    if (pwrite(fd, &tail, sizeof tail, (off_t)size) != sizeof tail) {
        close(fd);
        return -1;
    }
    return fd;
}

DRIVER(cuMemGetAllocationGranularity, (size_t * granularity, const CUmemAllocationProp *prop,
                                       CUmemAllocationGranularity_flags option))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = granularity && (unsigned)option <= 1 ? judge_prop(prop, &device)
                                                 : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *granularity = IQ_CHUNK;
    return iq_leave(r);
}

DRIVER(cuMemCreate, (CUmemGenericAllocationHandle * handle, size_t size,
                     const CUmemAllocationProp *prop, unsigned long long flags))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r && (!handle || !size || size % IQ_CHUNK || flags))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = judge_prop(prop, &device);
    if (!r)
        r = iq_arena_charge(device, size);
    if (r)
        return iq_leave(r);
    int fd = make_file(prop, size, device);
    struct iq_physical *physical = fd < 0 ? NULL : physical_new(device, prop, size, fd);
    if (!physical) {
        iq_arena_discharge(device, size);
        return iq_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    *handle = (CUmemGenericAllocationHandle)(uintptr_t)iq_obj_handle(physical);
    return iq_leave(CUDA_SUCCESS);
}

DRIVER(cuMemRelease, (CUmemGenericAllocationHandle handle))
{
    struct iq_physical *physical;
    CUresult r = iq_enter_plain();
    if (!r)
        r = physical_get(handle, &physical);
    if (!r && !--physical->handles)
        iq_obj_kill(physical, false); /* mappings keep the memory */
    return iq_leave(r);
}

static bool is_aligned(uint64_t value) { return value % IQ_CHUNK == 0; }

/* The documentation asks for pages of the host; drivers refuse all but multiples of 2 MiB. */
DRIVER(cuMemAddressReserve, (CUdeviceptr * address, size_t size, size_t alignment, CUdeviceptr wish,
                             unsigned long long flags))
{
    struct iq_alloc *alloc;
    uint64_t base = 0;
    CUresult r = iq_enter_plain();
    if (!r && (!address || !size || !is_aligned(size) || flags || (alignment & (alignment - 1))))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_arena_reserve(&iq_soft.devices[0], size, alignment, wish, &base);
    if (r)
        return iq_leave(r);
    alloc = iq_alloc_add(IQ_ALLOC_RESERVED, base, size, NULL, 0);
    if (!alloc) {
        iq_arena_unreserve(&iq_soft.devices[0], base, size);
        return iq_leave(CUDA_ERROR_OUT_OF_MEMORY);
    }
    alloc->device = &iq_soft.devices[0];
    alloc->readable = alloc->writable = false;
    *address = base;
    return iq_leave(CUDA_SUCCESS);
}

/* Reserved addresses are one record; mapped pieces are records of their own, so the rest is split
 * off around them. */
static CUresult carve(struct iq_alloc *reserved, uint64_t from, size_t size)
{
    uint64_t base = reserved->base, end = base + reserved->size;
    struct iq_device *device = reserved->device;
    iq_alloc_remove(reserved);
    for (int side = 0; side < 2; side++) {
        uint64_t at = side ? from + size : base, to = side ? end : from;
        struct iq_alloc *rest =
            at < to ? iq_alloc_add(IQ_ALLOC_RESERVED, at, to - at, NULL, 0) : NULL;
        if (at < to && !rest)
            return CUDA_ERROR_OUT_OF_MEMORY;
        if (rest) {
            rest->device = device;
            rest->readable = rest->writable = false;
        }
    }
    return CUDA_SUCCESS;
}

/* Joins neighbouring reserved records around [base] again. */
static void join(uint64_t base, size_t size)
{
    struct iq_device *device = iq_arena_device(base);
    struct iq_alloc *below = iq_alloc_find(base - 1), *above = iq_alloc_find(base + size);
    uint64_t from = base, to = base + size;
    if (below && below->kind == IQ_ALLOC_RESERVED) {
        from = below->base;
        iq_alloc_remove(below);
    }
    if (above && above->kind == IQ_ALLOC_RESERVED) {
        to = above->base + above->size;
        iq_alloc_remove(above);
    }
    struct iq_alloc *all = iq_alloc_add(IQ_ALLOC_RESERVED, from, to - from, NULL, 0);
    if (all) {
        all->device = device;
        all->readable = all->writable = false;
    }
}

DRIVER(cuMemAddressFree, (CUdeviceptr address, size_t size))
{
    CUresult r = iq_enter_plain();
    struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r && (!alloc || alloc->kind != IQ_ALLOC_RESERVED || !is_aligned(address) || !size ||
               !iq_alloc_holds(alloc, address, size) ||
               (!is_aligned(size) && address + size != alloc->base + alloc->size)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = carve(alloc, address, size);
    if (!r)
        iq_arena_unreserve(&iq_soft.devices[0], address, size);
    return iq_leave(r);
}

DRIVER(cuMemMap, (CUdeviceptr address, size_t size, size_t offset,
                  CUmemGenericAllocationHandle handle, unsigned long long flags))
{
    struct iq_physical *physical = NULL;
    CUresult r = iq_enter_plain();
    struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r)
        r = physical_get(handle, &physical);
    if (!r && (!alloc || alloc->kind != IQ_ALLOC_RESERVED || flags || !size || !is_aligned(size) ||
               !is_aligned(address) || !iq_alloc_holds(alloc, address, size)))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && (offset || size > physical->size))
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r)
        r = carve(alloc, address, size);
    if (!r)
        r = iq_arena_map_file(&iq_soft.devices[0], address, size, physical->fd, offset);
    alloc = r ? NULL
              : iq_alloc_add(IQ_ALLOC_VMM, address, size, NULL, iq_arena_bias(&iq_soft.devices[0]));
    if (!r && !alloc)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r) {
        alloc->device = physical->device;
        alloc->physical = physical;
        alloc->readable = alloc->writable = false;
        iq_obj_ref(physical);
    }
    return iq_leave(r);
}

DRIVER(cuMemUnmap, (CUdeviceptr address, size_t size))
{
    CUresult r = iq_enter_plain();
    uint64_t end = address + size;
    if (!r && (!size || !is_aligned(address) || !is_aligned(size)))
        r = CUDA_ERROR_INVALID_VALUE;
    for (uint64_t at = address; at < end && !r;) {
        const struct iq_alloc *alloc = iq_alloc_find(at);
        bool reserved = alloc && alloc->kind == IQ_ALLOC_RESERVED; /* nothing to take away */
        if (!reserved && (!alloc || alloc->kind != IQ_ALLOC_VMM || alloc->base != at ||
                          alloc->base + alloc->size > end))
            r = CUDA_ERROR_INVALID_VALUE;
        else
            at = alloc->base + alloc->size;
    }
    if (!r)
        iq_ctx_drain_all();
    for (uint64_t at = address; at < end && !r;) {
        struct iq_alloc *alloc = iq_alloc_find(at);
        if (alloc->kind == IQ_ALLOC_RESERVED) {
            at = alloc->base + alloc->size;
            continue;
        }
        struct iq_physical *physical = alloc->physical;
        size_t piece = alloc->size;
        iq_arena_unmap_file(&iq_soft.devices[0], at, piece);
        iq_alloc_remove(alloc);
        iq_obj_unref(physical);
        join(at, piece);
        at += piece;
    }
    return iq_leave(r);
}

DRIVER(cuMemSetAccess,
       (CUdeviceptr address, size_t size, const CUmemAccessDesc *desc, size_t count))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    uint64_t end = address + size;
    if (!r && (!size || !is_aligned(size) || !desc || !count))
        r = CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count && !r; i++)
        if (desc[i].location.type == CU_MEM_LOCATION_TYPE_DEVICE)
            r = iq_device_get(desc[i].location.id, &device);
        else
            r = CUDA_ERROR_INVALID_VALUE;
    for (uint64_t at = address; at < end && !r;) {
        struct iq_alloc *alloc = iq_alloc_find(at);
        if (!alloc || alloc->kind != IQ_ALLOC_VMM || (at == address && alloc->base != at))
            r = CUDA_ERROR_INVALID_VALUE;
        for (size_t i = 0; i < count && !r; i++) {
            uint32_t bit = 1u << desc[i].location.id;
            alloc->accessed_by =
                desc[i].flags ? alloc->accessed_by | bit : alloc->accessed_by & ~bit;
            alloc->writable = desc[i].flags == CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
            alloc->readable = alloc->accessed_by;
        }
        at = r ? end : alloc->base + alloc->size;
    }
    return iq_leave(r);
}

DRIVER(cuMemGetAccess,
       (unsigned long long *flags, const CUmemLocation *location, CUdeviceptr address))
{
    CUresult r = iq_enter_plain();
    const struct iq_alloc *alloc = r ? NULL : iq_alloc_find(address);
    if (!r && (!flags || !location || !alloc || alloc->kind != IQ_ALLOC_VMM || location->id < 0 ||
               location->id > 31))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *flags = !(alloc->accessed_by >> location->id & 1) ? CU_MEM_ACCESS_FLAGS_PROT_NONE
                 : alloc->writable                         ? CU_MEM_ACCESS_FLAGS_PROT_READWRITE
                                                           : CU_MEM_ACCESS_FLAGS_PROT_READ;
    return iq_leave(r);
}

DRIVER(cuMemRetainAllocationHandle, (CUmemGenericAllocationHandle * handle, void *address))
{
    CUresult r = iq_enter_plain();
    const struct iq_alloc *alloc = r ? NULL : iq_alloc_find((uint64_t)(uintptr_t)address);
    if (!r && (!handle || !alloc || alloc->kind != IQ_ALLOC_VMM))
        r = CUDA_ERROR_INVALID_VALUE;
    /* only mappings kept it */
    if (!r && !alloc->physical->obj.slot && !iq_obj_revive(alloc->physical))
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r) {
        alloc->physical->handles++;
        *handle = (CUmemGenericAllocationHandle)(uintptr_t)iq_obj_handle(alloc->physical);
    }
    return iq_leave(r);
}

DRIVER(cuMemGetAllocationPropertiesFromHandle,
       (CUmemAllocationProp * prop, CUmemGenericAllocationHandle handle))
{
    struct iq_physical *physical;
    CUresult r = iq_enter_plain();
    if (!r)
        r = prop ? physical_get(handle, &physical) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *prop = physical->prop;
    return iq_leave(r);
}

DRIVER(cuMemExportToShareableHandle, (void *shared, CUmemGenericAllocationHandle handle,
                                      CUmemAllocationHandleType type, unsigned long long flags))
{
    struct iq_physical *physical;
    CUresult r = iq_enter_plain();
    if (!r)
        r = physical_get(handle, &physical);
    return iq_leave(
        r ? r
          : iq_share_give(physical->fd, physical->prop.requestedHandleTypes, shared, type, flags));
}

/* Is [fd] a file of make_file, in this process or another? */
static bool read_tail(int fd, struct tail *tail)
{
    off_t size = lseek(fd, 0, SEEK_END) - TAIL;
    return size > 0 && pread(fd, tail, sizeof *tail, size) == sizeof *tail &&
           iq_share_is_name(&tail->name, IQ_SHARE_PHYSICAL) && tail->name.size == (uint64_t)size &&
           tail->name.inode == iq_share_inode(fd) && tail->name.device < iq_soft.device_count;
}

DRIVER(cuMemImportFromShareableHandle,
       (CUmemGenericAllocationHandle * handle, void *shared, CUmemAllocationHandleType type))
{
    struct tail tail;
    CUresult r = iq_enter_plain();
    if (!r && type != CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR)
        r = CUDA_ERROR_NOT_SUPPORTED;
    if (!r && (intptr_t)shared < 0)
        r = CUDA_ERROR_UNKNOWN;
    if (!r && (!handle || !read_tail((int)(intptr_t)shared, &tail)))
        r = CUDA_ERROR_INVALID_VALUE;
    int fd = r ? -1 : dup((int)(intptr_t)shared);
    if (!r && fd < 0)
        r = CUDA_ERROR_OPERATING_SYSTEM;
    struct iq_physical *physical =
        r ? NULL : physical_new(&iq_soft.devices[tail.name.device], &tail.prop, tail.name.size, fd);
    if (!r && !physical)
        r = CUDA_ERROR_OUT_OF_MEMORY;
    if (!r) {
        physical->imported = true;
        /* it is not exported again */
        physical->prop.requestedHandleTypes = CU_MEM_HANDLE_TYPE_NONE;
        *handle = (CUmemGenericAllocationHandle)(uintptr_t)iq_obj_handle(physical);
    }
    return iq_leave(r);
}
