/* What the records of a kernel in PTX come to: the values of its registers, what thread 0 certainly
 * does, and which bytes are used through which parameter. */
#include "image/ptx_scan.h"

enum { ROUNDS = 64, TENSOR_MAP_BYTES = 128 };

/* Values. */

static struct iq_ptx_value computed(const struct ptx_scan *s, const struct ptx_scan_record *r)
{
    const struct iq_ptx_value *v[3];
    struct iq_ptx_value result = { .state = IQ_PTX_VARIES }, factors;
    for (int i = 0; i < 3; i++)
        v[i] = &s->values[r->from[i < r->count ? i : 0]];
    switch (r->count ? r->what : UNKNOWN) {
    case MOVE: return *v[0];
    case COMBINE:
        result = r->count == 2 ? iq_ptx_value_sum(v[0], v[1], false) : *v[0];
        result.explained = false;
        return result;
    case ADD:
    case SUB: return r->count == 2 ? iq_ptx_value_sum(v[0], v[1], r->what == SUB) : *v[0];
    case MULTIPLY: return iq_ptx_value_product(v[0], v[1], false);
    case SHIFT: return iq_ptx_value_product(v[0], v[1], true);
    case AND:
        return iq_ptx_value_is_nothing(v[0]) ? *v[0]
               : iq_ptx_value_is_nothing(v[1])
                   ? *v[1]
                   : (struct iq_ptx_value){ .words = v[0]->words | v[1]->words,
                                            .state = IQ_PTX_VARIES,
                                            .other = v[0]->other || v[1]->other };
    case MULTIPLY_ADD:
        factors = iq_ptx_value_product(v[0], v[1], false);
        return iq_ptx_value_sum(&factors, v[2], false);
    default:
        if (r->count && r->what == PART && iq_ptx_value_is_nothing(v[0]))
            return *v[0];
        for (int i = 0; i < r->count; i++)
            result.other |= v[i]->words || v[i]->other || !v[i]->state;
        return result;
    }
}

static struct iq_ptx_value result_of(const struct ptx_scan *s, const struct ptx_scan_record *r)
{
    struct iq_ptx_value result = computed(s, r);
    if (r->widens)
        iq_ptx_value_widen(&result, (enum iq_ptx_sign)r->widens);
    return result;
}

/* Registers that only the hardware or a function defines. */
static void define_rest(struct ptx_scan *s)
{
    for (uint32_t i = 0; i < s->record_count; i++)
        s->values[s->records[i].to].defined = true;
    for (uint32_t i = 0; i < s->slot_count; i++)
        if (s->keys[i] && !s->values[i].state && !s->values[i].defined)
            s->values[i] = (struct iq_ptx_value){ .state = IQ_PTX_VARIES, .other = true };
}

bool ptx_scan_settle(struct ptx_scan *s)
{
    bool changed = true;
    define_rest(s);
    for (int round = 0; changed && round < ROUNDS; round++) {
        changed = false;
        for (uint32_t i = 0; i < s->record_count; i++) {
            struct iq_ptx_value v = result_of(s, &s->records[i]);
            for (int k = 0; k < s->records[i].count; k++)
                v.uneven |= s->values[s->records[i].from[k]].uneven;
            changed |= iq_ptx_value_join(&s->values[s->records[i].to], &v);
        }
    }
    return !changed;
}

/* Bytes [at, at + size) of the 64 that are kept. */
static uint64_t byte_mask(int64_t at, unsigned size)
{
    if (at < 0 || at >= 64 || !size)
        return 0;
    uint64_t bits = size >= 64 ? UINT64_MAX : (1ull << size) - 1;
    return bits << at;
}

/* The first access that depends on arguments or on what memory holds: a kernel that is told by a
 * flag to leave a pointer alone. Conditions on the thread's number, which bound almost every
 * access, hold for some thread. */
static uint32_t first_optional(const struct ptx_scan *s)
{
    for (uint32_t i = 0; i < s->condition_count; i++)
        if (!s->values[s->conditions[i].predicate].uneven)
            return s->conditions[i].accesses;
    return s->access_count;
}

/* What thread 0 sees in a comparison.  It is the first one of all: where its own number is compared
 * with an argument, that is taken for a size or an offset greater than 0. */
static int compare(const struct iq_ptx_value *a, const struct iq_ptx_value *b, int how)
{
    if (iq_ptx_value_is_nothing(b) && b->uneven && !(iq_ptx_value_is_nothing(a) && a->uneven)) {
        static const uint8_t turned[] = { EQ, NE, GT, GE, LT, LE };
        return compare(b, a, turned[how]);
    }
    if (!iq_ptx_value_is_nothing(a) || !a->uneven || !b->state)
        return IS_TRUE | IS_FALSE;
    /* of b to 0 */
    int order = iq_ptx_value_is_plain(b) ? (b->constant > 0) - (b->constant < 0) : 1;
    bool holds = how == EQ   ? !order
                 : how == NE ? order != 0
                 : how == LT ? order > 0
                 : how == LE ? order >= 0
                 : how == GT ? order < 0
                             : order <= 0;
    return holds ? IS_TRUE : IS_FALSE;
}

