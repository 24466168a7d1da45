/* The first work item of a compute shader, step by step. */
#include <string.h>

#include "image/spirv_inner.h"

enum {
    STEPS = 20000,
    FRAMES = 16,
    PHIS = 32,
    NUM_GROUPS = 24,
    GROUP_ID = 26,
    LOCAL_ID = 27,
    GLOBAL_ID = 28,
    LOCAL_INDEX = 29
};

struct spirv_frame {
    uint32_t at, result, label, previous;
}; /* where to go on after a call */

struct machine {
    struct iq_spirv *shader;
    const struct iq_spirv_run *run;
    struct iq_spirv_access *out;
    int room, count;
    struct spirv_frame frames[FRAMES];
    uint32_t depth, at, label, previous; /* the next instruction; the blocks */
};

static struct spirv_value nothing; /* UNKNOWN */

static struct spirv_value *value_of(const struct machine *m, uint32_t id)
{
    return id < m->shader->bound ? &m->shader->values[id] : &nothing;
}

static void set(struct machine *m, uint32_t id, struct spirv_value value)
{
    if (id && id < m->shader->bound)
        m->shader->values[id] = value;
}

static struct spirv_value number(uint32_t value)
{
    return (struct spirv_value){ .kind = NUMBERS, .known = 1, .count = 1, .lane = { value } };
}

static uint32_t word(const struct machine *m, uint32_t n)
{
    return spirv_word(m->shader, m->at, n);
}

/* Storage class of the variable behind a pointer; its id has a definition. */
static uint32_t class_of(const struct machine *m, const struct spirv_value *pointer)
{
    return spirv_word(m->shader, m->shader->ids[pointer->variable].at, 3);
}

static bool is_own(uint32_t class) { return class == IN_FUNCTION || class == IN_PRIVATE; }

/* --- constants, variables
 * ------------------------------------------------------------------------------------------
 */

static struct spirv_value specialised(const struct machine *m, uint32_t id, uint32_t value)
{
    uint32_t spec = id < m->shader->bound ? m->shader->ids[id].spec : 0;
    for (uint32_t i = 0; spec && i < m->run->constant_count; i++)
        if (m->run->constants[i].id == spec - 1)
            value = m->run->constants[i].value;
    return number(value);
}

/* Puts the parts from word [first] on together. */
static struct spirv_value construct(const struct machine *m, uint32_t type, uint32_t first)
{
    struct spirv_value out = { .kind = NUMBERS, .count = spirv_lanes(m->shader, type) };
    uint32_t lanes = 0;
    for (uint32_t i = first; i < spirv_words_at(m->shader, m->at) && lanes < out.count; i++) {
        const struct spirv_value *part = value_of(m, word(m, i));
        if (part->kind != NUMBERS) /* how many lanes it has is not known */
            return nothing;
        for (uint32_t k = 0; k < part->count && lanes < out.count; k++, lanes++) {
            out.lane[lanes] = part->lane[k];
            out.known |= (uint8_t)((part->known >> k & 1) << lanes);
        }
        out.of_ids |= part->of_ids;
    }
    return out.count ? out : nothing;
}

static struct spirv_value variable(struct machine *m, uint32_t id)
{
    struct iq_spirv *shader = m->shader;
    uint32_t pointer = spirv_place(shader, word(m, 1)), class = word(m, 3),
             type = pointer ? spirv_word(shader, pointer, 3) : 0;
    struct spirv_value out = { .kind = POINTER, .type = type, .variable = id };
    if (id >= shader->bound || shader->ids[id].at != m->at)
        return nothing;
    switch (class) {
    case IN_UNIFORM:
    case IN_STORAGE: /* arrays of bindings are not followed */
        return shader->ids[id].has_binding && spirv_op_of(shader, type) == OP_TYPE_STRUCT ? out
                                                                                          : nothing;
    case IN_CONSTANTS:
        return shader->ids[id].has_binding && spirv_op_of(shader, type) == OP_TYPE_IMAGE ? out
                                                                                         : nothing;
    case IN_INPUT:
    case IN_PUSH: return out;
    case IN_FUNCTION:
    case IN_PRIVATE:
        shader->contents[id] = *value_of(m, word(m, 4));
        return spirv_lanes(shader, type) ? out : nothing;
    default: return nothing;
    }
}

