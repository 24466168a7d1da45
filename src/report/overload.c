#include "report/overload.h"

#include <string.h>

#include "base/str.h"

static const struct {
    const char *written, *called;
} overloads[] = {
    { "cudaMallocHost", "cudaHostAlloc" },
    { "cudaMallocAsync", "cudaMallocFromPoolAsync" },
    { "cudaEventCreate", "cudaEventCreateWithFlags" },
};

enum { COUNT = sizeof overloads / sizeof overloads[0], HEADER_FRAMES = 3 };

const char *iq_overload_of(const iq_frames *frames)
{
    for (size_t i = 0; i < frames->count && i < HEADER_FRAMES; i++) {
        const char *name = frames->data[i].function;
        size_t length = name ? strcspn(name, "<(") : 0;
        for (size_t k = 0; k < COUNT; k++)
            if (length == strlen(overloads[k].written) &&
                !strncmp(name, overloads[k].written, length))
                return overloads[k].written;
    }
    return NULL;
}

const char *iq_overload_put(struct iq_document *document, const char *written, const char *text)
{
    size_t row = 0;
    while (row < COUNT && strcmp(overloads[row].written, written) != 0)
        row++;
    const char *called = row < COUNT ? overloads[row].called : NULL,
               *at = called && text ? strstr(text, called) : NULL;
    struct iq_str out;
    if (!at)
        return NULL;
    iq_str_init_heap(&out);
    for (; at; text = at + strlen(called), at = strstr(text, called)) {
        iq_str_put(&out, text, (size_t)(at - text));
        iq_str_puts(&out, written);
    }
    iq_str_puts(&out, text);
    const char *kept = iq_document_copy(document, iq_str_text(&out), strlen(iq_str_text(&out)));
    iq_str_finish(&out);
    return kept;
}
