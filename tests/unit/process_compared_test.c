// link: checker -lzstd -llz4
/* Instructions behind a call: which of them compare its result with 712. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "process/compared.h"
#include "test.h"

static const struct {
    const char *name, *code;
    bool compared;
} cases[] = {
    { "cmp $712,%eax; je", "3d c8 02 00 00 74 02", true },
    { "mov %eax,-4(%rbp); cmpl $712,-4(%rbp)", "89 45 fc 81 7d fc c8 02 00 00", true },
    { "mov %eax,%ebx; call; cmp $712,%ebx", "89 c3 e8 11 22 33 44 81 fb c8 02 00 00", true },
    { "test %eax,%eax; je +5; cmp $712,%eax", "85 c0 74 05 3d c8 02 00 00", true },
    { "mov %eax,0xc(%rsp); mov 0xc(%rsp),%edx; cmp $712,%edx",
      "89 44 24 0c 8b 54 24 0c 81 fa c8 02 00 00", true },
    { "lea -712(%rax),%edx", "8d 90 38 fd ff ff", true },
    { "cmp $713,%eax; ret", "3d c9 02 00 00 c3", false },
    { "test %eax,%eax; ret", "85 c0 c3", false },
    { "cmp $712,%ebx; ret", "81 fb c8 02 00 00 c3", false },
    { "call; cmp $712,%eax; ret", "e8 11 22 33 44 3d c8 02 00 00 c3", false },
    { "mov %eax,-4(%rbp); cmpl $712,-8(%rbp); ret", "89 45 fc 81 7d f8 c8 02 00 00 c3", false },
    { "mov %eax,-4(%rbp); mov %ebx,-4(%rbp); cmpl $712,-4(%rbp); ret",
      "89 45 fc 89 5d fc 81 7d fc c8 02 00 00 c3", false },
};

/* A variable at rsp + 12, which is rbp - 4. */
static const struct {
    const char *name, *code;
    bool compared;
} variables[] = {
    { "cmpl $712,-4(%rbp)", "81 7d fc c8 02 00 00", true },
    { "cmpl $712,0xc(%rsp)", "81 7c 24 0c c8 02 00 00", true },
    { "mov %rax,-16(%rbp); mov -4(%rbp),%eax; cmp $712,%eax", "48 89 45 f0 8b 45 fc 3d c8 02 00 00",
      true },
    { "call; mov 0xc(%rsp),%edx; cmp $712,%edx", "e8 11 22 33 44 8b 54 24 0c 81 fa c8 02 00 00",
      true },
    { "cmpl $1,-4(%rbp); je, to a loop without an end; cmpl $712,-4(%rbp)",
      "83 7d fc 01 74 07 81 7d fc c8 02 00 00 90 eb fd", true },
    { "cmp $712,%eax; ret", "3d c8 02 00 00 c3", false },
    { "cmpl $713,-4(%rbp); ret", "81 7d fc c9 02 00 00 c3", false },
    { "cmpl $712,-8(%rbp); ret", "81 7d f8 c8 02 00 00 c3", false },
    { "cmpl $712,8(%rsp); ret", "81 7c 24 08 c8 02 00 00 c3", false },
    { "mov %ebx,-4(%rbp); cmpl $712,-4(%rbp); ret", "89 5d fc 81 7d fc c8 02 00 00 c3", false },
};

static void assemble(const char *text, uint8_t *code, size_t size)
{
    size_t used = 0;
    memset(code, 0xc3, size);
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