static int truth_of(const struct ptx_scan *s, uint32_t predicate, int depth);

static int truth_of_one(const struct ptx_scan *s, const struct ptx_scan_predicate *p, int depth)
{
    if (p->what == COMPARE)
        return compare(&s->values[p->from[0]], &s->values[p->from[1]], p->compare);
    if (p->what == PRED_OTHER || depth == 8)
        return IS_TRUE | IS_FALSE;
    int a = truth_of(s, p->from[0], depth + 1),
        b = p->what == PRED_NOT ? a : truth_of(s, p->from[1], depth + 1);
    bool known = a != (IS_TRUE | IS_FALSE) && b != (IS_TRUE | IS_FALSE);
    switch (p->what) {
    case PRED_NOT: return known ? a ^ (IS_TRUE | IS_FALSE) : a;
    case PRED_AND:
        return a == IS_FALSE || b == IS_FALSE ? IS_FALSE : known ? IS_TRUE : IS_TRUE | IS_FALSE;
    case PRED_OR:
        return a == IS_TRUE || b == IS_TRUE ? IS_TRUE : known ? IS_FALSE : IS_TRUE | IS_FALSE;
    default: return !known ? IS_TRUE | IS_FALSE : a == b ? IS_FALSE : IS_TRUE;
    }
}

/* What thread 0 sees in [predicate]: the only value, or both. */
static int truth_of(const struct ptx_scan *s, uint32_t predicate, int depth)
{
    int truth = 0;
    for (uint32_t i = 0; i < s->predicate_count && truth != (IS_TRUE | IS_FALSE); i++)
        if (s->predicates[i].to == predicate)
            truth |= truth_of_one(s, &s->predicates[i], depth);
    return truth ? truth : IS_TRUE | IS_FALSE;
}

/* Thread 0 does not make the accesses that it goes around: some other thread does, and nobody knows
 * where.  Where it is not known whether it goes around, it is not sure that it makes them. */
static void leave_out(struct ptx_scan *s)
{
    enum { MOST = 4096 };
    bool all = s->detour_count <= MOST;
    for (uint32_t i = 0; i < s->access_count && !all; i++)
        s->accesses[i].unsure = true;
    for (uint32_t i = 0; i < s->detour_count && i < MOST; i++) {
        const struct ptx_scan_detour *d = &s->detours[i];
        int truth = d->always ? IS_TRUE | IS_FALSE : truth_of(s, d->predicate, 0),
            goes = d->negated == (d->what != NEXT_ONE) ? IS_FALSE : IS_TRUE;
        uint32_t end = d->what == TO_END     ? s->access_count
                       : d->what == NEXT_ONE ? d->accesses + 1
                                             : d->accesses;
        if (!(truth & goes))
            continue;
        for (uint32_t k = 0; d->what == UP_TO_LABEL && k < s->label_count; k++)
            if (s->labels[k].name == d->label)
                end = s->labels[k].accesses;
        for (uint32_t k = d->accesses; k < end && k < s->access_count; k++) {
            s->accesses[k].left_out |= truth == goes;
            s->accesses[k].unsure = true;
        }
    }
}

/* The terms of [v] in numbers of the program; false: some cannot be told. */
static bool put_terms(const struct ptx_scan *s, const struct iq_ptx_value *v,
                      struct iq_image_word *word)
{
    for (int i = 0; i < v->term_count; i++) {
        const struct iq_ptx_term *from = &v->terms[i];
        const struct iq_image_word *number =
            from->param == IQ_PTX_A_WORD ? &s->kernel->words[from->offset] : NULL;
        if (from->bytes == 4 && from->sign == IQ_PTX_SIGN_UNKNOWN)
            return false;
        word->terms[i] =
            (struct iq_image_term){ number ? number->param : from->param,
                                    number ? number->offset : from->offset, from->bytes,
                                    from->sign == IQ_PTX_SIGNED, from->scale };
    }
    return v->term_count;
}

static bool have_same_terms(const struct iq_image_word *a, const struct iq_image_word *b)
{
    for (int i = 0; i < IQ_IMAGE_TERMS; i++) {
        const struct iq_image_term *one = &a->terms[i], *other = &b->terms[i];
        if (one->param != other->param || one->offset != other->offset ||
            one->bytes != other->bytes || one->is_signed != other->is_signed ||
            one->scale != other->scale)
            return false;
    }
    return true;
}

/* The word of accesses at the one in [v], an offset in other arguments and [constant] bytes, about;
 * NULL: none. */
