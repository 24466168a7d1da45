// link: arch
/* AArch64: moved prologues that must still compute the same, entries with landing pads, and what is
 * told from calls. */
#include <string.h>
#include <sys/mman.h>

#include "arch/code.h"
#include "arch/loads.h"
#include "base/errors.h"
#include "test.h"

/* Each begins with what cannot be copied as it is. */
__asm__(".text\n.p2align 4\n"
        ".globl by_page, by_literal, by_address, by_signed, forks, forks_by_bit, forks_by_flag\n"
        ".globl jumps, calls, with_bti, with_pac, loops, calls_far\n"
        ".globl patched, patched_bti, patched_pac\n"
        "by_page: adrp x1, number\nldr w1, [x1, :lo12:number]\nadd w0, w0, w1\nret\n"
        "by_literal: ldr w1, 1f\nadd w0, w0, w1\nret\n1: .word 30\n"
        "by_address: adr x1, 2f\nldr w1, [x1]\nadd w0, w0, w1\nret\n2: .word 40\n"
        "by_signed: ldrsw x1, 3f\nadd x0, x0, x1\nret\n3: .word -50\n"
        "forks: cbz w0, 4f\nadd w0, w0, 1\nret\n4: mov w0, 77\nret\n"
        "forks_by_bit: tbnz w0, 3, 5f\nadd w0, w0, 2\nret\n5: mov w0, 78\nret\n"
        "forks_by_flag: cmp w0, 9\nb.hi 6f\nadd w0, w0, 3\nret\n6: mov w0, 79\nret\n"
        "jumps: b forks\n"
        "calls: stp x29, x30, [sp, -16]!\nbl triple\nadd w0, w0, 1\nldp x29, x30, [sp], 16\nret\n"
        "triple: add w0, w0, w0, lsl 1\nret\n"
        "with_bti: hint 34\nadd w0, w0, 4\nret\n"
        "with_pac: hint 25\nstp x29, x30, [sp, -16]!\nadd w0, w0, 5\nldp x29, x30, [sp], 16\n"
        "hint 29\nret\n"
        "loops: add w0, w0, 1\nsub w1, w1, 1\ncbnz w1, loops + 4\nret\n"
        "calls_far: blr x1\nret\n"
        "patched: add w0, w0, 6\nret\nnop\nnop\nnop\nnop\nnop\n"
        "patched_bti: hint 34\nadd w0, w0, 7\nret\nnop\nnop\nnop\nnop\nnop\n"
        "patched_pac: hint 25\nadd w0, w0, 8\nhint 29\nret\nnop\nnop\nnop\nnop\n"
        ".data\n.p2align 4\nnumber: .word 20\n.text\n");
int by_page(int), by_literal(int), by_address(int), by_signed(int), forks(int), forks_by_bit(int),
    forks_by_flag(int), jumps(int), calls(int), with_bti(int), with_pac(int), loops(int),
    calls_far(int), patched(int), patched_bti(int), patched_pac(int);

#define CODE(function) ((const uint8_t *)(uintptr_t)(function))

