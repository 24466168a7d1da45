/* What the engines of order want of the rooms above them: somebody to say what they found, and a
 * few facts about calls.  One constant table, which the rules fill (rules/common/order_findings.c).
 * Threads: any; also in the handler of a signal. */
#ifndef IQ_ORDER_PORT_H
#define IQ_ORDER_PORT_H

#include "order/conflict.h"

struct iq_unmapped;
struct iq_host_access;

struct iq_order_port {
    /* Two operations used the same bytes, as the software device saw, and nothing had ordered them.
     * IQ_LOCK_ORDER held. */
    void (*race)(const struct iq_conflict *conflict);
    /* The program gives memory back by [name], at [stack], while the earlier access of [conflict]
     * may be under way. */
    void (*freed)(const char *name, const struct iq_conflict *conflict, uint32_t stack);
    /* The host used managed memory while an operation on [stream] was pending that used the same
     * bytes, [common]: a kernel, as [seen] (.kernel NULL: the call itself). */
    void (*early)(const struct iq_host_access *access, const struct iq_access *common,
                  const struct iq_conflict_stream *stream, const struct iq_conflict_seen *seen);
    /* The program has crashed at [address], where [map] was. */
    void (*unmapped)(const struct iq_unmapped *map, uint64_t address, bool write, uint32_t stack);
    /* Something that the user must hear, once. */
    void (*warn)(const char *text);
    /* Is anything wanted that takes following the order of execution? */
    bool (*is_wanted)(void);
    /* Are races wanted by what kernels really use?  Then they are reported from now on. */
    bool (*watch_kernels)(void);
    /* ... and early accesses of the host to managed memory, by what they may use of it? */
    bool (*watch_host)(void);
    /* Is the calling thread inside a call of an API?  Does it run a callback of the program? */
    bool (*is_inside_call)(void);
    bool (*runs_callback)(void);
};
extern const struct iq_order_port iq_order_port;

#endif
