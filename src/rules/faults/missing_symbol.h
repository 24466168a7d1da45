/* Functions that the program asked for by name and that are not there: all that is left to see of
 * their call is a jump to address 0.
 * Owner: core; the last ones are kept.  Threads: any.  Signals: iq_missing_symbol_crashed runs in
 * the handler. */
#ifndef IQ_RULES_FAULTS_MISSING_SYMBOL_H
#define IQ_RULES_FAULTS_MISSING_SYMBOL_H

#include <stdbool.h>
#include <stdint.h>

#include "call/call.h"

/* [call], which asks for the function [name] (NULL: counts as nothing), is about to give NULL.  A
 * call that is nested in another one counts if that asks for the same name: what a runtime asks for
 * itself is its own affair. */
void iq_missing_symbol_note(struct iq_call *call, const char *name);

/* A call of [entry], which is not entered, from [site] gave [found] for [name]: NULL, or code of
 * Vulkan's loader that goes on to the device's function, if there is one. */
void iq_missing_symbol_answered(const struct iq_entry *entry, const char *name, uintptr_t found,
                                struct iq_site site);

/* The program has jumped to address 0 with these registers (iq_context_registers): true if a
 * look-up, or a function of Vulkan's loader that has nothing behind it, explains that, and is
 * reported. */
bool iq_missing_symbol_crashed(const uint64_t *registers);

/* The function that [pc] lies in, if its address was an answer to the program, and where it begins;
 * NULL. */
const struct iq_entry *iq_missing_symbol_at(uintptr_t pc, uintptr_t *start);

#endif
