/* Names: of runtime kernels and variables, of values.
 * Owner: core; strings live as long as the process.  Threads: any. */
#ifndef IQ_MODEL_NAMES_H
#define IQ_MODEL_NAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/contract.h"
#include "base/str.h"
#include "model/entry.h"

/* One copy of [text] (cut at 200 bytes; may be NULL); unreadable memory gives NULL. */
const char *iq_name_intern(const char *text);

/* Name of [kind] in reports: "stream". */
const char *iq_kind_name(enum iq_kind kind);

/* Device name of a runtime kernel given by its host address; NULL.  [image]: the handle of the one
 * that has its code, 0 unknown. */
const char *iq_name_of_function(uint64_t host);
void iq_name_add_function(uint64_t host, const char *name, uint64_t image);

/* A runtime variable whose host shadow holds [address]; false if there is none. */
struct iq_variable {
    uint64_t host;
    uint64_t size;
    const char *name;
};
bool iq_name_of_variable(uint64_t address, struct iq_variable *variable);
void iq_name_add_variable(uint64_t host, uint64_t size, const char *name, uint64_t image);

/* Images that were registered with a runtime: [wrapper] is known by [handle].  Until it is
 * unregistered. */
void iq_name_add_image(uint64_t handle, const void *wrapper);
void iq_name_remove_image(uint64_t handle);
/* Of a kernel or variable; NULL unknown. */
const void *iq_name_image_of(uint64_t host);

/* The first registered image that [visit] accepts; NULL. */
const void *iq_name_find_image(bool (*visit)(void *user, const void *wrapper), void *user);

/* "const struct cudaMemPoolProps *" is "cudaMemPoolProps": where that begins, and its length. */
size_t iq_plain_type(const char *type, const char **begin);
bool iq_is_type(const char *type, const char *plain);

/* Argument [i]'s value as people read it: 400, 0x7f..., cudaMemcpyHostToDevice. */
void iq_name_value(struct iq_str *text, const struct iq_arg *role, uint64_t value);

#endif
