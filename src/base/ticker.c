#include "base/ticker.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "arch/arch.h"
#include "base/hot.h"
#include "base/now.h"

enum {
    SPAN_NS = 1000000,  /* told after a look */
    STALE_NS = 50000000 /* nothing is learnt from a look of longer ago */
};

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

/* A look that was interrupted has no tick of its own: it took several times as long as others. */
static bool is_clean(const struct iq_ticker *ticker, uint64_t took)
{
    return took <= 4 * ticker->least + 16;
}

/* Asks the clock, and learns what a tick is from the time since the last look. */
IQ_COLD static uint64_t look(struct iq_ticker *ticker)
{
    uint64_t before = iq_arch_ticks(), now = iq_now_ns(), took = iq_arch_ticks() - before;
    if (!ticker->least || took < ticker->least)
        ticker->least = took ? took : 1;
    ticker->span = 0;
    if (!is_clean(ticker, took))
        return now;
    uint64_t ticks = before - ticker->ticks, ns = now - ticker->ns;
    bool knows =
        ticker->ticks && is_clean(ticker, ticker->took) && ns < STALE_NS && before > ticker->ticks;
    if (knows && ns < SPAN_NS) /* too short to learn from */
        return now;
    if (knows) {
        ticker->rate = (uint64_t)(((__uint128_t)ns << 32) / ticks);
        ticker->span = (uint64_t)(((__uint128_t)SPAN_NS << 32) / ticker->rate);
    }
    ticker->ticks = before;
    ticker->ns = now;
    ticker->took = took;
    return now;
}

IQ_FAST uint64_t iq_ticker_now_ns(struct iq_ticker *ticker)
{
    uint64_t ticks = iq_arch_ticks() - ticker->ticks;
    uint64_t now = ticks < ticker->span
                       ? ticker->ns + (uint64_t)((__uint128_t)ticks * ticker->rate >> 32)
                       : look(ticker);
    if (now > ticker->told)
        ticker->told = now;
    return ticker->told;
}
