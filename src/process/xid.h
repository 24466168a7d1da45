/* What the kernel's log says of a fault of this process: NVIDIA's kernel module writes an "Xid"
 * there, of an access to memory with its address, which no call of the API tells.  Reading the log
 * is allowed to everybody on some machines, only to root on others, and to nobody in most
 * containers.
 * Owner: plain values.  Threads: any.  Signals, fork: not for handlers; nothing is kept. */
#ifndef IQ_PROCESS_XID_H
#define IQ_PROCESS_XID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"

enum { IQ_XID_PAGE = 4096 };

struct iq_xid {
    uint64_t address /* of the page */;
    bool write, read /* neither: not said */;
};

/* The last access by process [pid], [since] seconds after the start of the machine or later, that
 * [log] tells of; false: none. */
IQ_NODISCARD bool iq_xid_parse(const char *log, size_t size, uint32_t pid, uint64_t since,
                               struct iq_xid *xid);

/* The last access by this process, which has just learnt of a fault, that the kernel's log tells
 * of; false: none.  May wait a few milliseconds for the log. */
IQ_NODISCARD bool iq_xid_find(struct iq_xid *xid);

#endif
