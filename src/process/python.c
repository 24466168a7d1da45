#include "process/python.h"

#include <link.h>
#include <pthread.h>
#include <string.h>

#include "base/hash.h"
#include "base/hot.h"
#include "base/locks.h"
#include "base/map.h"
#include "base/memory.h"
#include "process/exports.h"
#include "process/peek.h"
#include "process/python_layout.h"
#include "process/python_text.h"
#include "trace/writer.h"

enum {
    MAX_INTERPRETERS = 64,
    MAX_THREADS = 4096,
    STACK_BLOCK = 1024,
    STACK_BLOCKS = 1024,
    TABLE_BYTES = 256 << 10,
    /* so many innermost frames are told apart even if a code object was freed and another made
     * in its place */
    DISTINCT_FRAMES = 4
};

static struct {
    struct iq_python_layout layout;
    uintptr_t runtime, code_type, base, end;
} python;
bool iq_python_present;

struct frame {
    const char *function, *file;
    uint32_t line;
    bool entered;
};
struct stack {
    uint32_t id, count;
    struct frame frame[];
};

static struct iq_map by_walk, by_content, texts; /* IQ_LOCK_STACKS */
static struct stack **blocks[STACK_BLOCKS];
static uint32_t stack_count;
static unsigned long long seen_loads;

/* --- finding the interpreter
 * --------------------------------------------------------------------------------------- */

/* PY_VERSION_HEX; before 3.11 there is no such variable, and the version shows in what is
 * exported. */
static uint32_t find_version(const struct iq_exports *exports)
{
    uintptr_t variable = iq_exports_find(exports, "Py_Version");
    uint64_t version = 0;
    if (variable)
        return iq_peek(&version, variable, sizeof version, true) ? (uint32_t)version : 0;
    if (iq_exports_find(exports, "Py_NewRef"))
        return 0x030a0000;
    return iq_exports_find(exports, "PyFrame_GetBack") ? 0x03090000 : 0;
}

static bool visit_object(const struct dl_phdr_info *info, const struct iq_exports *exports)
{
    if (iq_python_is_present() || !(python.runtime = iq_exports_find(exports, "_PyRuntime")) ||
        !(python.code_type = iq_exports_find(exports, "PyCode_Type")) ||
        !iq_python_layout_find(&python.layout, find_version(exports), python.runtime))
        return false;
    python.base = UINTPTR_MAX;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *head = &info->dlpi_phdr[i];
        uintptr_t begin = info->dlpi_addr + head->p_vaddr;
        if (head->p_type != PT_LOAD)
            continue;
        python.base = begin < python.base ? begin : python.base;
        python.end = begin + head->p_memsz > python.end ? begin + head->p_memsz : python.end;
    }
    __atomic_store_n(&iq_python_present, true, __ATOMIC_RELEASE);
    return true;
}

bool iq_python_contains(uintptr_t pc) { return pc - python.base < python.end - python.base; }

void iq_python_look(void)
{
    if (iq_python_is_present())
        return;
    iq_exports_look(&seen_loads, visit_object);
}

/* --- walking
 * ------------------------------------------------------------------------------------------
 */

/* of the walk under way */
static __thread struct iq_python_reads *noting __attribute__((tls_model("initial-exec")));

static bool bytes_at(void *out, uintptr_t from, size_t size, bool quiet)
{
    if (noting && noting->count++ < IQ_PYTHON_WORDS)
        noting->word[noting->count - 1] = from & ~(uintptr_t)7;
    return iq_peek(out, from, size, quiet);
}

static bool word_at(uint64_t *out, uintptr_t from, bool quiet)
{
    return bytes_at(out, from, 8, quiet);
}

static bool is_own_state(uintptr_t state, bool quiet)
{
    uint64_t thread;
    return word_at(&thread, state + python.layout.thread_id, quiet) &&
           thread == (uint64_t)pthread_self();
}

