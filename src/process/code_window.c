#include "process/code_window.h"

#include "arch/code.h"
#include "process/hostmem.h"

enum { BEFORE = 32 /* loops and the other way of a branch go back a little */ };

static bool fill(struct iq_code_window *window, uintptr_t begin, uint32_t size)
{
    window->begin = begin;
    window->size = iq_hostmem_copy(begin, window->bytes, size) ? size : 0;
    return window->size;
}

const uint8_t *iq_code_window_at(struct iq_code_window *window, uintptr_t pc)
{
    if (pc - window->begin < window->size && window->size - (pc - window->begin) >= IQ_ARCH_LONGEST)
        return window->bytes + (pc - window->begin);
    if (pc > BEFORE && fill(window, pc - BEFORE, sizeof window->bytes))
        return window->bytes + BEFORE;
    return fill(window, pc, IQ_ARCH_LONGEST) ? window->bytes : NULL; /* at the end of a mapping */
}
