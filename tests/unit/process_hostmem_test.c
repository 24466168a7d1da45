// link: checker -lzstd -llz4
/* What ordinary memory is and whether it may be used, without touching it. */
#include <pthread.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/counters.h"
#include "process/hostmap.h"
#include "process/hostmem.h"
#include "test.h"

#define U(x) ((uint64_t)(uintptr_t)(x))
enum { PAGE = 4096 };

static const int constant[4] = { 1, 2, 3, 4 };
static int variable = 5;

/* Three pages: read and write, read only, none. */
static unsigned char *pages(void)
{
    unsigned char *p =
        mmap(NULL, 3 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    mprotect(p + PAGE, PAGE, PROT_READ);
    mprotect(p + 2 * PAGE, PAGE, PROT_NONE);
    return p;
}

TEST(a_look_says_what_memory_is)
{
    struct iq_hostmem_region region;
    int local = 1;
    CHECK(iq_hostmem_look(U(&local), &region) && region.writable &&
          region.what == IQ_HOSTMEM_STACK);
    CHECK(region.begin <= U(&local) && region.end > U(&local));
    CHECK(iq_hostmem_look(U(&variable), &region) && region.writable && !region.executable);
    CHECK_INT(region.what, IQ_HOSTMEM_DATA);
    CHECK(iq_hostmem_look(U(pages), &region) && region.executable);
    CHECK_INT(region.what, IQ_HOSTMEM_CODE);
    CHECK(!iq_hostmem_look(0, &region));
    CHECK(!iq_hostmem_look(UINT64_MAX, &region));
}

/* Where addresses are not random the heap begins where the program's data ends, in one mapping. */
TEST(static_memory_is_not_the_heap)
{
    static char large[16 * PAGE]; /* the file has no bytes for it */
    struct iq_hostmem_region region;
    char *block = sbrk(PAGE); /* what sanitizers' malloc does not use */
    CHECK(iq_hostmem_look(U(large + 8 * PAGE), &region));
    CHECK_INT(region.what, IQ_HOSTMEM_DATA);
    CHECK(iq_hostmem_look(U(block), &region));
    CHECK_INT(region.what, IQ_HOSTMEM_HEAP);
    int persona = personality(0xffffffff), status;
    if (persona & ADDR_NO_RANDOMIZE)
        return;
    pid_t child = fork();
    if (!child) {
        personality((unsigned long)persona | ADDR_NO_RANDOMIZE);
        execl("/proc/self/exe", "process_hostmem_test", NULL);
        _exit(127);
    }
    waitpid(child, &status, 0);
    CHECK_INT(status, 0);
}

/* The C library's own mappings change unseen: what can no longer be read is looked at anew. */
TEST(what_is_found_is_there_now)
{
    struct iq_hostmem_region region;
    unsigned char *p = pages();
    CHECK(iq_hostmem_find(U(&variable), &region) && region.what == IQ_HOSTMEM_DATA);
    CHECK(iq_hostmem_find(U(p), &region) && region.what == IQ_HOSTMEM_MAPPING);
    CHECK(iq_hostmem_find(U(p + 2 * PAGE), &region) && !region.readable);
    munmap(p, 3 * PAGE);
    CHECK(!iq_hostmem_find(U(p), &region));
    CHECK(!iq_hostmem_find(U(p + 2 * PAGE), &region));
    p = pages();
    CHECK(iq_hostmem_find(U(p), &region) && region.what == IQ_HOSTMEM_MAPPING);
    munmap(p, 3 * PAGE);
}

TEST(the_maps_are_read_when_needed)
{
    struct iq_hostmem_region region;
    CHECK(iq_hostmem_find(U(&variable), &region));
    uint64_t before = iq_counters_shared.value[IQ_COUNTER_MAPS];
    CHECK(iq_hostmem_find(U(&variable), &region));
    CHECK_INT(iq_counters_shared.value[IQ_COUNTER_MAPS], before);
    iq_hostmap_add(U(&variable) & ~(uint64_t)4095, PAGE, true, (struct iq_hostmap_caller){ 0 });
    CHECK(iq_hostmem_find(U(&variable), &region));
    CHECK_INT(iq_counters_shared.value[IQ_COUNTER_MAPS], before + 1);
}

TEST(a_check_names_the_first_bad_byte)
{
    unsigned char *p = pages();
    uint64_t bad = 0;
    CHECK_INT(iq_hostmem_check(U(p), PAGE, true, &bad), IQ_HOSTMEM_OK);
    CHECK_INT(iq_hostmem_check(U(p), 2 * PAGE, false, &bad), IQ_HOSTMEM_OK);
    CHECK_INT(iq_hostmem_check(U(p), PAGE + 1, true, &bad), IQ_HOSTMEM_READ_ONLY);
    CHECK_INT(bad, U(p) + PAGE);
    CHECK_INT(iq_hostmem_check(U(p) + 10, 3 * PAGE - 10, false, &bad), IQ_HOSTMEM_UNREADABLE);
    CHECK_INT(bad, U(p) + 2 * PAGE);
    CHECK_INT(iq_hostmem_check(U(constant), sizeof constant, false, &bad), IQ_HOSTMEM_OK);
    munmap(p, 3 * PAGE);
    CHECK_INT(iq_hostmem_check(U(p), 1, false, &bad), IQ_HOSTMEM_UNREADABLE);
}

static bool ours(uint64_t address) { return address >> 12 == U(&variable) >> 12 || address; }

TEST(pages_that_we_protected_may_be_used)
{
    unsigned char *p = pages();
    uint64_t bad;
    bool (*before)(uint64_t) = iq_hostmem_is_guarded;
    iq_hostmem_is_guarded = ours;
    CHECK_INT(iq_hostmem_check(U(p) + PAGE, 8, true, &bad), IQ_HOSTMEM_OK);
    iq_hostmem_is_guarded = before;
    CHECK_INT(iq_hostmem_check(U(p) + PAGE, 8, true, &bad), IQ_HOSTMEM_READ_ONLY);
    munmap(p, 3 * PAGE);
}

TEST(copies_stop_at_what_cannot_be_read)
{
    unsigned char *p = pages(), copy[16] = { 0 };
    char text[8];
    memset(p, 7, PAGE);
    CHECK(iq_hostmem_copy(U(p) + PAGE - 8, copy, 16)); /* over the border of two readable pages */
    CHECK(copy[7] == 7 && copy[8] == 0);
    CHECK(!iq_hostmem_copy(U(p) + 2 * PAGE - 8, copy, 16));
    CHECK(!iq_hostmem_copy(8, copy, 1));
    CHECK_INT(iq_hostmem_copy_text("words", text, sizeof text), 5);
    CHECK_STR(text, "words");
    CHECK_INT(iq_hostmem_copy_text("more than fits", text, sizeof text), 8); /* without a NUL */
    CHECK(!memcmp(text, "more tha", 8));
    CHECK_INT(iq_hostmem_copy_text((const char *)p + 2 * PAGE, text, sizeof text), 0);
    munmap(p, 3 * PAGE);
}

/* Frames grow downwards: what lies above the stack pointer exists, what lies below has ended. */
TEST(frames_of_the_thread)
{
    int local = 1;
    uint64_t sp = U(__builtin_frame_address(0)) - 512;
    CHECK(iq_hostmem_is_in_frames(U(&local), sp));
    CHECK(!iq_hostmem_is_dead_stack(U(&local), sizeof local, sp));
    CHECK(iq_hostmem_is_dead_stack(sp - 4096, 16, sp));
    CHECK(!iq_hostmem_is_in_frames(sp - 4096, sp));
    CHECK(!iq_hostmem_is_in_frames(U(&variable), sp));
    CHECK(!iq_hostmem_is_dead_stack(U(&variable), 4, sp));
}

static void *other_thread(void *local)
{
    uint64_t sp = U(__builtin_frame_address(0));
    return (void *)(uintptr_t)(iq_hostmem_is_in_frames(U(local), sp) ||
                               iq_hostmem_is_dead_stack(U(local), 4, sp));
}

TEST(frames_of_another_thread_are_none)
{
    pthread_t thread;
    int local;
    void *any = &local;
    pthread_create(&thread, NULL, other_thread, &local);
    pthread_join(thread, &any);
    CHECK(!any);
}

/* -1 is what mmap returns for an error. */
TEST(addresses_that_wrap_are_nobodys)
{
    char here[8];
    uint64_t bad = 0;
    CHECK_INT(iq_hostmem_check(UINT64_MAX, 64, false, &bad), IQ_HOSTMEM_UNREADABLE);
    CHECK(bad == UINT64_MAX);
    CHECK_INT(iq_hostmem_check(UINT64_MAX - 4095, 1, true, &bad), IQ_HOSTMEM_UNREADABLE);
    CHECK_INT(iq_hostmem_check((uintptr_t)here, UINT64_MAX - 8, false, &bad),
              IQ_HOSTMEM_UNREADABLE);
    CHECK_INT(iq_hostmem_check((uintptr_t)here, sizeof here, true, &bad), IQ_HOSTMEM_OK);
}
