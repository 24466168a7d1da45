/* Handles that a driver crashed on: drivers and loaders dereference them without a look.  Called in
 * our signal handler; takes no lock. */
#ifndef IQ_RULES_FAULTS_CRASH_HANDLE_H
#define IQ_RULES_FAULTS_CRASH_HANDLE_H

#include "base/str.h"
#include "call/call.h"
#include "trace/finding.h"

/* Was [call] given a handle that is NULL or that no call returned?  Then it is in [finding], and
 * the sentences are written. */
bool iq_crash_is_by_handle(const struct iq_call *call, uint64_t address, struct iq_finding *finding,
                           struct iq_str *message, struct iq_str *cause);

/* Does a list have more elements than any memory could hold? */
bool iq_crash_is_by_count(const struct iq_call *call, struct iq_finding *finding,
                          struct iq_str *message, struct iq_str *cause);

/* Did the loader of OpenCL or Vulkan call a function that the driver does not have? */
bool iq_crash_is_by_missing_function(const struct iq_call *call, uintptr_t pc,
                                     struct iq_finding *finding, struct iq_str *message,
                                     struct iq_str *cause);

/* Was [call] given a number that is none of its enum's? */
bool iq_crash_is_by_enum(const struct iq_call *call, struct iq_finding *finding,
                         struct iq_str *message, struct iq_str *cause);

/* Was [call] given a handle of no kind, of which refused.def knows what it must be? */
bool iq_crash_is_by_refusal(const struct iq_call *call, struct iq_finding *finding,
                            struct iq_str *message, struct iq_str *cause);

/* Vulkan: something of its structs that may be NULL, and is. */
bool iq_crash_is_by_absent(const struct iq_call *call, uint64_t address, struct iq_finding *finding,
                           struct iq_str *message, struct iq_str *cause);

/* An OpenCL driver read from address 0, where a pointer that may be NULL leads to. */
bool iq_crash_is_by_optional(const struct iq_call *call, uint64_t address,
                             struct iq_finding *finding, struct iq_str *message,
                             struct iq_str *cause);

#endif
