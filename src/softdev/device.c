/* Devices: start, options from the environment, attributes. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/processors.h"
#include "base/soft_profile.h"
#include "softdev/launch.h"
#include "softdev/memory.h"
#include "softdev/pool.h"
#include "softdev/running.h"
#include "softdev/stream.h"

static uint64_t number_option(const char *name, uint64_t otherwise)
{
    const char *text = getenv(name);
    char *end;
    uint64_t value = text && *text ? strtoull(text, &end, 0) : otherwise;
    return text && *text && !*end ? value : otherwise;
}

/* Digits with or without a point, whatever the program's locale is; NULL if there are none. */
static const char *decimal(const char *text, double *value)
{
    const char *at = text;
    double place = 1;
    for (*value = 0; isdigit((unsigned char)*at); at++)
        *value = *value * 10 + (*at - '0');
    if (*at == '.' && (at > text || isdigit((unsigned char)at[1])))
        for (at++; isdigit((unsigned char)*at); at++)
            *value += (place /= 10) * (*at - '0');
    return at > text ? at : NULL;
}

static bool is_seconds(const char *text, double *value)
{
    const char *end = decimal(text, value);
    return end && !*end && *value <= 1e9;
}

/* 67108864, 0x4000000, 64M, 1.5GiB: a unit counts in powers of 1024. */
static bool is_size(const char *text, double *value)
{
    static const char units[] = "kmgt";
    char *hex_end;
    const char *end = decimal(text, value);
    if (end && !strncmp(text, "0x", 2)) {
        *value = (double)strtoull(text, &hex_end, 16);
        end = hex_end;
    }
    const char *unit = end && *end ? strchr(units, tolower((unsigned char)*end)) : NULL;
    if (unit) {
        for (const char *u = units; u <= unit; u++)
            *value *= 1024;
        end += end[1] == 'i' ? 2 : 1;
    }
    if (end && *end && tolower((unsigned char)*end) == 'b')
        end++;
    return end && !*end && *value >= 1 && *value <= 0x1p45;
}

/* The value of a variable that [is_good] understands, else [otherwise] and a word about it. */
static double checked_option(const char *name, bool (*is_good)(const char *, double *),
                             const char *what, double otherwise)
{
    const char *text = getenv(name);
    double value;
    if (!text || !*text)
        return otherwise;
    if (is_good(text, &value))
        return value;
    iq_complain("inquest software device: %s: '%s' is no %s; ignored", name, text, what);
    return otherwise;
}

static int driver_version(void) { return (int)number_option("INQUEST_SOFT_DRIVER_VERSION", 13000); }

/* A version that was asked for is imitated, with what its compiler refuses. */
static bool takes_newer(void) { return !getenv("INQUEST_SOFT_DRIVER_VERSION"); }

static int capability_option(int otherwise)
{
    const char *text = getenv("INQUEST_SOFT_ARCH");
    int major, minor = 0;
    if (!text || sscanf(text, "%d.%d", &major, &minor) < 1 || minor > 9)
        return otherwise;
    if (major >= 30 && !strchr(text, '.'))
        return major;
    return major * 10 + minor;
}

static void read_schedule(void)
{
    const char *text = getenv("INQUEST_SCHEDULE");
    if (text && !strcmp(text, "late"))
        iq_soft.schedule = IQ_SCHEDULE_LATE;
    else if (text && !strncmp(text, "shuffle", 7)) {
        iq_soft.schedule = IQ_SCHEDULE_SHUFFLE;
        iq_soft.shuffle = text[7] == '=' ? strtoull(text + 8, NULL, 0) : 1;
        atomic_store(&iq_soft.schedule_seed, iq_soft.shuffle);
    }
    const char *hurry = getenv("INQUEST_SOFT_HURRY");
    iq_soft.hurry = hurry ? strtoull(hurry, NULL, 0) : 0;
}

static enum iq_soft_checks checks_option(void)
{
    const char *text = getenv("INQUEST_KERNEL_CHECKS");
    return !text                     ? IQ_CHECKS_ALL
           : !strcmp(text, "none")   ? IQ_CHECKS_NONE
           : !strcmp(text, "bounds") ? IQ_CHECKS_BOUNDS
                                     : IQ_CHECKS_ALL;
}

