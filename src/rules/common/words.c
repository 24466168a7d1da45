/* Words that sentences of all rules are made of; see words.h. */
#include "rules/words.h"

#include <stdio.h>

#include "base/path.h"
#include "call/core.h"
#include "process/hostmem.h"
#include "process/modules.h"

void iq_put_bytes(struct iq_str *text, uint64_t bytes)
{
    static const char *const units[] = { "KiB", "MiB", "GiB", "TiB", "PiB", "EiB" };
    if (bytes < 10240) {
        iq_str_printf(text, "%llu byte%s", (unsigned long long)bytes, bytes == 1 ? "" : "s");
        return;
    }
    uint64_t scaled = bytes, rest = 0;
    int unit = -1;
    while (scaled >= 1024 && unit < 5) {
        rest = scaled % 1024;
        scaled /= 1024;
        unit++;
    }
    iq_str_printf(text, "%llu", (unsigned long long)scaled);
    if (rest)
        iq_str_printf(text, ".%llu", (unsigned long long)(rest * 10 / 1024));
    iq_str_printf(text, " %s (%llu bytes)", units[unit], (unsigned long long)bytes);
}

void iq_put_ago(struct iq_str *text, uint64_t then, uint64_t now)
{
    if (then && then == now)
        iq_str_puts(text, "by this call");
    else if (!then || then > now || !iq_core_counts_between(then, now))
        iq_str_puts(text, "earlier");
    else if (now - then == 1)
        iq_str_puts(text, "1 call ago");
    else
        iq_str_printf(text, "%llu calls ago", (unsigned long long)(now - then));
}

void iq_growth_add(struct iq_growth *growth, uint64_t made, uint64_t now)
{
    growth->quarters[made < now ? made * 4 / now : 3]++;
}

void iq_put_growth(struct iq_str *text, const struct iq_growth *growth)
{
    enum { SERIES = 8 };
    uint64_t count = 0, least = UINT64_MAX;
    for (int i = 0; i < 4; i++) {
        count += growth->quarters[i];
        least = growth->quarters[i] < least ? growth->quarters[i] : least;
    }
    if (count < SERIES)
        return;
    if (growth->quarters[0] >= count - count / 16) {
        iq_str_puts(
            text,
            "; they were created in the first quarter of the calls so far: their number does not grow");
        return;
    }
    iq_str_printf(
        text,
        "; %llu, %llu, %llu and %llu of them were created in the four quarters of the calls so far",
        (unsigned long long)growth->quarters[0], (unsigned long long)growth->quarters[1],
        (unsigned long long)growth->quarters[2], (unsigned long long)growth->quarters[3]);
    if (least >= count / 8)
        iq_str_puts(text, ": their number keeps growing");
    else if (growth->quarters[3] >= count / 2)
        iq_str_puts(text, ": their number has grown recently");
}

/* In a buffer of the thread. */
static const char *data_text(uint64_t address)
{
    static __thread char text[128] __attribute__((tls_model("initial-exec")));
    const char *path = iq_modules_path(address);
    if (!path)
        return "a mapped file, or data of the program or of a library";
    snprintf(text, sizeof text, "data of %.100s", iq_base_name(path));
    return text;
}

const char *iq_host_words(uint64_t address)
{
    struct iq_hostmem_region region;
    uint64_t here = (uint64_t)(uintptr_t)__builtin_frame_address(0);
    if (!iq_hostmem_find(address, &region))
        return "unmapped memory";
    if (here - region.begin < region.end - region.begin)
        return "the stack of this thread";
    switch (region.what) {
    case IQ_HOSTMEM_STACK: return "the stack of the main thread";
    case IQ_HOSTMEM_HEAP: return "the heap";
    case IQ_HOSTMEM_DATA: return data_text(address);
    case IQ_HOSTMEM_CODE: return "code";
    default:
        return region.readable ? "ordinary host memory" : "reserved address space without memory";
    }
}
