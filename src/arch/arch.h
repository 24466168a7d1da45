/* What depends on the processor, chosen when the tree is compiled.  A folder of this room is one
 * architecture; README.md says what it must have.  This header is for what is too small for a call.
 * Stateless; any thread; async-signal-safe; needs no libc.
 *
 * machine.h of an architecture defines
 *   IQ_ARCH_NAME      as in messages ("x86-64")
 *   IQ_ARCH_TRIPLET   folder of its libraries on Debian ("x86_64-linux-gnu")
 *   IQ_ARCH_ELF       e_machine of its programs
 *   IQ_ARCH_JUMP_SLOT, IQ_ARCH_GLOB_DAT   types of relocations: a function's address, by a call or
 *                     by a pointer
 *   IQ_ARCH_FP        number of the frame pointer in unwind tables
 *   IQ_ARCH_KEPT      numbers there of the registers that a function leaves as they are
 *   IQ_ARCH_CALL_PUSHES  1: a call puts its return address on the stack; 0: into a register
 *   IQ_ARCH_NAN       1: a NaN that an operation makes has a sign, 0: it has none
 *   iq_arch_pause     while waiting for another thread
 *   iq_arch_ticks     a counter of time; IQ_ARCH_TICKS: what the kernel calls it as a clock
 *   iq_arch_call      a system call: the kernel's result, negative errno on failure; errno stays
 *   iq_arch_copy      memcpy that calls nothing
 *   iq_arch_match16   in which of 16 places [a] has the byte x and [b] the byte y: a bit for each
 *   IQ_ARCH_CFA       the stack pointer of the caller of this function, at the call
 *   iq_arch_plain_return  a return address without what protects it on the stack
 *   iq_arch_return_place  where the return address [pc] stands that leads to a frame with the stack
 *                     pointer [cfa]; [fp]: frame pointer in the function that was called; NULL:
 *                     elsewhere */
#ifndef IQ_ARCH_ARCH_H
#define IQ_ARCH_ARCH_H

#include <elf.h>
#include <stddef.h>
#include <stdint.h>

#if defined __x86_64__
#include "arch/x86_64/machine.h"
#elif defined __aarch64__
#include "arch/aarch64/machine.h"
#else
#error "no folder of src/arch for this processor"
#endif

/* Keeps the compiler from looking across: from making a loop a call of strlen, say. */
#define IQ_ARCH_OPAQUE() __asm__ volatile("")

#endif
