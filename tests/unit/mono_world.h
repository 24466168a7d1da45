/* A runtime of the test's own stands in for Mono: it exports the functions that are asked. */
#ifndef IQ_TEST_MONO_WORLD_H
#define IQ_TEST_MONO_WORLD_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC diagnostic ignored "-Wmissing-prototypes" /* nobody has a header of them */

#define EXPORT __attribute__((visibility("default")))

struct location {
    char *file;
    uint32_t row, column, il_offset;
};
static struct {
    bool attached;
    int asked; /* addresses that were looked up */
} fake = { .attached = true };

/* Two methods of 256 bytes; the second has no lines. */
static char with_lines, without_lines;
enum { WITH_LINES = 0x10000, WITHOUT_LINES = 0x20000 };

EXPORT void *mono_domain_get(void) { return fake.attached ? &fake : NULL; }
EXPORT void *mono_jit_info_table_find(void *domain, void *address)
{
    uintptr_t start = (uintptr_t)address & ~(uintptr_t)255;
    CHECK(domain == &fake);
    fake.asked++;
    return start == WITH_LINES ? &with_lines : start == WITHOUT_LINES ? &without_lines : NULL;
}
EXPORT void *mono_jit_info_get_method(void *compiled) { return compiled; }
EXPORT void *mono_jit_info_get_code_start(void *compiled)
{
    return (void *)(uintptr_t)(compiled == &with_lines ? WITH_LINES : WITHOUT_LINES);
}
EXPORT const char *mono_method_get_name(void *method)
{
    return method == &with_lines ? "LoadKernels" : "Main";
}
EXPORT char *mono_method_full_name(void *method, int signature)
{
    CHECK_INT(signature, 1);
    return strdup(method == &with_lines ? "Program:LoadKernels ()" : "Program:Main ()");
}
EXPORT void *mono_method_get_class(void *method) { return method; }
EXPORT void *mono_class_get_image(void *type) { return type; }
EXPORT const char *mono_image_get_filename(void *image)
{
    return image ? "/app/bin/Program.exe" : NULL;
}
EXPORT struct location *mono_debug_lookup_source_location(void *method, uint32_t offset,
                                                          void *domain)
{
    (void)domain;
    struct location *location = method == &with_lines ? calloc(1, sizeof *location) : NULL;
    if (location)
        *location = (struct location){ .file = strdup("/app/Program.cs"), .row = 10 + offset / 16 };
    return location;
}
EXPORT void mono_debug_free_source_location(struct location *location)
{
    free(location->file);
    free(location);
}
EXPORT void mono_free(void *memory) { free(memory); }

#endif
