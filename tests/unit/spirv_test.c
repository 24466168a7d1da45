// link: image base
/* What the first work item of a compute shader is found to touch; each shader as the compiler
 * writes it and optimised. */
#include "image/spirv.h"

#include <stdlib.h>

#include "../include/vk_shaders.h"
#include "spirv_shaders.h"
#include "test.h"

enum { ROOM = 16 };
static struct iq_spirv_access accesses[ROOM];

static uint64_t sixty_four(void *user, uint32_t set, uint32_t binding)
{
    (void)user, (void)set, (void)binding;
    return 64;
}

static int look(const uint32_t *code, size_t size, struct iq_spirv_run run)
{
    size_t words = size / sizeof *code;
    void *room = calloc(1, iq_spirv_room(code, words));
    struct iq_spirv *shader = iq_spirv_open(room, code, words);
    CHECK(iq_spirv_is_compute(code, words));
    run.entry = run.entry ? run.entry : "main";
    for (int i = 0; i < 3; i++)
        run.groups[i] = run.groups[i] ? run.groups[i] : 1;
    int count = iq_spirv_first_item(shader, &run, accesses, ROOM);
    free(room);
    return count;
}
#define LOOK(name, ...) look(name##_code, sizeof name##_code, (struct iq_spirv_run){ __VA_ARGS__ })

/* [check] on the shader [name] as the compiler writes it, and optimised. */
#define BOTH(check, name) \
    check(name##_code, sizeof name##_code), check(small_##name##_code, sizeof small_##name##_code)

static bool has(int count, uint32_t set, uint32_t binding, uint64_t lo, uint64_t hi, bool write)
{
    for (int i = 0; i < count; i++)
        if (accesses[i].set == set && accesses[i].binding == binding && accesses[i].lo == lo &&
            accesses[i].hi == hi && accesses[i].write == write)
            return true;
    return false;
}

TEST(read_and_written_in_place)
{
    int count = LOOK(vk_double, 0);
    CHECK_INT(count, 2);
    CHECK(has(count, 0, 0, 0, 4, false) && has(count, 0, 0, 0, 4, true));
    CHECK(!accesses[0].is_known && !accesses[1].is_known);
    count = LOOK(vk_zero, 0);
    CHECK_INT(count, 1);
    CHECK(accesses[0].is_known && accesses[0].value == 0);
    count = LOOK(vk_copy, 0);
    CHECK_INT(count, 2);
    CHECK(has(count, 0, 0, 0, 4, false) && has(count, 0, 1, 0, 4, true));
    CHECK_INT(LOOK(vk_double, .entry = "other"), 0);
}

static void part(const uint32_t *code, size_t size)
{
    const uint32_t push[] = { 5, 8 }, none[] = { 5, 0 };
    int count =
        look(code, size,
             (struct iq_spirv_run){ .push = (const uint8_t *)push, .push_bytes = sizeof push });
    CHECK_INT(count, 2);
    CHECK(has(count, 0, 0, 24, 28, false) && has(count, 0, 0, 24, 28, true));
    CHECK_INT(
        look(code, size,
             (struct iq_spirv_run){ .push = (const uint8_t *)none, .push_bytes = sizeof none }),
        0);
    /* where it begins is not known */
    CHECK_INT(look(code, size, (struct iq_spirv_run){ .push_bytes = 0 }), 0);
}

TEST(push_constants_say_where) { BOTH(part, part); }

static void loop(const uint32_t *code, size_t size)
{
    struct iq_spirv_constant constant = { 3, 2 };
    int count = look(code, size, (struct iq_spirv_run){ 0 });
    /* the bound is read; that 0 is below it is taken for granted */
    CHECK(has(count, 0, 0, 0, 4, false));
    CHECK(has(count, 1, 2, 0, 16, false) && has(count, 1, 2, 0, 16, true));
    count = look(code, size, (struct iq_spirv_run){ .constants = &constant, .constant_count = 1 });
    /* the second round may not take place, and what comes behind the loop is not looked at */
    CHECK_INT(count, 3);
}

TEST(a_loop_runs_once) { BOTH(loop, loop); }

static void pixels(const uint32_t *code, size_t size)
{
    int count = look(code, size, (struct iq_spirv_run){ 0 });
    uint64_t texel = 2 | 3 << 16;
    CHECK_INT(count, 3); /* the store behind the condition is not certain */
    CHECK(has(count, 0, 1, texel, texel + 1, false) && has(count, 0, 1, texel, texel + 1, true) &&
          accesses[0].image);
    CHECK(has(count, 0, 3, 0, 4, true) && accesses[2].atomic);
}

TEST(texels_and_atomics) { BOTH(pixels, pixels); }

static void lengths(const uint32_t *code, size_t size)
{
    int count = look(code, size, (struct iq_spirv_run){ .bytes_bound = sixty_four });
    CHECK_INT(count, 3);
    CHECK(has(count, 0, 0, 60, 64, true) && has(count, 0, 1, 0, 4, false) &&
          has(count, 0, 0, 4, 8, true));
    CHECK_INT(look(code, size, (struct iq_spirv_run){ 0 }), 1);
}

TEST(lengths_and_choices) { BOTH(lengths, length); }

TEST(what_is_no_shader_is_refused)
{
    uint32_t cut[sizeof vk_double_code / 4];
    CHECK_INT(iq_spirv_room(vk_double_code, 3), 0);
    CHECK(!iq_spirv_is_compute((const uint32_t *)(const void *)"not a shader at all.....", 6));
    memcpy(cut, vk_double_code, sizeof cut);
    /* ends with whole instructions */
    CHECK_INT(iq_spirv_room(cut, sizeof cut / 4 - 1) != 0, 1);
    /* an instruction of no words */
    cut[5] = 0;
    CHECK_INT(iq_spirv_room(cut, sizeof cut / 4), 0);
    cut[5] = 0xffff0011; /* longer than the rest */
    CHECK_INT(iq_spirv_room(cut, sizeof cut / 4), 0);
}
