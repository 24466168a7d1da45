// link: image base
/* Any words as a compute shader whose first work item is run: nothing may be read or written but the module and its tables. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "image/spirv.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static uint64_t length(void *user, uint32_t set, uint32_t binding) { (void)user; return set * 64 + binding * 1000; }

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    enum { ROOM = 8 };
    struct iq_spirv_access touches[ROOM];
    struct iq_spirv_constant constants[] = { { 0, 1 }, { 3, 70000 } };
    uint32_t push[4] = { 1, 2, 3, 4 };
    size_t words = size / sizeof(uint32_t);
    uint32_t *code = malloc(words ? words * sizeof *code : 1);
    memcpy(code, data, words * sizeof *code);
    size_t bytes = iq_spirv_room(code, words);
    if (bytes) {
        void *room = calloc(1, bytes);
        struct iq_spirv *shader = iq_spirv_open(room, code, words);
        struct iq_spirv_run run = { .entry = "main", .push = (const uint8_t *)push, .push_bytes = sizeof push, .groups = { 4, 5, 6 }, .constants = constants,
                                    .constant_count = 2, .bytes_bound = length };
        if (shader && iq_spirv_first_item(shader, &run, touches, ROOM) > ROOM)
            abort();
        free(room);
    }
    (void)iq_spirv_is_compute(code, words);
    free(code);
    return 0;
}
