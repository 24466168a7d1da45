// link: checker -lzstd -llz4
/* The one table of page guards, as its owners use it: what traps, who is told, whom a driver's
 * threads wait for, what is tried again. */
#include <pthread.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <ucontext.h>

#include "base/locks.h"
#include "base/page.h"
#include "checker_world.h"
#include "order/epoch.h"
#include "order/guard.h"

enum { PAGE = 4096, PAGES = 80 };

static unsigned char *pages;
static uint64_t reached;
static struct iq_guard_access last; /* that was reported */
static struct iq_guard last_guard;
static int reports;

static void report(const struct iq_guard *guard, const struct iq_guard_access *access)
{
    last_guard = *guard;
    last = *access;
    reports++;
}

static const struct iq_guard_owner owner = { .report = report },
                                   holding = { .report = report, .holds_driver = true };
static const struct iq_guard_work pending = { .point = { &reached, 1 } }, ended;

static void on_fault(int number, siginfo_t *info, void *context)
{
    if (!iq_guard_fault(info, context))
        signal(number, SIG_DFL);
}

static void begin(void)
{
    struct sigaction action = { .sa_sigaction = on_fault, .sa_flags = SA_SIGINFO };
    world_begin();
    sigaction(SIGSEGV, &action, NULL);
    iq_guard_enable(IQ_GUARD_ALWAYS, NULL);
    if (!pages)
        pages =
            mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    iq_guard_drop(0, UINT64_MAX);
    reports = 0;
    reached = 0;
}

/* [count] bytes at [first] are used by what is [work], within pages of their own. */
static void guard(const struct iq_guard_owner *whose, struct iq_guard_work work, uint64_t first,
                  uint64_t count, bool write, const struct iq_handle *object)
{
    struct iq_access access = {
        .lo = U(pages) + first, .hi = U(pages) + first + count, .arg = -1, .write = write
    };
    struct iq_guard_memory memory = { .lo = U(pages),
                                      .hi = U(pages) + PAGES * PAGE,
                                      .base = U(pages),
                                      .owner = whose,
                                      .object = object };
    iq_lock(IQ_LOCK_ORDER);
    iq_guard_add_within(work, &access, &memory);
    iq_unlock(IQ_LOCK_ORDER);
}

/* The handler may have changed them. */
static inline void look_again(void)
{
    __asm__ volatile("" : : "r"(&reports), "r"(&last), "r"(&last_guard) : "memory");
}

static void read_byte(uint64_t at)
{
    (void)*(volatile unsigned char *)(pages + at);
    look_again();
}

static void write_byte(uint64_t at)
{
    *(volatile unsigned char *)(pages + at) = 1;
    look_again();
}

TEST(an_owner_is_told_of_what_comes_too_early)
{
    begin();
    guard(&owner, pending, 100, 50, true, NULL);
    CHECK_INT(iq_guard_count, 1);
    read_byte(120);
    CHECK_INT(reports, 1);
    CHECK(!last.write && last.at == U(pages) + 120 && !last.through &&
          last_guard.access.lo == U(pages) + 100);
    CHECK_INT(iq_guard_count, 0);
    guard(&owner, pending, 100, 50, false, NULL); /* the device reads: the host may, too */
    read_byte(120);
    CHECK_INT(iq_guard_count, 1);
    write_byte(120);
    CHECK_INT(reports, 2);
    CHECK(last.write);
}

TEST(what_is_beside_or_over_is_nobodys_business)
{
    begin();
    guard(&owner, pending, 100, 50, true, NULL);
    write_byte(10);
    CHECK_INT(iq_guard_count, 0);
    guard(&owner, pending, 100, 50, true, NULL);
    reached = 1;
    write_byte(120);
    CHECK_INT(reports, 0);
    guard(&owner, pending, 100, 50, true, NULL);
    iq_guard_review_of(1);
    CHECK_INT(iq_guard_count, 0);
}

/* Pages as some processors have them: each is some of this one's. */
TEST(larger_pages)
{
    const uint64_t before = iq_page_bytes;
    for (uint64_t bytes = 16 << 10; bytes <= 64 << 10; bytes *= 4) {
        begin();
        iq_page_bytes = bytes;
        uint64_t first = iq_page_up(U(pages)) - U(pages);
        guard(&owner, pending, first + 100, 50, true, NULL);
        CHECK_INT(iq_guard_count, 1);
        read_byte(first + bytes - 1); /* the same page, and nothing of the device's */
        CHECK_INT(reports, 0);
        CHECK_INT(iq_guard_count, 0);
        guard(&owner, pending, first + 100, 50, true, NULL);
        write_byte(first + bytes); /* the page behind it */
        CHECK_INT(iq_guard_count, 1);
        read_byte(first + 120);
        CHECK_INT(reports, 1);
        guard(&owner, pending, first + PAGES * PAGE, 50, true, NULL); /* no page to itself */
        CHECK_INT(iq_guard_count, 0);
        iq_page_bytes = before;
    }
}

TEST(what_is_enqueued_again_after_a_trap_needs_another_guard)
{
    begin();
    guard(&owner, pending, 0, PAGE, false, NULL);
    uint64_t turn = iq_clock_epoch;
    read_byte(8); /* the device reads: no trap */
    CHECK(iq_clock_is_epoch(turn));
    write_byte(8);
    CHECK(!iq_clock_is_epoch(turn));
}

TEST(memory_that_may_not_be_used_any_more)
{
    begin();
    guard(&owner, ended, 0, PAGE, false, NULL);
    iq_guard_review_of(2);
    CHECK_INT(iq_guard_count, 1);
    iq_guard_io("read", U(pages) + 8, 16, true, 0);
    CHECK_INT(reports, 1);
    CHECK(iq_guard_is_ended(&last_guard) && last.size == 16);
    CHECK_STR(last.through, "read");
    read_byte(0);
    CHECK_INT(reports, 1);
}

