#include "process/python_layout.h"

#include <string.h>

#include "process/peek.h"

enum { WORDS = 96 };

/* Public and internal structures of release builds on 64-bit machines. */
static const struct {
    uint8_t minor;
    struct iq_python_layout layout;
} known[] = {
    { 9,
      { .runtime_interpreters = 32,
        .interpreter_next = 0,
        .interpreter_threads = 8,
        .thread_next = 8,
        .thread_interpreter = 16,
        .thread_id = 176,
        .thread_frame = 24,
        .cframe_frame = IQ_PYTHON_NONE,
        .frame_code = 32,
        .frame_previous = 24,
        .frame_at = 104,
        .frame_owner = IQ_PYTHON_NONE,
        .frame_entry = IQ_PYTHON_NONE,
        .code_file = 104,
        .code_name = 112,
        .code_line = 40,
        .code_table = 120,
        .code_instructions = IQ_PYTHON_NONE,
        .at_scale = 1,
        .head = 16,
        .ascii = 48,
        .lines = IQ_PYTHON_LNOTAB } },
    { 10,
      { .runtime_interpreters = 32,
        .interpreter_next = 0,
        .interpreter_threads = 8,
        .thread_next = 8,
        .thread_interpreter = 16,
        .thread_id = 176,
        .thread_frame = 24,
        .cframe_frame = IQ_PYTHON_NONE,
        .frame_code = 32,
        .frame_previous = 24,
        .frame_at = 96,
        .frame_owner = IQ_PYTHON_NONE,
        .frame_entry = IQ_PYTHON_NONE,
        .code_file = 104,
        .code_name = 112,
        .code_line = 40,
        .code_table = 120,
        .code_instructions = IQ_PYTHON_NONE,
        .at_scale = 2,
        .head = 16,
        .ascii = 48,
        .lines = IQ_PYTHON_LINETABLE_310 } },
    { 11,
      { .runtime_interpreters = 40,
        .interpreter_next = 0,
        .interpreter_threads = 16,
        .thread_next = 8,
        .thread_interpreter = 16,
        .thread_id = 152,
        .thread_frame = 56,
        .cframe_frame = 8,
        .frame_code = 32,
        .frame_previous = 48,
        .frame_at = 56,
        .frame_owner = 69,
        .frame_entry = 68,
        .code_file = 112,
        .code_name = 120,
        .code_line = 72,
        .code_table = 136,
        .code_instructions = 184,
        .at_scale = 1,
        .head = 16,
        .ascii = 48,
        .lines = IQ_PYTHON_LOCATIONS } },
    { 12,
      { .runtime_interpreters = 40,
        .interpreter_next = 0,
        .interpreter_threads = 72,
        .thread_next = 8,
        .thread_interpreter = 16,
        .thread_id = 136,
        .thread_frame = 56,
        .cframe_frame = 0,
        .frame_code = 0,
        .frame_previous = 8,
        .frame_at = 56,
        .frame_owner = 70,
        .frame_entry = IQ_PYTHON_NONE,
        .code_file = 112,
        .code_name = 120,
        .code_line = 68,
        .code_table = 136,
        .code_instructions = 192,
        .at_scale = 1,
        .head = 16,
        .ascii = 40,
        .lines = IQ_PYTHON_LOCATIONS } },
};

/* First index at or after [from] with word[index + 1 .. + 3] as given, where word[index] is a size;
 * 0 if none. */
static unsigned find_part(const uint64_t *word, unsigned from, const uint64_t *wanted,
                          unsigned count)
{
    for (unsigned i = from; i + 12 < WORDS; i++)
        if (word[i] > 48 && word[i] < 1 << 20 &&
            !memcmp(&word[i + 1], wanted, count * sizeof *wanted))
            return i;
    return 0;
}

/* _PyRuntime begins with a table of offsets: a cookie, the version, then per structure its size and
 * some offsets. Minor versions add offsets at the ends of parts, so each part is found by what its
 * first offsets must be. */
static bool read_own_table(struct iq_python_layout *layout, uintptr_t runtime)
{
    static const uint64_t thread_start[] = { 0, 8, 16 }, frame_start[] = { 8, 0 };
    uint64_t word[WORDS];
    if (!iq_peek(word, runtime, sizeof word, true) || memcmp(word, "xdebugpy", 8) || word[2] > 1)
        return false;
    unsigned thread = find_part(word, 10, thread_start, 3);
    unsigned frame = thread ? find_part(word, thread + 9, frame_start, 2) : 0;
    unsigned code = frame ? frame + 6 : 0;
    while (code && (word[code + 2] != word[code + 1] + 8 || word[code + 3] != word[code + 1] + 16 ||
                    word[code + 1] >= word[code]))
        code = code + 12 < WORDS ? code + 1 : 0;
    if (!code)
        return false;
    uint16_t head = word[2] ? 32 : 16; /* without the GIL objects have longer heads */
    *layout = (struct iq_python_layout){ .runtime_interpreters = (uint32_t)word[5],
                                         .interpreter_next = (uint32_t)word[8],
                                         .interpreter_threads = (uint32_t)word[9],
                                         .thread_next = 8,
                                         .thread_interpreter = 16,
                                         .thread_frame = (uint16_t)word[thread + 4],
                                         .thread_id = (uint16_t)word[thread + 5],
                                         .cframe_frame = IQ_PYTHON_NONE,
                                         .frame_code = 0,
                                         .frame_previous = 8,
                                         .frame_at = (uint16_t)word[frame + 3],
                                         .frame_owner = (uint16_t)word[frame + 5],
                                         .frame_entry = IQ_PYTHON_NONE,
                                         .code_file = (uint16_t)word[code + 1],
                                         .code_name = (uint16_t)word[code + 2],
                                         .code_table = (uint16_t)word[code + 4],
                                         .code_line = (uint16_t)word[code + 5],
                                         .code_instructions = (uint16_t)word[code + 9],
                                         .at_scale = 1,
                                         .head = head,
                                         .ascii = (uint16_t)(head + 24),
                                         .lines = IQ_PYTHON_LOCATIONS };
    return true;
}

bool iq_python_layout_find(struct iq_python_layout *layout, uint32_t version, uintptr_t runtime)
{
    unsigned major = version >> 24, minor = version >> 16 & 0xff;
    if (major != 3)
        return false;
    if (minor >= 13)
        return read_own_table(layout, runtime);
    for (unsigned i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].minor == minor) {
            *layout = known[i].layout;
            return true;
        }
    return false;
}
