/* A kernel that has been running for long, as the software device shows it to the launcher: a file
 * in the session folder, IQ_RUNNING_FILE with the process and a number, that holds one struct
 * iq_running and is there while the kernel runs.  Who shows it to the user holds a shared lock
 * (flock) of the file: the device removes it when the kernel is over, and goes on when the lock is
 * gone, so that what the program prints next does not meet a line that is about to be erased.  The
 * file of a process that was killed stays, and says where the kernel was. */
#ifndef IQ_BASE_RUNNING_H
#define IQ_BASE_RUNNING_H

#include <stdint.h>

#define IQ_RUNNING_FILE "kernel."
/* In the program's environment: the seconds after which the line of a kernel appears; not there:
 * never. */
#define IQ_RUNNING_VARIABLE "INQUEST_KERNEL_LINE"

struct iq_running {
    uint64_t started_ns; /* of the monotonic clock */
    uint64_t line_ns;    /* when its line may appear on the terminal; UINT64_MAX: never */
    uint64_t done, blocks;
    /* where a thread was that was running at that moment; both lines 0: not known */
    uint32_t line, ptx_line, block[3], thread[3];
    char kernel[232], file[256]; /* cut off if they are longer */
};

#endif
