// link: report trace base
#include <stdlib.h>

#include "report/json_value.h"
#include "report/report.h"
#include "test.h"

/* What turns text, drives terminals (C1 controls, DEL) or is no character. */
#define WICKED \
    "a\x1b[2J\x7f\xc2\x9b\x33\x31m \xe2\x80\xae \xef\xbf\xbf \xf0\x9f\xbf\xbe \xc3\xa4\xf0\x9f\x98\x80"
#define ESCAPED \
    "a\\u001B[2J\\u007f\\u009b31m \\u202e \\uffff \\ud83f\\udffe \xc3\xa4\xf0\x9f\x98\x80"

TEST(controls_are_escaped)
{
    json_t *value = json_pack("{s:s}", "k", WICKED);
    char *text = iq_json_dumps(value, JSON_COMPACT);
    CHECK_STR(text, "{\"k\":\"" ESCAPED "\"}");
    json_t *again = json_loads(text, 0, NULL);
    CHECK_STR(json_string_value(json_object_get(again, "k")), WICKED);
    free(text);
    json_decref(again);
    json_decref(value);
}

TEST(line_feeds_between_values_stay)
{
    json_t *value = json_pack("{s:s}", "k", "a\nb");
    char *text = iq_json_dumps(value, JSON_INDENT(2));
    CHECK_STR(text, "{\n  \"k\": \"a\\nb\"\n}");
    free(text);
    json_decref(value);
}

/* A report of a program whose words are [message], as it is written. */
static void write_report(struct iq_str *out, const struct iq_report_ops *ops, const char *message)
{
    struct iq_document document = { .host = "here" };
    struct iq_finding finding = { .rule_text = "wrong-kind",
                                  .message = message,
                                  .arg_index = -1,
                                  .object_device = -1,
                                  .count = 1 };
    const struct iq_document *const documents[] = { &document };
    const struct iq_report_options options = { .verbose = true };
    CHECK(!iq_vec_push(&document.findings, finding));
    iq_str_init_heap(out);
    CHECK_INT(ops->render(out, documents, 1, &options), 0);
    iq_vec_finish(&document.findings);
}

static void check_read(const struct iq_str *text, const char *message)
{
    struct iq_document *documents;
    struct iq_str error;
    size_t count = 0;
    iq_str_init_heap(&error);
    CHECK_INT(
        iq_report_read_json(iq_str_text(text), text->length, NULL, &documents, &count, &error), 0);
    CHECK_STR(iq_str_text(&error), "");
    if (count == 1 && documents[0].findings.count == 1)
        CHECK_STR(documents[0].findings.data[0].message, message);
    else
        CHECK_STR("not one document with one finding", "");
    for (size_t i = 0; i < count; i++)
        iq_document_finish(&documents[i]);
    free(count ? documents : NULL);
    iq_str_finish(&error);
}

static const struct iq_report_ops *ops_of(const char *format)
{
    return iq_report_format_named(format)->ops;
}

TEST(report_can_be_printed_and_read_again)
{
    static const char *const formats[] = { "json", "jsonl" };
    for (size_t i = 0; i < 2; i++) {
        struct iq_str text;
        write_report(&text, ops_of(formats[i]), WICKED);
        CHECK(strstr(iq_str_text(&text), ESCAPED) != NULL);
        check_read(&text, WICKED);
        iq_str_finish(&text);
        write_report(&text, ops_of(formats[i]),
                     "a\xff\xc2"
                     "b");
        CHECK(strstr(iq_str_text(&text), "\"a\xef\xbf\xbd\xef\xbf\xbd"
                                         "b\"") != NULL);
        check_read(&text, "a\xef\xbf\xbd\xef\xbf\xbd"
                          "b");
        iq_str_finish(&text);
    }
}

/* ... and the other format that is JSON is written by the same hand. */
TEST(sarif_has_no_controls)
{
    struct iq_str text;
    write_report(&text, ops_of("sarif"), WICKED);
    CHECK(!strstr(iq_str_text(&text), "\xc2\x9b"));
    iq_str_finish(&text);
}
