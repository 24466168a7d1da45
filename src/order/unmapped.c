#include "order/unmapped.h"

#include "call/core.h"
#include "process/hostmem.h"
#include "base/memory.h"
#include "model/names.h"
#include "call/report.h"
#include "call/rule.h"
#include "process/stack.h"

enum { KEPT = 32, TEXT_BYTES = 400 };

static struct ended { const struct iq_handle *handle; uint32_t generation; uint64_t size, lo, hi; struct iq_mark unmapped; } kept[KEPT];
static uint32_t next;

void iq_unmapped_add(const struct iq_handle *handle, uint64_t size, uint64_t address, uint64_t bytes, struct iq_mark unmapped)
{
    if (!address || !bytes)
        return;
    uint32_t at = 0;
    iq_lock(IQ_LOCK_ORDER);
    while (at < KEPT && (kept[at].handle != handle || kept[at].lo != address))      /* mapped again and again, it is one */
        at++;
    kept[at < KEPT ? at : next++ % KEPT] = (struct ended){ handle, handle->generation, size, address, address + bytes, unmapped };
    iq_unlock(IQ_LOCK_ORDER);
}

static void report(const struct ended *map, uint64_t address, bool write, uint32_t stack)
{
    char message[TEXT_BYTES], cause[TEXT_BYTES];
    struct iq_str text;
    const char *kind = iq_kind_name((enum iq_kind)map->handle->kind);
    struct iq_mark end = iq_handle_end(map->handle);
    struct iq_finding finding = { .rule = "not-mapped", .severity = IQ_ERROR, .arg_index = -1, .message = message, .cause = cause, .stack_call = stack, .count = 1,
        .fix = "use the pointer between the map and the unmap only, and give the object back (clReleaseMemObject, vkFreeMemory) after the last use of what was mapped of it" };
    iq_report_set_handle(&finding, map->handle, map->size);
    iq_str_init_buffer(&text, message, sizeof message);
    iq_str_printf(&text, "the host %s byte %llu of what was mapped of %s%s that is gone", write ? "writes" : "reads", (unsigned long long)(address - map->lo),
                  map->handle->kind == IQ_KIND_VK_MEMORY ? "" : *kind == 'i' ? "an " : "a ", kind);
    iq_str_init_buffer(&text, cause, sizeof cause);
    iq_str_printf(&text, "[0x%llx, 0x%llx) was mapped%s; %s gave the memory back%s, and the pages are gone", (unsigned long long)map->lo, (unsigned long long)map->hi,
                  map->unmapped.number ? " and unmapped" : "", end.entry ? end.entry->name : "then a call", map->unmapped.number ? "" : " while it still was");
    if (map->unmapped.number)
        finding.related[finding.related_count++] = (struct iq_related){ "it was unmapped here", map->unmapped.stack };
    iq_report(&finding, 0, 0, true);
}

bool iq_unmapped_crashed(uint64_t address, uintptr_t pc, bool write)
{
    static uint64_t told;               /* drivers' own handlers let it crash again */
    struct iq_hostmem_region region;
    bool reserved = iq_hostmem_look(address, &region) && region.readable && (!write || region.writable);     /* by somebody, since */
    for (uint32_t back = 0; !reserved && back < KEPT && back < next; back++) {
        const struct ended *map = &kept[(next - 1 - back) % KEPT];
        if (address < map->lo || address >= map->hi || map->handle->generation != map->generation || !iq_handle_is_dead(map->handle))
            continue;
        if (iq_rule_is_enabled("not-mapped") && __atomic_exchange_n(&told, address, __ATOMIC_RELAXED) != address)
            report(map, address, write, iq_stack_of_signal(pc));
        return true;
    }
    return false;
}
