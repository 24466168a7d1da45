// link: checker -lzstd -llz4
/* Code is there as it is, up to the ends of what is mapped. */
#include <sys/mman.h>
#include <unistd.h>

#include "arch/code.h"
#include "process/code_window.h"
#include "test.h"

TEST(all_that_is_mapped_is_seen_and_no_more)
{
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    uint8_t *code =
        mmap(NULL, 4 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    struct iq_code_window window = { .size = 0 };
    CHECK(code != MAP_FAILED && !mprotect(code, page, PROT_NONE) &&
          !mprotect(code + 3 * page, page, PROT_NONE));
    for (size_t i = page; i < 3 * page; i++)
        code[i] = (uint8_t)(i * 7 + i / 256);
    for (size_t round = 0; round < 2; round++)
        for (size_t step = 0; step <= 2 * page; step++) {
            size_t i = page + (round ? 2 * page - step : step); /* forwards, backwards */
            const uint8_t *seen = iq_code_window_at(&window, (uintptr_t)code + i);
            bool mapped = i + IQ_ARCH_LONGEST <= 3 * page;
            if ((seen != NULL) != mapped || (seen && memcmp(seen, code + i, IQ_ARCH_LONGEST)))
                CHECK_INT(i, 0);
        }
    CHECK(!iq_code_window_at(&window, (uintptr_t)code));
    CHECK(!iq_code_window_at(&window, 0) && !iq_code_window_at(&window, UINTPTR_MAX));
    munmap(code, 4 * page);
}
