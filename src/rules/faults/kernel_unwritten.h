/* What is said of copies to the host that take bytes along which nothing has written.  Threads:
 * any. */
#ifndef IQ_RULES_FAULTS_KERNEL_UNWRITTEN_H
#define IQ_RULES_FAULTS_KERNEL_UNWRITTEN_H

#include <stdbool.h>
#include <stdint.h>

#include "abi/soft_observer.h"

#define IQ_SOFT_BYTES_FIX "pass the size in bytes: the number of elements times sizeof"

struct iq_finding;
struct iq_soft_site;
struct iq_str;

void iq_soft_unwritten(const struct iq_soft_unwritten *unwritten);

/* The call at [writer] copied the front of a variable of [size] bytes from the host's memory at
 * [source]: has the host that many bytes there, no more and no less?  Of a variable of the program
 * the launcher must find out: then [finding] says so. */
bool iq_soft_source_holds(struct iq_finding *finding, const struct iq_soft_site *writer,
                          uint64_t source, uint64_t size);

/* Of the call that wrote too little: "cudaMemcpy wrote only the first 256 bytes, but 256 elements
 * have 1024 bytes: ...; ". */
void iq_soft_put_short_write(struct iq_str *text, const struct iq_soft_fault *fault);
/* ... "the rest has the zeros that it was loaded with, although the host has other values for
 * it". */
void iq_soft_put_zeros(struct iq_str *text);

#endif
