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

bool iq_load_recover(void *ucontext)
{
    uintptr_t at = iq_context_pc(ucontext);
    if (at != (uintptr_t)iq_load_word_at && at != (uintptr_t)iq_load_sum_at &&
        at != (uintptr_t)iq_load_steps_pointer_at && at != (uintptr_t)iq_load_steps_word_at)
        return false;
    iq_context_go_to(ucontext, (uintptr_t)iq_load_word_failed);
    return true;
}
