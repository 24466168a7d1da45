// link: report trace base
/* Maps of just-in-time compiled functions from arbitrary text. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/perfmap.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_perfmap map;
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    if (!iq_perfmap_parse(&map, text, size))
        for (size_t i = 0; i < map.entries.count; i++) {
            const struct iq_perfmap_entry *entry = iq_perfmap_find(&map, map.entries.data[i].start);
            if (entry && !*entry->name)
                abort();
        }
    iq_perfmap_finish(&map);
    return 0;
}
