/* void iq_on_stack(void (*function)(void *), void *user, void *top): calls function(user) with the stack that ends at [top], a
 * multiple of 16.  Unwinders find the way back by the frame pointer. */
        .text
        .globl  iq_on_stack
        .hidden iq_on_stack
        .type   iq_on_stack, @function
iq_on_stack:
        .cfi_startproc
        hint    25              /* paciasp */
        .cfi_negate_ra_state
        stp     x29, x30, [sp, -16]!
        .cfi_def_cfa_offset 16
        .cfi_offset x29, -16
        .cfi_offset x30, -8
        mov     x29, sp
        .cfi_def_cfa_register x29
        mov     x9, x0
        mov     x0, x1
        mov     sp, x2
        blr     x9
        mov     sp, x29
        .cfi_def_cfa_register sp
        ldp     x29, x30, [sp], 16
        .cfi_def_cfa_offset 0
        .cfi_restore x29
        .cfi_restore x30
        hint    29              /* autiasp */
        .cfi_negate_ra_state
        ret
        .cfi_endproc
        .size   iq_on_stack, . - iq_on_stack

        .section .note.GNU-stack, "", @progbits
