/* See arch/loads.h. */
#include "arch/loads.h"

#include "arch/context.h"

#define FUNCTION(name, body)                                                             \
    __asm__(".pushsection .text.hot,\"ax\",@progbits\n.p2align 4\n.hidden " #name "\n"   \
            ".globl " #name "\n.type " #name ", @function\n" #name ":\n.cfi_startproc\n" \
            "hint 34\n" body "mov w0, 1\nret\n.cfi_endproc\n.size " #name ", . - " #name \
            "\n.popsection\n")
/* The place of a load that may fault. */
#define PLACE(name) ".hidden " #name "\n.globl " #name "\n" #name ": "

extern const char iq_load_word_at[] IQ_LOADS, iq_load_sum_at[] IQ_LOADS,
    iq_load_steps_pointer_at[] IQ_LOADS, iq_load_steps_word_at[] IQ_LOADS,
    iq_load_failed[] IQ_LOADS;

FUNCTION(iq_load_word, PLACE(iq_load_word_at) "ldr x9, [x1]\nstr x9, [x0]\n");
FUNCTION(
    iq_load_steps,
    "cmp x3, 16, lsl 12\nb.lo iq_load_failed\ncbz x4, 2f\n1: sub x4, x4, 1\n" PLACE(
        iq_load_steps_pointer_at) "ldr x9, [x3, x4, lsl 3]\ncmp x9, 16, lsl 12\nb.lo iq_load_failed\n"
                                  "cbnz x4, 1b\ncbz x2, 2f\n1: ldrh w9, [x1], 2\n"
                                  "ldr x9, [x3, x9]\nldrh w10, [x1], 2\n" PLACE(
                                      iq_load_steps_word_at) "ldr x9, [x9, x10]\nstr x9, [x0], 8\n"
                                                             "sub x2, x2, 1\ncbnz x2, 1b\n2:\n");
FUNCTION(iq_load_sum, "mov x10, 0\nldr x11, 3f\ncbz x2, 2f\n1: ldr x9, [x1], 8\n" PLACE(
                          iq_load_sum_at) "ldr x9, [x9]\nmadd x10, x9, x11, x10\n"
                                          "add x11, x11, x11, lsl 3\nldr x9, 4f\n"
                                          "add x11, x11, x9\nsubs x2, x2, 1\nb.ne 1b\n"
                                          "2: str x10, [x0]\nb 5f\n.p2align 3\n"
                                          "3: .quad 0x9e3779b97f4a7c15\n4: .quad 0x3c6ef372\n5:\n");
/* Any load between the function and its end may fault. */
extern const char iq_load_same_words_end[] IQ_LOADS, iq_load_same_pairs_end[] IQ_LOADS;
FUNCTION(iq_load_same_words,
         "cbz x1, 2f\n1: ldp x9, x10, [x0]\nldp x11, x12, [x0, 16]\nldr x9, [x9]\nldr x10, [x10]\n"
         "ldr x11, [x11]\nldr x12, [x12]\nldp x13, x14, [x0, 32]\nldp x15, x16, [x0, 48]\n"
         "cmp x9, x13\nccmp x10, x14, 0, eq\nccmp x11, x15, 0, eq\nccmp x12, x16, 0, eq\n"
         "b.ne iq_load_failed\nadd x0, x0, 64\nsubs x1, x1, 1\nb.ne 1b\n2:\n" PLACE(
             iq_load_same_words_end) "\n");
#define SAME_PAIR(at, place)                                                                       \
    "ldp x13, x14, [" at "]\nldp x15, x16, [x0, " #place "]\ncmp x13, x15\nccmp x14, x16, 0, eq\n" \
    "b.ne iq_load_failed\n"
FUNCTION(iq_load_same_pairs,
         "cbz x1, 2f\n1: ldp x9, x10, [x0]\nldp x11, x12, [x0, 16]\n" SAME_PAIR("x9", 32)
             SAME_PAIR("x10", 48) SAME_PAIR("x11", 64)
                 SAME_PAIR("x12", 80) "add x0, x0, 96\nsubs x1, x1, 1\nb.ne 1b\n"
                                      "2:\n" PLACE(iq_load_same_pairs_end) "\n");
__asm__(".pushsection .text.hot,\"ax\",@progbits\n.hidden iq_load_failed\n.globl iq_load_failed\n"
        "iq_load_failed: mov w0, 0\nret\n.popsection\n");

bool iq_load_recover(void *ucontext)
{
    uintptr_t at = iq_context_pc(ucontext);
    if (at != (uintptr_t)iq_load_word_at && at != (uintptr_t)iq_load_sum_at &&
        at != (uintptr_t)iq_load_steps_pointer_at && at != (uintptr_t)iq_load_steps_word_at &&
        !iq_load_is_within(at, (uintptr_t)iq_load_same_words, iq_load_same_words_end) &&
        !iq_load_is_within(at, (uintptr_t)iq_load_same_pairs, iq_load_same_pairs_end))
        return false;
    iq_context_go_to(ucontext, (uintptr_t)iq_load_failed);
    return true;
}
