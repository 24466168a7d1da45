/* Physical memory of device 0, and the right of that device to read and write it. */
#ifndef VIRTUAL_MEMORY_H
#define VIRTUAL_MEMORY_H

#include "cuda.h"

static const CUmemAllocationProp properties = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                                .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };
static const CUmemAccessDesc access_rights = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
                                               CU_MEM_ACCESS_FLAGS_PROT_READWRITE };

#endif
