/* Memory and events that other processes use too.  Memory becomes a memory file when it is
 * exported.  What one process hands to the other (an iq_share_name in a handle of 64 bytes) says
 * where the file is found, /proc/PID/fd/FD, and which it must be there.
 * Owner: the chunks of an arena own the file behind them; events are counted.  Threads: driver
 * lock, unless a comment says otherwise. */
#ifndef IQ_SOFTDEV_SHARE_H
#define IQ_SOFTDEV_SHARE_H

#include <sys/types.h>

#include "softdev/memory.h"

enum iq_share_kind {
    IQ_SHARE_MEMORY = 1,
    IQ_SHARE_POOL,
    IQ_SHARE_POINTER,
    IQ_SHARE_EVENT,
    IQ_SHARE_PHYSICAL
};

struct iq_share_name {
    char mark[4];
    uint32_t check; /* of what follows */
    uint8_t kind, device;
    uint16_t reserved;
    int32_t pid, fd;
    /* memory: of this export; it changes when the memory is freed */
    uint32_t serial;
    uint64_t inode, offset, size;
    uint64_t owner; /* pointer of a pool: inode of the pool's file */
};
_Static_assert(sizeof(struct iq_share_name) <= 64, "a name fits into a handle");

void iq_share_seal(struct iq_share_name *name, enum iq_share_kind kind, int fd);
bool iq_share_is_name(const struct iq_share_name *name, enum iq_share_kind kind);
/* Descriptor of the file that [name] tells of; -1: its process has ended, or has it no longer. */
int iq_share_open(const struct iq_share_name *name);
uint64_t iq_share_inode(int fd);
bool iq_share_is_own(const struct iq_share_name *name);
/* Memory file of [bytes], closed by exec; -1 without memory. */
int iq_share_file(size_t bytes);
/* Exports a file as what the program asked for, if its memory was made for that: a descriptor of
 * its own, at [shared]. */
CUresult iq_share_give(int file, unsigned types, void *shared, CUmemAllocationHandleType type,
                       uint64_t flags);

/* ---- memory ---- */
/* A memory file behind chunks of an arena; serials: one for each unit where an exported allocation
 * may begin. */
struct iq_share {
    int fd;
    size_t bytes;
    uint32_t *serials;
};
struct iq_share *iq_share_new(size_t bytes);
void iq_share_destroy(struct iq_share *share);
/* Memory of another process in this one: what of the address range is its mapping. */
struct iq_import {
    uint64_t base, inode, offset;
    size_t bytes;
    uint32_t serial, opened;
};

/* Fills kind memory or pointer.  May wait for the work of all contexts: the memory moves into a
 * file. */
CUresult iq_share_export(uint64_t address, enum iq_share_kind kind, struct iq_share_name *name);
/* Maps it; what is open already is counted, whatever has become of its process. */
CUresult iq_share_import(struct iq_ctx *ctx, const struct iq_share_name *name,
                         struct iq_alloc **alloc);
/* One opening less; the last one unmaps. */
void iq_share_close(struct iq_alloc *alloc);
/* For iq_memory_give: takes the mapping away. */
void iq_share_unmap(struct iq_alloc *alloc);

/* ---- share_event.c: events; record and wait are numbered, whoever recorded last is waited for
 * ---- */
struct iq_share_event;
struct iq_share_event *iq_share_event_new(void);
struct iq_share_event *iq_share_event_open(const struct iq_share_name *name);
void iq_share_event_ref(struct iq_share_event *event);
void iq_share_event_unref(struct iq_share_event *event); /* NULL is fine */
void iq_share_event_name(const struct iq_share_event *event, struct iq_share_name *name);
uint64_t iq_share_event_record(struct iq_share_event *event);
uint64_t iq_share_event_last(const struct iq_share_event *event);
/* The rest is for threads without the lock, too. */
void iq_share_event_complete(struct iq_share_event *event, uint64_t number);
bool iq_share_event_is_complete(const struct iq_share_event *event, uint64_t number);
/* Waits for a moment, for the caller to look around; a record of a process that is gone is
 * complete. */
bool iq_share_event_wait(struct iq_share_event *event, uint64_t number);

#endif
