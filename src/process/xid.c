#include "process/xid.h"

#include <string.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/locks.h"
#include "base/now.h"

enum { LOG_BYTES = 64 << 10, READ_ALL = 3, TRIES = 4, RECENT_S = 20, PAUSE_NS = 3000000 };

struct xid_line {
    const char *at, *end;
};

/* After [word] in [line]; NULL: it is not there. */
static const char *behind(const struct xid_line *line, const char *word)
{
    size_t length = strlen(word);
    const char *at = memmem(line->at, (size_t)(line->end - line->at), word, length);
    return at ? at + length : NULL;
}

/* Digits of [base]; underscores between them do not count.  NULL: there are none, or too many. */
static const char *number(const char *at, const char *end, unsigned base, uint64_t *value)
{
    const char *first = at;
    for (*value = 0; at < end; at++) {
        unsigned digit = *at >= '0' && *at <= '9'   ? (unsigned)(*at - '0')
                         : *at >= 'a' && *at <= 'f' ? (unsigned)(*at - 'a') + 10
                                                    : 16;
        if (*at == '_' && at > first)
            continue;
        if (digit >= base)
            break;
        if (*value >> 59)
            return NULL;
        *value = *value * base + digit;
    }
    return at > first ? at : NULL;
}

/* <3>[  154.692232] NVRM: Xid (PCI:0000:00:06): 31, pid=671, name=train, channel 0x0000000a, intr
 * 00000000. MMU Fault: ENGINE GRAPHICS GPC1
 * GPCCLIENT_T1_5 faulted @ 0x8fa8_90c00000. Fault is of type FAULT_PDE ACCESS_TYPE_VIRT_WRITE */
static bool read_line(const struct xid_line *line, uint32_t pid, uint64_t since, struct iq_xid *xid)
{
    const char *at = behind(line, "[");
    uint64_t value;
    while (at && at < line->end && *at == ' ')
        at++;
    if (!at || !number(at, line->end, 10, &value) || value < since || !behind(line, "NVRM: Xid ("))
        return false;
    if (!(at = behind(line, "): 31, pid=")) || !number(at, line->end, 10, &value) || value != pid)
        return false;
    if (!(at = behind(line, " faulted @ 0x")) || !number(at, line->end, 16, &value))
        return false;
    *xid = (struct iq_xid){ value & ~(uint64_t)(IQ_XID_PAGE - 1),
                            behind(line, "_VIRT_WRITE") || behind(line, "_VIRT_ATOMIC"),
                            behind(line, "_VIRT_READ") };
    return true;
}

bool iq_xid_parse(const char *log, size_t size, uint32_t pid, uint64_t since, struct iq_xid *xid)
{
    const char *end = log + size;
    bool found = false;
    /* the last line may be cut */
    for (const char *next; log < end && (next = memchr(log, '\n', (size_t)(end - log)));
         log = next + 1) {
        struct xid_line line = { log, next };
        found |= read_line(&line, pid, since, xid);
    }
    return found;
}

bool iq_xid_find(struct iq_xid *xid)
{
    static char log[LOG_BYTES];
    static const struct timespec pause = { 0, PAUSE_NS };
    uint64_t now = iq_now_ns() / 1000000000u, since = now > RECENT_S ? now - RECENT_S : 0;
    bool found = false;
    iq_lock(IQ_LOCK_FINDINGS);
    for (int i = 0; i < TRIES && !found; i++) {
        if (i)
            nanosleep(&pause, NULL);
        long size = syscall(SYS_syslog, READ_ALL, log, sizeof log);
        if (size <= 0 || !memmem(log, (size_t)size, "NVRM", 4))
            break;
        found = iq_xid_parse(log, (size_t)size, (uint32_t)getpid(), since, xid);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
    return found;
}
