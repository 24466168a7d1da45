/* See driver.h. */
#include "wrap/driver.h"

#include <dlfcn.h>
#include <string.h>

#include "abi/soft_observer.h"
#include "api_cuda/query.h"
#include "base/arena.h"
#include "base/armed.h"
#include "base/hash.h"
#include "call/core.h"
#include "call/guest.h"
#include "call/watchdog.h"
#include "process/stack.h"
#include "rules/faults/kernel.h"
#include "rules/faults/kernel_place.h"
#include "wrap/blame.h"
#include "wrap/block.h"
#include "wrap/cudart.h"
#include "wrap/elf.h"
#include "wrap/guest.h"
#include "wrap/kernel_checks.h"
#include "wrap/kernel_made.h"
#include "wrap/park.h"
#include "wrap/patch.h"
#include "wrap/sys.h"

enum { TABLE_SIZE = 4096 }; /* several times the number of rows */

static struct {
    const struct link_map *map;
    struct iq_elf_object object;
    bool bound;
    const struct iq_wrap_row *table[TABLE_SIZE];
    void *keys[TABLE_SIZE];
    int counting_lock;
    struct counted {
        void *real;
        void *thunk;
        struct counted *next;
    } * counting;
    struct iq_arena arena;
} driver;

bool iq_driver_load(void)
{
    if (__atomic_load_n(&driver.map, __ATOMIC_ACQUIRE))
        return true;
    const char *path = iq_guest_driver_path();
    void *handle = path ? dlopen(path, RTLD_NOW | RTLD_LOCAL) : NULL;
    struct iq_elf_object object;
    if (!handle || iq_elf_open(handle, &object) ||
        iq_elf_lookup(&object, "inquest_guest_objects_changed"))
        return false; /* not there, or another copy of the guest */
    __atomic_store_n(&driver.map, handle, __ATOMIC_RELEASE);
    return true;
}

uintptr_t iq_driver_symbol(const char *name)
{
    return driver.map ? iq_elf_find(&driver.object, name) : 0;
}

void *iq_driver_handle(void)
{
    return (void *)(uintptr_t)__atomic_load_n(&driver.map, __ATOMIC_ACQUIRE);
}

bool iq_driver_lacks(const char *name)
{
    struct iq_elf_object object;
    return iq_driver_load() && !iq_elf_open(iq_driver_handle(), &object) &&
           !iq_elf_lookup(&object, name);
}

bool iq_driver_owns(const void *pointer)
{
    return (uintptr_t)pointer >= driver.object.text && (uintptr_t)pointer < driver.object.text_end;
}

static void insert(const struct iq_wrap_row *row, void *real)
{
    size_t i = iq_hash_u64((uint64_t)(uintptr_t)real) % TABLE_SIZE;
    while (driver.keys[i])
        i = (i + 1) % TABLE_SIZE;
    driver.table[i] = row;
    driver.keys[i] = real;
}

/* Somebody may want to see the calls within a runtime's, too. */
static bool is_covered(const struct iq_wrap_row *row, uintptr_t from)
{
    const uint32_t wanted = IQ_ARMED_OPTION | IQ_ARMED_RECORDER;
    return row->bare && iq_stack_is_hidden(from) &&
           !(__atomic_load_n(&iq_armed, __ATOMIC_ACQUIRE) & wanted);
}

void *iq_driver_wrapper(void *real, const char *name, uintptr_t from)
{
    const struct iq_wrap_row *best = NULL;
    for (size_t i = iq_hash_u64((uint64_t)(uintptr_t)real) % TABLE_SIZE; driver.keys[i];
         i = (i + 1) % TABLE_SIZE) {
        if (driver.keys[i] != real)
            continue;
        if (!best)
            best = driver.table[i];
        if (!name || !strcmp(driver.table[i]->symbol, name)) {
            best = driver.table[i];
            break;
        }
    }
    return !best ? NULL : is_covered(best, from) ? real : best->wrapper;
}

void *iq_driver_counting(const char *name, void *real)
{
    while (__atomic_exchange_n(&driver.counting_lock, 1, __ATOMIC_ACQUIRE))
        iq_sys_call(SYS_sched_yield, 0, 0, 0, 0, 0, 0);
    void *thunk = NULL;
    for (struct counted *entry = driver.counting; entry && !thunk; entry = entry->next)
        if (entry->real == real)
            thunk = entry->thunk;
    struct iq_patch *patch = thunk ? NULL : iq_arena_get(&driver.arena, sizeof *patch);
    struct counted *entry = patch ? iq_arena_get(&driver.arena, sizeof *entry) : NULL;
    if (entry) {
        patch->symbol = iq_arena_copy(&driver.arena, name, strlen(name));
        patch->original = real;
        thunk = patch->symbol ? iq_patch_counting_thunk(patch) : NULL;
    }
    if (entry && thunk) {
        *entry = (struct counted){ real, thunk, driver.counting };
        driver.counting = entry;
    }
    __atomic_store_n(&driver.counting_lock, 0, __ATOMIC_RELEASE);
    return thunk ? thunk : real;
}

void iq_driver_after_fork(void) { driver.counting_lock = 0; }

uintptr_t iq_driver_replace(const char *symbol, void *function)
{
    const struct iq_wrap_row *row = iq_guest_find(&iq_wrap_cuda_names, symbol);
    void *old = row && row->real ? *row->real : NULL;
    if (old)
        *row->real = function;
    return (uintptr_t)old;
}

/* Names and limits of the devices, once the program has initialised the driver. */
typedef int (*count_fn)(int *);
typedef int (*name_fn)(char *, int, int);
typedef int (*attribute_fn)(int *, int, int);
typedef int (*total_fn)(size_t *, int);

