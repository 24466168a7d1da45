/* What is needed of a function to call it again: a constant table of all rows of api/, in the order
 * of entry ids, generated.  Read-only data; any thread.  It has no addresses, which the dynamic
 * linker would write at each start: texts are in place, and parameters known by their index. */
#ifndef IQ_REPRODUCE_SIGNATURE_H
#define IQ_REPRODUCE_SIGNATURE_H

#include <stdbool.h>
#include <stdint.h>

enum iq_parameter_kind {
    IQ_PARAMETER_VALUE,
    IQ_PARAMETER_FLOAT,
    IQ_PARAMETER_DOUBLE,
    IQ_PARAMETER_STRUCT,  /* by value */
    IQ_PARAMETER_ADDRESS, /* an object, or memory whose contents do not matter */
    IQ_PARAMETER_OUT,     /* where the call writes */
    IQ_PARAMETER_DATA,    /* a struct, list, string or image that the call reads */
    IQ_PARAMETER_CALLBACK
};
enum iq_parameter_makes {
    IQ_MAKES_MEMORY = 1, /* addresses behind what it makes belong to it, too */
    IQ_MAKES_NAME = 2,   /* later calls name something by this address */
    IQ_MAKES_INSIDE = 4  /* the call may write addresses into the struct that it reads */
};

struct iq_parameter {
    char name[40];
    uint8_t kind;    /* enum iq_parameter_kind */
    uint16_t bytes;  /* sizeof its type */
    int8_t size_arg; /* index of the parameter with its size or count, -1: none */
    uint8_t makes;   /* bits of enum iq_parameter_makes */
    bool is_pointer; /* in C */
};

enum iq_signature_flag {
    IQ_SIGNATURE_STATE = 1,  /* changes what later calls of the thread are made in */
    IQ_SIGNATURE_ACCESS = 2, /* only copies or fills, and waits for that */
    IQ_SIGNATURE_ASKS = 4,   /* changes nothing */
    IQ_SIGNATURE_HIDDEN = 8, /* a compiler writes it */
    IQ_SIGNATURE_WORK = 16   /* enqueues work */
};

struct iq_signature {
    char id[72];          /* unique: the symbol, or with a suffix if it has had several forms */
    char symbol[72];      /* exported */
    char api[8];          /* cuda, cudart, opencl, vulkan */
    uint32_t first;       /* of its parameters, in iq_parameters */
    uint8_t count;        /* of them */
    uint8_t return_bytes; /* 0: void */
    bool returns_object;  /* the last parameter stands for what it returns */
    uint8_t flags;        /* bits of enum iq_signature_flag */
};

extern const struct iq_parameter iq_parameters[];
extern const struct iq_signature iq_signatures[];
extern const uint32_t iq_signature_count;

static inline const struct iq_parameter *iq_signature_parameters(const struct iq_signature *of)
{
    return &iq_parameters[of->first];
}

#endif
