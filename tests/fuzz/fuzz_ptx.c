// link: ptx
/* Any text: parse it, print its messages, link it with itself, and run every kernel of it for a bounded number of steps. */
#include "ptx/ptx.h"
#include "ptx/ptx_exec.h"

#include <stdlib.h>
#include <string.h>

enum { ARENA = 1 << 16, MOST_VARIABLE_BYTES = 1 << 20 };
static char arena[ARENA];

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool resolve(void *ctx, uint64_t addr, uint32_t size, bool write, struct iq_ptx_range *range)
{
    uint64_t begin = (uint64_t)(uintptr_t)arena;
    (void)ctx;
    (void)write;
    if (addr < begin || addr + size > begin + ARENA || addr + size < addr)
        return false;
    *range = (struct iq_ptx_range){.begin = begin, .end = begin + ARENA, .writable = true};
    return true;
}

static void ignore_text(void *ctx, const char *text, size_t size)
{
    (void)ctx;
    (void)text;
    (void)size;
}

static uint32_t no_texture(void *ctx, struct iq_ptx_texture *t, uint32_t count)
{
    uint32_t done = 0;
    (void)ctx;
    for (; done < count && t[done].handle; done++)
        t[done].value[0] = t[done].coord[0];
    return done;
}

static void run(struct iq_ptx_image *image, const struct iq_ptx_kernel *k)
{
    static const struct iq_ptx_env env = {.resolve = resolve, .print = ignore_text, .texture = no_texture};
    char params[32768];
    struct iq_ptx_launch *launch;
    uint64_t at = (uint64_t)(uintptr_t)arena;
    for (size_t i = 0; i < sizeof params; i += 8)
        memcpy(params + i, &at, 8);
    if (k->shared_bytes > 1 << 20 || k->local_bytes > 1 << 16)
        return;
    struct iq_ptx_launch_desc desc = {.image = image, .kernel = k, .grid = {2, 1, 1}, .block = {40, 1, 1},
        .dynamic_shared_bytes = 256, .params = params, .env = &env, .step_limit = 3000};
    if (iq_ptx_launch_create(&desc, &launch))
        return;
    struct iq_ptx_block *b = iq_ptx_block_create(launch);
    if (b)
        iq_ptx_block_run(b, 0, 2);
    iq_ptx_block_destroy(b);
    iq_ptx_launch_destroy(launch);
}

static void run_all(const struct iq_ptx_module *m)
{
    uint64_t *addresses = calloc(m->variable_count + 1, sizeof *addresses);
    char *space = malloc(MOST_VARIABLE_BYTES);
    for (uint32_t i = 0; i < m->variable_count; i++)
        addresses[i] = (uint64_t)(uintptr_t)arena;
    struct iq_ptx_image *image = iq_ptx_image_create(m, addresses);
    for (uint32_t i = 0; i < m->variable_count; i++)
        if (m->variables[i].size <= MOST_VARIABLE_BYTES)
            iq_ptx_image_initialise(image, i, space);
    for (uint32_t i = 0; i < m->kernel_count && i < 8; i++)
        run(image, &m->kernels[i]);
    iq_ptx_image_destroy(image);
    free(space);
    free(addresses);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct iq_ptx_parse_options options = {100, "fuzz", true};
    struct iq_ptx_diag diag = {0};
    struct iq_ptx_module *m, *linked;
    if (!iq_ptx_parse((const char *)data, size, &options, &m, &diag)) {
        const struct iq_ptx_module *both[] = {m, m};
        run_all(m);
        if (!iq_ptx_link(both, 2, &linked, &diag))
            iq_ptx_module_destroy(linked);
        iq_ptx_module_destroy(m);
    }
    free(iq_ptx_diag_format(&diag, "fuzz"));
    iq_ptx_diag_finish(&diag);
    return 0;
}