/* An instruction outside of functions. */
static void declare(struct machine *m, uint32_t op)
{
    uint32_t id = word(m, 2);
    switch (op) {
    case OP_CONSTANT_TRUE:
    case OP_CONSTANT_FALSE: set(m, id, number(op == OP_CONSTANT_TRUE)); break;
    case OP_SPEC_TRUE:
    case OP_SPEC_FALSE: set(m, id, specialised(m, id, op == OP_SPEC_TRUE)); break;
    case OP_CONSTANT:
    case OP_SPEC_CONSTANT:
        if (spirv_words_at(m->shader, m->at) == 4 && spirv_lanes(m->shader, word(m, 1)))
            set(m, id, op == OP_CONSTANT ? number(word(m, 3)) : specialised(m, id, word(m, 3)));
        break;
    case OP_CONSTANT_COMPOSITE:
    case OP_SPEC_COMPOSITE: set(m, id, construct(m, word(m, 1), 3)); break;
    case OP_CONSTANT_NULL:
        if (spirv_lanes(m->shader, word(m, 1)))
            set(m, id,
                (struct spirv_value){
                    .kind = NUMBERS, .known = 15, .count = spirv_lanes(m->shader, word(m, 1)) });
        break;
    case OP_SPEC_OP:
        if (spirv_lanes(m->shader, word(m, 1)))
            set(m, id,
                spirv_compute(word(m, 3), value_of(m, word(m, 4)), value_of(m, word(m, 5)),
                              value_of(m, word(m, 6))));
        break;
    case OP_VARIABLE: set(m, id, variable(m, id)); break;
    default: break;
    }
}

/* --- memory
 * ------------------------------------------------------------------------------------------
 */

static void note(struct machine *m, const struct spirv_value *pointer, uint64_t lo, uint64_t size,
                 bool write, bool atomic, bool image)
{
    const struct spirv_id *id = &m->shader->ids[pointer->variable];
    struct iq_spirv_access access = { .set = id->set,
                                      .binding = id->binding,
                                      .lo = lo,
                                      .hi = lo + size,
                                      .write = write,
                                      .atomic = atomic,
                                      .image = image };
    for (int i = 0; i < m->count; i++) {
        const struct iq_spirv_access *old = &m->out[i];
        if (old->set == access.set && old->binding == access.binding && old->lo == lo &&
            old->hi == access.hi && old->write == write && old->atomic == atomic)
            return;
    }
    if (m->count < m->room)
        m->out[m->count++] = access;
}

/* The last store put [value] there. */
static void note_value(struct machine *m, const struct spirv_value *pointer,
                       const struct spirv_value *value)
{
    const struct spirv_id *id = &m->shader->ids[pointer->variable];
    bool known = value->count == 1 && spirv_is_known(value, 0);
    for (int i = 0; i < m->count; i++) {
        struct iq_spirv_access *access = &m->out[i];
        if (access->set != id->set || access->binding != id->binding ||
            access->lo != pointer->offset || !access->write)
            continue;
        access->is_known = known;
        access->value = known ? value->lane[0] : 0;
    }
}

/* Is it an access to what is bound?  Then it is noted. */
static bool access(struct machine *m, const struct spirv_value *pointer, bool write, bool atomic)
{
    uint32_t class = pointer->kind == POINTER ? class_of(m, pointer) : IN_CONSTANTS, size;
    if (class != IN_UNIFORM && class != IN_STORAGE)
        return false;
    size = spirv_bytes(m->shader, pointer->type);
    note(m, pointer, pointer->offset, size ? size : 1, write, atomic, false);
    return true;
}

static struct spirv_value pushed(const struct machine *m, const struct spirv_value *pointer)
{
    struct spirv_value out = { .kind = NUMBERS, .count = spirv_lanes(m->shader, pointer->type) };
    if (spirv_bytes(m->shader, pointer->type) != out.count * sizeof(uint32_t))
        return nothing;
    for (uint32_t i = 0; i < out.count; i++) {
        uint64_t at = pointer->offset + i * sizeof(uint32_t);
        if (at > m->run->push_bytes || m->run->push_bytes - at < sizeof(uint32_t))
            continue;
        memcpy(&out.lane[i], m->run->push + at, sizeof(uint32_t));
        out.known |= (uint8_t)(1u << i);
    }
    return out;
}

static struct spirv_value input(const struct machine *m, const struct spirv_value *pointer)
{
    uint32_t builtin = m->shader->ids[pointer->variable].builtin,
             lanes = spirv_lanes(m->shader, pointer->type), first = (uint32_t)pointer->offset;
    struct spirv_value out = { .kind = NUMBERS, .known = 15, .of_ids = true, .count = lanes };
    switch (builtin ? builtin - 1 : 0) {
    case GROUP_ID:
    case LOCAL_ID:
    case GLOBAL_ID:
    case LOCAL_INDEX: return lanes ? out : nothing;
    case NUM_GROUPS:
        out.of_ids = false;
        for (uint32_t i = 0; i < lanes; i++)
            out.lane[i] = first + i < 3 ? m->run->groups[first + i] : 0;
        return lanes ? out : nothing;
    default: return nothing;
    }
}

