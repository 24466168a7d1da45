/* dlsym and dlvsym.  What does not begin with "cu" goes on to libc's function by a jump, so that it sees the program's own
 * return address (RTLD_NEXT and RTLD_DEFAULT depend on the caller) and sets dlerror.  The rest asks iq_dlsym_answer first;
 * no answer goes the same way, and -1 means NULL. */
        .text

        .macro  FRONT name, real
        .type   \name, @function
\name:
        .cfi_startproc
        endbr64
        test    %rsi, %rsi
        jz      1f
        cmpb    $'c', (%rsi)
        jne     3f
        cmpb    $'u', 1(%rsi)
        jne     1f
4:      push    %rdi
        push    %rsi
        push    %rdx
        .cfi_adjust_cfa_offset 24
        mov     %rdx, %rcx
        mov     24(%rsp), %rdx
        call    iq_dlsym_answer
        pop     %rdx
        pop     %rsi
        pop     %rdi
        .cfi_adjust_cfa_offset -24
        test    %rax, %rax
        jz      1f
        cmp     $-1, %rax
        jne     5f
        xor     %eax, %eax
5:      ret
1:      mov     \real(%rip), %rax
        test    %rax, %rax
        jz      2f
        jmp     *%rax
2:      push    %rdi
        push    %rsi
        push    %rdx
        .cfi_adjust_cfa_offset 24
        call    iq_dlsym_resolve
        pop     %rdx
        pop     %rsi
        pop     %rdi
        .cfi_adjust_cfa_offset -24
        jmp     *\real(%rip)
3:      cmpb    $'m', (%rsi)            /* malloc: who takes it from libc itself goes around our hooks */
        jne     1b
        cmpb    $'a', 1(%rsi)
        jne     1b
        cmpb    $'l', 2(%rsi)
        je      4b
        jmp     1b
        .cfi_endproc
        .size   \name, . - \name
        .endm

        FRONT   iq_front_dlsym, iq_real_dlsym
        FRONT   iq_front_dlvsym, iq_real_dlvsym

#define IQ_OLDEST GLIBC_2.2.5
#include "arch/dlsym_names.inc"

        .section .note.GNU-stack, "", @progbits
