/* Reports to whoever set an observer (api/abi/soft_observer.h).  Threads: any, no lock needed. */
#ifndef IQ_SOFTDEV_OBSERVER_H
#define IQ_SOFTDEV_OBSERVER_H

#include "abi/soft_observer.h"
#include "ptx/ptx_exec.h"
#include "softdev/launch.h"

/* [work] gets its site. */
void iq_observer_launch(struct iq_launch_work *work, uint64_t stream);
void iq_observer_fault(const struct iq_soft_fault *fault);
bool iq_observer_is_set(void);
/* Does it want one of the costly observations [flags]? */
bool iq_observer_wants(uint32_t flags);
void iq_observer_worker(void);
uint64_t iq_observer_call(void);
struct iq_soft_parts *iq_observer_parts(void);
/* As iq_soft_observer.call_site. */
uint64_t iq_observer_site(void);
/* Is what a kernel of the call under way uses of the host's memory of interest? */
bool iq_observer_watches_host(void);
/* Managed memory that is mapped twice begins, or memory that is mapped twice ends. */
void iq_observer_managed(uint64_t base, uint64_t size, int64_t bias, bool begins);
/* [launch] has run. */
void iq_observer_footprint(const struct iq_launch_work *work, struct iq_ptx_launch *launch,
                           bool watched);
/* A kernel was asked where it is. */
void iq_observer_place(uint64_t call, const struct iq_soft_place *place);
void iq_observer_unwritten(const struct iq_soft_unwritten *unwritten);
/* True: the observer has moved the bytes itself. */
bool iq_observer_host_write(void *to, const void *from, size_t size);
/* Why [address] is wrong for a kernel of [ctx]: kind and the allocation concerned. */
enum iq_soft_fault_kind iq_observer_classify(struct iq_ctx *ctx, uint64_t address, uint64_t *base,
                                             uint64_t *size);
void inquest_soft_set_observer(const struct iq_soft_observer *observer);

#endif