/* Each at a place of its own. */
static uint8_t *page_at(uintptr_t wanted)
{
    static uintptr_t used;
    wanted = (wanted & ~(uintptr_t)0xffff) + used;
    used += 65536;
    uint8_t *page =
        mmap((void *)wanted, 65536, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    CHECK(page != MAP_FAILED);
    return page;
}

/* The first [need] bytes of [function], moved to [page], called with [argument]. */
static int moved(int (*function)(int), size_t need, uint8_t *page, int argument)
{
    size_t taken = 0;
    CHECK(!mprotect(page, 65536, PROT_READ | PROT_WRITE));
    int bytes = iq_insn_move(CODE(function), 64, need, page, 128, (uintptr_t)page, &taken);
    CHECK(bytes > 0 && bytes <= IQ_ARCH_DETOUR && taken == need);
    iq_arch_publish(page, 128);
    CHECK(!mprotect(page, 65536, PROT_READ | PROT_EXEC));
    return ((int (*)(int))(uintptr_t)page)(argument);
}

static void check_moves(uint8_t *page)
{
    static int (*const functions[])(int) = { by_page,      by_literal, by_address, by_signed, forks,
                                             forks_by_bit, jumps,      with_bti,   with_pac };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        for (int argument = 0; argument < 20; argument++)
            CHECK_INT(moved(functions[i], 4, page, argument), functions[i](argument));
    for (int argument = 0; argument < 20; argument++) {
        CHECK_INT(moved(forks_by_flag, 8, page, argument), forks_by_flag(argument));
        CHECK_INT(moved(calls, 8, page, argument), calls(argument));
        CHECK_INT(moved(with_pac, 8, page, argument), with_pac(argument));
    }
}

TEST(prologues_moved_nearby_compute_the_same)
{
    check_moves(page_at((uintptr_t)by_page + (16 << 20)));
}

TEST(prologues_moved_far_away_compute_the_same)
{
    uint8_t *page = page_at((uintptr_t)1 << 41);
    CHECK((uintptr_t)page - (uintptr_t)by_page > (uintptr_t)1 << 32);
    check_moves(page);
}

TEST(what_cannot_be_moved_is_refused)
{
    uint8_t to[128];
    size_t taken;
    static const uint32_t nothing[4] = { 0 };
    CHECK_INT(iq_insn_move(CODE(calls_far), 8, 4, to, sizeof to, (uintptr_t)to, &taken),
              IQ_EUNSUPPORTED);
    CHECK_INT(iq_insn_move((const uint8_t *)nothing, 16, 4, to, sizeof to, (uintptr_t)to, &taken),
              IQ_EUNSUPPORTED);
    CHECK(iq_insn_move(CODE(jumps), 8, 8, to, sizeof to, (uintptr_t)to, &taken) <
          0); /* too short */
    CHECK(iq_insn_branches_into(CODE(loops), 16, 8));
    CHECK(!iq_insn_branches_into(CODE(loops), 16, 4));
}

static struct {
    void *enter;
    void *original;
} patch;
static int replacement(int value_) { return -value_; }

/* Entries change, the moved beginning still works, and a landing pad stays. */
static void check_entry(int (*function)(int), bool far, uint32_t first)
{
    uint8_t *code = (uint8_t *)(uintptr_t)function, entry[IQ_ARCH_ENTRY_MOST];
    uint8_t *page = page_at(far ? (uintptr_t)1 << 41 : (uintptr_t)code + (16 << 20));
    size_t taken, bytes = iq_arch_entry_bytes(code, far);
    int before = function(3);
    uintptr_t window = (uintptr_t)code & ~(uintptr_t)0xfff;
    CHECK(!mprotect((void *)window, 8192, PROT_READ | PROT_WRITE | PROT_EXEC));
    CHECK(iq_insn_move(code, 32, bytes > 12 ? 8 : bytes, page + 64, 128, (uintptr_t)page + 64,
                       &taken) > 0);
    patch.enter = (void *)(uintptr_t)replacement;
    iq_arch_write_thunk(page, &patch);
    if (far)
        iq_arch_write_far_entry(entry, code, &patch);
    else
        iq_arch_write_entry(entry, code, page);
    iq_arch_publish(page, 256);
    CHECK(!mprotect(page, 65536, PROT_READ | PROT_EXEC));
    iq_arch_copy(code, entry, bytes);
    iq_arch_publish(code, bytes);
    CHECK_INT(function(3), -3);
    if (first)
        CHECK(!memcmp(code, &first, sizeof first));
    if (!far)
        CHECK_INT(((int (*)(int))(uintptr_t)(page + 64))(3), before);
}

TEST(entries_lead_to_thunks_and_landing_pads_stay)
{
    check_entry(patched, false, 0);
    check_entry(patched_bti, false, 0xd503245f);
    check_entry(patched_pac, false, 0xd503245f);
    check_entry(with_bti, true, 0xd503245f);
}

TEST(calls_are_known_by_what_stands_in_front)
{
    static const uint32_t call[] = { 0x94000010 }, far[] = { 0xd63f0100 }, plain[] = { 0x8b000000 };
    CHECK(iq_arch_ends_in_call((const uint8_t *)(call + 1)));
    CHECK(iq_arch_ends_in_call((const uint8_t *)(far + 1)));
    CHECK(!iq_arch_ends_in_call((const uint8_t *)(plain + 1)));
    struct iq_arch_first_call first;
    CHECK(iq_arch_first_call(CODE(calls), &first));
    CHECK(first.behind == (uintptr_t)calls + 8 && first.back == 8 && first.size == 16);
}

static enum iq_arch_effect effect_of(uint32_t word)
{
    uint32_t code[4] = { word };
    struct iq_arch_step step;
    return iq_arch_use((const uint8_t *)code, 4096, &step) ? step.effect : IQ_ARCH_STOPS;
}

TEST(results_are_read_or_lost)
{
    CHECK_INT(effect_of(0x52800000), IQ_ARCH_DROPS);   /* mov w0, 0 */
    CHECK_INT(effect_of(0x2a1303e0), IQ_ARCH_DROPS);   /* mov w0, w19 */
    CHECK_INT(effect_of(0x2a0003f3), IQ_ARCH_READS);   /* mov w19, w0 */
    CHECK_INT(effect_of(0x7100001f), IQ_ARCH_READS);   /* cmp w0, 0 */
    CHECK_INT(effect_of(0x35000040), IQ_ARCH_READS);   /* cbnz w0, .+8 */
    CHECK_INT(effect_of(0xb9000fe0), IQ_ARCH_READS);   /* str w0, [sp, 12] */
    CHECK_INT(effect_of(0xb9400fe0), IQ_ARCH_DROPS);   /* ldr w0, [sp, 12] */
    CHECK_INT(effect_of(0xa9400be0), IQ_ARCH_DROPS);   /* ldp x0, x2, [sp] */
    CHECK_INT(effect_of(0xb9400261), IQ_ARCH_PASSES);  /* ldr w1, [x19] */
    CHECK_INT(effect_of(0x90000000), IQ_ARCH_DROPS);   /* adrp x0, . */
    CHECK_INT(effect_of(0x94000010), IQ_ARCH_CALLS);   /* bl */
    CHECK_INT(effect_of(0xd63f0100), IQ_ARCH_STOPS);   /* blr x8 */
    CHECK_INT(effect_of(0xd65f03c0), IQ_ARCH_RETURNS); /* ret */
    CHECK_INT(effect_of(0x1e270000), IQ_ARCH_READS);   /* fmov s0, w0 */
    CHECK_INT(effect_of(0x1e260000), IQ_ARCH_DROPS);   /* fmov w0, s0 */
}

static bool compares(const uint32_t *code, size_t count, struct iq_arch_places places)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t word[4] = { code[i] };
        struct iq_arch_step step;
        bool compared = false;
        if (!iq_arch_compare((const uint8_t *)word, 4096, 712, &places, &step, &compared))
            return false;
        if (compared)
            return true;
    }
    return false;
}

