/* An exported function that is a thunk: what the generated wrappers have instead of the functions
 * that the program calls.
 *
 * passes.h of an architecture defines
 *   IQ_ARCH_PASSES(function, patch)  the function [function], which goes to where the first word of
 *                                    the variable [patch] points, as iq_arch_write_thunk says */
#ifndef IQ_ARCH_PASSES_H
#define IQ_ARCH_PASSES_H

#if defined __x86_64__
#include "arch/x86_64/passes.h"
#elif defined __aarch64__
#include "arch/aarch64/passes.h"
#endif

#endif
