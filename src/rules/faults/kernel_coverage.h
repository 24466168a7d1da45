/* Too few of a process's kernel launches were checked inside (--require-coverage).  Threads: any.
 */
#ifndef IQ_RULES_FAULTS_KERNEL_COVERAGE_H
#define IQ_RULES_FAULTS_KERNEL_COVERAGE_H

#include <stdbool.h>
#include <stdint.h>

struct iq_soft_site;

struct iq_coverage {
    uint64_t launches, checked;
    unsigned percent;                /* wanted */
    const char *reasons;             /* why the others were not */
    bool is_off;                     /* nothing is checked inside kernels */
    const struct iq_soft_site *site; /* the first launch that was not; NULL: not known */
};

void iq_core_coverage_short(const struct iq_coverage *coverage);

#endif