/* Lanes of a variable of the shader's own, from that of the pointer on. */
static struct spirv_value content(const struct machine *m, const struct spirv_value *pointer)
{
    const struct spirv_value *whole = &m->shader->contents[pointer->variable];
    struct spirv_value out = *whole;
    uint32_t lanes = spirv_lanes(m->shader, pointer->type), first = (uint32_t)pointer->offset;
    if (whole->spoiled || !lanes)
        return nothing;
    if (whole->kind != NUMBERS || lanes == whole->count)
        return out;
    out.count = lanes;
    out.known = (uint8_t)(whole->known >> first);
    for (uint32_t i = 0; i < lanes && i < LANES; i++)
        out.lane[i] = first + i < LANES ? whole->lane[first + i] : 0;
    return out;
}

static struct spirv_value load(struct machine *m, const struct spirv_value *pointer)
{
    if (pointer->kind != POINTER || access(m, pointer, false, false))
        return nothing;
    uint32_t class = class_of(m, pointer);
    if (class == IN_PUSH)
        return pushed(m, pointer);
    if (class == IN_INPUT)
        return input(m, pointer);
    if (class == IN_CONSTANTS)
        return (struct spirv_value){ .kind = IMAGE, .variable = pointer->variable };
    return is_own(class) ? content(m, pointer) : nothing;
}

static void store(struct machine *m, const struct spirv_value *pointer,
                  const struct spirv_value *value)
{
    if (pointer->kind != POINTER)
        return;
    if (access(m, pointer, true, false)) {
        note_value(m, pointer, value);
        return;
    }
    if (!is_own(class_of(m, pointer)))
        return;
    struct spirv_value *whole = &m->shader->contents[pointer->variable];
    uint32_t variable_type =
        spirv_place(m->shader, spirv_word(m->shader, m->shader->ids[pointer->variable].at, 1));
    uint32_t all = spirv_lanes(m->shader,
                               variable_type ? spirv_word(m->shader, variable_type, 3) : 0),
             lane = (uint32_t)pointer->offset;
    if (spirv_lanes(m->shader, pointer->type) == all) {
        bool spoiled = whole->spoiled;
        *whole = *value;
        whole->spoiled = spoiled;
    } else if (lane < LANES) {
        if (whole->kind != NUMBERS)
            *whole =
                (struct spirv_value){ .kind = NUMBERS, .count = all, .spoiled = whole->spoiled };
        bool known = spirv_is_known(value, 0);
        whole->lane[lane] = known ? value->lane[0] : 0;
        whole->known = (uint8_t)((whole->known & ~(1u << lane)) | (uint32_t)known << lane);
        whole->of_ids |= value->of_ids;
    }
}

static struct spirv_value chain(struct machine *m)
{
    struct spirv_value at = *value_of(m, word(m, 3));
    if (at.kind != POINTER)
        return nothing;
    bool own = is_own(class_of(m, &at)) || class_of(m, &at) == IN_INPUT;
    for (uint32_t i = 4; i < spirv_words_at(m->shader, m->at); i++) {
        const struct spirv_value *index = value_of(m, word(m, i));
        uint64_t offset = 0;
        uint32_t type = spirv_is_known(index, 0)
                            ? spirv_member(m->shader, at.type, index->lane[0], &offset)
                            : 0;
        if (!type || (own && index->lane[0] >= LANES)) {
            if (own)
                m->shader->contents[at.variable].spoiled = true;
            return nothing;
        }
        at.type = type;
        at.offset += own ? index->lane[0] : offset;
    }
    return at;
}

static struct spirv_value length(const struct machine *m)
{
    const struct spirv_value *pointer = value_of(m, word(m, 3));
    uint64_t first = 0, bytes;
    if (pointer->kind != POINTER || !m->run->bytes_bound)
        return nothing;
    const struct spirv_id *id = &m->shader->ids[pointer->variable];
    uint32_t array = spirv_member(m->shader, pointer->type, word(m, 4), &first);
    uint32_t stride = spirv_place(m->shader, array) ? m->shader->ids[array].stride : 0;
    bytes = m->run->bytes_bound(m->run->user, id->set, id->binding);
    return stride && bytes > first ? number((uint32_t)((bytes - first) / stride)) : nothing;
}

