// link: report trace base
/* Names of just-in-time compiled code: a function made here, a map written for it, and a stack that
 * goes through it. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "report/perfmap.h"
#include "report/symbols.h"
#include "test.h"

static void parse(struct iq_perfmap *map, const char *text)
{
    CHECK_INT(iq_perfmap_parse(map, strdup(text), strlen(text)), 0);
}

static const char *name_at(const struct iq_perfmap *map, uint64_t address)
{
    const struct iq_perfmap_entry *entry = iq_perfmap_find(map, address);
    return entry ? entry->name : "-";
}

TEST(lines_are_functions)
{
    struct iq_perfmap map;
    parse(
        &map,
        "7f0000001000 40 LazyCompile:*step train.js:7\n0x1000 0x20 py::work:/a b.py\r\n2000 10 last\nnonsense\n\n"
        "zz 10 x\n3000 0 empty\n3000 10 \nfffffffffffffff0 20 wraps\n10000000000000000 10 long\n4000 10 cut");
    CHECK_INT(map.entries.count, 3);
    CHECK_STR(name_at(&map, 0x7f0000001000), "LazyCompile:*step train.js:7");
    CHECK_STR(name_at(&map, 0x7f000000103f), "LazyCompile:*step train.js:7");
    CHECK_STR(name_at(&map, 0x7f0000001040), "-");
    CHECK_STR(name_at(&map, 0x101f), "py::work:/a b.py");
    CHECK_STR(name_at(&map, 0xfff), "-");
    CHECK_STR(name_at(&map, 0x2000), "last");
    CHECK_STR(name_at(&map, 0x4000), "-");
    iq_perfmap_finish(&map);
}

TEST(code_memory_is_used_again)
{
    struct iq_perfmap map;
    parse(&map, "1000 100 old\n1000 40 young\n1080 20 younger\n");
    CHECK_STR(name_at(&map, 0x1000), "young");
    CHECK_STR(name_at(&map, 0x1050), "old");
    CHECK_STR(name_at(&map, 0x1088), "younger");
    CHECK_STR(name_at(&map, 0x10b0), "old");
    iq_perfmap_finish(&map);
    parse(&map, "");
    CHECK_STR(name_at(&map, 0), "-");
    iq_perfmap_finish(&map);
}

TEST(only_files_that_can_be_trusted)
{
    struct iq_perfmap map;
    CHECK_INT(iq_perfmap_load(&map, "/no/such/file"), IQ_ENOENT);
    iq_perfmap_finish(&map);
    CHECK_INT(iq_perfmap_load(&map, "/tmp"), IQ_EACCESS);
    iq_perfmap_finish(&map);
    char link[] = "/tmp/perfmap-XXXXXX", name[sizeof link + 8];
    CHECK(mkdtemp(link));
    snprintf(name, sizeof name, "%s/link", link);
    CHECK_INT(symlink("/etc/passwd", name), 0);
    CHECK_INT(iq_perfmap_load(&map, name), IQ_EACCESS);
    iq_perfmap_finish(&map);
    unlink(name);
    rmdir(link);
}

#if defined __x86_64__
static uint64_t captured;

__attribute__((noinline)) static void capture(void)
{
    captured = (uint64_t)(uintptr_t)__builtin_return_address(0);
    __asm__ volatile("" ::: "memory");
}

/* A frame of code that a map calls [name] must read [function] in [module]. */
static void check_name(const char *name, const char *wanted, const char *module)
{
    char path[] = "/tmp/report_perfmap_test.XXXXXX";
    /* push; mov capture, rax; call; pop; ret */
    uint8_t code[] = { 0x55, 0x48, 0xb8, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xd0, 0x5d, 0xc3 };
    uintptr_t target = (uintptr_t)capture;
    memcpy(code + 3, &target, sizeof target);
    uint8_t *page = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memcpy(page + 64, code, sizeof code);
    if (mprotect(page, 4096, PROT_READ | PROT_EXEC))
        return;
    void (*function)(void);
    void *start = page + 64;
    memcpy(&function, &start, sizeof function);
    function();
    FILE *file = fdopen(mkstemp(path), "w");
    fprintf(file, "%llx %zx %s\n", (unsigned long long)(uintptr_t)start, sizeof code, name);
    fclose(file);
    struct iq_document document;
    iq_document_init(&document);
    document.perf_map = path;
    struct iq_trace_stack *stack = iq_document_add_stack(&document, 5);
    CHECK(!iq_vec_push(&stack->pcs, captured));
    CHECK(
        !iq_vec_push(&document.findings,
                     (struct iq_finding){ .rule_text = "leak", .message = "m", .stack_call = 5 }));
    CHECK_INT(iq_symbols_resolve(&document), 0);
    const struct iq_frame *frame = &iq_document_stack(&document, 5)->frames.data[0];
    CHECK_STR(frame->function, wanted);
    CHECK_STR(frame->module, module);
    CHECK_INT(frame->offset, 12);
    iq_document_finish(&document);
    unlink(path);
    munmap(page, 4096);
}

TEST(compiled_code_has_a_name) { check_name("_ZN4Demo4stepEi", "Demo::step", "[jit]"); }

TEST(names_of_dotnet)
{
    check_name("void [Program] Program::LoadKernels(class CUDA)[QuickJitted]",
               "Program::LoadKernels(class CUDA)", "Program");
    check_name("instance native int [A.B] A.B.Cuda::Load(uint8[])", "A.B.Cuda::Load(uint8[])",
               "A.B");
    check_name("void [A] B::C(uint8[])[Tier0]", "B::C(uint8[])", "A");
    check_name("native.stub [x] y", "native.stub [x] y", "[jit]");
    check_name("a::b()[1]", "a::b()[1]", "[jit]");
    check_name("[", "[", "[jit]");
}
#endif