/* CUDA_VISIBLE_DEVICES: numbers or UUID beginnings; the list ends at the first that does not exist.
 * Software devices are all alike, so only their number matters. */
static int visible(int count)
{
    const char *text = getenv("CUDA_VISIBLE_DEVICES");
    int seen = 0;
    bool used[IQ_DEVICES_MAX] = { false };
    if (!text)
        return count;
    while (*text && seen < count) {
        char *end;
        while (isspace((unsigned char)*text))
            text++;
        long number = strtol(text, &end, 10);
        if (!strncmp(text, "GPU-", 4))
            end = (char *)(uintptr_t)text + strcspn(text, ","), number = seen;
        if (end == text || number < 0 || number >= count || used[number])
            break;
        used[number] = true;
        seen++;
        text = *end == ',' ? end + 1 : end;
        if (*end && *end != ',')
            break;
    }
    return seen;
}

static size_t memory_option(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    size_t all = pages > 0 ? (size_t)pages * (size_t)page : (size_t)8 << 30,
           usual = iq_soft.integrated ? all : all / 2, most = (size_t)64 << 30;
    size_t bytes =
        (size_t)checked_option("INQUEST_SOFT_MEMORY", is_size, "size in bytes (512M, 4G)",
                               (double)(usual < most ? usual : most));
    bytes &= ~(IQ_CHUNK - 1);
    return bytes < 16 * IQ_CHUNK ? 16 * IQ_CHUNK : bytes;
}

CUresult iq_soft_initialise(void)
{
    CUresult r = CUDA_SUCCESS;
    const struct iq_soft_profile *profile = iq_soft_profile(getenv("INQUEST_SOFT_PROFILE"));
    iq_soft.integrated = profile->integrated;
    uint64_t wish = iq_soft.integrated ? 1 : number_option("INQUEST_SOFT_DEVICES", 1);
    int count = visible(wish > IQ_DEVICES_MAX ? IQ_DEVICES_MAX : (int)wish);
    iq_soft.capability = capability_option(profile->capability);
    iq_soft.takes_newer = takes_newer();
    iq_soft.driver_version = driver_version();
    iq_soft.memory_bytes = memory_option();
    iq_soft.cpus = iq_processor_count();
    iq_soft.kernel_timeout_ns =
        (uint64_t)(checked_option("INQUEST_KERNEL_TIMEOUT", is_seconds, "number of seconds", 0) *
                   1e9);
    read_schedule();
    iq_soft.checks = checks_option();
    iq_running_init();
    if (!count)
        return CUDA_ERROR_NO_DEVICE;
    iq_soft.device_count = count;
    for (int i = 0; i < count && !r; i++) {
        struct iq_device *device = &iq_soft.devices[i];
        device->ordinal = i;
        if (!device->arena)
            r = iq_arena_create(device, iq_soft.memory_bytes);
        if (!r && !device->primary) {
            device->primary = iq_ctx_new(device, 0);
            r = device->primary ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
        }
        if (!r) {
            device->primary->primary = true;
            device->primary->destroyed = true; /* until retained */
            r = iq_pool_create_default(device);
        }
    }
    if (!r)
        iq_soft.initialised = true;
    return r;
}

DRIVER(cuInit, (unsigned flags))
{
    if (iq_is_forked())
        return CUDA_ERROR_NOT_INITIALIZED;
    if (flags)
        return CUDA_ERROR_INVALID_VALUE;
    iq_lock();
    CUresult r = iq_soft.initialised ? CUDA_SUCCESS : iq_soft_initialise();
    if (!r)
        iq_lock_mark_initialised();
    iq_unlock();
    return r;
}

DRIVER(cuDriverGetVersion, (int *version))
{
    if (!version)
        return CUDA_ERROR_INVALID_VALUE;
    *version = driver_version();
    return CUDA_SUCCESS;
}

