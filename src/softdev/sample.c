/* Texture fetches: level of detail, faces of cubes, filtering over the texels around a place. */
#include <math.h>
#include <string.h>

#include "softdev/texel.h"

struct fetch {
    const struct iq_texel_source *source;
    const CUDA_TEXTURE_DESC *texture;
    bool raw;
    int whole;     /* 256ths that this level counts for */
    double sum[4]; /* of weighted texels, exact but for numbers far apart */
    struct iq_ptx_texture *access;
};

/* The place of a cube coordinate: face, and (s, t) in [-1, 1]; signs and axes as the programming
 * guide has them. */
struct face {
    unsigned index;
    unsigned s_axis, t_axis, m_axis;
    float s_sign, t_sign;
};
static const struct face faces[] = { { 0, 2, 1, 0, -1, -1 }, { 1, 2, 1, 0, 1, -1 },
                                     { 2, 0, 2, 1, 1, 1 },   { 3, 0, 2, 1, 1, -1 },
                                     { 4, 0, 1, 2, 1, -1 },  { 5, 0, 1, 2, -1, -1 } };

/* z goes before y before x where two are equal; what is no number is nothing. */
static const struct face *face_of(const float v[3])
{
    float x = isnan(v[0]) ? 0 : fabsf(v[0]), y = isnan(v[1]) ? 0 : fabsf(v[1]),
          z = isnan(v[2]) ? 0 : fabsf(v[2]);
    unsigned axis = z >= x && z >= y ? 2 : y >= x ? 1 : 0;
    return &faces[2 * axis + (v[axis] < 0 ? 1 : 0)];
}

static float pick(const float v[3], unsigned axis, float sign) { return sign * v[axis]; }

