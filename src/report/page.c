#include "report/page.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "report/safe.h"

void iq_page_put_figure(struct iq_str *out, const struct iq_timeline *timeline, size_t number,
                        const struct iq_finding *finding)
{
    const struct iq_timeline_figure *figure = iq_timeline_of(timeline, finding);
    if (!figure)
        return;
    iq_str_printf(out,
                  "<figure class=\"timeline\" data-of=\"%zu\" data-at=\"%u\" data-from=\"%u\" "
                  "data-to=\"%u\" data-parts=\"",
                  number, figure->at, figure->first, figure->last);
    for (uint32_t i = 0; i < figure->part_count; i++) {
        const char *what = figure->parts[i].what;
        iq_str_printf(out, "%u ", figure->parts[i].call);
        iq_safe_put_markup(out, what, strcspn(what, "\n"));
        iq_str_puts(out, "\n");
    }
    iq_str_puts(out, "\"></figure>\n");
}

/* --- data for the script ------------------------------------------------------------------- */

/* Strings that many calls share; [known]: their hashes -> place + 1. */
struct words {
    struct iq_str text;
    struct iq_map known;
    uint32_t count;
};

/* A JSON string within a script element, which no text may end. */
static void put_word(struct iq_str *out, const char *text)
{
    struct iq_str safe, json;
    iq_str_init_heap(&safe);
    iq_str_init_heap(&json);
    iq_safe_put(&safe, text, strlen(text));
    iq_str_put_json(&json, iq_str_text(&safe));
    for (const char *at = iq_str_text(&json); *at; at++)
        if (*at == '<')
            iq_str_puts(out, "\\u003c");
        else
            iq_str_put(out, at, 1);
    iq_str_finish(&safe);
    iq_str_finish(&json);
}

static uint64_t hash_of(const char *text)
{
    uint64_t hash = 14695981039346656037ull;
    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 1099511628211ull;
    return hash;
}

/* The place of [text]; -1: there is none. */
static int word_of(struct words *words, const char *text)
{
    if (!text || !*text)
        return -1;
    uint64_t key = hash_of(text);
    uintptr_t place = (uintptr_t)iq_map_get(&words->known, key);
    if (place)
        return (int)place - 1;
    iq_str_puts(&words->text, words->count ? "," : "");
    put_word(&words->text, text);
    words->count++;
    if (iq_map_set(&words->known, key, (void *)(uintptr_t)words->count))
        return -1;
    return (int)words->count - 1;
}

static int object_word(struct words *words, const struct iq_timeline_call *call)
{
    char text[24];
    snprintf(text, sizeof text, "0x%" PRIx64, call->object);
    return call->object ? word_of(words, text) : -1;
}

/* Kinds are those of the script. */
static void put_call(struct iq_str *out, struct words *words, const struct iq_timeline_call *call,
                     uint64_t origin_ns)
{
    uint64_t until_ns = call->until_ns > origin_ns ? call->until_ns - origin_ns : 0;
    int api = word_of(words, call->api ? call->api : "unknown"),
        kernel = word_of(words, call->kernel), place = word_of(words, call->place),
        object = object_word(words, call);
    iq_str_printf(
        out,
        "[%" PRIu64 ",%.3f,%.3f,%u,%u,%.3f,%d,%d,%d,%d,%" PRIu64 ",%" PRIu64 ",%d,%d,%d,%d,%d]",
        call->number, (double)(call->start_ns - origin_ns) / 1e3, (double)call->spent_ns / 1e3,
        call->thread, call->lane, (double)until_ns / 1e3, (int)call->kind, api, kernel, place,
        call->bytes, call->bytes_in_use, (call->failed ? 1 : 0) | (call->answered ? 2 : 0),
        call->result, object, word_of(words, call->mark), word_of(words, call->range));
}

void iq_page_put_calls(struct iq_str *out, const struct iq_timeline *timeline, size_t number)
{
    struct words words = { 0 };
    if (!timeline->calls.count)
        return;
    iq_str_init_heap(&words.text);
    iq_str_printf(out, "<script type=\"application/json\" id=\"calls-%zu\">{\"calls\":[\n", number);
    for (size_t i = 0; i < timeline->calls.count; i++) {
        iq_str_puts(out, i ? ",\n" : "");
        put_call(out, &words, &timeline->calls.data[i], timeline->calls.data[0].start_ns);
    }
    iq_str_printf(out, "],\n\"words\":[%s],\n\"lanes\":[", iq_str_text(&words.text));
    for (size_t i = 0; i < timeline->lanes.count; i++) {
        iq_str_puts(out, i ? "," : "");
        put_word(out, timeline->lanes.data[i]);
    }
    iq_str_puts(out, "]}</script>\n");
    iq_str_finish(&words.text);
    iq_map_finish(&words.known);
}
