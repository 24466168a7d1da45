// link: trace base
/* The trace reader on traces built here: fields, replaced findings, and every way of being cut
 * off. */
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include "test.h"
#include "trace/format.h"
#include "trace/reader.h"

/* A trace under construction. */
static struct {
    unsigned char data[8192];
    size_t size, record;
} trace;

static void begin_trace(void)
{
    memset(&trace, 0, sizeof trace);
    struct iq_trace_header header = { .version = 1, .pid = 77 };
    memcpy(header.magic, IQ_TRACE_MAGIC, 8);
    memcpy(trace.data, &header, sizeof header);
    trace.size = sizeof header;
}

static void begin_record(uint32_t type)
{
    trace.record = trace.size;
    memcpy(trace.data + trace.size, &type, 4);
    trace.size += sizeof(struct iq_record_header);
}

static void put(uint16_t tag, const void *data, uint32_t length)
{
    memcpy(trace.data + trace.size, &tag, 2);
    memcpy(trace.data + trace.size + 4, &length, 4);
    memcpy(trace.data + trace.size + 8, data, length);
    trace.size += 8 + ((length + 3u) & ~3u);
}

static void put_number(uint16_t tag, uint64_t value) { put(tag, &value, 8); }
static void put_text(uint16_t tag, const char *text) { put(tag, text, (uint32_t)strlen(text)); }

static void end_record(void)
{
    uint32_t size = (uint32_t)(trace.size - trace.record - sizeof(struct iq_record_header));
    memcpy(trace.data + trace.record + 4, &size, 4);
    trace.size = (trace.size + 7) & ~(size_t)7;
    uint64_t used = trace.size;
    memcpy(trace.data + offsetof(struct iq_trace_header, used), &used, 8);
}

static void put_finding(uint64_t id, uint64_t severity, uint64_t count)
{
    begin_record(IQ_REC_FINDING);
    put_number(IQ_TAG_FINDING_ID, id);
    put_text(IQ_TAG_RULE, "leak");
    put_number(IQ_TAG_SEVERITY, severity);
    put_text(IQ_TAG_MESSAGE, "a block was never freed");
    put_number(IQ_TAG_STACK_CREATED, 3);
    put_text(IQ_TAG_RELATED_WHAT, "first");
    put_number(IQ_TAG_RELATED_STACK, 3);
    put_text(IQ_TAG_RELATED_WHAT, "second");
    put_number(IQ_TAG_COUNT, count);
    end_record();
}

static void build(void)
{
    static const unsigned char build_id[] = { 0xab, 0xcd, 0x01, 0xff };
    begin_trace();
    begin_record(IQ_REC_PROCESS);
    put_number(IQ_TAG_PID, 77);
    put_text(IQ_TAG_ARG, "./a");
    put_text(IQ_TAG_ARG, "");
    put_text(IQ_TAG_RANK, "3");
    end_record();
    begin_record(IQ_REC_MODULE);
    put_number(IQ_TAG_BASE, 0x1000);
    put_number(IQ_TAG_END, 0x2000);
    put_number(IQ_TAG_BIAS, 0x1000);
    put_text(IQ_TAG_PATH, "/bin/a");
    put(IQ_TAG_BUILD_ID, build_id, sizeof build_id);
    end_record();
    begin_record(999);
    put_text(999, "from a newer writer");
    end_record();
    begin_record(IQ_REC_STACK);
    put_number(IQ_TAG_STACK_ID, 3);
    put_number(IQ_TAG_PC, 0x1234);
    put_number(IQ_TAG_PC, 0x1300);
    end_record();
    put_finding(1, IQ_ERROR, 1);
    put_finding(2, IQ_WARNING, 1);
    put_finding(1, IQ_NOTE, 5);
    begin_record(IQ_REC_EXIT);
    put_number(IQ_TAG_EXIT_CODE, 4);
    end_record();
}

