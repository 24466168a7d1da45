/* Driver API: what a pointer is. */
#include <string.h>

#include "softdev/array.h"
#include "softdev/memory.h"
#include "softdev/pool.h"

static CUmemorytype type_of(const struct iq_alloc *alloc)
{
    return iq_alloc_is_host(alloc) ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
}

static size_t size_of(CUpointer_attribute attribute)
{
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: return 8;
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS: return sizeof(CUDA_POINTER_ATTRIBUTE_P2P_TOKENS);
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_MAPPED:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: return 1;
    default: return 4;
    }
}

/* [value] has 16 zeroed bytes.  Unknown pointers: 1 where the plural call gives NULL. */
static CUresult attribute_of(const struct iq_alloc *alloc, CUpointer_attribute attribute,
                             uint64_t address, void *value)
{
    uint64_t *wide = value;
    int *number = value;
    bool managed = alloc->kind == IQ_ALLOC_MANAGED, host = iq_alloc_is_host(alloc);
    switch ((int)attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
        *wide = alloc->kind == IQ_ALLOC_VMM || alloc->pool
                    ? 0
                    : (uint64_t)(uintptr_t)iq_obj_handle(alloc->ctx);
        break;
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *number = (int)type_of(alloc); break;
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *wide = address; break;
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
        if (!host && !managed)
            return CUDA_ERROR_INVALID_VALUE;
        *wide = address;
        break;
    case CU_POINTER_ATTRIBUTE_P2P_TOKENS: return CUDA_ERROR_NOT_SUPPORTED;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS: *(bool *)value = alloc->sync_memops; break;
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
    case CU_POINTER_ATTRIBUTE_MEMORY_BLOCK_ID: *wide = alloc->id; break;
    case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(bool *)value = managed; break;
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
        *number = alloc->ctx ? alloc->ctx->device->ordinal : alloc->device->ordinal;
        break;
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
        *(bool *)value = alloc->kind == IQ_ALLOC_DEVICE;
        break;
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
    case CU_POINTER_ATTRIBUTE_MAPPING_BASE_ADDR: *wide = alloc->base; break;
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
    case CU_POINTER_ATTRIBUTE_MAPPING_SIZE: *wide = alloc->size; break;
    case CU_POINTER_ATTRIBUTE_MAPPED: *(bool *)value = alloc->kind != IQ_ALLOC_RESERVED; break;
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
        *wide = alloc->pool ? alloc->pool->props.handleTypes : 0;
        break;
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE: *(bool *)value = false; break;
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
        *number = alloc->writable ? CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READWRITE
                                  : CU_POINTER_ATTRIBUTE_ACCESS_FLAG_READ;
        break;
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
        *wide = alloc->pool && alloc->pool->obj.slot
                    ? (uint64_t)(uintptr_t)iq_obj_handle(alloc->pool)
                    : 0;
        break;
    case CU_POINTER_ATTRIBUTE_IS_HW_DECOMPRESS_CAPABLE: *(bool *)value = false; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

static struct iq_alloc *known(uint64_t address)
{
    struct iq_alloc *alloc = iq_alloc_find(address);
    return alloc && alloc->kind != IQ_ALLOC_INTERNAL && !iq_alloc_rests(alloc) ? alloc : NULL;
}

DRIVER(cuPointerGetAttribute, (void *data, CUpointer_attribute attribute, CUdeviceptr address))
{
    uint64_t value[2] = { 0, 0 };
    CUresult r = iq_enter_plain();
    const struct iq_alloc *alloc = r ? NULL : known(address);
    if (!r && (!data || !alloc || (int)attribute < 1 || (int)attribute > 21))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = attribute_of(alloc, attribute, address, value);
    if (!r)
        memcpy(data, value, size_of(attribute));
    return iq_leave(r);
}

/* Never fails for a pointer it does not know: everything is then zero, the ordinal -2. */
DRIVER(cuPointerGetAttributes,
       (unsigned count, CUpointer_attribute *attributes, void **data, CUdeviceptr address))
{
    CUresult r = iq_enter_plain();
    const struct iq_alloc *alloc = r ? NULL : known(address);
    if (!r && (!count || !attributes || !data))
        r = CUDA_ERROR_INVALID_VALUE;
    for (unsigned i = 0; i < count && !r; i++) {
        uint64_t value[2] = { 0, 0 };
        if (!data[i] || (int)attributes[i] < 1 || (int)attributes[i] > 21)
            r = CUDA_ERROR_INVALID_VALUE;
        else if (alloc && attribute_of(alloc, attributes[i], address, value))
            memset(value, 0, sizeof value);
        if (!r && !alloc && attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL)
            *(int *)value = CU_DEVICE_INVALID;
        if (!r)
            memcpy(data[i], value, size_of(attributes[i]));
    }
    return iq_leave(r);
}

DRIVER(cuPointerSetAttribute,
       (const void *value, CUpointer_attribute attribute, CUdeviceptr address))
{
    CUresult r = iq_enter_plain();
    struct iq_alloc *alloc = r ? NULL : known(address);
    if (!r && (!value || !alloc || attribute != CU_POINTER_ATTRIBUTE_SYNC_MEMOPS))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        alloc->sync_memops = *(const int *)value;
    return iq_leave(r);
}
