/* See arch/passes.h. */
#ifndef IQ_ARCH_X86_64_PASSES_H
#define IQ_ARCH_X86_64_PASSES_H

#define IQ_ARCH_PASSES(function, patch)                                                     \
    __asm__(".text\n.globl " #function "\n.type " #function ", @function\n" #function ":\n" \
            "\t.cfi_startproc\n\tendbr64\n\tlea " #patch "(%rip), %r11\n\tjmp *(%r11)\n"    \
            "\t.cfi_endproc\n.size " #function ", . - " #function "\n")

#endif