CUresult iq_device_get(CUdevice ordinal, struct iq_device **device)
{
    if (ordinal < 0 || ordinal >= iq_soft.device_count)
        return CUDA_ERROR_INVALID_DEVICE;
    *device = &iq_soft.devices[ordinal];
    return CUDA_SUCCESS;
}

/* What an H200 says, where it makes sense for this device. */
static const struct {
    short attribute;
    int value;
} values[] = {
    { CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_BLOCK, IQ_BLOCK_THREADS_MAX },
    { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_X, 1024 },
    { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Y, 1024 },
    { CU_DEVICE_ATTRIBUTE_MAX_BLOCK_DIM_Z, 64 },
    { CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_X, 0x7fffffff },
    { CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Y, 65535 },
    { CU_DEVICE_ATTRIBUTE_MAX_GRID_DIM_Z, 65535 },
    { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK, IQ_SHARED_DEFAULT },
    { CU_DEVICE_ATTRIBUTE_TOTAL_CONSTANT_MEMORY, 65536 },
    { CU_DEVICE_ATTRIBUTE_WARP_SIZE, 32 },
    { CU_DEVICE_ATTRIBUTE_MAX_PITCH, 0x7fffffff },
    { CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_BLOCK, IQ_SM_REGISTERS },
    { CU_DEVICE_ATTRIBUTE_CLOCK_RATE, 1980000 },
    { CU_DEVICE_ATTRIBUTE_TEXTURE_ALIGNMENT, 512 },
    { CU_DEVICE_ATTRIBUTE_GPU_OVERLAP, 1 },
    { CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, IQ_SM_COUNT },
    { CU_DEVICE_ATTRIBUTE_CAN_MAP_HOST_MEMORY, 1 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_WIDTH, 131072 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_WIDTH, 131072 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_HEIGHT, 65536 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH, 16384 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT, 16384 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH, 16384 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_HEIGHT, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LAYERED_LAYERS, 2048 },
    { CU_DEVICE_ATTRIBUTE_SURFACE_ALIGNMENT, 512 },
    { CU_DEVICE_ATTRIBUTE_CONCURRENT_KERNELS, 1 },
    { CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, 3201000 },
    { CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, 6144 },
    { CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, 62914560 },
    { CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, IQ_SM_THREADS },
    { CU_DEVICE_ATTRIBUTE_ASYNC_ENGINE_COUNT, 3 },
    { CU_DEVICE_ATTRIBUTE_UNIFIED_ADDRESSING, 1 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LAYERED_LAYERS, 2048 },
    { CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER, 1 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_GATHER_HEIGHT, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_WIDTH_ALTERNATE, 8192 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_HEIGHT_ALTERNATE, 8192 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE3D_DEPTH_ALTERNATE, 32768 },
    { CU_DEVICE_ATTRIBUTE_TEXTURE_PITCH_ALIGNMENT, 32 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURECUBEMAP_LAYERED_LAYERS, 2046 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_WIDTH, 131072 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_HEIGHT, 65536 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_WIDTH, 16384 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_HEIGHT, 16384 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE3D_DEPTH, 16384 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE1D_LAYERED_LAYERS, 2048 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_HEIGHT, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACE2D_LAYERED_LAYERS, 2048 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_SURFACECUBEMAP_LAYERED_LAYERS, 2046 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_LINEAR_WIDTH, 268435456 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_WIDTH, 131072 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_HEIGHT, 65000 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_LINEAR_PITCH, 2097120 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE2D_MIPMAPPED_HEIGHT, 32768 },
    { CU_DEVICE_ATTRIBUTE_MAXIMUM_TEXTURE1D_MIPMAPPED_WIDTH, 32768 },
    { CU_DEVICE_ATTRIBUTE_STREAM_PRIORITIES_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_GLOBAL_L1_CACHE_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_LOCAL_L1_CACHE_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR, IQ_SHARED_SM },
    { CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, IQ_SM_REGISTERS },
    { CU_DEVICE_ATTRIBUTE_MANAGED_MEMORY, 1 },
    { CU_DEVICE_ATTRIBUTE_SINGLE_TO_DOUBLE_PRECISION_PERF_RATIO, 2 },
    { CU_DEVICE_ATTRIBUTE_COMPUTE_PREEMPTION_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_CAN_USE_HOST_POINTER_FOR_REGISTERED_MEM, 1 },
    { CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1, 1 },
    { CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1, 1 },
    { CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1, 1 },
    { CU_DEVICE_ATTRIBUTE_COOPERATIVE_LAUNCH, 1 },
    { CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_BLOCK_OPTIN, IQ_SHARED_OPTIN },
    { CU_DEVICE_ATTRIBUTE_HOST_REGISTER_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, IQ_SM_BLOCKS },
    { CU_DEVICE_ATTRIBUTE_MAX_PERSISTING_L2_CACHE_SIZE, 39321600 },
    { CU_DEVICE_ATTRIBUTE_MAX_ACCESS_POLICY_WINDOW_SIZE, 134213632 },
    { CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, IQ_SHARED_RESERVED },
    { CU_DEVICE_ATTRIBUTE_READ_ONLY_HOST_REGISTER_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_MEMORY_POOLS_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS, 1 },
    { CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR, 1 },
    { CU_DEVICE_ATTRIBUTE_MEM_SYNC_DOMAIN_COUNT, 4 },
    { CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_IPC_EVENT_SUPPORTED, 1 },
    { CU_DEVICE_ATTRIBUTE_MEMPOOL_SUPPORTED_HANDLE_TYPES,
      CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR },
    { CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS, 0 },
    { CU_DEVICE_ATTRIBUTE_NUMA_ID, -1 },
    { CU_DEVICE_ATTRIBUTE_HOST_NUMA_ID, 0 },
};

