// link: image base
#include <sys/mman.h>
#include <unistd.h>

#include "base/fd.h"
#include "cli/describe.c"
#include "test.h"

static const struct iq_image_target hopper = { 9, 0, 9, 0, false };

struct sample {
    char *bytes;
    size_t size;
};

static struct sample load(const char *name)
{
    char path[4096];
    struct sample s = { 0 };
    snprintf(path, sizeof path, "%s/images/%s", IQ_TEST_DATA, name);
    if (iq_fd_read_file(path, 1 << 20, &s.bytes, &s.size))
        SKIP("sample images not found");
    return s;
}

static struct iq_image sniff(const void *bytes, size_t size)
{
    struct iq_image_source source = { .bytes = bytes, .size = size };
    struct iq_image image;
    iq_image_sniff(&source, &image);
    return image;
}

static struct iq_image_verdict judge(const void *bytes, size_t size)
{
    struct iq_image image = sniff(bytes, size);
    struct iq_image_verdict verdict;
    iq_image_judge(&image, &hopper, &verdict);
    return verdict;
}

static void check_text(const char *text, int code, enum iq_image_defect defect)
{
    struct iq_image_verdict known = judge(text, strlen(text)),
                            unknown = judge(text, IQ_IMAGE_SIZE_UNKNOWN);
    CHECK_INT(known.code, code);
    CHECK_INT(known.defect, defect);
    CHECK_INT(unknown.code, code);
    CHECK_INT(unknown.defect, defect);
}

#define BODY ".visible .entry k()\n{\n ret;\n}\n"
#define A64 ".address_size 64\n"

/* Codes as measured with an H200 and a driver of CUDA 13.0. */
TEST(ptx_texts)
{
    check_text(".version 8.0\n.target sm_90\n" A64 BODY, 0, IQ_DEFECT_NONE);
    check_text("// made by hand\n/* really\n */\n.version 8.0\n.target sm_90\n" A64 BODY, 0,
               IQ_DEFECT_NONE);
    check_text(".version 8.0\r\n.target sm_90\r\n" BODY, 0, IQ_DEFECT_NONE);
    check_text(".version 8.0\n.target compute_90\n" A64 BODY, 0, IQ_DEFECT_NONE);
    check_text(".version 8.0\n.target sm_90a\n" A64 BODY, 0, IQ_DEFECT_NONE);
    check_text(".version 9.1\n.target sm_90\n" A64 BODY, 222, IQ_DEFECT_PTX_VERSION);
    check_text(".version 99.0\n.target sm_50\n" A64 BODY, 222, IQ_DEFECT_PTX_VERSION);
    check_text(".version 8.8\n.target sm_120\n" A64 BODY, 218, IQ_DEFECT_PTX_TARGET_MISFIT);
    check_text(".version 7.0\n.target sm_999\n" A64 BODY, 218, IQ_DEFECT_PTX_TARGET_UNKNOWN);
    check_text(".version 7.0\n.target sm_90\n" A64 BODY, 218, IQ_DEFECT_PTX_TARGET_TOO_NEW);
    check_text(".version 7.8\n.target sm_90a\n" A64 BODY, 218, IQ_DEFECT_PTX_TARGET_TOO_NEW);
    check_text(".version 7.0\n.target sm_50\n.address_size 32\n" BODY, 218,
               IQ_DEFECT_PTX_ADDRESS_SIZE);
    check_text(".version eight\n.target sm_50\n" A64 BODY, 218, IQ_DEFECT_PTX_SYNTAX);
    check_text(".version 8.0\n" A64 BODY, 218, IQ_DEFECT_PTX_SYNTAX);
    check_text(".version 8.0\n.target", 218, IQ_DEFECT_PTX_SYNTAX);
    check_text(".version", 218, IQ_DEFECT_PTX_SYNTAX);
    check_text(".version 8.0\n.target sm_75, sm_80\n" A64 BODY, 218, IQ_DEFECT_PTX_SYNTAX);
    check_text(".version 8.0\n.target sm_90\n" A64 "// caf\xc3\xa9\n" BODY, 218,
               IQ_DEFECT_PTX_SYNTAX);
    check_text("", 200, IQ_DEFECT_UNRECOGNIZED);
    check_text("hello", 200, IQ_DEFECT_UNRECOGNIZED);
    check_text(".target sm_50\n" A64 BODY, 200, IQ_DEFECT_UNRECOGNIZED);
    check_text("\xef\xbb\xbf.version 8.0\n.target sm_90\n" A64 BODY, 200, IQ_DEFECT_UNRECOGNIZED);
}

