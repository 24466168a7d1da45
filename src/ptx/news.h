/* What blocks of a launch have published.  Whoever publishes takes the next number of the
 * launch; a word of global memory carries the highest number that those who wrote it to be seen
 * knew of, and whoever reads it has heard of all up to that.  A place that two would need counts as
 * having said everything: silence may be wrong, a report may not.
 * Owner: the launch.  Threads: any; the entries of one warp have one writer. */
#ifndef IQ_PTX_NEWS_H
#define IQ_PTX_NEWS_H

#include <stdbool.h>
#include <stdint.h>

struct iq_ptx_launch;
struct iq_ptx_news;

/* Who tells: a warp what it wrote, a whole block; the same of what was only read. */
enum { NEWS_BLOCK = 32, NEWS_READS = 33 };

void iq_ptx_news_destroy(struct iq_ptx_news *news);

/* The next number, above 1; 0: no memory. */
uint32_t iq_ptx_news_next(struct iq_ptx_launch *l);
/* The highest so far. */
uint32_t iq_ptx_news_last(const struct iq_ptx_launch *l);
/* All that [who] of the block did until [time] is published with [number]. */
void iq_ptx_news_publish(struct iq_ptx_launch *l, uint32_t block, uint32_t who, uint32_t time,
                         uint32_t number);
/* Was what the warp wrote (or read) at [time] published with a number of at most [heard]? */
bool iq_ptx_news_is_told(const struct iq_ptx_launch *l, uint32_t block, uint32_t warp,
                         uint32_t time, bool written, uint32_t heard);
/* The words of [size] bytes at [addr] are about to be written by who knows all up to [number]. */
void iq_ptx_news_write(struct iq_ptx_launch *l, uint64_t addr, uint32_t size, uint32_t number);
/* What they carry; all that has been published if nothing is known of them. */
uint32_t iq_ptx_news_read(const struct iq_ptx_launch *l, uint64_t addr, uint32_t size);
#endif
