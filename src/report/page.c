#include "report/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/errors.h"
#include "base/map.h"
#include "report/safe.h"

/* Calls of a timeline, before and after the finding's own. */
enum { BEFORE = 14, AFTER = 5 };

static const struct iq_recorded_call *call_at(const struct iq_page_calls *calls, size_t position)
{
    return &calls->recorded.document->recorded.data[position];
}

static size_t position_of(const struct iq_page_calls *calls, const struct iq_recorded_call *call)
{
    return (size_t)(call - calls->recorded.document->recorded.data);
}

/* Calls that the timeline of one finding shows in any case, from [*first] to [*last]; false: its
 * own was not kept. */
static bool window(const struct iq_page_calls *calls, const struct iq_finding *finding,
                   size_t *first, size_t *last)
{
    const struct iq_recorded_call *own = iq_recorded_of(&calls->recorded, finding);
    if (!own || !iq_recorded_is_shown(own))
        return false;
    *first = *last = position_of(calls, own);
    int left = BEFORE;
    for (size_t at = *first; at-- > 0 && left;)
        if (iq_recorded_is_shown(call_at(calls, at))) {
            *first = at;
            left--;
        }
    left = AFTER;
    for (size_t at = *last + 1; at < calls->recorded.count && left; at++)
        if (iq_recorded_is_shown(call_at(calls, at))) {
            *last = at;
            left--;
        }
    return true;
}

static void choose(struct iq_page_calls *calls, const struct iq_finding *finding)
{
    struct iq_recorded_part parts[IQ_RECORDED_MAX_PARTS];
    size_t first, last;
    if (!window(calls, finding, &first, &last))
        return;
    for (size_t at = first; at <= last; at++)
        calls->places[at] = iq_recorded_is_shown(call_at(calls, at));
    int count = iq_recorded_parts(&calls->recorded, finding,
                                  iq_recorded_of(&calls->recorded, finding), parts);
    for (int i = 0; i < count; i++)
        calls->places[position_of(calls, parts[i].call)] = iq_recorded_is_shown(parts[i].call);
}

int iq_page_calls_init(struct iq_page_calls *calls, const struct iq_document *document)
{
    uint32_t place = 0;
    int failed = iq_recorded_open(&calls->recorded, document);
    calls->places = calloc(calls->recorded.count + 1, sizeof *calls->places);
    if (failed || !calls->places)
        return IQ_ENOMEM;
    for (size_t i = 0; i < document->findings.count && calls->recorded.count; i++)
        choose(calls, &document->findings.data[i]);
    for (size_t i = 0; i < calls->recorded.count; i++)
        if (calls->places[i])
            calls->places[i] = ++place;
    return 0;
}

void iq_page_calls_finish(struct iq_page_calls *calls)
{
    iq_recorded_close(&calls->recorded);
    free(calls->places);
}

void iq_page_put_figure(struct iq_str *out, const struct iq_page_calls *calls, size_t number,
                        const struct iq_finding *finding)
{
    struct iq_recorded_part parts[IQ_RECORDED_MAX_PARTS];
    const struct iq_recorded_call *own = iq_recorded_of(&calls->recorded, finding);
    size_t first, last;
    if (!window(calls, finding, &first, &last))
        return;
    iq_str_printf(out,
                  "<figure class=\"timeline\" data-of=\"%zu\" data-at=\"%u\" data-from=\"%u\" "
                  "data-to=\"%u\" data-parts=\"",
                  number, calls->places[position_of(calls, own)] - 1, calls->places[first] - 1,
                  calls->places[last] - 1);
    int count = iq_recorded_parts(&calls->recorded, finding, own, parts);
    for (int i = 0; i < count; i++) {
        uint32_t place = calls->places[position_of(calls, parts[i].call)];
        const char *word = parts[i].what ? parts[i].what : parts[i].word;
        if (!place)
            continue;
        iq_str_printf(out, "%u ", place - 1);
        iq_safe_put_markup(out, word, strcspn(word, "\n"));
        iq_str_puts(out, "\n");
    }
    iq_str_puts(out, "\"></figure>\n");
}

/* --- data for the script ------------------------------------------------------------------- */

/* Strings that many calls share; [known]: what they are of -> place + 1. */
struct words {
    struct iq_str text;
    struct iq_map known;
    uint32_t count;
};

/* A JSON string within a script element, which no text may end. */
static void put_word(struct words *words, const char *text)
{
    struct iq_str safe, json;
    iq_str_init_heap(&safe);
    iq_str_init_heap(&json);
    iq_safe_put(&safe, text, strlen(text));
    iq_str_put_json(&json, iq_str_text(&safe));
    iq_str_puts(&words->text, words->count ? "," : "");
    for (const char *at = iq_str_text(&json); *at; at++)
        if (*at == '<')
            iq_str_puts(&words->text, "\\u003c");
        else
            iq_str_put(&words->text, at, 1);
    words->count++;
    iq_str_finish(&safe);
    iq_str_finish(&json);
}

