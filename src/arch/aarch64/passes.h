/* See arch/passes.h. */
#ifndef IQ_ARCH_AARCH64_PASSES_H
#define IQ_ARCH_AARCH64_PASSES_H

#define IQ_ARCH_PASSES(function, patch)                                                           \
    __asm__(".text\n.p2align 2\n.globl " #function "\n.type " #function ", @function\n" #function \
            ":\n\t.cfi_startproc\n\thint 34\n\tadrp x17, " #patch "\n\tadd x17, x17, "            \
            ":lo12:" #patch "\n\tldar x16, [x17]\n\tbr x16\n\t.cfi_endproc\n.size " #function     \
            ", . - " #function "\n")

#endif