TEST(foreign_data)
{
    static const struct {
        const char *bytes;
        size_t size;
        enum iq_image_kind kind;
    } cases[] = {
        { "<!DOCTYPE html><html>404</html>", 31, IQ_IMAGE_HTML },
        { "{\"error\": 404}", 14, IQ_IMAGE_JSON },
        { "hello\n", 6, IQ_IMAGE_TEXT },
        { "kernels/add.cubin", 17, IQ_IMAGE_PATH },
        { "\0\0\0\0\0\0\0\0", 8, IQ_IMAGE_ZEROS },
        { "", 0, IQ_IMAGE_EMPTY },
        { "!<arch>\nfoo", 11, IQ_IMAGE_ARCHIVE },
        { "\x1f\x8b\x08\0", 4, IQ_IMAGE_GZIP },
        { "MZ\x90\0", 4, IQ_IMAGE_PE },
        { "#include <stdio.h>\n", 19, IQ_IMAGE_SOURCE },
        { "version https://git-lfs.github.com/spec/v1\n", 43, IQ_IMAGE_LFS_POINTER },
        { "\xde\xad\xbe\xef\1\2\3\4", 8, IQ_IMAGE_UNKNOWN },
        { "\xff\xfe.\0v\0e\0r\0s\0i\0o\0n\0 \0", 20, IQ_IMAGE_PTX_UTF16 },
        { ".\0v\0e\0r\0s\0i\0o\0n\0 \0", 18, IQ_IMAGE_PTX_UTF16 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct iq_image image = sniff(cases[i].bytes, cases[i].size);
        CHECK_STR(iq_image_kind_name(image.kind), iq_image_kind_name(cases[i].kind));
        struct iq_image_verdict verdict = judge(cases[i].bytes, cases[i].size);
        CHECK_INT(verdict.code, 200);
        CHECK_INT(verdict.defect, IQ_DEFECT_UNRECOGNIZED);
    }
    CHECK_INT(judge(NULL, IQ_IMAGE_SIZE_UNKNOWN).code, 1);
    CHECK_INT(judge(NULL, 0).defect, IQ_DEFECT_ABSENT);
}

static void check_cubin(const char *name, int abi, int arch, char variant, int code)
{
    struct sample s = load(name);
    struct iq_image image = sniff(s.bytes, s.size), unknown = sniff(s.bytes, IQ_IMAGE_SIZE_UNKNOWN);
    CHECK_STR(iq_image_kind_name(image.kind), "cubin");
    CHECK_INT(image.health, IQ_IMAGE_WHOLE);
    CHECK_INT(image.cubin.abi, abi);
    CHECK_INT(image.cubin.arch, arch);
    CHECK_INT(image.cubin.variant, variant);
    CHECK_INT(image.size, s.size);
    CHECK_INT(unknown.size, s.size);
    CHECK_INT(unknown.health, IQ_IMAGE_WHOLE);
    CHECK_INT(judge(s.bytes, s.size).code, code);
    free(s.bytes);
}

TEST(cubins)
{
    check_cubin("add_75.cubin", 8, 75, 0, 209);
    check_cubin("add_90.cubin", 8, 90, 0, 0);
    check_cubin("add_90a.cubin", 8, 90, 'a', 0);
    check_cubin("add_100.cubin", 8, 100, 0, 209);
    check_cubin("add_100f.cubin", 8, 100, 'f', 209);
    check_cubin("add_90a_abi7.cubin", 7, 90, 'a', 0);
}

/* Cut at every byte: never whole before its end is there, except for the program headers, which
 * drivers do not need. */
TEST(cubin_truncated)
{
    struct sample s = load("add_90.cubin");
    for (size_t size = 20; size < s.size; size++) {
        char *exact = malloc(size);
        memcpy(exact, s.bytes, size);
        struct iq_image image = sniff(exact, size);
        CHECK_INT(image.health, IQ_IMAGE_TRUNCATED);
        CHECK(image.problem_offset <= size);
        free(exact);
    }
    struct iq_image_verdict half = judge(s.bytes, s.size / 2);
    CHECK_INT(half.code, 200);
    CHECK_INT(half.defect, IQ_DEFECT_TRUNCATED);
    CHECK_INT(half.offset, s.size / 2);
    CHECK(half.crashes);
    /* the second half read as zeros: a driver sees that there are no sections */
    memset(s.bytes + s.size / 2, 0, s.size - s.size / 2);
    half = judge(s.bytes, s.size);
    CHECK_INT(half.defect, IQ_DEFECT_TRUNCATED);
    CHECK_INT(half.code, 200);
    CHECK(!half.crashes);
    CHECK(half.offset <= s.size / 2);
    free(s.bytes);
}

TEST(cubin_corrupt)
{
    struct sample s = load("add_90.cubin");
    for (size_t i = 64; i < s.size; i += 7)
        s.bytes[i] ^= 0x5a;
    struct iq_image_verdict verdict = judge(s.bytes, s.size);
    CHECK_INT(verdict.code, 200);
    CHECK_INT(verdict.defect, IQ_DEFECT_CORRUPT);
    CHECK(verdict.crashes);
    free(s.bytes);
    s = load("add_90.cubin");
    memset(s.bytes + 40, 0xff, 8); /* e_shoff */
    verdict = judge(s.bytes, s.size);
    CHECK_INT(verdict.code, 200);
    CHECK_INT(verdict.offset, 40);
    CHECK(!verdict.crashes);
    free(s.bytes);
}

static void check_fatbin(const char *name, int code, const char *chosen, const char *contents)
{
    struct sample s = load(name);
    struct iq_image image = sniff(s.bytes, s.size), unknown = sniff(s.bytes, IQ_IMAGE_SIZE_UNKNOWN);
    char text[160];
    CHECK_STR(iq_image_kind_name(image.kind), "fatbin");
    CHECK_INT(image.health, IQ_IMAGE_WHOLE);
    CHECK_INT(unknown.size, s.size);
    iq_image_contents(&image, text, sizeof text);
    CHECK_STR(text, contents);
    struct iq_image_verdict verdict = judge(s.bytes, s.size);
    CHECK_INT(verdict.code, code);
    CHECK_STR(!verdict.has_chosen ? "" : verdict.jit ? "ptx" : "sass", chosen);
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    for (iq_image_begin(&image, &cursor); iq_image_next(&cursor, &entry);) {
        char *data = NULL;
        size_t size = 0;
        if (entry.kind == IQ_ENTRY_LTOIR)
            continue;
        CHECK_INT(iq_image_unpack(&entry, &data, &size), 0);
        struct iq_image inner = sniff(data, size);
        CHECK_STR(iq_image_kind_name(inner.kind), entry.kind == IQ_ENTRY_PTX ? "ptx" : "cubin");
        CHECK_INT(inner.health, IQ_IMAGE_WHOLE);
        CHECK_INT(entry.kind == IQ_ENTRY_PTX ? inner.ptx.target : inner.cubin.arch, entry.arch);
        free(data);
    }
    CHECK_INT(cursor.health, IQ_IMAGE_WHOLE);
    free(s.bytes);
}

TEST(fatbins)
{
    check_fatbin("default.fatbin", 0, "ptx", "sm_75 SASS, compute_75 PTX (ISA 9.0)");
    check_fatbin("ptx_raw.fatbin", 0, "ptx", "compute_90 PTX (ISA 9.0)");
    check_fatbin("ptx_lz4.fatbin", 0, "ptx", "compute_90 PTX (ISA 9.0)");
    check_fatbin("ptx_zstd.fatbin", 0, "ptx", "compute_90 PTX (ISA 9.0)");
    check_fatbin("all_zstd.fatbin", 0, "sass", "sm_90 SASS, compute_90 PTX (ISA 9.0)");
    check_fatbin("sass_90.fatbin", 0, "sass", "sm_90 SASS");
    check_fatbin("sass_75.fatbin", 209, "", "sm_75 SASS");
    check_fatbin("debug.fatbin", 0, "sass", "sm_90 SASS, compute_90 PTX (ISA 9.0)");
    check_fatbin("rdc.fatbin", 0, "sass", "sm_90 SASS, compute_90 PTX (ISA 9.0)");
    check_fatbin("lto.fatbin", 0, "ptx",
                 "compute_90 PTX (ISA 9.0), sm_90 LTO code (only for linking)");
}

TEST(fatbin_without_code)
{
    struct sample s = load("sass_75.fatbin");
    struct iq_image_verdict verdict = judge(s.bytes, s.size);
    CHECK_INT(verdict.defect, IQ_DEFECT_WRONG_ARCH);
    struct iq_image old = sniff(s.bytes, s.size);
    iq_image_judge(&old, &(struct iq_image_target){ 9, 0, 0, 0, true }, &verdict);
    CHECK_INT(verdict.defect, IQ_DEFECT_MACHINE_CODE);
    CHECK_INT(verdict.arch, 75);
    CHECK(!verdict.limit);
    free(s.bytes);
    s = load("ptx_zstd.fatbin");
    struct iq_image image = sniff(s.bytes, s.size);
    iq_image_judge(&image, &(struct iq_image_target){ 9, 0, 8, 8, false }, &verdict);
    CHECK_INT(verdict.code, 222);
    CHECK_INT(verdict.defect, IQ_DEFECT_PTX_VERSION);
    CHECK_INT(verdict.isa.major, 9);
    CHECK_INT(verdict.known.minor, 8);
    free(s.bytes);
}

TEST(fatbin_damaged_entry)
{
    struct sample s = load("sass_75.fatbin");
    s.bytes[44] = 90; /* the entry claims sm_90, its cubin is for sm_75 */
    struct iq_image_verdict verdict = judge(s.bytes, s.size);
    CHECK_INT(verdict.code, 300);
    CHECK_INT(verdict.defect, IQ_DEFECT_CORRUPT);
    free(s.bytes);
    s = load("sass_90.fatbin");
    memset(s.bytes + 80, 0, 16); /* no ELF magic */
    verdict = judge(s.bytes, s.size);
    CHECK_INT(verdict.code, 200);
    CHECK_INT(verdict.offset, 80);
    free(s.bytes);
    s = load("ptx_zstd.fatbin");
    memset(s.bytes + 20, 0, 12); /* header and payload sizes */
    verdict = judge(s.bytes, s.size);
    CHECK(verdict.crashes); /* a driver goes round for ever */
    free(s.bytes);
    s = load("ptx_zstd.fatbin");
    verdict = judge(s.bytes, s.size - 40);
    CHECK_INT(verdict.defect, IQ_DEFECT_TRUNCATED);
    CHECK_INT(verdict.offset, s.size - 40);
    free(s.bytes);
}

/* Struct and lists as compiled code has them in memory. */
TEST(wrappers)
{
    struct sample main_fatbin = load("sass_90.fatbin"), second = load("rdc.fatbin");
    const void *list[] = { second.bytes, second.bytes, NULL };
    struct {
        uint32_t magic, version;
        const void *data, *more;
    } wrapper = { 0x466243b1, 2, main_fatbin.bytes, list };
    struct iq_image_source source = { .bytes = &wrapper,
                                      .size = IQ_IMAGE_SIZE_UNKNOWN,
                                      .readable = iq_image_probe_readable };
    struct iq_image image;
    iq_image_sniff(&source, &image);
    CHECK_STR(iq_image_kind_name(image.kind), "fatbin-wrapper");
    CHECK_INT(image.wrapper_version, 2);
    CHECK_INT(image.linked_count, 2);
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    int entries = 0, linked = 0;
    for (iq_image_begin(&image, &cursor); iq_image_next(&cursor, &entry); entries++)
        linked += entry.fatbin > 0;
    CHECK_INT(entries, 5);
    CHECK_INT(linked, 4);
    wrapper.version = 1;
    iq_image_sniff(&source, &image);
    CHECK_INT(image.linked_count, 0);
    wrapper.data = list;
    iq_image_sniff(&source, &image);
    CHECK_INT(image.health, IQ_IMAGE_CORRUPT);
    free(main_fatbin.bytes);
    free(second.bytes);
}

/* With an unknown size nothing behind the end of mapped memory is touched. */
TEST(unknown_size_stays_inside)
{
    struct sample s = load("add_90.cubin");
    long page = sysconf(_SC_PAGESIZE);
    char *area = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(area != MAP_FAILED);
    munmap(area + 2 * page, page);
    size_t keep = s.size / 2;
    char *start = area + 2 * page - keep;
    memcpy(start, s.bytes, keep);
    struct iq_image_source source = { .bytes = start,
                                      .size = IQ_IMAGE_SIZE_UNKNOWN,
                                      .readable = iq_image_probe_readable };
    struct iq_image image;
    iq_image_sniff(&source, &image);
    CHECK_STR(iq_image_kind_name(image.kind), "cubin");
    CHECK_INT(image.health, IQ_IMAGE_TRUNCATED);
    memcpy(area + 2 * page - 8, ".version", 8);
    source.bytes = area + 2 * page - 8;
    iq_image_sniff(&source, &image);
    CHECK_STR(iq_image_kind_name(image.kind), "ptx");
    CHECK_INT(image.health, IQ_IMAGE_TRUNCATED);
    CHECK_INT(iq_image_probe_readable(NULL, area + 5, 2 * page - 5), 2 * page - 5);
    CHECK_INT(iq_image_probe_readable(NULL, area + 5, 3 * page), 2 * page - 5);
    CHECK_INT(iq_image_probe_readable(NULL, (void *)8, 100), 0);
    CHECK_INT(iq_image_probe_readable(NULL, (void *)(UINTPTR_MAX - 10), 100), 0);
    source.bytes = area + 2 * page;
    iq_image_sniff(&source, &image);
    CHECK_STR(iq_image_kind_name(image.kind), "unreadable");
    munmap(area, 2 * page);
    free(s.bytes);
}

/* A driver does not mind a cubin whose program headers are cut off; what is there can be unpacked,
 * and no more. */
TEST(cut_off_program_headers_are_not_unpacked)
{
    struct sample s = load("add_90.cubin");
    long page = sysconf(_SC_PAGESIZE);
    char *area = mmap(NULL, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
         *data;
    CHECK(area != MAP_FAILED);
    munmap(area + page, page);
    size_t keep = s.size - 8, size;
    memcpy(area + page - keep, s.bytes, keep);
    struct iq_image_source source = { .bytes = area + page - keep,
                                      .size = IQ_IMAGE_SIZE_UNKNOWN,
                                      .readable = iq_image_probe_readable };
    struct iq_image image;
    struct iq_image_cursor cursor;
    struct iq_image_entry entry;
    iq_image_sniff(&source, &image);
    CHECK_INT(image.health, IQ_IMAGE_TRUNCATED);
    CHECK_INT(image.answer, 0);
    iq_image_begin(&image, &cursor);
    CHECK(iq_image_next(&cursor, &entry));
    CHECK_INT(iq_image_unpack(&entry, &data, &size), 0);
    CHECK_INT(size, keep);
    free(data);
    munmap(area, page);
    free(s.bytes);
}

struct seen {
    char text[256];
};

static bool collect(void *user, const char *name, size_t length, bool kernel)
{
    struct seen *seen = user;
    size_t used = strlen(seen->text);
    snprintf(seen->text + used, sizeof seen->text - used, "%s%.*s ", kernel ? "" : "!", (int)length,
             name);
    return true;
}

TEST(names)
{
    struct seen seen = { "" };
    const char *text =
        ".version 8.0\n.target sm_90\n// .entry no\n.func (.param .b32 r) helper (.param .b32 a)\n{ ret; }\n"
        ".visible .entry one(\n.param .u64 p)\n{ ret; }\n.extern .func ext;\n.entry $two_1\n{ ret; }\n.file 1 \".entry three\"\n";
    iq_image_ptx_names(text, strlen(text), collect, &seen);
    CHECK_STR(seen.text, "!helper one !ext $two_1 ");
    struct sample s = load("add_90.cubin");
    seen.text[0] = '\0';
    iq_image_cubin_names(s.bytes, s.size, collect, &seen);
    CHECK_STR(seen.text, "add ");
    free(s.bytes);
}

TEST(architectures)
{
    CHECK(iq_image_arch_fits(80, 0, false, 8, 6));
    CHECK(!iq_image_arch_fits(86, 0, false, 8, 0));
    CHECK(!iq_image_arch_fits(80, 0, false, 9, 0));
    CHECK(iq_image_arch_fits(80, 0, true, 9, 0));
    CHECK(!iq_image_arch_fits(90, 'a', true, 10, 0));
    CHECK(iq_image_arch_fits(90, 'a', false, 9, 0));
    CHECK(iq_image_arch_fits(100, 'f', false, 10, 3));
    CHECK(!iq_image_arch_fits(100, 'f', true, 12, 0));
    CHECK_INT(iq_image_ptx_of_driver(13000), 90);
    CHECK_INT(iq_image_ptx_of_driver(12080), 87);
    CHECK_INT(iq_image_ptx_of_driver(11080), 78);
    CHECK_INT(iq_image_ptx_of_driver(13020), 92);
}

static bool count_image(void *user, const struct iq_image_embedded *found)
{
    struct seen *seen = user;
    size_t used = strlen(seen->text);
    snprintf(seen->text + used, sizeof seen->text - used, "%s%s ", found->where,
             found->relocatable ? "(r)" : "");
    return true;
}

static void check_file(const char *name, const char *expected)
{
    struct sample s = load(name);
    struct iq_image_file file;
    struct seen seen = { "" };
    iq_image_file_wrap(s.bytes, s.size, &file);
    iq_image_file_each(&file, count_image, &seen);
    CHECK_STR(seen.text, expected);
    free(s.bytes);
}

/* What is inside, after the bytes of [name] were cut off at [size] or replaced at [at]. */
static int describe_changed(const char *name, size_t size, size_t at, const char *bytes, char *text,
                            size_t room)
{
    struct sample s = load(name);
    FILE *out = fmemopen(text, room, "w");
    memcpy((char *)s.bytes + at, bytes, strlen(bytes));
    int error = iq_describe_memory(name, s.bytes, size < s.size ? size : s.size, out, false);
    fclose(out);
    free(s.bytes);
    return error;
}

/* Byte of the file at which the fatbin of object.elf begins. */
static size_t place_of_fatbin(void)
{
    struct sample s = load("object.elf");
    uint32_t magic = 0xba55ed50;
    const char *found = memmem(s.bytes, s.size, &magic, sizeof magic);
    size_t at = found ? (size_t)(found - (const char *)s.bytes) : 0;
    free(s.bytes);
    return at;
}

TEST(damaged_files)
{
    static char text[16384];
    size_t at = place_of_fatbin(), whole = (size_t)-1;
    CHECK_INT(describe_changed("object.elf", whole, 0, "", text, sizeof text), 0);
    CHECK(!strstr(text, "cut off"));
    CHECK_INT(describe_changed("object.elf", at, 0, "", text, sizeof text), IQ_ETRUNCATED);
    CHECK(strstr(text, "cut off: by its own headers the file has"));
    CHECK(!strstr(text, "no GPU code inside"));
    CHECK_INT(describe_changed("archive.a", 2000, 0, "", text, sizeof text), IQ_ETRUNCATED);
    CHECK(strstr(text, "cut off: by its own headers the file has"));
    CHECK_INT(describe_changed("object.elf", whole, at, "garbage!", text, sizeof text),
              IQ_ECORRUPT);
    CHECK(strstr(text, "there is no fatbin where one should begin"));
    CHECK(strstr(text, "1 of 1 images is damaged"));
    /* the unpacked size of its only entry */
    CHECK_INT(
        describe_changed("ptx_zstd.fatbin", whole, 16 + 56, "\x7f\x7f\x7f\x7f", text, sizeof text),
        IQ_ECORRUPT);
    CHECK(strstr(text, "the size of the unpacked data is absurd"));
}

TEST(embedded)
{
    check_file("object.elf", ".nv_fatbin ");
    check_file("rdc_object.elf", "__nv_relfatbin(r) ");
    check_file("archive.a", "object.o:.nv_fatbin rdc_object.o:__nv_relfatbin(r) ");
    check_file("add_90.cubin", " ");
    check_file("README.md", "");
    struct iq_image_file file;
    CHECK_INT(iq_image_file_open("/no/such/file", &file), IQ_ENOENT);
    CHECK_INT(iq_image_file_open("/proc", &file), IQ_EIO);
}

static int describe(const char *name, bool json, char *text, size_t size)
{
    struct sample s = load(name);
    FILE *out = fmemopen(text, size, "w");
    int error = iq_describe_memory(name, s.bytes, s.size, out, json);
    fclose(out);
    free(s.bytes);
    return error;
}

TEST(description)
{
    static char text[16384];
    CHECK_INT(describe("default.fatbin", false, text, sizeof text), 0);
    CHECK(strstr(text, "sm_75 SASS"));
    CHECK(strstr(text, "compute_75 PTX, ISA 9.0"));
    CHECK(strstr(text, "kernels: add"));
    CHECK(strstr(text, "loads natively on compute capability 7.5\n"));
    CHECK_INT(describe("sass_90.fatbin", false, text, sizeof text), 0);
    CHECK(strstr(text, "missing: -gencode arch=compute_75,code=sm_75"));
    CHECK(strstr(text, "contains no PTX"));
    CHECK_INT(describe("sass_90.fatbin", true, text, sizeof text), 0);
    CHECK(strstr(
        text,
        "{\"capability\": \"9.0\", \"loads\": true, \"how\": \"sass\", \"images\": 1, \"of\": 1, \"missing\": null}"));
    CHECK_INT(describe("README.md", true, text, sizeof text), IQ_EFORMAT);
    CHECK(strstr(text, "\"images\": []"));
}

/* Wide text of unknown size: nothing behind its 16-bit NUL is read. */
TEST(wide_text_of_unknown_size)
{
    static const char ascii[] = ".version 8.0\n.target sm_90\n";
    size_t size = 2 * sizeof ascii;
    char *wide = malloc(size);
    for (size_t i = 0; i < sizeof ascii; i++) {
        wide[2 * i] = ascii[i];
        wide[2 * i + 1] = 0;
    }
    struct iq_image image = sniff(wide, IQ_IMAGE_SIZE_UNKNOWN);
    CHECK_STR(iq_image_kind_name(image.kind), "ptx-utf16");
    CHECK_INT(judge(wide, IQ_IMAGE_SIZE_UNKNOWN).code, 200);
    free(wide);
}
