// link: checker -lzstd -llz4 -Wl,-E
/* A runtime of this test's own stands in for Mono: it exports the functions that are asked. */
#include "base/locks.h"
#include "checker_world.h"
#include "process/mono.h"
#include "trace/writer.h"

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

static int asked_for(uintptr_t pc)
{
    int before = fake.asked;
    iq_mono_note(&pc, 1);
    return fake.asked - before;
}

TEST(is_found)
{
    world_begin();
    CHECK(!iq_mono_is_present());
    iq_mono_look();
    CHECK(iq_mono_is_present());
}

/* The runtime's collector may come through our hooks while it makes us wait. */
TEST(nothing_is_asked_under_a_lock)
{
    iq_lock(IQ_LOCK_ORDER);
    CHECK_INT(asked_for(WITH_LINES + 64), 0);
    iq_unlock(IQ_LOCK_ORDER);
}

TEST(unknown_threads_are_left_alone)
{
    fake.attached = false;
    CHECK_INT(asked_for(WITH_LINES + 64), 0);
    fake.attached = true;
}

TEST(is_asked_once)
{
    CHECK_INT(asked_for(WITH_LINES + 64), 1);
    CHECK_INT(asked_for(WITH_LINES + 64), 0);
    CHECK_INT(asked_for(WITH_LINES + 65), 1);
    CHECK_INT(asked_for(0x30000), 1);
    CHECK_INT(asked_for(0x30000), 0);
}

TEST(what_the_trace_says)
{
    const uintptr_t pc[] = { WITH_LINES + 64, WITH_LINES + 65, WITHOUT_LINES + 8, 0x30000 };
    struct iq_document document;
    iq_core_start();
    iq_mono_note(pc, 4);
    iq_mono_write(pc, 4);
    iq_document_init(&document);
    CHECK_INT(iq_trace_read(&document, world_trace), 0);
    const struct iq_compiled *first = iq_document_compiled(&document, pc[0]),
                             *next = iq_document_compiled(&document, pc[1]),
                             *bare = iq_document_compiled(&document, pc[2]);
    CHECK_STR(first->function, "LoadKernels");
    CHECK_STR(first->file, "/app/Program.cs");
    CHECK_STR(first->assembly, "/app/bin/Program.exe");
    CHECK_INT(first->line, 13); /* of the call before the return address */
    CHECK_INT(next->line, 14);
    CHECK_STR(bare->function, "Program:Main ()");
    CHECK(!bare->file && !bare->line);
    CHECK(!iq_document_compiled(&document, pc[3]));
    iq_document_finish(&document);
}
