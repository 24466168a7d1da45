// link: checker -lzstd -llz4
/* Instructions behind a call: which of them lose its result. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "process/result_use.h"
#include "test.h"

struct dropping {
    const char *name, *code;
    bool dropped;
};
#include "result_use_cases.h" /* of this architecture */

/* Of the cases with thunks. */
static enum iq_result_use use_as_argument(uintptr_t patch)
{
    return patch & 1 ? IQ_RESULT_READ : IQ_RESULT_UNUSED;
}

static enum iq_result_use fate_at(const void *code)
{
    return iq_result_use_of((uintptr_t[]){ (uintptr_t)code }, 1, use_as_argument);
}

TEST(instructions)
{
    static uint8_t code[512];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = 0;
        for (size_t k = 0; k < sizeof code; k++)
            code[k] = filler[k % sizeof filler];
        for (char *at = (char *)cases[i].code; *at; size++)
            code[size] = (uint8_t)strtoul(at, &at, 16);
        bool dropped = fate_at(code) == IQ_RESULT_UNUSED;
        if (dropped != cases[i].dropped)
            printf("%s: expected %d\n", cases[i].name, cases[i].dropped);
        CHECK(dropped == cases[i].dropped);
    }
    CHECK_INT(fate_at(NULL), IQ_RESULT_UNKNOWN);
    CHECK_INT(fate_at((void *)16), IQ_RESULT_UNKNOWN);
}

/* Functions that hand it on, lose it, look at it, or do one of two. */
TEST(callers)
{
    uintptr_t on = (uintptr_t)hands_on, lost = (uintptr_t)loses, seen = (uintptr_t)looks,
              some = (uintptr_t)either;
    CHECK_INT(iq_result_use_of((uintptr_t[]){ on, lost }, 2, use_as_argument), IQ_RESULT_UNUSED);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ on, on, seen }, 3, use_as_argument), IQ_RESULT_READ);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ on, on, lost }, 3, use_as_argument),
              IQ_RESULT_UNUSED);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ on, on }, 2, use_as_argument), IQ_RESULT_UNKNOWN);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ some, seen }, 2, use_as_argument), IQ_RESULT_READ);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ some, lost }, 2, use_as_argument), IQ_RESULT_UNUSED);
    CHECK_INT(iq_result_use_of(NULL, 0, use_as_argument), IQ_RESULT_UNKNOWN);
}
