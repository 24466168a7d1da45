// link: checker -lzstd -llz4
/* Loads in loops: which of them read the same place in each round. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/rounds.h"
#include "test.h"

/* Bytes in hexadecimal; "*" stands in front of the load. */
struct looping {
    const char *name, *code;
    bool again;
};
#include "rounds_cases.h" /* of this architecture */

enum { ROOM = 640 };

static size_t assemble(const char *text, uint8_t *code)
{
    size_t used = 0, load = 0;
    for (size_t k = 0; k < ROOM; k++)
        code[k] = filler[k % sizeof filler];
    for (char *at = (char *)(uintptr_t)text; *at;) {
        at += strspn(at, " ");
        if (*at == '*') {
            load = used;
            at++;
        }
        code[used++] = (uint8_t)strtoul(at, &at, 16);
    }
    return load;
}

TEST(loads_in_loops)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        static uint8_t code[ROOM];
        struct iq_code_loop loop;
        uintptr_t load = (uintptr_t)code + assemble(cases[i].code, code);
        bool again = iq_code_reads_again(load, &loop);
        if (again != cases[i].again)
            printf("%s: expected %d\n", cases[i].name, cases[i].again);
        CHECK(again == cases[i].again);
        CHECK(!again || (loop.first >= (uintptr_t)code && loop.last >= load));
    }
}

/* Whatever stands there, nothing else happens. */
TEST(garbage)
{
    static uint8_t code[ROOM];
    struct iq_code_loop loop;
    uint32_t state = 1;
    for (int round = 0; round < 20000; round++) {
        for (size_t k = 0; k < sizeof code; k++)
            code[k] = (uint8_t)((state = state * 1664525 + 1013904223) >> 24);
        (void)!iq_code_reads_again((uintptr_t)code + state % 256, &loop);
    }
    CHECK(!iq_code_reads_again(16, &loop));
}
