/* void iq_on_stack(void (*function)(void *), void *user, void *top): calls function(user) with the stack that ends at [top], a
 * multiple of 16.  Unwinders find the way back by the frame pointer. */
        .text
        .globl  iq_on_stack
        .hidden iq_on_stack
        .type   iq_on_stack, @function
iq_on_stack:
        .cfi_startproc
        endbr64
        push    %rbp
        .cfi_def_cfa_offset 16
        .cfi_offset %rbp, -16
        mov     %rsp, %rbp
        .cfi_def_cfa_register %rbp
        mov     %rdi, %rax
        mov     %rsi, %rdi
        mov     %rdx, %rsp
        call    *%rax
        mov     %rbp, %rsp
        pop     %rbp
        .cfi_def_cfa %rsp, 8
        ret
        .cfi_endproc
        .size   iq_on_stack, . - iq_on_stack

        .section .note.GNU-stack, "", @progbits
