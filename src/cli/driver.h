/* Which driver and device this machine has.  Threads: start-up only.  Nothing is loaded into this
 * process: what must be loaded is loaded by a helper process. */
#ifndef IQ_CLI_DRIVER_H
#define IQ_CLI_DRIVER_H

#include <stdbool.h>
#include <stddef.h>

/* Calls [visit] for every libcuda.so.1 in the order in which they are looked for; it returns false
 * to stop. */
void iq_driver_each(bool (*visit)(void *user, const char *path), void *user);

/* The first NVIDIA driver library found, into [path].  Folders below [own] (where our stand-ins
 * are) do not count. */
bool iq_driver_find(const char *own, char *path, size_t size);

/* Is there a device file of a GPU (/dev/nvidia0.., /dev/dxg)? */
bool iq_driver_has_device_file(void);

struct iq_driver_answer {
    bool loaded; /* dlopen worked */
    int init;    /* cuInit's result; -1: not reached */
    int version; /* cuDriverGetVersion: 13000 */
    int count;   /* devices */
    int signal;  /* the helper died of it; 0: no */
    bool timed_out;
    char names[8][96]; /* "NVIDIA H200 (compute capability 9.0, 143771 MiB)" */
    char error[256];   /* of dlopen */
};

/* Asks the driver library at [path] in a helper process, for at most [seconds]. */
void iq_driver_query(const char *path, int seconds, struct iq_driver_answer *answer);

#endif