static int attribute_of(attribute_fn get, int device, int attribute)
{
    int value = 0;
    return get && get(&value, attribute, device) == 0 ? value : 0;
}

static void describe_limits(int device)
{
    attribute_fn get = (attribute_fn)iq_driver_symbol("cuDeviceGetAttribute");
    total_fn total = (total_fn)iq_driver_symbol("cuDeviceTotalMem_v2");
    struct iq_device_limits limits = { .major = attribute_of(get, device, 75),
                                       .minor = attribute_of(get, device, 76) };
    limits.threads_per_block = (uint32_t)attribute_of(get, device, 1);
    for (int i = 0; i < 3; i++) {
        limits.block[i] = (uint32_t)attribute_of(get, device, 2 + i);
        limits.grid[i] = (uint32_t)attribute_of(get, device, 5 + i);
    }
    limits.shared_per_block = (uint32_t)attribute_of(get, device, 8);
    limits.shared_per_block_optin = (uint32_t)attribute_of(get, device, 97);
    limits.pageable = attribute_of(get, device, 88);
    size_t bytes = 0;
    if (total && total(&bytes, device) == 0)
        limits.memory_bytes = bytes;
    if (limits.threads_per_block && limits.grid[0])
        iq_core_set_limits(device, &limits);
}

static void describe_devices(void)
{
    enum { MAX = 16 };
    static char names[MAX][128];
    static const char *pointers[MAX];
    count_fn count_of = (count_fn)iq_driver_symbol("cuDeviceGetCount");
    name_fn name_of = (name_fn)iq_driver_symbol("cuDeviceGetName");
    count_fn version_of = (count_fn)iq_driver_symbol("cuDriverGetVersion");
    int count = 0, version = 0;
    if (version_of)
        version_of(&version);
    if (!count_of || count_of(&count) || count < 0)
        count = 0;
    if (count > MAX)
        count = MAX;
    for (int i = 0; i < count; i++) {
        if (!name_of || name_of(names[i], sizeof names[i], i))
            strcpy(names[i], "unknown");
        pointers[i] = names[i];
        describe_limits(i);
    }
    iq_core_set_device(iq_guest_is_soft(), iq_guest_driver_path(), version, pointers, count);
    iq_query_set_symbols(iq_driver_symbol);
}

static int (*real_init)(unsigned);

static int init_and_describe(unsigned flags)
{
    static bool done;
    int result = real_init(flags);
    if (result == 0 && !__atomic_exchange_n(&done, true, __ATOMIC_ACQ_REL))
        describe_devices();
    return result;
}

static int (*real_export_table)(const void **table, const void *id);

static int export_table(const void **table, const void *id)
{
    int result = real_export_table(table, id);
    struct iq_call *call = iq_call_current();
    if (call)
        iq_cudart_asks_driver(call->site.pc, result && iq_driver_symbol(IQ_SOFT_SET_OBSERVER));
    return result;
}

static int init_without_driver(unsigned flags)
{
    (void)flags;
    return IQ_WRAP_NO_DEVICE;
}

/* Queries go where their wrappers do. */
static void open_queries(void)
{
    for (uint32_t i = 0; i < iq_wrap_cuda_count; i++) {
        const struct iq_wrap_row *row = &iq_wrap_cuda[i];
        if (!row->patch || !*row->real)
            continue;
        row->patch->original = *row->real;
        __atomic_store_n(&row->patch->enter, (void *)(uintptr_t)iq_thunk_first, __ATOMIC_RELEASE);
    }
}

void iq_driver_bind(void)
{
    const struct iq_wrap_row *init = iq_guest_find(&iq_wrap_cuda_names, "cuInit");
    if (driver.bound || !driver.map || iq_elf_open(driver.map, &driver.object)) {
        if (!driver.bound && init)
            *init->real = (void *)(uintptr_t)init_without_driver;
        return;
    }
    driver.bound = true;
    for (uint32_t i = 0; i < iq_wrap_cuda_count; i++) {
        const struct iq_wrap_row *row = &iq_wrap_cuda[i];
        void *real = (void *)iq_driver_symbol(row->symbol);
        if (!real)
            continue;
        if (row->real)
            *row->real = real;
        insert(row, real);
    }
    real_init =
        (int (*)(unsigned))iq_driver_replace("cuInit", (void *)(uintptr_t)init_and_describe);
    real_export_table = (int (*)(const void **, const void *))iq_driver_replace(
        "cuGetExportTable", (void *)(uintptr_t)export_table);
    iq_park_install();
    iq_device_memory_install();
    iq_blame_install();
    iq_kernel_checks_install();
    iq_soft_images_install();
    open_queries();
    iq_soft_set_observer_fn observe =
        (iq_soft_set_observer_fn)iq_driver_symbol(IQ_SOFT_SET_OBSERVER);
    /* in a GPU's place it tells nothing about kernels that are checked inside: no GPU does, and the
     * checks' own registers would count as progress */
    if (iq_guest_is_soft() || !iq_core.sees_kernels) {
        if (observe)
            observe(iq_core_soft_observer());
        iq_kernel_place_ask_by((iq_soft_look_fn)iq_driver_symbol(IQ_SOFT_LOOK));
        iq_watchdog_set_progress((const uint64_t *)iq_driver_symbol(IQ_SOFT_PROGRESS));
    }
    iq_core_hide_range(driver.object.text, driver.object.text_end);
    iq_core_set_device(iq_guest_is_soft(), iq_guest_driver_path(), 0, NULL, 0);
}
