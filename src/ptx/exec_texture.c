/* Textures and surfaces: geometry here; the caller fetches, and says where surfaces have their
 * elements. */
#include <string.h>

#include "ptx/cold.h"
#include "ptx/exec.h"
#include "ptx/exec_cold.h"
#include "ptx/isa.h"
#include "ptx/race.h"

static uint32_t word(struct iq_warp *w, uint32_t operand, uint32_t l)
{
    return IQ_PTX_REG(const uint32_t, w, operand)[l];
}

static float real(struct iq_warp *w, uint32_t operand, uint32_t l)
{
    return IQ_PTX_REG(const float, w, operand)[l];
}

/* What all lanes ask for; *sources: operands used. */
static struct iq_ptx_texture request_of(const struct iq_ptx_block *b, const struct iq_ptx_insn *i)
{
    static const uint8_t dims[] = { 1, 2, 3, 1, 2, 3, 3 }, layered[] = { 0, 0, 0, 1, 1, 0, 1 },
                         cube[] = { 0, 0, 0, 0, 0, 1, 1 };
    uint32_t mod = i->mod, geom = mod & 15, more = (uint32_t)i->imm;
    return (struct iq_ptx_texture){ .dims = dims[geom],
                                    .array = layered[geom],
                                    .cube = cube[geom],
                                    .surface = (mod & TEXTURE_SURFACE) != 0,
                                    .store = (mod & TEXTURE_STORE) != 0,
                                    .formatted = (more & TEXTURE_FORMATTED) != 0,
                                    .float_coords = (mod & TEXTURE_FLOAT) != 0,
                                    .gather = (mod & TEXTURE_GATHER) != 0,
                                    .component = mod >> TEXTURE_COMPONENT_SHIFT & 3,
                                    .elements = mod >> TEXTURE_COUNT_SHIFT & 7,
                                    .element_bytes =
                                        (uint8_t)(1u << (mod >> TEXTURE_LOG_SHIFT & 3)),
                                    .clamp = mod >> TEXTURE_CLAMP_SHIFT & 3,
                                    .type = (char)(mod >> TEXTURE_TYPE_SHIFT & 127),
                                    .watched =
                                        b->program->writes_surfaces && b->race && b->race->global,
                                    .query = (enum iq_ptx_query)(more >> TEXTURE_QUERY_SHIFT & 15),
                                    .level = (enum iq_ptx_level)(mod >> TEXTURE_LEVEL_SHIFT & 3) };
}

/* Fills in what lane l asks for; returns the number of operands used. */
static uint32_t coordinates(struct iq_warp *w, const uint32_t *o, uint32_t l,
                            struct iq_ptx_texture *t)
{
    uint32_t n = 5;
    t->handle = IQ_PTX_REG(const uint64_t, w, o[0])[l];
    for (uint32_t k = 0; k < 3; k++)
        t->coord[k] = word(w, o[1 + k], l);
    t->layer = t->array ? word(w, o[4], l) : 0;
    if (t->level == IQ_PTX_LEVEL_GIVEN && (t->float_coords || t->query))
        t->lod = t->query ? (float)(int32_t)word(w, o[n++], l) : real(w, o[n++], l);
    else if (t->level == IQ_PTX_LEVEL_GIVEN)
        t->lod = (float)(int32_t)word(w, o[n++], l);
    for (uint32_t k = 0; k < 6 && t->level == IQ_PTX_LEVEL_GRADIENT; k++)
        t->gradient[k / 3][k % 3] = real(w, o[n++], l);
    for (uint32_t k = 0; k < t->elements && t->formatted; k++)
        t->value[k] = word(w, o[n + k], l);
    return n;
}

/* An access to memory that is gone faults there; other handles are none of anything. */
static const struct iq_ptx_insn *fail(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                                      const struct iq_ptx_texture *t, uint32_t bytes)
{
    if (t->loss == IQ_PTX_LOSS_MEMORY) {
        iq_ptx_fault_access(w, i, lane, IQ_PTX_FAULT_ILLEGAL_ADDRESS, t->lost, bytes,
                            t->store ? ACCESS_WRITE : 0);
        return NULL;
    }
    if (t->loss == IQ_PTX_LOSS_ODD)
        return iq_ptx_fault_raise(w, i, lane, IQ_PTX_FAULT_MISALIGNED,
                                  "x = %d of the surface is no multiple of the %u bytes of an "
                                  "element; x counts bytes, y and z count elements",
                                  (int)t->coord[0], bytes);
    if (t->loss == IQ_PTX_LOSS_OUTSIDE)
        return iq_ptx_fault_raise(
            w, i, lane, IQ_PTX_FAULT_SURFACE,
            "the access is at byte %d of row %d, and is to trap outside of the array "
            "(cudaBoundaryModeTrap)",
            (int)t->coord[0], t->dims > 1 ? (int)t->coord[1] : 0);
    iq_ptx_fault_handle(w, i, lane, t->handle, t->surface ? "surface" : "texture");
    return NULL;
}

static void tell_loss(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                      const struct iq_ptx_texture *t, uint32_t bytes)
{
    const struct iq_ptx_env *env = w->block->env;
    if (!t->loss || !env->texture_lost)
        return;
    struct iq_ptx_access access = iq_ptx_memory_describe(w, i, t->lost, bytes, lane, IQ_PTX_GLOBAL);
    access.write = t->store;
    env->texture_lost(env->ctx, &access, t);
}

/* Channels whose values nobody uses count as not read: an instruction always fetches four.  Of what
 * is gone enough has been said. */