/* First thread state of an interpreter.  Its place varies with patch releases: if what stands there
 * is no thread state of this interpreter, it is looked for among the first fields. */
static uint64_t first_state(uintptr_t interpreter, bool quiet)
{
    uint64_t state, owner;
    if (word_at(&state, interpreter + python.layout.interpreter_threads, quiet) && state &&
        word_at(&owner, state + python.layout.thread_interpreter, quiet) && owner == interpreter)
        return state;
    for (unsigned i = 0; i < 32; i++)
        if (word_at(&state, interpreter + 8 * i, quiet) && state && !(state & 7) &&
            word_at(&owner, state + python.layout.thread_interpreter, quiet) &&
            owner == interpreter)
            return state;
    return 0;
}

static bool frame_of(uintptr_t state, uint64_t *frame, bool quiet)
{
    const struct iq_python_layout *layout = &python.layout;
    if (!word_at(frame, state + layout->thread_frame, quiet) || !*frame)
        return false;
    return layout->cframe_frame == IQ_PYTHON_NONE ||
           (word_at(frame, *frame + layout->cframe_frame, quiet) && *frame);
}

/* The calling thread's state, one with frames if it has several. */
static uintptr_t find_state(bool quiet)
{
    uint64_t interpreter, state, frame;
    if (!word_at(&interpreter, python.runtime + python.layout.runtime_interpreters, quiet))
        return 0;
    for (int i = 0; interpreter && i < MAX_INTERPRETERS; i++) {
        state = first_state(interpreter, quiet);
        for (int k = 0; state && k < MAX_THREADS; k++) {
            if (is_own_state(state, quiet) && frame_of(state, &frame, quiet))
                return state;
            if (!word_at(&state, state + python.layout.thread_next, quiet))
                break;
        }
        if (!word_at(&interpreter, interpreter + python.layout.interpreter_next, quiet))
            break;
    }
    return 0;
}

static uint64_t mix(uint64_t hash, uint64_t value)
{
    return (hash ^ value) * 0x9e3779b97f4a7c15u + (hash >> 29);
}

/* What else tells a code object from one that stood at its address before. */
static bool mix_code(uint64_t *hash, uintptr_t code, bool quiet)
{
    uint64_t name, table;
    if (!word_at(&name, code + python.layout.code_name, quiet) ||
        !word_at(&table, code + python.layout.code_table, quiet))
        return false;
    *hash = mix(mix(*hash, name), table);
    return true;
}

/* Reads one frame.  False: unreadable.  A frame that is only a border to C has code 0. */
static bool read_frame(uintptr_t frame, struct iq_python_place *place, uint64_t *previous,
                       bool quiet)
{
    const struct iq_python_layout *layout = &python.layout;
    uint8_t owner = 0, entry = layout->frame_owner == IQ_PYTHON_NONE;
    uint64_t code, at;
    int32_t index;
    if (!word_at(previous, frame + layout->frame_previous, quiet) ||
        !word_at(&code, frame + layout->frame_code, quiet) ||
        (layout->frame_owner != IQ_PYTHON_NONE &&
         !bytes_at(&owner, frame + layout->frame_owner, 1, quiet)) ||
        (layout->frame_entry != IQ_PYTHON_NONE &&
         !bytes_at(&entry, frame + layout->frame_entry, 1, quiet)))
        return false;
    if (owner >= 3) {
        place->code = 0;
        return true;
    }
    if (layout->code_instructions != IQ_PYTHON_NONE) {
        if (!word_at(&at, frame + layout->frame_at, quiet))
            return false;
        code &= ~(uint64_t)3; /* 3.14 keeps a tag in references */
        place->at = (int64_t)(at - code - layout->code_instructions);
    } else {
        if (!bytes_at(&index, frame + layout->frame_at, sizeof index, quiet))
            return false;
        place->at = (int64_t)index * layout->at_scale;
    }
    place->code = code;
    place->entered = entry;
    return true;
}

