#include "report/notices.h"

#include <inttypes.h>
#include <string.h>

#include "base/hash.h"
#include "report/ranks.h"

/* The notice that says [line]; NULL: out of memory. */
static struct iq_notice *notice_of(struct iq_notices *notices, const struct iq_str *line)
{
    uint64_t key = iq_hash_bytes(iq_str_text(line), line->length);
    uintptr_t position = (uintptr_t)iq_map_get(&notices->known, key);
    if (position)
        return &notices->list.data[position - 1];
    char *text = strdup(iq_str_text(line));
    if (!text || iq_vec_push(&notices->list, (struct iq_notice){ .text = text })) {
        free(text);
        return NULL;
    }
    IQ_DROP(iq_map_set(&notices->known, key, (void *)(uintptr_t)notices->list.count));
    return &notices->list.data[notices->list.count - 1];
}

void iq_notices_add(struct iq_notices *notices, const struct iq_document *document,
                    const struct iq_str *line)
{
    struct iq_notice *notice = line->length ? notice_of(notices, line) : NULL;
    if (notice)
        IQ_DROP(iq_vec_push(&notice->processes, document));
}

void iq_notices_put(struct iq_str *out, const struct iq_notices *notices, uint32_t total,
                    const char *end)
{
    for (size_t i = 0; i < notices->list.count; i++) {
        const struct iq_notice *notice = &notices->list.data[i];
        iq_str_put(out, notice->text, strlen(notice->text) - 1);
        if (total > 1 || notice->processes.count > 1) {
            iq_str_puts(out, " (");
            iq_ranks_put(out, notice->processes.data, notice->processes.count, total);
            iq_str_puts(out, ")");
        }
        iq_str_puts(out, end);
    }
}

bool iq_notices_loss(struct iq_str *out, const struct iq_document *document, unsigned n)
{
    if (document->damaged && !n--)
        iq_str_puts(out, "the trace of this process is damaged; findings may be missing");
    else if (document->dropped && !n--)
        iq_str_printf(
            out,
            "%" PRIu64
            " record%s of the trace could not be written (no room left on the disk, or ulimit -f): findings may be missing",
            document->dropped, document->dropped == 1 ? "" : "s");
    else
        return false;
    return true;
}

void iq_notices_finish(struct iq_notices *notices)
{
    for (size_t i = 0; i < notices->list.count; i++) {
        free(notices->list.data[i].text);
        iq_vec_finish(&notices->list.data[i].processes);
    }
    iq_vec_finish(&notices->list);
    iq_map_finish(&notices->known);
}
