#include "rules/faults/kernel_place.h"

#include <stdio.h>
#include <time.h>

#include "base/locks.h"
#include "base/str.h"
#include "rules/faults/kernel_race.h"

/* A block answers after its time slice: some ten milliseconds, or half a second where it waits in
 * instructions that take long.  Two seconds at most: other waits are not watched in that time. */
enum { ANSWERS = 8, TEXT_BYTES = 200, PAUSE_NS = 5000000, PAUSES = 400 };

static iq_soft_look_fn look_at; /* set at start */

/* IQ_LOCK_FINDINGS is held. */
static struct answer {
    uint64_t call;
    char text[TEXT_BYTES];
} answers[ANSWERS];
static uint32_t answer_count;

void iq_kernel_place_ask_by(iq_soft_look_fn look) { look_at = look; }

static const struct answer *answer_of(uint64_t call)
{
    for (uint32_t i = 0; i < answer_count; i++)
        if (answers[i].call == call)
            return &answers[i];
    return NULL;
}

void iq_kernel_place_told(uint64_t call, const struct iq_soft_place *place)
{
    iq_lock(IQ_LOCK_FINDINGS);
    if (answer_count < ANSWERS && !answer_of(call)) {
        struct answer *answer = &answers[answer_count++];
        struct iq_str text;
        answer->call = call;
        iq_str_init_buffer(&text, answer->text, sizeof answer->text);
        iq_str_printf(&text, "block (%u,%u,%u), thread (%u,%u,%u) is at ", place->block[0],
                      place->block[1], place->block[2], place->thread[0], place->thread[1],
                      place->thread[2]);
        iq_soft_put_line(&text, place->file, place->line, place->ptx_line);
    }
    iq_unlock(IQ_LOCK_FINDINGS);
}

static bool have_answered(const uint64_t *calls, uint32_t count)
{
    bool all = true;
    iq_lock(IQ_LOCK_FINDINGS);
    for (uint32_t i = 0; i < count; i++)
        all &= answer_of(calls[i]) != NULL;
    iq_unlock(IQ_LOCK_FINDINGS);
    return all;
}

void iq_kernel_place_ask(const uint64_t *calls, uint32_t count)
{
    const struct timespec pause = { .tv_nsec = PAUSE_NS };
    iq_lock(IQ_LOCK_FINDINGS);
    answer_count = 0;
    iq_unlock(IQ_LOCK_FINDINGS);
    if (!look_at || !count)
        return;
    look_at();
    for (int i = 0; i < PAUSES && !have_answered(calls, count); i++)
        nanosleep(&pause, NULL);
}

bool iq_kernel_place_get(uint64_t call, char *text, size_t size)
{
    iq_lock(IQ_LOCK_FINDINGS);
    const struct answer *answer = answer_of(call);
    if (answer)
        snprintf(text, size, "%s", answer->text);
    iq_unlock(IQ_LOCK_FINDINGS);
    return answer != NULL;
}
