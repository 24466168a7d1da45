/* See arch/loads.h. */
#include "arch/loads.h"

#include "arch/context.h"

/* One load, and the place where execution goes on when one faults. */
extern const char iq_load_word_at[] IQ_LOADS;
extern const char iq_load_word_failed[] IQ_LOADS;
__asm__(".pushsection .text.hot,\"ax\",@progbits\n"
        ".p2align 4\n"
        ".hidden iq_load_word, iq_load_word_at, iq_load_word_failed\n"
        ".globl iq_load_word, iq_load_word_at, iq_load_word_failed\n"
        ".type iq_load_word, @function\n"
        "iq_load_word:\n"
        ".cfi_startproc\n"
        "iq_load_word_at: mov (%rsi), %rax\n"
        "mov %rax, (%rdi)\n"
        "mov $1, %eax\n"
        "ret\n"
        "iq_load_word_failed: xor %eax, %eax\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size iq_load_word, . - iq_load_word\n"
        ".popsection\n");

extern const char iq_load_sum_at[] IQ_LOADS;
__asm__(".pushsection .text.hot,\"ax\",@progbits\n"
        ".p2align 4\n"
        ".hidden iq_load_sum, iq_load_sum_at\n"
        ".globl iq_load_sum, iq_load_sum_at\n"
        ".type iq_load_sum, @function\n"
        "iq_load_sum:\n"
        ".cfi_startproc\n"
        "xor %r8d, %r8d\n"
        "movabs $0x9e3779b97f4a7c15, %r9\n"
        "test %rdx, %rdx\n"
        "jz 2f\n"
        "1: mov (%rsi), %rcx\n"
        "iq_load_sum_at: mov (%rcx), %rcx\n"
        "imul %r9, %rcx\n"
        "add %rcx, %r8\n"
        "lea 0x3c6ef372(%r9,%r9,8), %r9\n"
        "add $8, %rsi\n"
        "dec %rdx\n"
        "jnz 1b\n"
        "2: mov %r8, (%rdi)\n"
        "mov $1, %eax\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size iq_load_sum, . - iq_load_sum\n"
        ".popsection\n");

extern const char iq_load_steps_pointer_at[] IQ_LOADS;
extern const char iq_load_steps_word_at[] IQ_LOADS;
__asm__(".pushsection .text.hot,\"ax\",@progbits\n"
        ".p2align 4\n"
        ".hidden iq_load_steps, iq_load_steps_pointer_at, iq_load_steps_word_at\n"
        ".globl iq_load_steps, iq_load_steps_pointer_at, iq_load_steps_word_at\n"
        ".type iq_load_steps, @function\n"
        "iq_load_steps:\n"
        ".cfi_startproc\n"
        "cmp $65536, %rcx\n"
        "jb 3f\n"
        "test %r8, %r8\n"
        "jz 2f\n"
        "iq_load_steps_pointer_at: cmpq $65536, -8(%rcx,%r8,8)\n"
        "jb 3f\n"
        "dec %r8\n"
        "jnz iq_load_steps_pointer_at\n"
        "test %rdx, %rdx\n"
        "jz 2f\n"
        "1: movzwl -4(%rsi,%rdx,4), %eax\n"
        "mov (%rcx,%rax), %rax\n"
        "movzwl -2(%rsi,%rdx,4), %r8d\n"
        "iq_load_steps_word_at: mov (%rax,%r8), %rax\n"
        "mov %rax, -8(%rdi,%rdx,8)\n"
        "dec %rdx\n"
        "jnz 1b\n"
        "2: mov $1, %eax\n"
        "ret\n"
        "3: xor %eax, %eax\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size iq_load_steps, . - iq_load_steps\n"
        ".popsection\n");

/* Compares sixteen bytes at a time; any load between the function and its end may fault. */
#define SAME(name, loads, bytes)                                  \
    extern const char name##_end[] IQ_LOADS;                      \
    __asm__(".pushsection .text.hot,\"ax\",@progbits\n"           \
            ".p2align 4\n"                                        \
            ".hidden " #name ", " #name "_end\n"                  \
            ".globl " #name ", " #name "_end\n"                   \
            ".type " #name ", @function\n" #name ":\n"            \
            ".cfi_startproc\n"                                    \
            "pcmpeqd %xmm0, %xmm0\n"                              \
            "test %rsi, %rsi\n"                                   \
            "jz 2f\n"                                             \
            "1: mov (%rdi), %rax\n"                               \
            "mov 8(%rdi), %rcx\n"                                 \
            "mov 16(%rdi), %rdx\n"                                \
            "mov 24(%rdi), %r8\n" loads "add $" #bytes ", %rdi\n" \
            "dec %rsi\n"                                          \
            "jnz 1b\n"                                            \
            "2: pmovmskb %xmm0, %ecx\n"                           \
            "xor %eax, %eax\n"                                    \
            "cmp $65535, %ecx\n"                                  \
            "sete %al\n"                                          \
            "ret\n" #name "_end:\n"                               \
            ".cfi_endproc\n"                                      \
            ".size " #name ", . - " #name "\n"                    \
            ".popsection\n")
#define SAME_16(load, at) load "pcmpeqd " #at "(%rdi), %xmm1\npand %xmm1, %xmm0\n"

SAME(iq_load_same_words,
     SAME_16("movq (%rax), %xmm1\nmovhps (%rcx), %xmm1\n", 32)
         SAME_16("movq (%rdx), %xmm1\nmovhps (%r8), %xmm1\n", 48),
     64);
SAME(iq_load_same_pairs,
     SAME_16("movdqu (%rax), %xmm1\n", 32) SAME_16("movdqu (%rcx), %xmm1\n", 48)
         SAME_16("movdqu (%rdx), %xmm1\n", 64) SAME_16("movdqu (%r8), %xmm1\n", 80),
     96);

bool iq_load_recover(void *ucontext)
{
    uintptr_t at = iq_context_pc(ucontext);
    if (at != (uintptr_t)iq_load_word_at && at != (uintptr_t)iq_load_sum_at &&
        at != (uintptr_t)iq_load_steps_pointer_at && at != (uintptr_t)iq_load_steps_word_at &&
        !iq_load_is_within(at, (uintptr_t)iq_load_same_words, iq_load_same_words_end) &&
        !iq_load_is_within(at, (uintptr_t)iq_load_same_pairs, iq_load_same_pairs_end))
        return false;
    iq_context_go_to(ucontext, (uintptr_t)iq_load_word_failed);
    return true;
}
