// link: checker -lzstd -llz4
/* Instructions behind a call: which of them compare its result with 712. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/compared.h"
#include "test.h"

struct comparing {
    const char *name, *code;
    bool compared;
};
#include "compared_cases.h" /* of this architecture */

static void assemble(const char *text, uint8_t *code, size_t size)
{
    size_t used = 0;
    for (size_t k = 0; k < size; k++)
        code[k] = filler[k % sizeof filler];
    for (char *at = (char *)(uintptr_t)text; *at;)
        code[used++] = (uint8_t)strtoul(at, &at, 16);
}

TEST(comparisons_of_variables)
{
    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
        uint8_t code[64];
        const struct iq_code_variable variable = { 0x1000c, 0x10000, 0x10010 };
        assemble(variables[i].code, code, sizeof code);
        bool compared = iq_code_is_compared((uintptr_t)code, &variable, 712);
        if (compared != variables[i].compared)
            printf("%s: expected %d\n", variables[i].name, variables[i].compared);
        CHECK(compared == variables[i].compared);
    }
}

TEST(comparisons)
{
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint8_t code[64];
        assemble(cases[i].code, code, sizeof code);
        uintptr_t pc = (uintptr_t)code;
        bool compared = iq_result_is_compared(&pc, 1, 712);
        if (compared != cases[i].compared)
            printf("%s: expected %d\n", cases[i].name, cases[i].compared);
        CHECK(compared == cases[i].compared);
    }
}
