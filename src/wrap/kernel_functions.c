/* The kernels that the driver's handles of functions lead to; see kernel_checks.h. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "wrap/kernel_checks.h"

enum { FIRST_CAPACITY = 1 << 10 };

/* By hash.  Entries are only added or changed, under the lock; a table that is full is replaced,
 * and stays for whoever reads it. */
struct table {
    size_t capacity, count;
    struct slot {
        const void *function;             /* atomic */
        struct iq_checked_kernel *kernel; /* atomic */
    } slots[];
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct table *functions; /* atomic */

/* The slot of [function], or the one that it would get; NULL: there is no table. */
static struct slot *slot_of(struct table *table, const void *function)
{
    if (!table)
        return NULL;
    size_t at = iq_hash_u64((uint64_t)(uintptr_t)function) % table->capacity;
    for (;; at = (at + 1) % table->capacity) {
        const void *there = __atomic_load_n(&table->slots[at].function, __ATOMIC_ACQUIRE);
        if (there == function || !there)
            return &table->slots[at];
    }
}

/* The table with room for one more; NULL: there is no memory. */
static struct table *grow(void)
{
    struct table *old = functions;
    if (old && 4 * old->count < 3 * old->capacity)
        return old;
    size_t capacity = old ? 2 * old->capacity : FIRST_CAPACITY;
    struct table *made = calloc(1, sizeof *made + capacity * sizeof *made->slots);
    if (!made)
        return NULL;
    made->capacity = capacity;
    for (size_t i = 0; old && i < old->capacity; i++)
        if (old->slots[i].function) {
            *slot_of(made, old->slots[i].function) = old->slots[i];
            made->count++;
        }
    __atomic_store_n(&functions, made, __ATOMIC_RELEASE);
    return made;
}

/* Under the lock.  [kernel] NULL: the driver gave out again what led to another one. */
static void note(const void *function, struct iq_checked_kernel *kernel)
{
    struct table *table = grow();
    struct slot *slot = slot_of(table, function);
    if (!function || !slot || (!kernel && !slot->function))
        return;
    table->count += !slot->function;
    __atomic_store_n(&slot->kernel, kernel, __ATOMIC_RELEASE);
    __atomic_store_n(&slot->function, function, __ATOMIC_RELEASE);
}

static const struct iq_instrument_kernel *find_kernel(const struct iq_checked_module *module,
                                                      const char *name)
{
    if (!module->names)
        return NULL;
    uint32_t at = (uint32_t)(iq_hash_bytes(name, strlen(name)) % module->name_slots);
    for (; module->names[at]; at = (at + 1) % module->name_slots)
        if (!strcmp(module->code.kernels[module->names[at] - 1].name, name))
            return &module->code.kernels[module->names[at] - 1];
    return NULL;
}

/* What kernel [name] of [module] is known by; NULL: no memory. */
static struct iq_checked_kernel *make_kernel(struct iq_checked_module *module, const char *name)
{
    struct iq_checked_kernel *made = calloc(1, sizeof *made);
    if (!made)
        return NULL;
    made->module = module;
    for (struct iq_checked_module *part = module; part && !made->kernel; part = part->also) {
        made->kernel = find_kernel(part, name);
        made->module = made->kernel ? part : module;
    }
    made->name = made->kernel ? made->kernel->name : strdup(name);
    made->next = module->kernels;
    __atomic_store_n(&module->kernels, made, __ATOMIC_RELEASE);
    return made;
}

static bool is_kernel(const struct iq_checked_kernel *known, const struct iq_checked_module *module,
                      const char *name)
{
    return known && (known->module == module || known->module->head == module) && known->name &&
           !strcmp(known->name, name);
}

void iq_checked_kernel_note(const void *function, struct iq_checked_module *module,
                            const char *name)
{
    if (!module)
        return;
    pthread_mutex_lock(&lock);
    if (!is_kernel(iq_checked_kernel_find(function), module, name))
        note(function, make_kernel(module, name));
    pthread_mutex_unlock(&lock);
}

void iq_checked_kernel_note_library(const void *library_kernel, struct iq_checked_module *module,
                                    const char *name)
{
    iq_checked_kernel_note(library_kernel, module, name);
    struct iq_checked_kernel *kernel = iq_checked_kernel_find(library_kernel);
    if (kernel)
        __atomic_store_n(&kernel->of_library, library_kernel, __ATOMIC_RELAXED);
}

void iq_checked_kernel_same(const void *function, const void *as)
{
    pthread_mutex_lock(&lock);
    note(function, iq_checked_kernel_find(as));
    pthread_mutex_unlock(&lock);
}

struct iq_checked_kernel *iq_checked_kernel_find(const void *function)
{
    struct slot *slot = slot_of(__atomic_load_n(&functions, __ATOMIC_ACQUIRE), function);
    bool known = slot && function && slot->function == function;
    return known ? __atomic_load_n(&slot->kernel, __ATOMIC_ACQUIRE) : NULL;
}

/* Is the image that [kernel] was of still loaded? */
static bool is_loaded(const struct iq_checked_kernel *kernel)
{
    const struct iq_checked_module *module = kernel->module;
    return (module->head ? module->head : module)->handle;
}

struct iq_checked_kernel *iq_checked_kernel_of(CUfunction function)
{
    struct iq_checked_kernel *known = iq_checked_kernel_find(function);
    CUmodule module;
    const char *name;
    if ((known && is_loaded(known)) || !iq_kernel_real.cuFuncGetModule ||
        !iq_kernel_real.cuFuncGetName || iq_kernel_real.cuFuncGetModule(&module, function) ||
        iq_kernel_real.cuFuncGetName(&name, function))
        return known;
    iq_checked_kernel_note(function, iq_checked_module_of(module), name);
    return iq_checked_kernel_find(function);
}