TEST(everything_is_read)
{
    struct iq_document document;
    iq_document_init(&document);
    build();
    CHECK_INT(iq_trace_parse(&document, trace.data, trace.size), 0);
    CHECK(!document.damaged);
    CHECK_INT(document.pid, 77);
    CHECK_INT(document.argv.count, 2);
    CHECK_STR(document.argv.data[0], "./a");
    CHECK_STR(document.rank, "3");
    CHECK_INT(document.modules.count, 1);
    CHECK_STR(document.modules.data[0].build_id, "abcd01ff");
    CHECK_INT(iq_document_stack(&document, 3)->pcs.count, 2);
    CHECK(iq_document_stack(&document, 0) == NULL);
    CHECK(iq_document_stack(&document, 4) == NULL);
    CHECK(document.exit_known);
    CHECK_INT(document.exit_code, 4);
    iq_document_finish(&document);
}

TEST(a_later_record_replaces_a_finding)
{
    struct iq_document document;
    iq_document_init(&document);
    build();
    CHECK_INT(iq_trace_parse(&document, trace.data, trace.size), 0);
    CHECK_INT(document.findings.count, 2);
    CHECK_INT(document.findings.data[0].severity, IQ_NOTE);
    CHECK_INT(document.findings.data[0].count, 5);
    CHECK_INT(document.findings.data[0].related_count, 2);
    CHECK_INT(document.findings.data[0].related[0].stack, 3);
    CHECK_INT(document.findings.data[0].related[1].stack, 0);
    CHECK_INT(document.findings.data[0].arg_index, -1);
    CHECK_INT(iq_document_count(&document, IQ_ERROR), 0);
    CHECK_INT(iq_document_count(&document, IQ_WARNING), 1);
    iq_document_finish(&document);
}

/* A file that was cut anywhere gives a prefix of the findings and says that it is damaged. */
TEST(cut_off_traces_give_what_came_before)
{
    build();
    size_t whole = trace.size;
    for (size_t size = 0; size < whole; size++) {
        struct iq_document document;
        iq_document_init(&document);
        unsigned char *copy = malloc(size ? size : 1); /* of its exact size, for sanitizers */
        memcpy(copy, trace.data, size);
        int error = iq_trace_parse(&document, copy, size);
        if (size < sizeof(struct iq_trace_header))
            CHECK_INT(error, size ? IQ_EFORMAT : IQ_ETRUNCATED);
        else {
            CHECK_INT(error, 0);
            CHECK(document.damaged);
        }
        free(copy);
        iq_document_finish(&document);
    }
}

/* The writer makes the file as large as it may become, and then begins. */
TEST(files_without_a_beginning_are_told_apart)
{
    static const unsigned char zeros[4096];
    struct iq_document document;
    iq_document_init(&document);
    CHECK_INT(iq_trace_parse(&document, zeros, sizeof zeros), IQ_ETRUNCATED);
    CHECK_INT(iq_trace_parse(&document, zeros, 3), IQ_ETRUNCATED);
    iq_document_finish(&document);
}

TEST(other_files_are_refused)
{
    struct iq_document document;
    iq_document_init(&document);
    build();
    trace.data[8] = 2;
    CHECK_INT(iq_trace_parse(&document, trace.data, trace.size), IQ_EUNSUPPORTED);
    trace.data[0] = 'x';
    CHECK_INT(iq_trace_parse(&document, trace.data, trace.size), IQ_EFORMAT);
    CHECK_INT(iq_trace_read(&document, "/no/such/file"), IQ_ENOENT);
    iq_document_finish(&document);
}

/* Writes what is built so far into a file, whose descriptor is returned. */
static int trace_file(void)
{
    int fd = memfd_create("trace", MFD_CLOEXEC);
    CHECK_INT(write(fd, trace.data, trace.size), trace.size);
    return fd;
}

