/* What a kernel asks of a texture or surface.  Plain data: made by the interpreter for one access
 * of one thread, answered by the caller in the same call (iq_ptx_env.texture). */
#ifndef IQ_PTX_TEXTURE_H
#define IQ_PTX_TEXTURE_H

#include <stdbool.h>
#include <stdint.h>

enum { SURFACE_BYTES = 1, SURFACE_FORMATTED }; /* modifiers.def */
enum iq_ptx_level { IQ_PTX_LEVEL_NONE, IQ_PTX_LEVEL_GIVEN, IQ_PTX_LEVEL_GRADIENT };
enum iq_ptx_query {
    IQ_PTX_QUERY_NONE,
    IQ_PTX_QUERY_WIDTH,
    IQ_PTX_QUERY_HEIGHT,
    IQ_PTX_QUERY_DEPTH,
    IQ_PTX_QUERY_ARRAY_SIZE,
    IQ_PTX_QUERY_LEVELS,
    IQ_PTX_QUERY_NORMALIZED
};

/* What a texture or surface lacks: itself, its array, its linear memory. */
enum iq_ptx_loss {
    IQ_PTX_LOSS_NONE,
    IQ_PTX_LOSS_OBJECT,
    IQ_PTX_LOSS_ARRAY,
    IQ_PTX_LOSS_MEMORY,
    IQ_PTX_LOSS_SHORT,  /* an element of the memory, beyond the size that it was given */
    IQ_PTX_LOSS_ODD,    /* the x of a surface is no multiple of what is accessed */
    IQ_PTX_LOSS_OUTSIDE /* coordinates for which it traps */
};

enum { IQ_PTX_MOST_TEXELS = 8 };

/* Coordinates are float bits when float_coords, else integers (surface x in bytes).  Fetches and
 * queries fill value[4] with 32-bit patterns. */
struct iq_ptx_texture {
    uint64_t handle;
    uint8_t dims; /* 1, 2, 3; cube: 3 */
    bool array, cube, surface, store, float_coords, gather;
    /* surface: size and number of elements; gather: component */
    uint8_t component, element_bytes, elements;
    /* surface: x counts elements, and value[4] is stored in the format of the array: the answer is
     * its bytes in value, element_bytes and elements */
    bool formatted;
    uint8_t clamp; /* surface: 0 trap, 1 clamp, 2 zero */
    /* 'f', 's', 'u' or 'b' as the instruction's result type says */
    char type;
    bool watched;            /* texels of arrays are to be told, too; set by who answers as well */
    enum iq_ptx_query query; /* asks for a property in value[0] instead */
    enum iq_ptx_level level;
    uint32_t layer, coord[3];
    float lod, gradient[2][3]; /* of the coordinates along x and y of the image */
    uint32_t value[4];
    /* answer: what was read, which the interpreter judges as it does any read; of a surface where
     * its elements are, which the interpreter loads or stores; none: outside */
    uint64_t texels[IQ_PTX_MOST_TEXELS];
    uint8_t texel_count, texel_channels, channel_bytes;
    enum iq_ptx_loss loss;
    uint64_t lost; /* handle or address of what is gone, or address of the element */
};

#endif