static void image(struct machine *m, uint32_t which, uint32_t where, bool write)
{
    const struct spirv_value *at = value_of(m, which), *coordinate = value_of(m, where);
    uint64_t lo = 0;
    if (at->kind != IMAGE || coordinate->kind != NUMBERS ||
        coordinate->known + 1 < 1 << coordinate->count)
        return;
    for (uint32_t i = 0; i < coordinate->count && i < 3; i++) {
        if (coordinate->lane[i] > UINT16_MAX)
            return;
        lo |= (uint64_t)coordinate->lane[i] << 16 * i;
    }
    note(m, at, lo, 1, write, false, true);
}

/* --- control flow
 * ------------------------------------------------------------------------------------------
 */

/* False: the run ends. */
static bool jump(struct machine *m, uint32_t label)
{
    if (spirv_op_of(m->shader, label) != OP_LABEL)
        return false;
    m->previous = m->label;
    m->label = label;
    m->at = spirv_place(m->shader, label);
    return true;
}

static bool branch(struct machine *m, uint32_t op)
{
    const struct spirv_value *selector = op == OP_BRANCH ? NULL : value_of(m, word(m, 1));
    uint32_t target = word(m, op == OP_BRANCH ? 1 : 2);
    if (selector && (selector->count != 1 || !spirv_is_known(selector, 0)))
        return false;
    if (op == OP_BRANCH_IF && !selector->lane[0])
        target = word(m, 3);
    for (uint32_t i = 3; op == OP_SWITCH && i + 1 < spirv_words_at(m->shader, m->at); i += 2)
        if (word(m, i) == selector->lane[0]) {
            target = word(m, i + 1);
            break;
        }
    return jump(m, target);
}

static bool call(struct machine *m)
{
    struct iq_spirv *shader = m->shader;
    uint32_t at = spirv_place(shader, word(m, 3)), given = 4;
    if (spirv_op_of(shader, word(m, 3)) != OP_FUNCTION || m->depth == FRAMES)
        return false;
    for (at += spirv_words_at(shader, at);
         at < shader->words && spirv_op_at(shader, at) == OP_PARAMETER;
         at += spirv_words_at(shader, at))
        set(m, spirv_word(shader, at, 2), *value_of(m, word(m, given++)));
    if (at >= shader->words || spirv_op_at(shader, at) != OP_LABEL)
        return false;
    m->frames[m->depth++] = (struct spirv_frame){ m->at + spirv_words_at(shader, m->at), word(m, 2),
                                                  m->label, m->previous };
    m->at = at;
    m->label = spirv_word(shader, at, 1);
    return true;
}

static bool come_back(struct machine *m, struct spirv_value result)
{
    if (!m->depth)
        return false;
    const struct spirv_frame *frame = &m->frames[--m->depth];
    m->at = frame->at;
    m->label = frame->label;
    m->previous = frame->previous;
    set(m, frame->result, result);
    return m->at < m->shader->words;
}

/* All of a block take their values at once. */
static void phis(struct machine *m)
{
    struct spirv_value taken[PHIS];
    uint32_t ids[PHIS], count = 0;
    while (m->at < m->shader->words && spirv_op_at(m->shader, m->at) == OP_PHI) {
        struct spirv_value value = nothing;
        for (uint32_t i = 3; i + 1 < spirv_words_at(m->shader, m->at); i += 2)
            if (word(m, i + 1) == m->previous)
                value = *value_of(m, word(m, i));
        if (count < PHIS) {
            ids[count] = word(m, 2);
            taken[count++] = value;
        } else
            set(m, word(m, 2), nothing);
        m->at += spirv_words_at(m->shader, m->at);
    }
    for (uint32_t i = 0; i < count; i++)
        set(m, ids[i], taken[i]);
}

/* --- instructions
 * ------------------------------------------------------------------------------------------
 */

static struct spirv_value shuffle(const struct machine *m)
{
    const struct spirv_value *a = value_of(m, word(m, 3)), *b = value_of(m, word(m, 4));
    struct spirv_value out = { .kind = NUMBERS, .count = spirv_lanes(m->shader, word(m, 1)) };
    if (a->kind != NUMBERS || b->kind != NUMBERS)
        return nothing;
    out.of_ids = a->of_ids || b->of_ids;
    for (uint32_t i = 0; i < out.count; i++) {
        uint32_t lane = word(m, 5 + i);
        const struct spirv_value *from = lane < a->count ? a : b;
        lane -= lane < a->count ? 0 : a->count;
        if (lane >= from->count || lane >= LANES)
            continue;
        out.lane[i] = from->lane[lane];
        out.known |= (uint8_t)((from->known >> lane & 1) << i);
    }
    return out;
}

