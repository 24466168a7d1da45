#include "report/ranks.h"

#include <stdlib.h>
#include <string.h>

enum { SHOWN = 16 };

typedef IQ_VEC(uint32_t) ranks;

static int ascending(const void *a, const void *b)
{
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

/* The ranks of [documents] in order, each once.  False: some have none, or no number. */
static bool collect(const struct iq_document *const *documents, size_t count, ranks *list)
{
    bool all = true;
    for (size_t i = 0; i < count; i++) {
        const char *rank = documents[i]->rank;
        size_t length = rank ? strlen(rank) : 0;
        if (length && length < 10 && strspn(rank, "0123456789") == length)
            all &= !iq_vec_push(list, (uint32_t)atoi(rank));
        else
            all = false;
    }
    if (list->count)
        qsort(list->data, list->count, sizeof *list->data, ascending);
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++)
        if (!kept || list->data[kept - 1] != list->data[i])
            list->data[kept++] = list->data[i];
    list->count = kept;
    return all && kept;
}

uint32_t iq_ranks_of_job(const struct iq_document *const *documents, size_t count)
{
    ranks list = { 0 };
    collect(documents, count, &list);
    uint32_t total = list.count > 1 ? (uint32_t)list.count : 0;
    for (size_t i = 0; i < count && total; i++)
        total = documents[i]->ranks > total ? documents[i]->ranks : total;
    iq_vec_finish(&list);
    return total;
}

void iq_ranks_put_list(struct iq_str *out, const uint32_t *list, size_t count)
{
    size_t shown = 0;
    for (size_t i = 0, end; i < count; i = end + 1) {
        for (end = i; end + 1 < count && list[end + 1] == list[end] + 1;)
            end++;
        if (shown++ == SHOWN) {
            iq_str_puts(out, ", ...");
            return;
        }
        iq_str_printf(out, "%s%u", i ? ", " : "", list[i]);
        if (end > i)
            iq_str_printf(out, "%s%u", end == i + 1 ? ", " : "-", list[end]);
    }
}

static void put_processes(struct iq_str *out, const struct iq_document *const *documents,
                          size_t count)
{
    iq_str_printf(out, "%zu processes:", count);
    for (size_t i = 0; i < count && i < SHOWN; i++)
        if (documents[i]->rank)
            iq_str_printf(out, "%s rank %s", i ? "," : "", documents[i]->rank);
        else
            iq_str_printf(out, "%s pid %u", i ? "," : "", documents[i]->pid);
    iq_str_puts(out, count > SHOWN ? ", ..." : "");
}

void iq_ranks_put(struct iq_str *out, const struct iq_document *const *documents, size_t count,
                  uint32_t total)
{
    ranks list = { 0 };
    if (!collect(documents, count, &list) || total < 2)
        put_processes(out, documents, count);
    else if (list.count == total)
        iq_str_printf(out, "all %u ranks", total);
    else {
        bool one = list.count == 1;
        iq_str_puts(out, one ? "only rank " : "ranks ");
        iq_ranks_put_list(out, list.data, list.count);
        iq_str_printf(out, " of %u", total);
        if (one && documents[0]->host)
            iq_str_printf(out, ", on %s", documents[0]->host);
    }
    iq_vec_finish(&list);
}