/* The place of [text], which [key] stands for; -1: there is none. */
static int word_of(struct words *words, uint64_t key, const char *text)
{
    uintptr_t place = (uintptr_t)iq_map_get(&words->known, key);
    if (place || !text || !*text)
        return (int)place - 1;
    put_word(words, text);
    if (iq_map_set(&words->known, key, (void *)(uintptr_t)words->count))
        return -1;
    return (int)words->count - 1;
}

static int place_word(struct words *words, const struct iq_page_calls *calls,
                      const struct iq_recorded_call *call)
{
    struct iq_str text;
    iq_str_init_heap(&text);
    iq_recorded_put_place(&text, calls->recorded.document, call);
    /* no pointer has bit 63 */
    int word = word_of(words, 1ull << 63 | call->stack, iq_str_text(&text));
    iq_str_finish(&text);
    return word;
}

static int object_word(struct words *words, const struct iq_recorded_call *call)
{
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, call->object);
    return call->object ? word_of(words, 3ull << 62 | call->object, text) : -1;
}

/* Of a text that has several addresses; no pointer has bit 62 without bit 63. */
static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037ull;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211ull;
    return (hash & ~(1ull << 63)) | 1ull << 62;
}

/* As KINDS of the script. */
static int kind_of(const struct iq_recorded_call *call)
{
    return call->flags & IQ_CALL_ALLOCATE                           ? 1
           : call->flags & IQ_CALL_FREE                             ? 2
           : call->flags & IQ_CALL_LAUNCH                           ? 4
           : call->flags & IQ_CALL_COPY                             ? 3
           : call->flags & (IQ_CALL_WAIT_ALL | IQ_CALL_WAIT_STREAM) ? 5
                                                                    : 0;
}

static void put_call(struct iq_str *out, struct words *words, const struct iq_page_calls *calls,
                     size_t position, uint64_t origin_ns)
{
    const struct iq_recorded_call *call = call_at(calls, position);
    const struct iq_recorded_moment *moment = &calls->recorded.moments[position];
    const struct iq_document *document = calls->recorded.document;
    const char *mark = iq_recorded_section(document, call, true),
               *range = iq_recorded_section(document, call, false);
    uint64_t until_ns = moment->until_ns ? moment->until_ns - origin_ns : 0;
    iq_str_printf(
        out, "[%zu,%.3f,%.3f,%u,%u,%.3f,%d,%d,%d,%d,%" PRIu64 ",%" PRIu64 ",%d,%d,%d,%d,%d]",
        position, (double)(call->start_ns - origin_ns) / 1e3, (double)call->spent_ns / 1e3,
        call->thread, moment->lane, (double)until_ns / 1e3, kind_of(call),
        word_of(words, (uintptr_t)call->api, call->api ? call->api : "unknown"),
        call->kernel ? word_of(words, (uintptr_t)call->kernel, call->kernel) : -1,
        place_word(words, calls, call), call->flags & IQ_CALL_LAUNCH ? 0 : call->bytes,
        moment->bytes_in_use,
        (call->flags & IQ_CALL_FAILED ? 1 : 0) | (call->flags & IQ_CALL_ANSWERED ? 2 : 0),
        call->result, object_word(words, call), mark ? word_of(words, hash_of(mark), mark) : -1,
        range ? word_of(words, hash_of(range), range) : -1);
}

void iq_page_put_calls(struct iq_str *out, const struct iq_page_calls *calls, size_t number)
{
    struct words words = { 0 };
    const struct iq_recorded_call *first = NULL;
    iq_str_init_heap(&words.text);
    for (size_t i = 0; i < calls->recorded.count; i++) {
        if (!calls->places[i])
            continue;
        if (first)
            iq_str_puts(out, ",\n");
        else
            iq_str_printf(out, "<script type=\"application/json\" id=\"calls-%zu\">{\"calls\":[\n",
                          number);
        first = first ? first : call_at(calls, i);
        put_call(out, &words, calls, i, first->start_ns);
    }
    if (first) {
        iq_str_printf(out, "],\n\"words\":[%s],\n\"lanes\":[", iq_str_text(&words.text));
        for (size_t i = 0; i < calls->recorded.lanes.count; i++) {
            iq_str_puts(out, i ? ",\"" : "\"");
            iq_recorded_put_stream(out, calls->recorded.lanes.data[i]);
            iq_str_puts(out, "\"");
        }
        iq_str_puts(out, "]}</script>\n");
    }
    iq_str_finish(&words.text);
    iq_map_finish(&words.known);
}