static struct spirv_value extract(const struct machine *m)
{
    const struct spirv_value *from = value_of(m, word(m, 3));
    uint32_t lane = word(m, 4);
    if (from->kind != NUMBERS || spirv_words_at(m->shader, m->at) != 5 || lane >= from->count ||
        lane >= LANES)
        return nothing;
    struct spirv_value out = number(from->lane[lane]);
    out.known = from->known >> lane & 1;
    out.of_ids = from->of_ids;
    return out;
}

/* Whatever an instruction does that is not looked at: variables that it is given are not known any
 * more. */
static void forget(struct machine *m)
{
    for (uint32_t i = 1; i < spirv_words_at(m->shader, m->at); i++) {
        const struct spirv_value *pointer = value_of(m, word(m, i));
        if (pointer->kind == POINTER && is_own(class_of(m, pointer)))
            m->shader->contents[pointer->variable] =
                (struct spirv_value){ .spoiled = m->shader->contents[pointer->variable].spoiled };
    }
}

static void work(struct machine *m, uint32_t op)
{
    uint32_t id = word(m, 2);
    switch (op) {
    case OP_VARIABLE: set(m, id, variable(m, id)); break;
    case OP_LOAD: set(m, id, load(m, value_of(m, word(m, 3)))); break;
    case OP_STORE: store(m, value_of(m, word(m, 1)), value_of(m, word(m, 2))); break;
    case OP_ACCESS_CHAIN:
    case OP_IN_BOUNDS_ACCESS_CHAIN: set(m, id, chain(m)); break;
    case OP_ARRAY_LENGTH: set(m, id, length(m)); break;
    case OP_SHUFFLE: set(m, id, shuffle(m)); break;
    case OP_CONSTRUCT: set(m, id, construct(m, word(m, 1), 3)); break;
    case OP_EXTRACT: set(m, id, extract(m)); break;
    case OP_IMAGE_READ: image(m, word(m, 3), word(m, 4), false); break;
    case OP_IMAGE_WRITE: image(m, word(m, 1), word(m, 2), true); break;
    default:
        if (op >= OP_ATOMIC_LOAD && op <= OP_ATOMIC_LAST)
            (void)access(m, value_of(m, word(m, op == OP_ATOMIC_STORE ? 1 : 3)),
                         op != OP_ATOMIC_LOAD, true);
        else if (op >= OP_UCONVERT && op <= OP_NOT && spirv_lanes(m->shader, word(m, 1)))
            set(m, id,
                spirv_compute(op, value_of(m, word(m, 3)), value_of(m, word(m, 4)),
                              value_of(m, word(m, 5))));
        else if (op == OP_COPY_OBJECT)
            set(m, id, *value_of(m, word(m, 3)));
        else
            forget(m);
    }
}

/* One instruction.  False: the run ends. */
static bool step(struct machine *m)
{
    uint32_t op = spirv_op_at(m->shader, m->at);
    switch (op) {
    case OP_LABEL:
        m->label = word(m, 1);
        m->at += spirv_words_at(m->shader, m->at);
        phis(m);
        return true;
    case OP_BRANCH:
    case OP_BRANCH_IF:
    case OP_SWITCH: return branch(m, op);
    case OP_CALL: return call(m);
    case OP_RETURN: return come_back(m, nothing);
    case OP_RETURN_VALUE: return come_back(m, *value_of(m, word(m, 1)));
    case OP_FUNCTION_END: return false;
    default:
        if (op > OP_SWITCH && op < 256) /* the ways to end an invocation */
            return false;
        work(m, op);
        m->at += spirv_words_at(m->shader, m->at);
        return true;
    }
}

int iq_spirv_first_item(struct iq_spirv *shader, const struct iq_spirv_run *run,
                        struct iq_spirv_access *out, int room)
{
    struct machine m = { .shader = shader, .run = run, .out = out, .room = room };
    memset(shader->values, 0, shader->bound * sizeof *shader->values);
    memset(shader->contents, 0, shader->bound * sizeof *shader->contents);
    uint32_t function =
        run->groups[0] && run->groups[1] && run->groups[2] ? spirv_entry(shader, run->entry) : 0;
    if (!function || spirv_op_at(shader, function) != OP_FUNCTION)
        return 0;
    for (m.at = HEADER; m.at < shader->functions; m.at += spirv_words_at(shader, m.at))
        declare(&m, spirv_op_at(shader, m.at));
    m.at = function + spirv_words_at(shader, function);
    for (int i = 0; i < STEPS && m.at < shader->words && step(&m); i++)
        ;
    return m.count;
}
