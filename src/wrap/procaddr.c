/* cuGetProcAddress: the driver decides about version and per-thread twins; we map the pointer that
 * it returns.
 * Threads: any.  Called by cudart before cuInit, hundreds of times. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "call/guest.h"
#include "rules/faults/missing_symbol.h"
#include "wrap/driver.h"
#include "wrap/guest.h"

#define IQ_EXPORT __attribute__((visibility("default")))

IQ_EXPORT int cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags);
IQ_EXPORT int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
                                  int *status);

typedef int (*short_fn)(const char *, void **, int, uint64_t);
typedef int (*long_fn)(const char *, void **, int, uint64_t, int *);

static void *map_pointer(const char *symbol, void *found, uintptr_t from)
{
    void *wrapper = iq_driver_wrapper(found, symbol, from);
    if (wrapper)
        return wrapper;
    return iq_driver_owns(found) && symbol ? iq_driver_counting(symbol, found) : found;
}

/* The driver has answered; [call] NULL: it is not recorded.  After a failure that means "not
 * found" the pointer is NULL. */
static int answer(struct iq_call *call, const char *symbol, void **function, uintptr_t from,
                  int result)
{
    if (result == 0 && function && *function)
        *function = map_pointer(symbol, *function, from);
    if (call && function && (result ? result == IQ_WRAP_NOT_FOUND : !*function))
        iq_missing_symbol_note(call, symbol);
    if (call)
        iq_call_leave(call, result);
    return result;
}

/* Answer when the driver has no such function, or is not there. */
static int without(void) { return iq_driver_load() ? IQ_WRAP_NOT_FOUND : IQ_WRAP_NO_DEVICE; }

static const struct iq_entry *entry_of(const char *symbol)
{
    const struct iq_wrap_row *row = iq_guest_find(&iq_wrap_cuda_names, symbol);
    return row ? row->entry : NULL;
}

int cuGetProcAddress(const char *symbol, void **function, int version, uint64_t flags)
{
    static const struct iq_entry *entry;
    iq_wrap_start();
    short_fn real = (short_fn)iq_driver_symbol("cuGetProcAddress");
    if (!entry)
        entry = entry_of("cuGetProcAddress");
    uint64_t args[] = { (uint64_t)(uintptr_t)symbol, (uint64_t)(uintptr_t)function,
                        (uint64_t)(int64_t)version, flags };
    struct iq_call call;
    if (entry)
        iq_call_enter(&call, entry, args, IQ_SITE);
    int result = real ? real(symbol, function, version, flags) : without();
    return answer(entry ? &call : NULL, symbol, function, IQ_SITE.pc, result);
}

int cuGetProcAddress_v2(const char *symbol, void **function, int version, uint64_t flags,
                        int *status)
{
    static const struct iq_entry *entry;
    iq_wrap_start();
    long_fn real = (long_fn)iq_driver_symbol("cuGetProcAddress_v2");
    if (!entry)
        entry = entry_of("cuGetProcAddress_v2");
    uint64_t args[] = { (uint64_t)(uintptr_t)symbol, (uint64_t)(uintptr_t)function,
                        (uint64_t)(int64_t)version, flags, (uint64_t)(uintptr_t)status };
    struct iq_call call;
    if (entry)
        iq_call_enter(&call, entry, args, IQ_SITE);
    int result = real ? real(symbol, function, version, flags, status) : without();
    return answer(entry ? &call : NULL, symbol, function, IQ_SITE.pc, result);
}
