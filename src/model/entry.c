#include "model/entry.h"

#include <string.h>

const struct iq_entry *iq_entry_without(const struct iq_entry *entry, int arg)
{
    for (uint32_t i = 0; i < iq_entry_count; i++) {
        const struct iq_entry *other = &iq_entries[i];
        if (other->api == entry->api && other->since < entry->since && other->arg_count <= arg &&
            !strcmp(other->name, entry->name))
            return other;
    }
    return NULL;
}
