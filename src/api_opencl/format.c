#include "api_opencl/format.h"

#include <stddef.h>

#include "abi/opencl_abi.h"

struct format_name {
    uint32_t value;
    const char *name;
    uint32_t number;
};
#define NAME(value, number)   \
    {                         \
        value, #value, number \
    }

/* Number: coordinates. */
static const struct format_name types[] = {
    NAME(CL_MEM_OBJECT_IMAGE1D, 1),       NAME(CL_MEM_OBJECT_IMAGE1D_BUFFER, 1),
    NAME(CL_MEM_OBJECT_IMAGE1D_ARRAY, 2), NAME(CL_MEM_OBJECT_IMAGE2D, 2),
    NAME(CL_MEM_OBJECT_IMAGE2D_ARRAY, 3), NAME(CL_MEM_OBJECT_IMAGE3D, 3),
};

/* Number: channels. */
static const struct format_name orders[] = {
    NAME(CL_R, 1),         NAME(CL_A, 1),         NAME(CL_RG, 2),   NAME(CL_RA, 2),
    NAME(CL_RGB, 3),       NAME(CL_RGBA, 4),      NAME(CL_BGRA, 4), NAME(CL_ARGB, 4),
    NAME(CL_INTENSITY, 1), NAME(CL_LUMINANCE, 1), NAME(CL_Rx, 1),   NAME(CL_RGx, 2),
    NAME(CL_RGBx, 3),      NAME(CL_DEPTH, 1),     NAME(CL_sRGB, 3), NAME(CL_sRGBx, 4),
    NAME(CL_sRGBA, 4),     NAME(CL_sBGRA, 4),     NAME(CL_ABGR, 4),
};

/* Number: bytes per channel; 0: the type says how many bytes an element has. */
static const struct format_name channels[] = {
    NAME(CL_SNORM_INT8, 1),         NAME(CL_SNORM_INT16, 2),     NAME(CL_UNORM_INT8, 1),
    NAME(CL_UNORM_INT16, 2),        NAME(CL_UNORM_SHORT_565, 0), NAME(CL_UNORM_SHORT_555, 0),
    NAME(CL_UNORM_INT_101010, 0),   NAME(CL_SIGNED_INT8, 1),     NAME(CL_SIGNED_INT16, 2),
    NAME(CL_SIGNED_INT32, 4),       NAME(CL_UNSIGNED_INT8, 1),   NAME(CL_UNSIGNED_INT16, 2),
    NAME(CL_UNSIGNED_INT32, 4),     NAME(CL_HALF_FLOAT, 2),      NAME(CL_FLOAT, 4),
    NAME(CL_UNORM_INT_101010_2, 0),
};

#define FIND(table, wanted) find(table, sizeof table / sizeof *table, wanted)

static const struct format_name *find(const struct format_name *table, size_t count, uint32_t value)
{
    for (size_t i = 0; i < count; i++)
        if (table[i].value == value)
            return &table[i];
    return NULL;
}

static const char *name_of(const struct format_name *found) { return found ? found->name : NULL; }

const char *iq_cl_image_type_name(uint32_t type) { return name_of(FIND(types, type)); }
const char *iq_cl_order_name(uint32_t order) { return name_of(FIND(orders, order)); }
const char *iq_cl_channel_name(uint32_t channel) { return name_of(FIND(channels, channel)); }

uint32_t iq_cl_image_dimensions(uint32_t type)
{
    const struct format_name *found = FIND(types, type);
    return found ? found->number : 0;
}

uint32_t iq_cl_channels(uint32_t order)
{
    const struct format_name *found = FIND(orders, order);
    return found ? found->number : 0;
}

static bool is_packed(uint32_t channel)
{
    return channel == CL_UNORM_SHORT_565 || channel == CL_UNORM_SHORT_555 ||
           channel == CL_UNORM_INT_101010 || channel == CL_UNORM_INT_101010_2;
}

uint32_t iq_cl_element_bytes(uint32_t order, uint32_t channel)
{
    const struct format_name *type = FIND(channels, channel);
    if (!type || !iq_cl_channels(order))
        return 0;
    if (is_packed(channel))
        return channel == CL_UNORM_SHORT_565 || channel == CL_UNORM_SHORT_555 ? 2 : 4;
    return type->number * (order == CL_RGBx || order == CL_sRGBx ? 4
                           : order == CL_RGx                     ? 2
                                                                 : iq_cl_channels(order));
}

bool iq_cl_format_exists(uint32_t order, uint32_t channel)
{
    bool byte_type = channel == CL_UNORM_INT8 || channel == CL_SNORM_INT8 ||
                     channel == CL_SIGNED_INT8 || channel == CL_UNSIGNED_INT8;
    bool normalised = channel == CL_UNORM_INT8 || channel == CL_UNORM_INT16 ||
                      channel == CL_SNORM_INT8 || channel == CL_SNORM_INT16;
    if (!FIND(orders, order) || !FIND(channels, channel))
        return false;
    switch (order) {
    case CL_RGB:
    case CL_RGBx:
        return channel == CL_UNORM_SHORT_565 || channel == CL_UNORM_SHORT_555 ||
               channel == CL_UNORM_INT_101010;
    case CL_INTENSITY:
    case CL_LUMINANCE: return normalised || channel == CL_HALF_FLOAT || channel == CL_FLOAT;
    case CL_ARGB:
    case CL_BGRA:
    case CL_ABGR: return byte_type;
    case CL_DEPTH: return channel == CL_UNORM_INT16 || channel == CL_FLOAT;
    case CL_sRGB:
    case CL_sRGBx:
    case CL_sRGBA:
    case CL_sBGRA: return channel == CL_UNORM_INT8;
    case CL_RGBA: return !is_packed(channel) || channel == CL_UNORM_INT_101010_2;
    default: return !is_packed(channel);
    }
}