int iq_device_attribute(const struct iq_device *device, CUdevice_attribute attribute)
{
    switch ((int)attribute) {
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR: return iq_soft.capability / 10;
    case CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR: return iq_soft.capability % 10;
    case CU_DEVICE_ATTRIBUTE_PCI_BUS_ID: return 0x10 + device->ordinal;
    case CU_DEVICE_ATTRIBUTE_MULTI_GPU_BOARD_GROUP_ID: return device->ordinal;
    case CU_DEVICE_ATTRIBUTE_CLUSTER_LAUNCH: return iq_soft.capability >= 90;
    case CU_DEVICE_ATTRIBUTE_INTEGRATED: return iq_soft.integrated;
    case CU_DEVICE_ATTRIBUTE_CONCURRENT_MANAGED_ACCESS: return !iq_soft.integrated;
    }
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        if (values[i].attribute == (int)attribute)
            return values[i].value;
    return 0;
}

DRIVER(cuDeviceGet, (CUdevice * device, int ordinal))
{
    struct iq_device *found;
    CUresult r = iq_enter_plain();
    if (!r)
        r = device ? iq_device_get(ordinal, &found) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *device = ordinal;
    return iq_leave(r);
}

DRIVER(cuDeviceGetCount, (int *count))
{
    CUresult r = iq_enter_plain();
    if (!r && !count)
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *count = iq_soft.device_count;
    return iq_leave(r);
}

DRIVER(cuDeviceGetAttribute, (int *value, CUdevice_attribute attribute, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r && (!value || (int)attribute < 1 || attribute >= CU_DEVICE_ATTRIBUTE_MAX))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_device_get(ordinal, &device);
    if (!r)
        *value = iq_device_attribute(device, attribute);
    return iq_leave(r);
}

