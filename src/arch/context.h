/* What a signal handler is told of the interrupted program.  Stateless; in handlers.
 *
 * context.h of an architecture defines
 *   iq_context_pc, iq_context_sp
 *   iq_context_go_to     goes on at [pc] after the handler
 *   iq_context_is_write  of SIGSEGV and SIGBUS: it was a write, as far as is known
 *   iq_context_step      stops before the next instruction but one (SIGTRAP), or no more; false: a
 *                        program cannot do that here
 *   iq_context_registers the IQ_ARCH_REGISTERS general ones, in the order of their numbers in
 *                        instructions */
#ifndef IQ_ARCH_CONTEXT_H
#define IQ_ARCH_CONTEXT_H

#include "arch/arch.h"

#if defined __x86_64__
#include "arch/x86_64/context.h"
#elif defined __aarch64__
#include "arch/aarch64/context.h"
#endif

#endif
