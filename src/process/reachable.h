/* Does the program still know where memory is?  Looks for addresses in the data of its modules, the
 * live blocks of its heap and the frames of
 * the calling thread; what the driver, the runtime's own memory and inquest know does not count.
 * For the end of the process: other threads may run meanwhile, nothing here faults for that. */
#ifndef IQ_PROCESS_REACHABLE_H
#define IQ_PROCESS_REACHABLE_H

#include <stdbool.h>
#include <stdint.h>

struct iq_leak_candidate {
    uint64_t lo, hi;
    uint32_t group;
    bool known;
};

/* Sorts [memory], [count] ranges that do not overlap, and sets .known of those that some address of
 * the program leads into. False: not looked, because blocks of the heap are not recorded or there
 * is too much to read. */
bool iq_reachable_scan(struct iq_leak_candidate *memory, uint32_t count);

#endif