TEST(owners_lift_their_own)
{
    struct iq_handle first = { .kind = IQ_KIND_VK_MEMORY }, second = { .kind = IQ_KIND_VK_MEMORY };
    begin();
    guard(&owner, pending, 0, 8, true, &first);
    guard(&owner, ended, PAGE, 8, true, &first);
    guard(&owner, pending, 2 * PAGE, 8, true, &second);
    guard(&holding, pending, 3 * PAGE, 8, true, &first);
    iq_guard_drop_of(&owner, NULL, false);
    CHECK(!iq_guard_covers(U(pages)) && iq_guard_covers(U(pages) + PAGE) &&
          iq_guard_covers(U(pages) + 3 * PAGE));
    iq_guard_drop_of(&owner, &second, true);
    CHECK(iq_guard_covers(U(pages) + PAGE));
    iq_guard_drop_of(&owner, &first, true);
    CHECK(!iq_guard_covers(U(pages) + PAGE) && iq_guard_covers(U(pages) + 3 * PAGE));
}

/* Two threads fault at once, one of them lifts the guard: the other one tries again, whenever that
 * happens. */
TEST(another_thread_was_faster)
{
    siginfo_t info = { .si_signo = SIGSEGV, .si_code = SEGV_ACCERR };
    ucontext_t context = { 0 };
    begin();
    info.si_addr = pages;
    for (int i = 0; i < 3; i++) {
        guard(&owner, pending, 0, 8, true, NULL);
        iq_guard_drop(U(pages), U(pages) + 1);
        CHECK(iq_guard_fault(&info, &context));
        /* it did not help: a fault of somebody else's */
        CHECK(!iq_guard_fault(&info, &context));
    }
    for (int i = 0; i < 64; i++)
        guard(&owner, pending, (uint64_t)i * PAGE, 8, true, NULL);
    iq_guard_drop(0, UINT64_MAX);
    CHECK(iq_guard_fault(&info, &context));
}

static int driver_is_done;

static void *drive(void *unused)
{
    (void)unused;
    iq_guard_is_device_thread();
    write_byte(0);
    __atomic_store_n(&driver_is_done, 1, __ATOMIC_RELEASE);
    return NULL;
}

static void pause_ms(long ms)
{
    struct timespec time = { 0, ms * 1000000 };
    nanosleep(&time, NULL);
}

TEST(threads_of_a_driver_come_after_the_host)
{
    pthread_t driver;
    for (int holds = 0; holds < 2; holds++) {
        begin();
        driver_is_done = 0;
        guard(holds ? &holding : &owner, pending, 0, 8, true, NULL);
        pthread_create(&driver, NULL, drive, NULL);
        if (holds) {
            pause_ms(30);
            CHECK_INT(__atomic_load_n(&driver_is_done, __ATOMIC_ACQUIRE), 0);
            iq_guard_drop_of(&holding, NULL, false);
        }
        pthread_join(driver, NULL);
        CHECK_INT(driver_is_done, 1);
        CHECK_INT(reports, 0);
    }
}

/* A call that waits meets no guard; when it is back only what it knows of is closed again. */
TEST(open_while_somebody_waits)
{
    uint64_t other_reached = 0;
    const struct iq_guard_work second = { .point = { &reached, 2 } },
                               other = { .point = { &other_reached, 1 } };
    begin();
    guard(&owner, pending, 0, 8, true, NULL);
    guard(&owner, second, PAGE, 8, true, NULL);
    guard(&owner, other, 2 * PAGE, 8, true, NULL);
    guard(&owner, ended, 3 * PAGE, 8, true, NULL);
    iq_guard_open(&owner);
    for (uint64_t i = 0; i < 3; i++) {
        CHECK(!iq_guard_covers(U(pages) + i * PAGE));
        write_byte(i * PAGE);
    }
    CHECK(iq_guard_covers(U(pages) + 3 * PAGE));
    CHECK_INT(iq_guard_count, 4);
    guard(&owner, pending, PAGE, 8, true, NULL); /* there is one already */
    CHECK_INT(iq_guard_count, 4);
    reached = 1;
    iq_guard_close(&owner, &reached, false); /* another thread still waits */
    CHECK_INT(iq_guard_count, 2);
    write_byte(PAGE);
    iq_guard_close(&owner, NULL, true);
    CHECK(iq_guard_covers(U(pages) + PAGE) && !iq_guard_covers(U(pages) + 2 * PAGE));
    CHECK_INT(reports, 0);
    read_byte(PAGE);
    CHECK_INT(reports, 1);
    guard(&owner, other, 2 * PAGE, 8, true, NULL);
    iq_guard_open(&owner);
    iq_guard_drop(0, UINT64_MAX);
    write_byte(2 * PAGE);
    CHECK_INT(iq_guard_count, 0);
    CHECK_INT(reports, 1);
}

static bool nobodys(void) { return false; }

/* The program's own handler stands before ours: nothing may trap any more. */
TEST(a_foreign_handler_ends_all)
{
    begin();
    guard(&owner, pending, 0, 8, true, NULL);
    iq_guard_enable(IQ_GUARD_ALWAYS, nobodys);
    guard(&owner, pending, PAGE, 8, true, NULL);
    CHECK_INT(iq_guard_count, 0);
    CHECK(!iq_guard_is_enabled());
    iq_guard_enable(IQ_GUARD_OFF, NULL);
}
