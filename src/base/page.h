/* Pages as the system protects and maps them: of 4 KiB, on some processors of 16 or 64.
 * Set before the program's own code runs; constant then.  Any thread; async-signal-safe. */
#ifndef IQ_BASE_PAGE_H
#define IQ_BASE_PAGE_H

#include <stdint.h>

#include "base/hot.h"

enum { IQ_PAGE_LEAST = 4096 };

extern uint64_t iq_page_bytes IQ_HOT; /* a power of two; tests may set a larger one */

/* Where the page with [address] begins, and the first one that begins at or after it. */
static inline uint64_t iq_page_down(uint64_t address) { return address & -iq_page_bytes; }
static inline uint64_t iq_page_up(uint64_t address)
{
    return iq_page_down(address + iq_page_bytes - 1);
}
static inline uint64_t iq_page_offset(uint64_t address) { return address & (iq_page_bytes - 1); }

#endif
