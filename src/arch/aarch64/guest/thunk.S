/* Second half of the thunks that patch.c writes: x17 points to a struct iq_patch { enter, original, wrapper, ... }.
 * Argument registers are kept; x9 to x17 are free (no intercepted function is variadic). */
        .section .text.hot, "ax", %progbits

        .macro  ENTRY name
        .p2align 4
        .globl  \name
        .hidden \name
        .type   \name, @function
\name:
        .cfi_startproc
        hint    34              /* bti c */
        .endm

        .macro  END name
        .cfi_endproc
        .size   \name, . - \name
        .endm

/* The address of a thread-local variable. */
        .macro  LOCAL to, name
        mrs     \to, tpidr_el0
        adrp    x10, :gottprel:\name
        ldr     x10, [x10, :gottprel_lo12:\name]
        add     \to, \to, x10
        .endm

/* Keeps every register that can carry an argument, and x17, around a call of C. */
        .macro  SAVE
        stp     x29, x30, [sp, -224]!
        .cfi_def_cfa_offset 224
        .cfi_offset x29, -224
        .cfi_offset x30, -216
        mov     x29, sp
        stp     x0, x1, [sp, 16]
        stp     x2, x3, [sp, 32]
        stp     x4, x5, [sp, 48]
        stp     x6, x7, [sp, 64]
        stp     x8, x17, [sp, 80]
        stp     q0, q1, [sp, 96]
        stp     q2, q3, [sp, 128]
        stp     q4, q5, [sp, 160]
        stp     q6, q7, [sp, 192]
        mov     x0, x17
        .endm

        .macro  RESTORE
        ldp     x0, x1, [sp, 16]
        ldp     x2, x3, [sp, 32]
        ldp     x4, x5, [sp, 48]
        ldp     x6, x7, [sp, 64]
        ldp     x8, x17, [sp, 80]
        ldp     q0, q1, [sp, 96]
        ldp     q2, q3, [sp, 128]
        ldp     q4, q5, [sp, 160]
        ldp     q6, q7, [sp, 192]
        ldp     x29, x30, [sp], 224
        .cfi_def_cfa_offset 0
        .cfi_restore x29
        .cfi_restore x30
        .endm

        ENTRY   iq_thunk_first
        SAVE
        bl      iq_patch_first
        RESTORE
        b       iq_thunk_direct
        END     iq_thunk_first

        ENTRY   iq_thunk_direct
        LOCAL   x9, iq_patch_current
        str     x17, [x9]
        LOCAL   x9, iq_wrap_original
        ldp     x10, x16, [x17, 8]
        str     x10, [x9]
        br      x16
        END     iq_thunk_direct

/* A query (call/query.h) with \n arguments.  Its frame is an address in this code, which says that it is one, then struct
 * iq_query_frame, a word to align the stack if \n is odd, and the return address at \back; numbers are offsets in struct
 * iq_target (x17) and struct iq_call_here (x9). */
        .macro  KEEP_IF n, least, reg
        .if     \n >= \least
        str     \reg, [sp, 8 + 8 * \least]
        .endif
        .endm

        .macro  LEAVE back
        ldr     x30, [sp, \back]
        add     sp, sp, \back + 16
        .cfi_def_cfa_offset 0
        .cfi_restore x30
        ret
        .cfi_def_cfa_offset \back + 16
        .cfi_offset x30, -16
        .endm

        .macro  QUERY n, back
        ENTRY   iq_thunk_query\n
        LOCAL   x9, iq_call_here
        adrp    x10, iq_armed
        ldr     w10, [x10, :lo12:iq_armed]
        ldr     x11, [x9]
        orr     x10, x10, x11
        cbnz    x10, iq_thunk_direct
        sub     sp, sp, \back + 16
        .cfi_def_cfa_offset \back + 16
        str     x30, [sp, \back]
        .cfi_offset x30, -16
        adr     x10, iq_thunk_query\n
        stp     x10, x17, [sp]
        KEEP_IF \n, 1, x0
        KEEP_IF \n, 2, x1
        KEEP_IF \n, 3, x2
        KEEP_IF \n, 4, x3
        KEEP_IF \n, 5, x4
        KEEP_IF \n, 6, x5
        add     x10, sp, 8
        str     x10, [x9]
        ldr     x10, [x9, 16]
        add     x10, x10, 1
        str     x10, [x9, 16]
        ldr     x16, [x17, 8]
        blr     x16
        LOCAL   x9, iq_call_here
        ldr     x10, [x9]
        add     x11, sp, 8
        sub     x10, x10, x11
        orr     x10, x10, x0    /* the upper half may be anything, see iq_query_back */
        cbnz    x10, 1f
        str     xzr, [x9]
        LEAVE   \back
1:      mov     w1, w0
        str     x0, [sp, -16]!
        .cfi_def_cfa_offset \back + 32
        mov     x0, x11
        bl      iq_query_back
        ldr     x0, [sp], 16
        .cfi_def_cfa_offset \back + 16
        LEAVE   \back
        END     iq_thunk_query\n
        .endm

        .globl  iq_thunk_queries
        .hidden iq_thunk_queries
iq_thunk_queries:
        QUERY   0, 16
        QUERY   1, 32
        QUERY   2, 32
        QUERY   3, 48
        QUERY   4, 48
        QUERY   5, 64
        QUERY   6, 64
        .globl  iq_thunk_queries_end
        .hidden iq_thunk_queries_end
iq_thunk_queries_end:

/* Questions about handles do not pass here yet: each is a call. */
        .macro  ASK name
        .globl  \name
        .hidden \name
        .type   \name, @function
        .set    \name, iq_thunk_direct
        .endm
        ASK     iq_thunk_ask1
        ASK     iq_thunk_ask2
        ASK     iq_thunk_ask3
        ASK     iq_thunk_ask4
        ASK     iq_thunk_ask5
        ASK     iq_thunk_ask6
        ASK     iq_thunk_ask2_second
        ASK     iq_thunk_ask3_second
        ASK     iq_thunk_ask4_second
        ASK     iq_thunk_ask5_second
        ASK     iq_thunk_ask6_second
        ASK     iq_thunk_ask3_third
        ASK     iq_thunk_ask4_third
        ASK     iq_thunk_ask5_third
        ASK     iq_thunk_ask6_third

        ENTRY   iq_thunk_count
        SAVE
        bl      iq_patch_count
        RESTORE
        ldr     x16, [x17, 8]
        br      x16
        END     iq_thunk_count

        .section .note.GNU-stack, "", @progbits