static float bits_float(uint32_t bits)
{
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

/* A texel one beyond the edge of a face lies on the neighbour: the same place along the edge, the
 * outermost texel across. */
static void around_edge(int64_t *face, int64_t *i, int64_t *j, int64_t n)
{
    const struct face *f = &faces[*face];
    float v[3], half = 1.0f / (float)n;
    bool over_s = *i < 0 || *i >= n;
    float s = over_s ? *i < 0 ? -1.0f : 1.0f : (2 * (float)*i + 1) * half - 1;
    float t = over_s ? (2 * (float)*j + 1) * half - 1 : *j < 0 ? -1.0f : 1.0f;
    v[f->s_axis] = f->s_sign * s;
    v[f->t_axis] = f->t_sign * t;
    v[f->m_axis] = (f->index & 1 ? -1.0f : 1.0f) * (1 - half);
    const struct face *to = face_of(v);
    *i = (int64_t)floorf((pick(v, to->s_axis, to->s_sign) + 1) * 0.5f * (float)n);
    *j = (int64_t)floorf((pick(v, to->t_axis, to->t_sign) + 1) * 0.5f * (float)n);
    *i = *i < 0 ? 0 : *i >= n ? n - 1 : *i;
    *j = *j < 0 ? 0 : *j >= n ? n - 1 : *j;
    *face = to->index;
}

/* A share of a share, in 256ths. */
static int share(int a, int b) { return (a * b + 128) >> 8; }

/* Weights of the eight corners, in 256ths, [whole] in all.  The axes are taken in the order z, x,
 * y; one part of each is rounded, the other has the rest: which one shows in the last bit. */
static void corner_weights(const struct iq_texel_axis axes[3], int whole, int weights[8])
{
    int x = axes[0].weight, y = axes[1].weight, far = share(axes[2].weight, whole);
    for (int z = 0; z < 2; z++) {
        int slice = z ? far : whole - far, right = share(slice, x), left = slice - right;
        int *w = weights + 4 * z;
        w[3] = share(right, y);
        w[1] = right - w[3];
        w[0] = share(left, 256 - y);
        w[2] = left - w[0];
    }
}

/* Three faces meet at the corner of a cube: the texel that is not there leaves a third of its
 * weight to each of the others. */
static void spread_corner(const struct iq_texel_axis axes[3], int64_t n, int weights[8])
{
    for (int corner = 0; corner < 4; corner++) {
        int64_t i = corner & 1 ? axes[0].high : axes[0].low,
                j = corner & 2 ? axes[1].high : axes[1].low;
        if ((i >= 0 && i < n) || (j >= 0 && j < n))
            continue;
        int third = (weights[corner] + 1) / 3;
        weights[corner ^ 1] += third;
        weights[corner ^ 2] += third;
        weights[corner ^ 3] += weights[corner] - 2 * third;
        weights[corner] = 0;
    }
}

/* The commonest fetches, which need no more than what [load] gives: one texel, or floats all inside
 * and in one slice. */
static bool quick(const struct fetch *f, const struct iq_texel_axis axes[3], bool linear,
                  uint32_t out[4])
{
    int weights[8];
    double sum[4] = { 0 };
    bool one = !axes[0].weight && !axes[1].weight,
         inside = axes[0].low >= 0 && axes[0].high >= 0 && axes[1].low >= 0 && axes[1].high >= 0;
    if (f->raw || !linear) {
        int64_t index[3] = { axes[0].low, axes[1].low, axes[2].low };
        return iq_texel_load(f->source, f->texture, index, f->raw, f->access, out);
    }
    if (f->source->format != CU_AD_FORMAT_FLOAT || axes[2].weight || axes[2].low < 0 || !inside)
        return false;
    corner_weights(axes, f->whole, weights);
    for (int corner = 0; corner < (one ? 1 : 4); corner++) {
        int64_t index[3] = { corner & 1 ? axes[0].high : axes[0].low,
                             corner & 2 ? axes[1].high : axes[1].low, axes[2].low };
        uint32_t texel[4];
        if (!weights[corner])
            continue;
        if (!iq_texel_load(f->source, f->texture, index, false, f->access, texel))
            return false;
        for (unsigned i = 0; i < f->source->channels; i++)
            sum[i] += weights[corner] / 256.0 * (double)bits_float(texel[i]);
    }
    for (unsigned i = 0; i < 4; i++) {
        float value = i < f->source->channels ? iq_texel_round(f->source, f->texture, i, sum[i])
                      : i == 3                ? 1.0f
                                              : 0.0f;
        memcpy(&out[i], &value, 4);
    }
    return true;
}

/* Adds the weighted sum over the texels of up to three axes. */
static bool blend(struct fetch *f, const struct iq_texel_axis axes[3], bool linear, int64_t cube,
                  uint32_t out[4])
{
    int weights[8];
    int64_t n = (int64_t)f->source->width;
    bool seamless = f->texture->flags & CU_TRSF_SEAMLESS_CUBEMAP;
    if (cube < 0 && f->whole == 256 && quick(f, axes, linear, out))
        return true;
    corner_weights(axes, f->whole, weights);
    if (cube >= 0 && seamless && linear)
        spread_corner(axes, n, weights);
    for (int corner = 0; corner < 8; corner++) {
        int64_t index[3];
        uint32_t texel[4];
        if (weights[corner] == 0)
            continue;
        for (int i = 0; i < 3; i++) {
            bool high = corner >> i & 1;
            index[i] = high ? axes[i].high : axes[i].low;
        }
        bool over_i = cube >= 0 && (index[0] < 0 || index[0] >= n),
             over_j = cube >= 0 && (index[1] < 0 || index[1] >= n);
        if (seamless && linear && over_i != over_j) {
            int64_t face = index[2] - 6 * cube;
            around_edge(&face, &index[0], &index[1], n);
            index[2] = 6 * cube + face;
        } else if (over_i || over_j) {
            index[0] = iq_texel_wrap(
                index[0], (size_t)n,
                seamless ? CU_TR_ADDRESS_MODE_CLAMP : f->texture->addressMode[0], true);
            index[1] = iq_texel_wrap(
                index[1], (size_t)n,
                seamless ? CU_TR_ADDRESS_MODE_CLAMP : f->texture->addressMode[1], true);
        }
        if (!iq_texel_load(f->source, f->texture, index, f->raw, f->access, texel))
            return false;
        if (f->raw || (!linear && f->whole == 256)) {
            memcpy(out, texel, sizeof texel);
            return true;
        }
        for (unsigned i = 0; i < 4; i++)
            f->sum[i] += weights[corner] / 256.0 *
                         iq_texel_exact(f->source, f->texture, i, bits_float(texel[i]));
    }
    for (unsigned i = 0; i < 4; i++) {
        float sum = iq_texel_round(f->source, f->texture, i, f->sum[i]);
        memcpy(&out[i], &sum, 4);
    }
    return true;
}

static int64_t layer_of(const struct fetch *f, const struct iq_ptx_texture *access,
                        int64_t per_layer)
{
    int64_t last = (int64_t)f->source->depth / per_layer - 1;
    return access->layer > last ? last : access->layer;
}

static bool fetch_cube(struct fetch *f, const struct iq_ptx_texture *access, bool linear,
                       uint32_t out[4])
{
    float v[3] = { bits_float(access->coord[0]), bits_float(access->coord[1]),
                   bits_float(access->coord[2]) };
    const struct face *face = face_of(v);
    float m = fabsf(v[face->m_axis]), size = (float)f->source->width;
    float s = (pick(v, face->s_axis, face->s_sign) / m + 1) * 0.5f * size,
          t = (pick(v, face->t_axis, face->t_sign) / m + 1) * 0.5f * size;
    float middle = 0.5f * size;
    int64_t cube = access->array ? layer_of(f, access, 6) : 0;
    struct iq_texel_axis axes[3] = { { 0, 0, 0 },
                                     { 0, 0, 0 },
                                     { 6 * cube + face->index, 6 * cube + face->index, 0 } };
    float place[2] = { isnan(s) ? middle : s, isnan(t) ? middle : t };
    for (int i = 0; i < 2; i++) {
        int64_t fixed = (int64_t)floor((double)place[i] * 256 + 0.5) - 128;
        axes[i].low = linear ? fixed >> 8 : (int64_t)floorf(place[i]);
        axes[i].high = axes[i].low + 1;
        axes[i].weight = linear ? (int)(fixed & 255) : 0;
    }
    return blend(f, axes, linear, cube, out);
}

static void axes_of(const struct fetch *f, const struct iq_ptx_texture *access, bool linear,
                    struct iq_texel_axis axes[3])
{
    bool normalised = f->texture->flags & CU_TRSF_NORMALIZED_COORDINATES;
    size_t sizes[3] = { f->source->width, f->source->height, f->source->depth };
    memset(axes, 0, 3 * sizeof *axes);
    for (int i = 0; i < access->dims; i++) {
        if (access->float_coords)
            iq_texel_locate(&axes[i], bits_float(access->coord[i]), sizes[i],
                            f->texture->addressMode[i], normalised, linear);
        else if (f->source->linear)
            axes[i].low = axes[i].high =
                access->coord[i] < sizes[i] ? (int64_t)access->coord[i] : -1;
        else
            axes[i] =
                iq_texel_index((int32_t)access->coord[i], sizes[i], f->texture->addressMode[i]);
    }
    if (access->dims == 1 && linear) /* the row is that of place 0: half of it is border */
        iq_texel_locate(&axes[1], 0, 1, f->texture->addressMode[1], normalised, true);
    if (access->array)
        axes[2].low = axes[2].high = layer_of(f, access, 1);
}

/* The four texels around the place, one component of each: counter-clockwise from the lower left
 * one. */
static bool gather(const struct fetch *f, const struct iq_ptx_texture *access, uint32_t out[4])
{
    static const bool right[] = { false, true, true, false },
                      lower[] = { true, true, false, false };
    struct iq_texel_axis axes[3];
    axes_of(f, access, true, axes);
    for (int k = 0; k < 4; k++) {
        uint32_t texel[4];
        int64_t index[3] = { right[k] ? axes[0].high : axes[0].low,
                             lower[k] ? axes[1].high : axes[1].low, axes[2].low };
        if (!iq_texel_load(f->source, f->texture, index, f->raw, f->access, texel))
            return false;
        out[k] = texel[access->component];
    }
    return true;
}

static bool fetch_level(struct fetch *f, const struct iq_ptx_texture *access, uint32_t out[4])
{
    struct iq_texel_axis axes[3];
    bool linear = f->texture->filterMode == CU_TR_FILTER_MODE_LINEAR && access->float_coords &&
                  !f->raw && !f->source->linear;
    if (access->cube)
        return fetch_cube(f, access, linear, out);
    axes_of(f, access, linear, axes);
    return blend(f, axes, linear, -1, out);
}

/* Length in texels of one gradient. */
static float stride(const struct iq_texel_source *base, const CUDA_TEXTURE_DESC *texture,
                    const struct iq_ptx_texture *access, int which)
{
    const float *g = access->gradient[which];
    float size[3] = { (float)base->width, (float)base->height, (float)base->depth }, sum = 0;
    if (access->cube) {
        float v[3] = { bits_float(access->coord[0]), bits_float(access->coord[1]),
                       bits_float(access->coord[2]) };
        const struct face *face = face_of(v);
        float m = fabsf(v[face->m_axis]), dm = face->index & 1 ? -g[face->m_axis] : g[face->m_axis];
        float s = pick(v, face->s_axis, face->s_sign), t = pick(v, face->t_axis, face->t_sign);
        float ds = (pick(g, face->s_axis, face->s_sign) * m - s * dm) / (m * m) * 0.5f * size[0];
        float dt = (pick(g, face->t_axis, face->t_sign) * m - t * dm) / (m * m) * 0.5f * size[0];
        return sqrtf(ds * ds + dt * dt);
    }
    for (int i = 0; i < access->dims; i++) {
        float d = texture->flags & CU_TRSF_NORMALIZED_COORDINATES ? g[i] * size[i] : g[i];
        sum += d * d;
    }
    return sqrtf(sum);
}

/* Level of detail in 256ths of a level; hardware has no finer ones and rounds what it is given
 * down. */
static int level_of(const struct iq_texel_source *levels, unsigned count,
                    const CUDA_TEXTURE_DESC *texture, const struct iq_ptx_texture *access)
{
    float given = access->level == IQ_PTX_LEVEL_GIVEN && !isnan(access->lod)
                      ? fmaxf(fminf(access->lod, 64), -64)
                      : 0;
    int lod = (int)floorf(given * 256.0f);
    if (access->level == IQ_PTX_LEVEL_GRADIENT) {
        float longest =
            fmaxf(stride(levels, texture, access, 0), stride(levels, texture, access, 1));
        lod = longest > 0 ? (int)fmax(fmin(ceil(log2((double)longest) * 256), 1 << 14), -(1 << 14))
                          : -(1 << 14);
    }
    int last = (int)(count - 1) * 256,
        bias = (int)(fmaxf(fminf(texture->mipmapLevelBias, 64), -64) * 256.0f);
    int most = (int)(fmaxf(fminf(texture->maxMipmapLevelClamp, 64), 0) * 256.0f),
        least = (int)(fmaxf(fminf(texture->minMipmapLevelClamp, 64), 0) * 256.0f);
    lod += bias;
    lod = lod > most ? most : lod;
    lod = lod < least ? least : lod;
    return lod > last ? last : lod < 0 ? 0 : lod;
}

bool iq_texel_sample(const struct iq_texel_source *levels, unsigned count,
                     const CUDA_TEXTURE_DESC *texture, struct iq_ptx_texture *access)
{
    bool raw = iq_texel_is_integer(levels, texture);
    int lod = count > 1 ? level_of(levels, count, texture, access) : 0;
    bool between = texture->mipmapFilterMode == CU_TR_FILTER_MODE_LINEAR && !raw;
    unsigned low = (unsigned)(between ? lod : lod + 128) / 256;
    int weight = between ? lod & 255 : 0;
    struct fetch f = {
        &levels[low < count ? low : count - 1], texture, raw, 256 - weight, { 0 }, access
    };
    if (access->gather)
        return gather(&f, access, access->value);
    if (!fetch_level(&f, access, access->value))
        return false;
    f.whole = weight;
    f.source++;
    return weight == 0 || low + 1 >= count || fetch_level(&f, access, access->value);
}

/* ---- the commonest textures ---- */

bool iq_texel_plane_of(const struct iq_texel_source *levels, unsigned count,
                       const CUDA_TEXTURE_DESC *texture, const struct iq_ptx_texture *access,
                       struct iq_texel_plane *plane)
{
    bool plain = !access->query && !access->surface && !access->gather && !access->cube &&
                 !access->array && access->dims == 2 && access->float_coords;
    bool clamped = texture->addressMode[0] != CU_TR_ADDRESS_MODE_BORDER &&
                   texture->addressMode[1] != CU_TR_ADDRESS_MODE_BORDER;
    if (!plain || !clamped || count != 1 || !levels->array || levels->linear ||
        levels->format != CU_AD_FORMAT_FLOAT || !levels->width || !levels->height ||
        texture->flags & CU_TRSF_NORMALIZED_COORDINATES)
        return false;
    *plane = (struct iq_texel_plane){ (const char *)levels->array->bytes +
                                          levels->first_layer * levels->slice,
                                      levels->pitch,
                                      (int64_t)levels->width,
                                      (int64_t)levels->height,
                                      levels->channels,
                                      texture->filterMode == CU_TR_FILTER_MODE_LINEAR };
    return true;
}

static inline int64_t inside(int64_t at, int64_t size)
{
    return at < 0 ? 0 : at < size ? at : size - 1;
}

static inline int64_t floor_of(double x)
{
    int64_t whole = (int64_t)x;
    return whole - (x < (double)whole);
}

static inline struct iq_texel_axis axis_of(double at, int64_t size, bool linear)
{
    int64_t fixed = linear ? floor_of(at * 256 + 0.5) - 128 : floor_of(at) * 256;
    struct iq_texel_axis axis = { inside(fixed >> 8, size), inside((fixed >> 8) + 1, size),
                                  (int)(fixed & 255) };
    axis.weight = axis.low == axis.high ? 0 : axis.weight;
    return axis;
}

static inline float texel_of(const struct iq_texel_plane *p, int64_t x, int64_t y, unsigned channel)
{
    float value;
    memcpy(&value,
           p->bytes + (size_t)y * p->pitch + ((size_t)x * p->channels + channel) * sizeof value,
           sizeof value);
    return value;
}

/* As blend() has it. */
static float filtered(const struct iq_texel_plane *p, const struct iq_texel_axis axes[3],
                      unsigned channel)
{
    static const struct iq_texel_source floats = { .format = CU_AD_FORMAT_FLOAT };
    static const CUDA_TEXTURE_DESC plain;
    int weights[8];
    double sum = 0;
    corner_weights(axes, 256, weights);
    for (int corner = 0; corner < 4; corner++)
        if (weights[corner])
            sum += weights[corner] / 256.0 *
                   (double)texel_of(p, corner & 1 ? axes[0].high : axes[0].low,
                                    corner & 2 ? axes[1].high : axes[1].low, channel);
    return iq_texel_round(&floats, &plain, channel, sum);
}

bool iq_texel_plane_fetch(const struct iq_texel_plane *p, struct iq_ptx_texture *access)
{
    const float far = 1 << 20, x = bits_float(access->coord[0]), y = bits_float(access->coord[1]);
    if (!(fabsf(x) < far && fabsf(y) < far))
        return false;
    struct iq_texel_axis axes[3] = { axis_of((double)x, p->width, p->linear),
                                     axis_of((double)y, p->height, p->linear),
                                     { 0, 0, 0 } };
    bool one = !axes[0].weight && !axes[1].weight;
    for (unsigned i = 0; i < 4; i++) {
        float value = i >= p->channels ? i == 3 ? 1.0f : 0.0f
                      : one            ? texel_of(p, axes[0].low, axes[1].low, i)
                                       : filtered(p, axes, i);
        value += p->linear ? 0.0f : -0.0f; /* a filter gives no -0 */
        memcpy(&access->value[i], &value, sizeof value);
    }
    return true;
}
