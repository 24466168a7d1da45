/* PyTorch's caching allocator: libc10_cuda tells PyTorch's profiler of each block that it hands out
 * or takes back, by a function of libc10 which we stand in front of.  It is told the size that the
 * allocator has rounded to (multiples of 512), not the one that was asked for. */
#include "base/hot.h"
#include "call/guest.h"
#include "model/entry.h"
#include "model/pools.h"
#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/pools.h"
#include "wrap/python_pools.h"
#include "wrap/sys.h"

#define IQ_EXPORT __attribute__((visibility("default")))
/* c10::reportMemoryUsageToProfiler(void *, int64_t, size_t, size_t, c10::Device) */
#define REPORT _ZN3c1027reportMemoryUsageToProfilerEPvlmmNS_6DeviceE
#define REPORT_NAME "_ZN3c1027reportMemoryUsageToProfilerEPvlmmNS_6DeviceE"

/* c10::Device */
struct device {
    int8_t type, index;
};
enum { TYPE_CUDA = 1 };

typedef void (*report_fn)(void *block, int64_t bytes, size_t allocated, size_t reserved,
                          struct device device);

IQ_EXPORT void REPORT(void *block, int64_t bytes, size_t allocated, size_t reserved,
                      struct device device);

static const struct iq_entry names[] = {
    { .symbol = "CUDACachingAllocator.malloc",
      .name = "CUDACachingAllocator.malloc",
      .api = IQ_API_CUDA },
    { .symbol = "CUDACachingAllocator.free",
      .name = "CUDACachingAllocator.free",
      .api = IQ_API_CUDA },
};

static report_fn next(void)
{
    static report_fn found; /* atomic; the same from whoever looks */
    report_fn function = __atomic_load_n(&found, __ATOMIC_RELAXED);
    if (!function) {
        uintptr_t address = iq_elf_next(REPORT_NAME);
        iq_sys_copy(&function, &address, sizeof function);
        __atomic_store_n(&found, function, __ATOMIC_RELAXED);
    }
    return function;
}

static bool is_wanted(void)
{
    static int known; /* atomic; 0: not yet, 1: no, 2: yes */
    int state = __atomic_load_n(&known, __ATOMIC_RELAXED);
    if (!state) {
        state = 1 + iq_python_pools_are_wanted();
        __atomic_store_n(&known, state, __ATOMIC_RELAXED);
    }
    return state == 2;
}

IQ_FAST void REPORT(void *block, int64_t bytes, size_t allocated, size_t reserved,
                    struct device device)
{
    uint64_t address = (uint64_t)(uintptr_t)block;
    if (device.type == TYPE_CUDA && is_wanted()) {
        if (bytes > 0)
            (void)iq_pools_hand_out(address, (uint64_t)bytes, true,
                                    iq_pools_ref(&names[0], IQ_SITE));
        else
            iq_pools_end_region(address, iq_pools_ref(&names[1], IQ_SITE));
    }
    report_fn function = next();
    if (function)
        function(block, bytes, allocated, reserved, device);
}
