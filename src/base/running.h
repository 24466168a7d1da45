/* A kernel that has been running for long, as the software device shows it to the launcher: a file
 * in the session folder, IQ_RUNNING_FILE with the process and a number, that holds one struct
 * iq_running and is there while the kernel runs.  Who shows it to the user holds a shared lock
 * (flock) of the file: the device removes it when the kernel is over, and goes on when the lock is
 * gone, so that what the program prints next does not meet a line that is about to be erased. */
#ifndef IQ_BASE_RUNNING_H
#define IQ_BASE_RUNNING_H

#include <stdint.h>

#define IQ_RUNNING_FILE "kernel."
/* In the program's environment: the seconds after which a kernel is shown; not there: never. */
#define IQ_RUNNING_VARIABLE "INQUEST_KERNEL_LINE"

struct iq_running {
    uint64_t started_ns; /* of the monotonic clock */
    uint64_t done, blocks;
    char kernel[232]; /* cut off if it is longer */
};

#endif
