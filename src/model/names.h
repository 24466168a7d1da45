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

/* Device name of a runtime kernel given by its host address; NULL. */
const char *iq_name_of_function(uint64_t host);
void iq_name_add_function(uint64_t host, const char *name);

/* A runtime variable whose host shadow holds [address]; false if there is none. */
struct iq_variable {
    uint64_t host;
    uint64_t size;
    const char *name;
};
bool iq_name_of_variable(uint64_t address, struct iq_variable *variable);
void iq_name_add_variable(uint64_t host, uint64_t size, const char *name);

/* Images that were registered with a runtime: [wrapper] is known by [handle], the kernels and
 * variables in it by their host addresses.  Until it is unregistered. */
void iq_name_add_image(uint64_t handle, const void *wrapper);
void iq_name_remove_image(uint64_t handle);
void iq_name_tie_to_image(uint64_t host, uint64_t handle);
const void *iq_name_image_of(uint64_t host); /* NULL unknown */

/* The first registered image that [visit] accepts; NULL. */
const void *iq_name_find_image(bool (*visit)(void *user, const void *wrapper), void *user);

/* "const struct cudaMemPoolProps *" is "cudaMemPoolProps": where that begins, and its length. */
size_t iq_plain_type(const char *type, const char **begin);
bool iq_is_type(const char *type, const char *plain);

/* Argument [i]'s value as people read it: 400, 0x7f..., cudaMemcpyHostToDevice. */
void iq_name_value(struct iq_str *text, const struct iq_arg *role, uint64_t value);

/* Bytes as people read them: "400 bytes", "1.5 MiB (1572864 bytes)". */
void iq_name_bytes(struct iq_str *text, uint64_t bytes);

/* "3 calls ago" from the numbers of two calls. */
void iq_name_ago(struct iq_str *text, uint64_t then, uint64_t now);

/* When the objects of one place were made: how many in each quarter of the calls so far.  What is
 * said of it ("; 10, 9, 11 and 10 of them were made in the four quarters of the calls so far: their
 * number grows all the time") begins with "; "; nothing of few. */
struct iq_growth {
    uint64_t quarters[4];
};
void iq_growth_add(struct iq_growth *growth, uint64_t made, uint64_t now);
void iq_name_growth(struct iq_str *text, const struct iq_growth *growth);

#endif