IQ_FAST bool iq_python_key(uint64_t *key, uintptr_t state)
{
    const struct iq_python_layout *layout = &python.layout;
    uint64_t frame, at;
    if (!state || !iq_peek_word(&frame, state + layout->thread_frame) ||
        (layout->cframe_frame != IQ_PYTHON_NONE &&
         !iq_peek_word(&frame, frame + layout->cframe_frame)) ||
        !iq_peek_word(&at, (frame + layout->frame_at) & ~(uintptr_t)7))
        return false;
    *key = iq_hash_u64(frame ^ at * 0x9e3779b97f4a7c15u);
    return true;
}

static bool walk_frames(struct iq_python_walk *walk, uintptr_t *state, bool quiet)
{
    uint64_t frame, previous;
    walk->count = 0;
    walk->hash = 0;
    if (!*state || !is_own_state(*state, quiet) || !frame_of(*state, &frame, quiet)) {
        *state = find_state(quiet);
        if (!*state || !frame_of(*state, &frame, quiet))
            return false;
    }
    for (int steps = 0; frame && walk->count < IQ_PYTHON_DEPTH && steps < 4 * IQ_PYTHON_DEPTH;
         steps++, frame = previous) {
        struct iq_python_place *place = &walk->place[walk->count];
        if (!read_frame(frame, place, &previous, quiet))
            break;
        if (!place->code) {
            if (walk->count && !walk->place[walk->count - 1].entered) {
                walk->place[walk->count - 1].entered = true;
                walk->hash++;
            }
            continue;
        }
        walk->hash = mix(mix(walk->hash, place->code), (uint64_t)place->at << 1 | place->entered);
        if (walk->count < DISTINCT_FRAMES && !mix_code(&walk->hash, place->code, quiet))
            break;
        walk->count++;
    }
    walk->hash = iq_hash_u64(walk->hash);
    return walk->count > 0;
}

bool iq_python_walk(struct iq_python_walk *walk, uintptr_t *state, struct iq_python_reads *reads,
                    bool quiet)
{
    if (reads)
        reads->count = 0;
    noting = reads;
    bool found = walk_frames(walk, state, quiet);
    noting = NULL;
    return found;
}

/* --- reading and interning
 * ----------------------------------------------------------------------------------------- */

/* IQ_LOCK_STACKS held. */
static const char *intern_text(const char *text)
{
    uint64_t key = iq_hash_bytes(text, strlen(text));
    const char *known = iq_map_get(&texts, key);
    if (known && !strcmp(known, text))
        return known;
    char *copy = iq_core_copy(text);
    if (copy && !known)
        IQ_DROP(iq_map_set(&texts, key, copy)); /* else it is copied again */
    return copy;
}

static uint32_t read_line(const struct iq_python_place *place, bool quiet)
{
    static uint8_t table[TABLE_BYTES]; /* IQ_LOCK_STACKS held */
    const struct iq_python_layout *layout = &python.layout;
    uint64_t object, size;
    int32_t first;
    if (!iq_peek(&first, place->code + layout->code_line, sizeof first, quiet) || first < 0 ||
        !word_at(&object, place->code + layout->code_table, quiet) ||
        !word_at(&size, object + layout->head, quiet) || size > sizeof table ||
        !iq_peek(table, object + layout->head + 16, size, quiet))
        return 0;
    return iq_python_line(layout->lines, table, size, (uint32_t)first, place->at);
}

/* Does the frame belong to the interpreter itself, like the import machinery?  Tracebacks hide
 * those, too.  Innermost ones that machine code has entered are kept, because the report counts
 * such frames. */
static bool is_internal(const char *file) { return !strncmp(file, "<frozen ", 8); }

