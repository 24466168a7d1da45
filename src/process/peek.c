#include "process/peek.h"

#include <errno.h>
#include <string.h>
#include <sys/uio.h>
#include <ucontext.h>
#include <unistd.h>

bool iq_peek_trusted;

#if defined __x86_64__
/* bool iq_peek_load(uint64_t *to, uintptr_t from): one load, and the place where execution goes on
 * when it faults. */
extern const char iq_peek_load_at[] __attribute__((visibility("hidden")));
extern const char iq_peek_load_failed[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text.hot,\"ax\",@progbits\n"
        ".p2align 4\n"
        ".hidden iq_peek_load, iq_peek_load_at, iq_peek_load_failed\n"
        ".globl iq_peek_load, iq_peek_load_at, iq_peek_load_failed\n"
        ".type iq_peek_load, @function\n"
        "iq_peek_load:\n"
        ".cfi_startproc\n"
        "iq_peek_load_at: mov (%rsi), %rax\n"
        "mov %rax, (%rdi)\n"
        "mov $1, %eax\n"
        "ret\n"
        "iq_peek_load_failed: xor %eax, %eax\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size iq_peek_load, . - iq_peek_load\n"
        ".popsection\n");

/* bool iq_peek_words(uint64_t *sum, const uintptr_t *addresses, size_t count): the same in a
 * loop. */
bool iq_peek_words(uint64_t *sum, const uintptr_t *addresses, size_t count)
    __attribute__((visibility("hidden")));
extern const char iq_peek_words_at[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text.hot,\"ax\",@progbits\n"
        ".p2align 4\n"
        ".hidden iq_peek_words, iq_peek_words_at\n"
        ".globl iq_peek_words, iq_peek_words_at\n"
        ".type iq_peek_words, @function\n"
        "iq_peek_words:\n"
        ".cfi_startproc\n"
        "xor %r8d, %r8d\n"
        "movabs $0x9e3779b97f4a7c15, %r9\n"
        "test %rdx, %rdx\n"
        "jz 2f\n"
        "1: mov (%rsi), %rcx\n"
        "iq_peek_words_at: mov (%rcx), %rcx\n"
        "imul %r9, %rcx\n"
        "add %rcx, %r8\n"
        /* not evenly spaced: recursion swaps a few addresses */
        "lea 0x3c6ef372(%r9,%r9,8), %r9\n"
        "add $8, %rsi\n"
        "dec %rdx\n"
        "jnz 1b\n"
        "2: mov %r8, (%rdi)\n"
        "mov $1, %eax\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size iq_peek_words, . - iq_peek_words\n"
        ".popsection\n");

/* bool iq_peek_words_to(uint64_t *to, const uintptr_t *addresses, size_t count) copies the words
 * instead, iq_peek_row_to(uint64_t *to, uintptr_t from, size_t count) those of a row. */
bool iq_peek_words_to(uint64_t *to, const uintptr_t *addresses, size_t count)
    __attribute__((visibility("hidden")));
bool iq_peek_row_to(uint64_t *to, uintptr_t from, size_t count)
    __attribute__((visibility("hidden")));
extern const char iq_peek_words_to_at[] __attribute__((visibility("hidden")));
extern const char iq_peek_row_to_at[] __attribute__((visibility("hidden")));
__asm__(".pushsection .text.hot,\"ax\",@progbits\n"
        ".hidden iq_peek_words_to, iq_peek_words_to_at, iq_peek_row_to, iq_peek_row_to_at\n"
        ".globl iq_peek_words_to, iq_peek_words_to_at, iq_peek_row_to, iq_peek_row_to_at\n"
        ".p2align 4\n"
        ".type iq_peek_words_to, @function\n"
        "iq_peek_words_to:\n"
        ".cfi_startproc\n"
        "test %rdx, %rdx\n"
        "jz 2f\n"
        "1: mov -8(%rsi,%rdx,8), %rcx\n"
        "iq_peek_words_to_at: mov (%rcx), %rcx\n"
        "mov %rcx, -8(%rdi,%rdx,8)\n"
        "dec %rdx\n"
        "jnz 1b\n"
        "2: mov $1, %eax\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size iq_peek_words_to, . - iq_peek_words_to\n"
        ".p2align 4\n"
        ".type iq_peek_row_to, @function\n"
        "iq_peek_row_to:\n"
        ".cfi_startproc\n"
        "test %rdx, %rdx\n"
        "jz 2f\n"
        "iq_peek_row_to_at: mov -8(%rsi,%rdx,8), %rcx\n"
        "mov %rcx, -8(%rdi,%rdx,8)\n"
        "dec %rdx\n"
        "jnz iq_peek_row_to_at\n"
        "2: mov $1, %eax\n"
        "ret\n"
        ".cfi_endproc\n"
        ".size iq_peek_row_to, . - iq_peek_row_to\n"
        ".popsection\n");

