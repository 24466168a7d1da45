// link: checker -lzstd -llz4
/* Instructions behind a call: which of them lose its result. */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "process/result_use.h"
#include "test.h"

static const struct {
    const char *name, *code;
    bool dropped;
} cases[] = {
    { "mov $0,%eax", "b8 00 00 00 00", true },
    { "xor %eax,%eax", "31 c0", true },
    { "mov (%rip),%rax", "48 8b 05 11 22 33 44", true },
    { "mov %rbx,%rax", "48 89 d8", true },
    { "lea 8(%rsp),%rax", "48 8d 44 24 08", true },
    { "movzbl (%rbx),%eax", "0f b6 03", true },
    { "call", "e8 11 22 33 44", true },
    { "call *%rbx", "ff d3", true },
    { "pop %rax", "58", true },
    { "mov %rbx,%rdi; mov $1,%esi; call", "48 89 df be 01 00 00 00 e8 00 00 00 00", true },
    { "add $8,%rsp; mov 0x10(%rsp),%rax", "48 83 c4 08 48 8b 44 24 10", true },
    { "movups %xmm0,(%rbx); movq $0,8(%rbx); xor %eax,%eax",
      "0f 11 03 48 c7 43 08 00 00 00 00 31 c0", true },
    { "movw $1,(%rbx); mov $0,%eax", "66 c7 03 01 00 b8 00 00 00 00", true },
    { "movabs $1,%rdi; nopw; call", "48 bf 01 00 00 00 00 00 00 00 66 90 e8 00 00 00 00", true },
    { "jmp +2; (test %eax,%eax); xor %eax,%eax", "eb 02 85 c0 31 c0", true },
    { "test %eax,%eax", "85 c0", false },
    { "cmp $0,%eax", "83 f8 00", false },
    { "cmp $0x12345678,%eax", "3d 78 56 34 12", false },
    { "mov %eax,-4(%rbp)", "89 45 fc", false },
    { "mov %eax,(%rip)", "89 05 11 22 33 44", false },
    { "mov %eax,%ebx", "89 c3", false },
    { "movslq %eax,%rbx", "48 63 d8", false },
    { "mov (%rax),%eax", "8b 00", false },
    { "or %eax,%ebx", "09 c3", false },
    { "push %rax", "50", false },
    { "neg %eax", "f7 d8", false },
    { "sete %al", "0f 94 c0", false },
    { "cltq", "48 98", false },
    { "ret", "c3", false },
    { "add $8,%rsp; ret", "48 83 c4 08 c3", false },
    { "jne", "75 10", false },
    { "jne +2; xor %eax,%eax; xor %eax,%eax", "75 02 31 c0 31 c0", true },
    { "jne +2; test %eax,%eax; xor %eax,%eax", "75 02 85 c0 31 c0", false },
    { "je near +2; (xor %eax,%eax); mov $1,%eax", "0f 84 02 00 00 00 31 c0 b8 01 00 00 00", true },
    { "call *8(%rbx)", "ff 53 08", true },
    { "call *%rax", "ff d0", false },
    { "imul %rbx,%rcx; cvtsi2sd %eax,%xmm0", "48 0f af cb f2 0f 2a c0", false },
    { "addsd %xmm0,%xmm0; mov $2,%eax", "f2 0f 58 c0 b8 02 00 00 00", true },
    { "mov $1,%al", "b0 01", false },
    { "mov %rbx,%r8; mov %eax,%edi; call", "49 89 d8 89 c7 e8 00 00 00 00", false },
    { "xor %r8d,%r8d; test %eax,%eax", "45 31 c0 85 c0", false },
    { "jmp +2; (xor %eax,%eax); test %eax,%eax", "eb 02 31 c0 85 c0", false },
    { "an instruction that is not known", "c5 f8 77", false },
};

static enum iq_result_use fate_at(const void *code)
{
    return iq_result_use_of((uintptr_t[]){ (uintptr_t)code }, 1);
}

TEST(instructions)
{
    static uint8_t code[512];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t size = 0;
        memset(code, 0xc3, sizeof code);
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

/* Functions that hand it on: the first bytes of [code] end in ret. */
TEST(callers)
{
    static const uint8_t hands_on[] = { 0xc9, 0xc3 }, loses[] = { 0x31, 0xc0, 0xc3 },
                         looks[] = { 0x85, 0xc0, 0xc3 },
                         either[] = { 0x75, 0x01, 0xc3, 0x31, 0xc0, 0xc3 };
    uintptr_t on = (uintptr_t)hands_on, lost = (uintptr_t)loses, seen = (uintptr_t)looks,
              some = (uintptr_t)either;
    CHECK_INT(iq_result_use_of((uintptr_t[]){ on, lost }, 2), IQ_RESULT_UNUSED);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ on, on, seen }, 3), IQ_RESULT_READ);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ on, on, lost }, 3), IQ_RESULT_UNUSED);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ on, on }, 2), IQ_RESULT_UNKNOWN);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ some, seen }, 2), IQ_RESULT_READ);
    CHECK_INT(iq_result_use_of((uintptr_t[]){ some, lost }, 2), IQ_RESULT_UNUSED);
    CHECK_INT(iq_result_use_of(NULL, 0), IQ_RESULT_UNKNOWN);
}
