#include "order/unmapped.h"

#include "base/locks.h"
#include "order/port.h"
#include "process/hostmem.h"
#include "process/stack.h"

enum { KEPT = 32 };

static struct iq_unmapped kept[KEPT];
static uint32_t next;

void iq_unmapped_add(const struct iq_handle *handle, uint64_t size, uint64_t address,
                     uint64_t bytes, struct iq_call_ref unmapped)
{
    if (!address || !bytes)
        return;
    uint32_t at = 0;
    iq_lock(IQ_LOCK_ORDER);
    /* mapped again and again, it is one */
    while (at < KEPT && (kept[at].handle != handle || kept[at].lo != address))
        at++;
    kept[at < KEPT ? at : next++ % KEPT] = (struct iq_unmapped){
        handle, handle->generation, size, address, address + bytes, unmapped
    };
    iq_unlock(IQ_LOCK_ORDER);
}

bool iq_unmapped_crashed(uint64_t address, uintptr_t pc, bool write)
{
    static uint64_t told; /* drivers' own handlers let it crash again */
    struct iq_hostmem_region region;
    /* by somebody, since */
    bool reserved =
        iq_hostmem_look(address, &region) && region.readable && (!write || region.writable);
    for (uint32_t back = 0; !reserved && back < KEPT && back < next; back++) {
        const struct iq_unmapped *map = &kept[(next - 1 - back) % KEPT];
        if (address < map->lo || address >= map->hi || map->handle->generation != map->generation ||
            !iq_handle_is_dead(map->handle))
            continue;
        if (__atomic_exchange_n(&told, address, __ATOMIC_RELAXED) != address)
            iq_order_port.unmapped(map, address, write, iq_stack_of_signal(pc));
        return true;
    }
    return false;
}