TEST(comparisons_are_followed_through_registers_and_variables)
{
    static const uint32_t direct[] = { 0x710b201f },         /* cmp w0, 712 */
        moved_on[] = { 0x2a0003f3, 0x94000010, 0x710b227f }, /* w19, bl */
        lost[] = { 0x94000010, 0x710b201f },                 /* bl */
        stored[] = { 0xb9000fe0, 0xb9400fe1, 0x710b203f },   /* str, ldr w1 */
        overwritten[] = { 0xb9000fe0, 0xb9000fe9, 0x52800000, 0xb9400fe1, 0x710b203f },
                          other[] = { 0x710b241f }; /* cmp w0, 713 */
    CHECK(compares(direct, 1, IQ_ARCH_RESULT));
    CHECK(compares(moved_on, 3, IQ_ARCH_RESULT));
    CHECK(!compares(lost, 2, IQ_ARCH_RESULT));
    CHECK(compares(stored, 3, IQ_ARCH_RESULT));
    CHECK(!compares(overwritten, 5, IQ_ARCH_RESULT));
    CHECK(!compares(other, 1, IQ_ARCH_RESULT));
}

TEST(words_are_loaded_and_added_up)
{
    uint64_t words[3] = { 5, 7, 11 }, to[3] = { 0 }, sum = 0, other = 0;
    uintptr_t places[3] = { (uintptr_t)&words[0], (uintptr_t)&words[1], (uintptr_t)&words[2] },
              swapped[3] = { places[1], places[0], places[2] };
    CHECK(iq_load_word(to, places[1]) && to[0] == 7);
    const struct iq_load_step steps[] = { { 8, 0 }, { 0, 8 } };
    uintptr_t row[2] = { places[1], places[0] };
    CHECK(iq_load_steps(to, steps, 2, (uintptr_t)row, 2) && to[0] == 5 && to[1] == 11);
    CHECK(iq_load_steps(to, steps, 0, (uintptr_t)row, 2));
    row[0] = IQ_LOAD_LOWEST - 1;
    CHECK(!iq_load_steps(to, steps, 1, (uintptr_t)row, 2));
    CHECK(!iq_load_steps(to, steps, 1, 8, 2));
    CHECK(iq_load_sum(&sum, places, 3) && iq_load_sum(&other, swapped, 3) && sum != other);
    CHECK(iq_load_sum(&sum, places, 0) && sum == 0);
}

TEST(words_are_compared)
{
    uint64_t words[8] = { 5, 7, 11, 13, 17, 19, 23, 29 };
    struct iq_load_words single = { .at = { 0 } };
    struct iq_load_pairs pair = { .at = { 0 } };
    for (int i = 0; i < 4; i++) {
        single.at[i] = (uintptr_t)&words[2 * i];
        pair.at[i] = (uintptr_t)&words[2 * i];
        single.word[i] = pair.word[i][0] = words[2 * i];
        pair.word[i][1] = words[2 * i + 1];
    }
    CHECK(iq_load_same_words(&single, 1) && iq_load_same_words(&single, 0));
    CHECK(iq_load_same_pairs(&pair, 1) && iq_load_same_pairs(&pair, 0));
    for (int i = 0; i < 8; i++) {
        words[i]++;
        CHECK(iq_load_same_words(&single, 1) == i % 2 && !iq_load_same_pairs(&pair, 1));
        words[i]--;
    }
}

TEST(matching_bytes_are_found)
{
    const char a[] = "abcabcabcabcabca", b[] = "xyxyxyxyxyxyxyxy";
    CHECK_INT(iq_arch_match16(a, 'a', b, 'x'), 1 | 1 << 6 | 1 << 12);
    CHECK_INT(iq_arch_match16(a, 'a', b, 'y'), 1 << 3 | 1 << 9 | 1 << 15);
}