IQ_FAST bool iq_peek_row(uint64_t *to, uintptr_t from, size_t count)
{
    return iq_peek_is_fast() && !(from & 7) && iq_peek_row_to(to, from, count);
}

IQ_FAST bool iq_peek_gather(uint64_t *to, const uintptr_t *addresses, size_t count)
{
    uintptr_t all = 0;
    for (size_t i = 0; i < count; i++)
        all |= addresses[i];
    return iq_peek_is_fast() && !(all & 7) && iq_peek_words_to(to, addresses, count);
}

bool iq_peek_recover(void *ucontext)
{
    greg_t *registers = ((ucontext_t *)ucontext)->uc_mcontext.gregs;
    uintptr_t at = (uintptr_t)registers[REG_RIP];
    if (at != (uintptr_t)iq_peek_load_at && at != (uintptr_t)iq_peek_words_at &&
        at != (uintptr_t)iq_peek_words_to_at && at != (uintptr_t)iq_peek_row_to_at)
        return false;
    registers[REG_RIP] = (greg_t)(uintptr_t)iq_peek_load_failed;
    return true;
}

IQ_FAST bool iq_peek_sum(uint64_t *sum, const uintptr_t *addresses, size_t count)
{
    return iq_peek_is_fast() && iq_peek_words(sum, addresses, count);
}

void iq_peek_trust_handler(bool trust)
{
    __atomic_store_n(&iq_peek_trusted, trust, __ATOMIC_RELAXED);
}
#else
bool iq_peek_sum(uint64_t *sum, const uintptr_t *addresses, size_t count)
{
    (void)sum, (void)addresses, (void)count;
    return false;
}
bool iq_peek_row(uint64_t *to, uintptr_t from, size_t count)
{
    (void)to, (void)from, (void)count;
    return false;
}
bool iq_peek_gather(uint64_t *to, const uintptr_t *addresses, size_t count)
{
    return iq_peek_sum(to, addresses, count);
}
bool iq_peek_recover(void *ucontext)
{
    (void)ucontext;
    return false;
}
bool iq_peek_load(uint64_t *to, uintptr_t from)
{
    (void)to, (void)from;
    return false;
}
void iq_peek_trust_handler(bool trust) { (void)trust; }
#endif

static bool load(uint64_t *to, uintptr_t from) { return from >= 4096 && iq_peek_load(to, from); }

static bool copy_by_kernel(void *to, uintptr_t from, size_t size)
{
    int error = errno;
    struct iovec local = { to, size }, remote = { (void *)from, size };
    bool copied = process_vm_readv(getpid(), &local, 1, &remote, 1, 0) == (ssize_t)size;
    errno = error;
    return copied;
}

static bool copy_words(char *to, uintptr_t from, size_t size)
{
    for (uint64_t word; size; size -= 8, to += 8, from += 8) {
        if (!load(&word, from))
            return false;
        memcpy(to, &word, 8);
    }
    return true;
}

/* Whole aligned words, so that a tail never crosses into a page that the wanted bytes are not
 * on. */
static bool copy_by_words(char *to, uintptr_t from, size_t size)
{
    while (size) {
        uint64_t word;
        size_t skip = from & 7, part = 8 - skip < size ? 8 - skip : size;
        if (!load(&word, from - skip))
            return false;
        memcpy(to, (char *)&word + skip, part);
        to += part;
        from += part;
        size -= part;
    }
    return true;
}

bool iq_peek(void *to, uintptr_t from, size_t size, bool quiet)
{
    if (quiet || !iq_peek_is_fast())
        return copy_by_kernel(to, from, size);
    if (!((size | from) & 7))
        return copy_words(to, from, size);
    if (size == 1) {
        uint64_t word = 0;
        bool loaded = load(&word, from & ~(uintptr_t)7);
        *(uint8_t *)to = (uint8_t)(word >> (from & 7) * 8);
        return loaded;
    }
    return copy_by_words(to, from, size);
}
