/* Explanations that several rules share, each with its evidence.  Threads: the calling thread. */
#ifndef IQ_RULES_EXPLAIN_H
#define IQ_RULES_EXPLAIN_H

#include "call/rule.h"

/* The object of a suspicion, as a sentence names it. */
struct iq_thing {
    const char *name;               /* what the program calls it; NULL: its kind and .handle */
    const struct iq_handle *handle; /* may be NULL */
};
void iq_put_thing(struct iq_str *text, const struct iq_thing *thing,
                  const struct iq_suspicion *suspicion);

/* .access_size bytes at .access_address do not fit into .object. */
struct iq_explain_end {
    struct iq_thing thing;  /* .object */
    uint64_t row_bytes;     /* of one row of several */
    uint64_t pitch;         /* bytes from row to row; 0: one row */
    uint64_t element_bytes; /* of what the argument counts; 0: it counts bytes */
    bool row_of_bytes;      /* a row's length in elements was given as bytes */
};
void iq_explain_end(const struct iq_suspicion *suspicion, struct iq_call *call,
                    struct iq_words *words);

/* The sentences of iq_explain_end, for an explanation that adds to them. */
void iq_put_end(const struct iq_suspicion *suspicion, const struct iq_explain_end *evidence,
                struct iq_call *call, struct iq_words *words);

/* A number that must be a multiple of another. */
struct iq_explain_multiple {
    uint64_t value, unit; /* bytes, an address and bytes, or elements; .unit not 0 */
    const char *reason;   /* why it must be one: a clause */
    const char *advice;   /* what else can be done: a clause; NULL: nothing */
    const char *instead;  /* fix, where another number alone is none; NULL: pass the nearest ones */
};
void iq_explain_multiple(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words);

/* A pitch that is less than a row, or a slice, takes. */
struct iq_explain_pitch {
    uint64_t pitch, least;  /* given and needed, in .unit */
    const char *unit;       /* "bytes", "rows", "elements" */
    uint64_t element_bytes; /* 0: not known */
    uint64_t elements;      /* of a row */
    bool of_slice;          /* from slice to slice, not from row to row */
    const char *advice;     /* how to come by the right one; NULL: 0 stands for no gaps */
};
void iq_explain_pitch(const struct iq_suspicion *suspicion, struct iq_call *call,
                      struct iq_words *words);

/* A size or an offset that is below 0 as a signed number. */
struct iq_explain_negative {
    uint64_t value; /* as it was passed */
};
void iq_explain_negative(const struct iq_suspicion *suspicion, struct iq_call *call,
                         struct iq_words *words);

/* The two sides of a copy within .object meet. */
struct iq_explain_overlap {
    uint64_t target, source; /* addresses of the first bytes, or offsets in .object */
    uint64_t bytes;          /* that are copied; 0: the copy is not linear */
    bool is_offset;          /* .target and .source are offsets */
};
void iq_explain_overlap(const struct iq_suspicion *suspicion, struct iq_call *call,
                        struct iq_words *words);

#endif
