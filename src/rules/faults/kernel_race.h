/* Sentences about races and about barriers that threads of a block did not share, as the software
 * device tells them. Used by kernel.c and kernel_nested.c; texts go into the caller's buffers; any
 * thread. */
#ifndef IQ_RULES_FAULTS_KERNEL_RACE_H
#define IQ_RULES_FAULTS_KERNEL_RACE_H

#include <stdbool.h>

#include "abi/soft_observer.h"
#include "base/str.h"

/* "file.cu:12", or what there is if [file] is NULL. */
void iq_soft_put_line(struct iq_str *text, const char *file, uint32_t line, uint32_t ptx_line);
/* "at 0x...", or the place in an array. */
void iq_soft_put_address(struct iq_str *text, const struct iq_soft_fault *fault);
bool iq_soft_is_race(const struct iq_soft_fault *fault);
/* Goes on after "kernel k, block (..), thread (..)". */
void iq_soft_race_message(struct iq_str *text, const struct iq_soft_fault *fault);
/* Do lanes wait for others of their warp that can never come?  A GPU hangs there. */
bool iq_soft_hangs(const struct iq_soft_fault *fault);
void iq_soft_race_cause(struct iq_str *text, const struct iq_soft_fault *fault);
void iq_soft_race_fix(struct iq_str *text, const struct iq_soft_fault *fault);
/* For `related`: who made the earlier access; where its file is not known, also the line of the
 * PTX. */
void iq_soft_race_other(struct iq_str *text, const struct iq_soft_fault *fault);
/* ... and where, as struct iq_finding has it; "": its file is not known. */
void iq_soft_put_place(struct iq_str *site, const char *file, uint32_t line, const char *kernel);

#endif