static struct iq_image_word *word_with_offset(struct ptx_scan *s, const struct iq_ptx_value *v,
                                              int64_t constant)
{
    struct iq_image_kernel *kernel = s->kernel;
    const struct iq_image_word *base = &kernel->words[__builtin_ctzll(v->words)];
    struct iq_image_word wanted = { .param = base->param,
                                    .offset = base->offset,
                                    .shift = (int32_t)(constant & ~31ll) };
    if (constant > INT32_MAX / 2 || constant < INT32_MIN / 2 || !put_terms(s, v, &wanted))
        return NULL;
    for (int w = 0; w < kernel->word_count; w++)
        if (kernel->words[w].param == wanted.param && kernel->words[w].offset == wanted.offset &&
            kernel->words[w].shift == wanted.shift && have_same_terms(&kernel->words[w], &wanted))
            return &kernel->words[w];
    if (kernel->word_count == IQ_IMAGE_WORDS)
        return NULL;
    kernel->words[kernel->word_count] = wanted;
    return &kernel->words[kernel->word_count++];
}

/* [access] uses [bytes] of those that are kept of [word]. */
static void put_bytes(struct iq_image_word *word, const struct ptx_scan_access *access,
                      uint64_t bytes)
{
    if (!access->left_out)
        *(access->use == IQ_USE_READ    ? &word->read
          : access->use == IQ_USE_WRITE ? &word->written
                                        : &word->ordered) |= bytes;
    if (!access->unsure)
        *(access->use == IQ_USE_READ ? &word->sure_read : &word->sure_written) |= bytes;
}

/* Accesses at an address of which an offset in other arguments is a part. */
static void conclude_offsets(struct ptx_scan *s)
{
    for (uint32_t i = 0; i < s->access_count; i++) {
        const struct ptx_scan_access *access = &s->accesses[i];
        const struct iq_ptx_value *v = &s->values[access->address];
        bool one =
            iq_ptx_value_has_one_word(v) && v->other && v->explained && v->state == IQ_PTX_CONSTANT;
        if (!one || access->left_out || access->offset == INT32_MIN || !access->size)
            continue;
        int64_t constant = v->constant + access->offset;
        struct iq_image_word *word = word_with_offset(s, v, constant);
        uint64_t bytes = byte_mask(constant & 31, access->size);
        if (!word)
            continue;
        word->use |= access->use;
        put_bytes(word, access, bytes);
    }
}

/* A map that lies in a parameter, which tensor copies get by its address: it begins with the
 * address of the tensor, on GPUs (sm_90) as on the software device. */
static void add_tensor_maps(struct ptx_scan *s)
{
    struct iq_image_kernel *kernel = s->kernel;
    for (uint16_t i = 0; s->has_tensor_copies && i < kernel->param_count; i++) {
        bool known = false;
        for (int w = 0; w < kernel->word_count; w++)
            known |= kernel->words[w].param == i && !kernel->words[w].offset;
        if (!known && s->by_address & 1ull << i && kernel->params[i].size == TENSOR_MAP_BYTES &&
            kernel->word_count < IQ_IMAGE_WORDS)
            kernel->words[kernel->word_count++] = (struct iq_image_word){ .param = i };
    }
}

void ptx_scan_conclude(struct ptx_scan *s)
{
    struct iq_image_kernel *kernel = s->kernel;
    uint32_t optional = first_optional(s);
    uint64_t certain = 0;
    leave_out(s);
    add_tensor_maps(s);
    for (uint32_t i = 0; i < s->access_count; i++) {
        const struct ptx_scan_access *access = &s->accesses[i];
        const struct iq_ptx_value *v = &s->values[access->address];
        bool one = iq_ptx_value_has_one_word(v) && !v->other && access->offset != INT32_MIN &&
                   access->size;
        uint64_t bytes = byte_mask((v->state == IQ_PTX_CONSTANT ? v->constant : 0) + access->offset,
                                   access->size);
        for (int w = 0; w < kernel->word_count; w++) {
            struct iq_image_word *word = &kernel->words[w];
            if (!(v->words & 1ull << w))
                continue;
            word->use |= access->use | (one ? 0 : IQ_USE_SHIFTED);
            certain |= i < optional ? 1ull << w : 0;
            if (one)
                put_bytes(word, access, bytes);
        }
    }
    for (uint32_t i = 0; i < s->escape_count; i++)
        for (int w = 0; w < kernel->word_count; w++)
            if (s->values[s->escapes[i]].words & 1ull << w)
                kernel->words[w].use |= IQ_USE_UNKNOWN;
    for (int w = 0; w < kernel->word_count; w++) {
        if (s->by_address & 1ull << kernel->words[w].param)
            kernel->words[w].use |= IQ_USE_UNKNOWN;
        if (kernel->words[w].use && !(kernel->words[w].use & IQ_USE_UNKNOWN) &&
            !(certain & 1ull << w))
            kernel->words[w].use |= IQ_USE_OPTIONAL;
    }
    conclude_offsets(s);
}
