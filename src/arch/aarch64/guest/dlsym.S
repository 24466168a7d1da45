/* dlsym and dlvsym.  What does not begin with "cu" goes on to libc's function by a jump, so that it sees the program's own
 * return address (RTLD_NEXT and RTLD_DEFAULT depend on the caller) and sets dlerror.  The rest asks iq_dlsym_answer first;
 * no answer goes the same way, and -1 means NULL. */
        .text

        .macro  KEEP
        stp     x29, x30, [sp, -48]!
        .cfi_def_cfa_offset 48
        .cfi_offset x29, -48
        .cfi_offset x30, -40
        mov     x29, sp
        stp     x0, x1, [sp, 16]
        str     x2, [sp, 32]
        .endm

        .macro  GIVE
        ldp     x0, x1, [sp, 16]
        ldr     x2, [sp, 32]
        ldp     x29, x30, [sp], 48
        .cfi_def_cfa_offset 0
        .cfi_restore x29
        .cfi_restore x30
        .endm

        .macro  FRONT name, real
        .type   \name, @function
\name:
        .cfi_startproc
        hint    34              /* bti c */
        cbz     x1, 1f
        ldrb    w9, [x1]
        cmp     w9, 'c'
        b.ne    3f
        ldrb    w9, [x1, 1]
        cmp     w9, 'u'
        b.ne    1f
4:      KEEP
        mov     x3, x2
        mov     x2, x30
        bl      iq_dlsym_answer
        mov     x9, x0
        GIVE
        cbz     x9, 1f
        cmn     x9, 1
        csel    x0, xzr, x9, eq
        ret
1:      adrp    x9, \real
        ldr     x16, [x9, :lo12:\real]
        cbz     x16, 2f
        br      x16
2:      KEEP
        bl      iq_dlsym_resolve
        GIVE
        adrp    x9, \real
        ldr     x16, [x9, :lo12:\real]
        br      x16
3:      cmp     w9, 'm'         /* malloc: who takes it from libc itself goes around our hooks */
        b.ne    1b
        ldrb    w9, [x1, 1]
        cmp     w9, 'a'
        b.ne    1b
        ldrb    w9, [x1, 2]
        cmp     w9, 'l'
        b.eq    4b
        b       1b
        .cfi_endproc
        .size   \name, . - \name
        .endm

        FRONT   iq_front_dlsym, iq_real_dlsym
        FRONT   iq_front_dlvsym, iq_real_dlvsym

#define IQ_OLDEST GLIBC_2.17
#include "arch/dlsym_names.inc"

        .section .note.GNU-stack, "", @progbits