TEST(news_are_findings_that_were_not_seen)
{
    uint64_t at = 0;
    build();
    int fd = trace_file();
    CHECK(iq_trace_has_news(fd, &at));
    CHECK_INT(at, trace.size);
    CHECK(!iq_trace_has_news(fd, &at));
    begin_record(IQ_REC_MESSAGE);
    put_text(IQ_TAG_TEXT, "no finding");
    end_record();
    CHECK_INT(pwrite(fd, trace.data, trace.size, 0), trace.size);
    CHECK(!iq_trace_has_news(fd, &at));
    CHECK_INT(at, trace.size);
    put_finding(9, IQ_ERROR, 1);
    CHECK_INT(pwrite(fd, trace.data, trace.size, 0), trace.size);
    CHECK(iq_trace_has_news(fd, &at));
    close(fd);
}

TEST(a_record_that_is_being_written_is_no_news)
{
    uint64_t at = 0;
    begin_trace();
    put_finding(1, IQ_ERROR, 1);
    size_t whole = trace.size;
    put_finding(2, IQ_ERROR, 1);
    uint64_t used = whole;
    memcpy(trace.data + offsetof(struct iq_trace_header, used), &used, 8);
    int fd = trace_file();
    CHECK(iq_trace_has_news(fd, &at));
    CHECK_INT(at, whole);
    CHECK(!iq_trace_has_news(fd, &at));
    close(fd);
    CHECK(!iq_trace_has_news(-1, &at));
}

TEST(lies_about_lengths_do_no_harm)
{
    struct iq_document document;
    iq_document_init(&document);
    build();
    uint32_t huge = 0xfffffff0;
    memcpy(trace.data + sizeof(struct iq_trace_header) + 4, &huge, 4);
    CHECK_INT(iq_trace_parse(&document, trace.data, trace.size), 0);
    CHECK(document.damaged);
    CHECK_INT(document.findings.count, 0);
    iq_document_finish(&document);
}

/* A ring of [capacity] places, of which it says that [used] were used; two calls are in it. */
static void put_ring(uint64_t capacity, uint64_t used)
{
    struct {
        struct iq_trace_ring ring;
        struct iq_trace_call calls[2];
    } data = {
        { used, capacity },
        { { .number = 3, .start_ns = 30, .entry = 5 },
          { .number = 2, .start_ns = 20, .entry = 6, .flags = IQ_CALL_LAUNCH, .bytes = 9 } }
    };
    begin_trace();
    begin_record(IQ_REC_CALLS);
    put(IQ_TAG_RING, &data, sizeof data);
    end_record();
    begin_record(IQ_REC_ENTRY);
    put_number(IQ_TAG_ENTRY_ID, 6);
    put_text(IQ_TAG_NAME, "cuLaunchKernel");
    end_record();
    begin_record(IQ_REC_NAME);
    put_number(IQ_TAG_NAME_ID, 9);
    put_text(IQ_TAG_NAME, "scale");
    end_record();
}

TEST(recorded_calls_in_their_order)
{
    struct iq_document document;
    put_ring(2, 3);
    iq_document_init(&document);
    CHECK_INT(iq_trace_parse(&document, trace.data, trace.size), 0);
    CHECK_INT(document.recorded_count, 3);
    CHECK_INT(document.recorded.count, 2);
    CHECK_INT(document.recorded.data[0].start_ns, 20);
    CHECK_STR(document.recorded.data[0].api, "cuLaunchKernel");
    CHECK_STR(document.recorded.data[0].kernel, "scale");
    CHECK(!document.recorded.data[1].api && !document.recorded.data[1].kernel);
    iq_document_finish(&document);
}

TEST(rings_that_cannot_be)
{
    static const uint64_t rings[][2] = { { 0, 3 }, { 3, 3 }, { UINT64_MAX, 1 }, { 2, UINT64_MAX } };
    for (size_t i = 0; i < sizeof rings / sizeof *rings; i++) {
        struct iq_document document;
        put_ring(rings[i][0], rings[i][1]);
        iq_document_init(&document);
        CHECK_INT(iq_trace_parse(&document, trace.data, trace.size), 0);
        CHECK_INT(document.recorded.count, 0);
        iq_document_finish(&document);
    }
}