DRIVER(cuDeviceGetName, (char *name, int length, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = name && length ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        snprintf(name, (unsigned)length, "inquest software device"); /* -1 is large, as to NVIDIA */
    return iq_leave(r);
}

DRIVER(cuDeviceGetUuid_v2, (CUuuid * uuid, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = uuid ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        memcpy(uuid->bytes, "inquestsoftdevic", 16);
        uuid->bytes[15] = (char)ordinal;
    }
    return iq_leave(r);
}
DRIVER(cuDeviceGetUuid, (CUuuid * uuid, CUdevice ordinal))
{
    return cuDeviceGetUuid_v2(uuid, ordinal);
}

DRIVER(cuDeviceGetLuid, (char *luid, unsigned *mask, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    (void)luid, (void)mask;
    if (!r)
        r = iq_device_get(ordinal, &device);
    return iq_leave(r ? r : CUDA_ERROR_NOT_SUPPORTED);
}

DRIVER(cuDeviceTotalMem_v2, (size_t * bytes, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = bytes ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *bytes = iq_soft.memory_bytes;
    return iq_leave(r);
}

DRIVER(cuDeviceComputeCapability, (int *major, int *minor, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = major && minor ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r) {
        *major = iq_soft.capability / 10;
        *minor = iq_soft.capability % 10;
    }
    return iq_leave(r);
}

DRIVER(cuDeviceGetProperties, (CUdevprop * properties, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = properties ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *properties = (CUdevprop){ IQ_BLOCK_THREADS_MAX,
                                   { 1024, 1024, 64 },
                                   { 0x7fffffff, 65535, 65535 },
                                   IQ_SHARED_DEFAULT,
                                   65536,
                                   32,
                                   0x7fffffff,
                                   IQ_SM_REGISTERS,
                                   1980000,
                                   512 };
    return iq_leave(r);
}

DRIVER(cuDeviceGetPCIBusId, (char *id, int length, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = id && length >= 13 ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        snprintf(id, (size_t)length, "0000:%02X:00.0", (unsigned)(0x10 + ordinal) & 0xff);
    return iq_leave(r);
}

DRIVER(cuDeviceGetByPCIBusId, (CUdevice * device, const char *id))
{
    unsigned domain = 0, bus = 0, slot = 0, function = 0;
    CUresult r = iq_enter_plain();
    if (!r && (!device || !id))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r && sscanf(id, "%x:%x:%x.%x", &domain, &bus, &slot, &function) < 3) {
        domain = 0;
        if (sscanf(id, "%x:%x.%x", &bus, &slot, &function) < 2)
            r = CUDA_ERROR_INVALID_VALUE;
    }
    if (!r &&
        (domain || slot || function || bus < 0x10 || bus >= 0x10 + (unsigned)iq_soft.device_count))
        r = CUDA_ERROR_INVALID_DEVICE;
    if (!r)
        *device = (CUdevice)(bus - 0x10);
    return iq_leave(r);
}

DRIVER(cuDeviceGetTexture1DLinearMaxWidth,
       (size_t * width, CUarray_format format, unsigned channels, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    (void)format;
    if (!r)
        r = width && channels >= 1 && channels <= 4 ? iq_device_get(ordinal, &device)
                                                    : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *width = 268435456;
    return iq_leave(r);
}

DRIVER(cuDeviceCanAccessPeer, (int *can, CUdevice ordinal, CUdevice peer))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = can ? iq_device_get(ordinal, &device) : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_device_get(peer, &device);
    if (!r)
        *can = ordinal != peer;
    return iq_leave(r);
}

DRIVER(cuDeviceGetP2PAttribute,
       (int *value, CUdevice_P2PAttribute attribute, CUdevice from, CUdevice to))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r && (!value || (int)attribute < 1 || (int)attribute > 5))
        r = CUDA_ERROR_INVALID_VALUE;
    if (!r)
        r = iq_device_get(from, &device);
    if (!r)
        r = iq_device_get(to, &device);
    if (!r && from == to)
        r = CUDA_ERROR_INVALID_DEVICE;
    if (!r)
        *value = attribute == CU_DEVICE_P2P_ATTRIBUTE_PERFORMANCE_RANK ? 0 : (int)attribute <= 4;
    return iq_leave(r);
}

DRIVER(cuDeviceGetExecAffinitySupport, (int *support, CUexecAffinityType type, CUdevice ordinal))
{
    struct iq_device *device;
    CUresult r = iq_enter_plain();
    if (!r)
        r = support && type == CU_EXEC_AFFINITY_TYPE_SM_COUNT ? iq_device_get(ordinal, &device)
                                                              : CUDA_ERROR_INVALID_VALUE;
    if (!r)
        *support = 0;
    return iq_leave(r);
}
