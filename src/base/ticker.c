#include "base/ticker.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/hot.h"
#include "base/now.h"
#include "base/numbered.h"

/* SPAN_NS: told after a look; STALE_NS: nothing is learnt from a look of longer ago, since which
 * the machine may have slept. */
enum { SPAN_NS = 1000000, STALE_NS = 50000000 };

bool iq_ticker_is_trusted(void)
{
    char name[32] = "";
    int fd = open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                  O_RDONLY | O_CLOEXEC);
    ssize_t size = fd < 0 ? -1 : read(fd, name, sizeof name - 1);
    if (fd >= 0)
        close(fd);
    if (size <= 0)
        return false;
    name[strcspn(name, "\n")] = '\0';
    return !strcmp(name, IQ_ARCH_TICKS);
}

/* Told [ticks] after the look. */
static inline uint64_t told(const struct iq_look *look, uint64_t ticks)
{
    return look->ns + (uint64_t)((__uint128_t)ticks * look->rate >> 32);
}

/* Learns what a tick is from the time between two looks. */
static void learn(struct iq_ticker *ticker, struct iq_look *next)
{
    const struct iq_look *last = &ticker->last;
    uint64_t ticks = next->ticks - last->ticks, ns = next->ns - last->ns;
    next->rate = last->rate;
    if (last->ticks && ns < STALE_NS && next->ticks > last->ticks)
        next->rate = (uint64_t)(((__uint128_t)ns << 32) / ticks);
    if (next->rate)
        next->span = (uint64_t)(((__uint128_t)SPAN_NS << 32) / next->rate);
}

/* [next], which took so many ticks, is the last look from now on, unless that one told later times
 * than this.  A look that was interrupted has no tick of its own: it took several times as long as
 * others. */
static void keep(struct iq_ticker *ticker, struct iq_look next, uint64_t took)
{
    if (!ticker->least || took < ticker->least)
        ticker->least = took ? took : 1;
    bool is_early = ticker->last.ticks && (int64_t)(next.ns - ticker->last.ns) < SPAN_NS;
    if (took > 4 * ticker->least + 16 || is_early)
        return;
    learn(ticker, &next);
    iq_numbered_open(&ticker->number);
    __atomic_store_n(&ticker->last.ticks, next.ticks, __ATOMIC_RELAXED);
    __atomic_store_n(&ticker->last.ns, next.ns, __ATOMIC_RELAXED);
    __atomic_store_n(&ticker->last.rate, next.rate, __ATOMIC_RELAXED);
    __atomic_store_n(&ticker->last.span, next.span, __ATOMIC_RELAXED);
    iq_numbered_close(&ticker->number, ++ticker->count);
}

/* Asks the clock; not before [least_ns]. */
IQ_COLD static uint64_t look(struct iq_ticker *ticker, uint64_t least_ns)
{
    uint64_t before = iq_arch_ticks(), now = iq_now_ns(), took = iq_arch_ticks() - before;
    if (!__atomic_exchange_n(&ticker->busy, true, __ATOMIC_ACQUIRE)) {
        keep(ticker, (struct iq_look){ .ticks = before, .ns = now }, took);
        __atomic_store_n(&ticker->busy, false, __ATOMIC_RELEASE);
    }
    return now > least_ns ? now : least_ns;
}

IQ_FAST uint64_t iq_ticker_now_ns(struct iq_ticker *ticker)
{
    uint64_t number = iq_numbered_now(&ticker->number);
    struct iq_look last = { __atomic_load_n(&ticker->last.ticks, __ATOMIC_RELAXED),
                            __atomic_load_n(&ticker->last.ns, __ATOMIC_RELAXED),
                            __atomic_load_n(&ticker->last.rate, __ATOMIC_RELAXED),
                            __atomic_load_n(&ticker->last.span, __ATOMIC_RELAXED) };
    uint64_t ticks = iq_arch_ticks() - last.ticks;
    if (!number || !iq_numbered_is_still(&ticker->number, number))
        return look(ticker, 0);
    return ticks < last.span ? told(&last, ticks) : look(ticker, told(&last, last.span));
}
