/* Shared memory of OpenCL (SVM, USM), and what is mapped of it.  Threads: any. */
#ifndef IQ_API_OPENCL_SHARED_H
#define IQ_API_OPENCL_SHARED_H

#include <stdbool.h>
#include <stdint.h>

#include "model/range.h"

/* Is shared memory mapped at [address]?  Doubt is yes. */
bool iq_cl_svm_is_mapped(uint64_t address);

/* [freed] was shared memory, which implementations take from the heap: may a block of the program
 * live at [address] by now? */
bool iq_cl_is_reused(const struct iq_range *freed, uint64_t address);

#endif