/* 1: read, 0: to be left out, -1: no code object stands there. */
static int read_code(const struct iq_python_place *place, struct frame *frame, bool quiet)
{
    static char text[4096]; /* IQ_LOCK_STACKS held */
    const struct iq_python_layout *layout = &python.layout;
    uint64_t type, name, file;
    if (!word_at(&type, place->code + layout->head - 8, quiet) || type != python.code_type ||
        !word_at(&name, place->code + layout->code_name, quiet) ||
        !word_at(&file, place->code + layout->code_file, quiet) ||
        !iq_python_text(layout, name, text, sizeof text, quiet))
        return -1;
    frame->function = intern_text(text);
    if (!iq_python_text(layout, file, text, sizeof text, quiet))
        return -1;
    frame->file = intern_text(text);
    frame->line = read_line(place, quiet);
    frame->entered = place->entered;
    return is_internal(text) ? 0 : 1;
}

/* IQ_LOCK_STACKS held. */
static struct stack *add_stack(const struct frame *frame, uint32_t count)
{
    if (stack_count == (uint32_t)STACK_BLOCK * STACK_BLOCKS)
        return NULL;
    struct stack ***block = &blocks[stack_count / STACK_BLOCK];
    if (!*block && !(*block = iq_core_alloc(STACK_BLOCK * sizeof **block)))
        return NULL;
    struct stack *stack = iq_core_alloc(sizeof *stack + count * sizeof *frame);
    if (!stack)
        return NULL;
    memcpy(stack->frame, frame, count * sizeof *frame);
    stack->count = count;
    (*block)[stack_count % STACK_BLOCK] = stack;
    stack->id = ++stack_count;
    return stack;
}

/* IQ_LOCK_STACKS held. */
static struct stack *read_stack(const struct iq_python_walk *walk, bool quiet)
{
    static struct frame frame[IQ_PYTHON_DEPTH];
    uint32_t count = 0, own = 0; /* own: of those that are kept, the interpreter's innermost ones */
    uint64_t hash = 0;
    for (uint32_t i = 0; i < walk->count; i++) {
        int read = read_code(&walk->place[i], &frame[count], quiet);
        if (read < 0)
            break;
        if (!read && (count > own || !walk->place[i].entered)) {
            if (walk->place[i].entered)
                frame[count - 1].entered = true;
            continue;
        }
        own += !read;
        hash = mix(mix(mix(hash, (uintptr_t)frame[count].function), (uintptr_t)frame[count].file),
                   (uint64_t)frame[count].line << 1 | frame[count].entered);
        count++;
    }
    if (!count)
        return NULL;
    hash = iq_hash_u64(hash);
    struct stack *stack = iq_map_get(&by_content, hash);
    if (!stack && (stack = add_stack(frame, count)))
        IQ_DROP(iq_map_set(&by_content, hash, stack)); /* else it is written again */
    return stack;
}

uint32_t iq_python_intern(const struct iq_python_walk *walk, bool quiet)
{
    iq_lock(IQ_LOCK_STACKS);
    struct stack *stack = iq_map_get(&by_walk, walk->hash);
    if (!stack && (stack = read_stack(walk, quiet)))
        IQ_DROP(iq_map_set(&by_walk, walk->hash, stack)); /* else it is read again */
    uint32_t id = stack ? stack->id : 0;
    iq_unlock(IQ_LOCK_STACKS);
    return id;
}

void iq_python_write(uint32_t id, uint32_t number)
{
    if (!number || number > stack_count || !iq_trace_begin(IQ_REC_PYSTACK))
        return;
    const struct stack *stack = blocks[(number - 1) / STACK_BLOCK][(number - 1) % STACK_BLOCK];
    iq_trace_u64(IQ_TAG_STACK_ID, id);
    for (uint32_t i = 0; i < stack->count; i++) {
        iq_trace_text(IQ_TAG_FUNCTION, stack->frame[i].function);
        iq_trace_text(IQ_TAG_FILE, stack->frame[i].file);
        if (stack->frame[i].line)
            iq_trace_u64(IQ_TAG_LINE, stack->frame[i].line);
        iq_trace_u64(IQ_TAG_ENTERED, stack->frame[i].entered);
    }
    iq_trace_end();
}
