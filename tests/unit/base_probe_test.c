// link: base
/* Memory that may not be there, with the kernel's copies and without. */
#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "base/page.h"
#include "base/probe.h"
#include "test.h"

/* Three pages: readable and writable, readable, neither. */
static char *three_pages(void)
{
    size_t page = iq_page_bytes;
    char *pages = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(pages != MAP_FAILED);
    memset(pages, 7, 3 * page);
    CHECK(!mprotect(pages + page, page, PROT_READ));
    CHECK(!mprotect(pages + 2 * page, page, PROT_NONE));
    return pages;
}

static void check_all(void)
{
    size_t page = iq_page_bytes;
    char *pages = three_pages(), copy[32] = { 0 };
    uint64_t at = (uintptr_t)pages;
    errno = 5;
    CHECK(iq_probe_read(copy, at + page - 9, 18) && copy[0] == 7 && copy[17] == 7);
    CHECK(!iq_probe_read(copy, at + 2 * page - 1, 2));
    CHECK(!iq_probe_read(copy, 8, 1));
    CHECK(iq_probe_write(at + page - 4, "abcd", 4) && !memcmp(pages + page - 4, "abcd", 4));
    CHECK(!iq_probe_write(at + page - 1, "ab", 2));
    CHECK(!iq_probe_write(at + 2 * page, "a", 1));
    CHECK(iq_probe_readable(at + 3, page) == page);
    CHECK(iq_probe_readable(at + 3, 5 * page) == 2 * page - 3);
    CHECK(!iq_probe_readable(at + 2 * page, 1));
    CHECK(!iq_probe_readable(UINT64_MAX - 2, 8));
    CHECK(errno == 5);
    munmap(pages, 3 * page);
}

TEST(by_the_kernel) { check_all(); }

TEST(page_by_page)
{
    iq_probe_refused = true;
    check_all();
    iq_probe_refused = false;
}

TEST(last_pages_of_many)
{
    enum { PAGES = 300 };
    size_t page = iq_page_bytes;
    char *pages = mmap(NULL, PAGES * page, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    uint64_t at = (uintptr_t)pages;
    CHECK(!mprotect(pages + (PAGES - 1) * page, page, PROT_NONE));
    CHECK(iq_probe_readable(at + 1, PAGES * page - 1) == (PAGES - 1) * page - 1);
    CHECK(iq_probe_readable(at + 1, (PAGES - 1) * page - 1) == (PAGES - 1) * page - 1);
    munmap(pages, PAGES * page);
}