static bool judge_texels(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                         const struct iq_ptx_texture *t)
{
    uint32_t count = (uint32_t)t->texel_count * t->texel_channels;
    for (uint32_t k = 0; k < count && !t->loss; k++) {
        uint32_t channel = k % t->texel_channels;
        uint64_t at = t->texels[k / t->texel_channels] + channel * t->channel_bytes;
        bool wanted = t->gather ? channel == t->component : i->target >> channel & 1;
        if (wanted && !iq_ptx_memory_at(w, i, at, t->channel_bytes, lane, 0))
            return false;
    }
    return true;
}

enum { FIRST_VALUE = 5 /* operand of a surface store: behind handle and coordinates */ };

/* One element combined with what is there, as one step for all threads. */
static bool reduce(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                   const struct iq_ptx_texture *t, const uint8_t *value)
{
    uint32_t bytes = t->element_bytes, op = ((uint32_t)i->imm >> TEXTURE_REDUCTION_SHIFT & 15) - 1;
    bool sign = t->type == 's';
    uint64_t x = 0;
    void *at = iq_ptx_memory_at(w, i, t->texels[0], bytes, lane, ACCESS_WRITE | ACCESS_ATOMIC);
    if (!at)
        return false;
    memcpy(&x, value, bytes);
    iq_ptx_memory_combine(at,
                          bytes == 8 ? sign ? TY_S64 : TY_U64
                          : sign     ? TY_S32
                                     : TY_U32,
                          op, x, 0);
    return true;
}

uint32_t iq_ptx_surface_stored(const struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                               uint8_t *to)
{
    uint32_t o[64], count = i->mod >> TEXTURE_COUNT_SHIFT & 7,
                    bytes = 1u << (i->mod >> TEXTURE_LOG_SHIFT & 3),
                    cell = iq_ptx_register_bytes(bytes);
    iq_ptx_long_operands(i, o);
    for (uint32_t k = 0; k < count; k++)
        memcpy(to + k * bytes, IQ_PTX_REG(const uint8_t, w, o[FIRST_VALUE + k]) + lane * cell,
               bytes);
    return count * bytes;
}

/* Loads or stores what the caller has found; [values]: operands.  Outside there is nothing: loads
 * give 0. */
static bool use_surface(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                        const struct iq_ptx_texture *t, const uint32_t *values)
{
    uint32_t bytes = t->element_bytes, cell = iq_ptx_register_bytes(bytes);
    if (t->store && !t->texel_count)
        return true;
    if (i->imm >> TEXTURE_REDUCTION_SHIFT & 15)
        return reduce(w, i, lane, t, IQ_PTX_REG(const uint8_t, w, values[0]) + lane * cell);
    if (t->store) {
        uint8_t value[IQ_PTX_VECTOR_BYTES];
        uint32_t size =
            t->formatted ? bytes * t->elements : iq_ptx_surface_stored(w, i, lane, value);
        if (t->formatted)
            memcpy(value, t->value, size);
        void *at = iq_ptx_memory_at(w, i, t->texels[0], size, lane, ACCESS_WRITE);
        if (at)
            memcpy(at, value, size);
        return at;
    }
    for (uint32_t k = 0; k < t->elements; k++) {
        uint8_t *to = IQ_PTX_REG(uint8_t, w, values[k]) + lane * cell;
        memset(to, 0, cell);
        if (!t->texel_count || !(i->target >> k & 1)) /* of a value that nobody uses */
            continue;
        const void *at = iq_ptx_memory_at(w, i, t->texels[0] + k * bytes, bytes, lane, 0);
        if (!at)
            return false;
        memcpy(to, at, bytes);
    }
    return true;
}

/* What a fetch, or a query, has answered. */
static bool take_answer(struct iq_warp *w, const struct iq_ptx_insn *i, uint32_t lane,
                        const struct iq_ptx_texture *t, const uint32_t *values)
{
    if (!judge_texels(w, i, lane, t))
        return false;
    for (uint32_t k = 0; k < t->elements; k++)
        IQ_PTX_REG(uint32_t, w, values[k])[lane] = t->value[k];
    return true;
}

IQ_PTX_COLD(texture)
{
    struct iq_ptx_block *b = w->block;
    uint32_t o[64];
    const struct iq_ptx_texture t = request_of(b, i);
    struct iq_ptx_texture lanes[IQ_PTX_LANES];
    iq_ptx_long_operands(i, o);
    uint32_t count = 0, at = 0;
    for (uint32_t m = w->mask; m; m &= m - 1, count++) {
        lanes[count] = t;
        at = coordinates(w, o, iq_ptx_first_lane(m), &lanes[count]);
    }
    uint32_t done = b->env->texture ? b->env->texture(b->env->ctx, lanes, count) : 0, n = 0;
    for (uint32_t m = w->mask; m; m &= m - 1, n++) {
        uint32_t l = iq_ptx_first_lane(m);
        if (n == done)
            return fail(w, i, l, &lanes[n], lanes[n].element_bytes * lanes[n].elements);
        tell_loss(w, i, l, &lanes[n], lanes[n].element_bytes * lanes[n].elements);
        bool surface = t.surface && !t.query;
        if (!(surface ? use_surface : take_answer)(w, i, l, &lanes[n], o + at))
            return NULL;
        if (i->imm & TEXTURE_RESIDENT)
            *IQ_PTX_REG(uint32_t, w, o[at + t.elements]) |= 1u << l;
    }
    return i + 1;
}
