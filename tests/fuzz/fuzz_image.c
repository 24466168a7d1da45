// link: image base
/* Any bytes through everything that src/image does: as known size, as unknown size within readable bounds, as a file. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/describe.c"
#include "image/kernel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct bounds { const uint8_t *start, *end; };

static size_t readable(void *user, const void *at, size_t wanted)
{
    const struct bounds *b = user;
    const uint8_t *p = at;
    if (p < b->start || p >= b->end)
        return 0;
    size_t left = (size_t)(b->end - p);
    return left < wanted ? left : wanted;
}

static void judge_all(const struct iq_image *image)
{
    static const struct iq_image_target targets[] = {
        { 7, 5, 6, 3, false }, { 9, 0, 9, 0, false }, { 10, 0, 0, 0, false }, { 9, 0, 0, 0, true } };
    struct iq_image_verdict verdict;
    char text[64];
    for (size_t i = 0; i < sizeof targets / sizeof targets[0]; i++)
        iq_image_judge(image, &targets[i], &verdict);
    iq_image_contents(image, text, sizeof text);
}

enum { KERNELS = 8 };
struct names { char text[KERNELS][64]; int count; };

static bool keep_name(void *user, const char *name, size_t length, bool kernel)
{
    struct names *names = user;
    if (kernel && length < sizeof *names->text) {
        memcpy(names->text[names->count], name, length);
        names->text[names->count++][length] = 0;
    }
    return names->count < KERNELS;
}

/* Parameters of the kernels in code: [ptx] or machine code. */
static void scan_kernels(const char *code, size_t size, bool ptx)
{
    struct names names = { .count = 0 };
    struct iq_image_kernel kernel;
    if (ptx)
        iq_image_ptx_names(code, size, keep_name, &names);
    else
        iq_image_cubin_names(code, size, keep_name, &names);
    for (int i = 0; i < names.count; i++)
        if (!(ptx ? iq_image_ptx_kernel(code, size, names.text[i], &kernel) : iq_image_cubin_kernel(code, size, names.text[i], &kernel)))
            for (int w = 0; w < kernel.word_count; w++)
                if (kernel.words[w].param >= kernel.param_count || kernel.words[w].offset + 8u > kernel.params[kernel.words[w].param].size)
                    abort();
}

static void scan_image(const struct iq_image *image)
{
    for (int ptx = 0; ptx < 2; ptx++) {
        char *code;
        size_t size;
        if (!iq_image_code(image, 9, 0, ptx, 0, 1 << 20, &code, &size)) {
            scan_kernels(code, size, ptx);
            free(code);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    uint8_t *exact = malloc(size ? size : 1);       /* so that a byte too far is seen */
    memcpy(exact, data, size);
    struct bounds bounds = { exact, exact + size };
    struct iq_image_source sources[] = {
        { .bytes = exact, .size = size },
        { .bytes = exact, .size = IQ_IMAGE_SIZE_UNKNOWN, .readable = readable, .user = &bounds },
    };
    struct iq_image image;
    for (size_t i = 0; i < 2; i++) {
        iq_image_sniff(&sources[i], &image);
        judge_all(&image);
        scan_image(&image);
    }
    static FILE *null;
    if (!null)
        null = fopen("/dev/null", "w");
    iq_describe_memory("input", exact, size, null, size & 1);
    free(exact);
    return 0;
}
