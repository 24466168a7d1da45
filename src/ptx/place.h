/* Places in source files and variables that PTX names.  Threads: any. */
#ifndef IQ_PTX_PLACE_H
#define IQ_PTX_PLACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Is [file] (NULL: unknown) one of the toolkit or of the system, so that what matters is who called
 * it?  A program may have an include folder of its own. */
bool iq_ptx_is_header(const char *file);

/* The name of a variable as the program has it; of linked units still mangled. */
enum { IQ_PTX_NAME_BYTES = 512 };
void iq_ptx_variable_name(const char *unique, char *to, size_t size);

/* Where [address] lies, seen from the shared variable of [count] bytes at [first] that an access
 * was for: in front of all of them offsets are below 0. */
void iq_ptx_say_variable(char *text, size_t size, const char *variable, uint64_t first,
                         uint64_t count, uint64_t address);

/* An access of [bytes] at byte [at] of dynamic shared memory is behind the [given] bytes of the
 * launch, in a block of [threads].  These may be a number of elements, if that is the number of
 * threads or [is_count], or have been meant for smaller elements.  Returns the bytes that it should
 * have been then; 0: it does not look so. */
uint64_t iq_ptx_say_dynamic(char *text, size_t size, uint64_t given, uint64_t at, uint32_t bytes,
                            uint64_t threads, bool is_count);

/* A texture over memory of [bytes] was made with as many bytes as that has texels. */
void iq_ptx_say_short_texture(char *text, size_t size, uint64_t bytes, uint32_t texel_bytes);

/* Is [factor] what an element may have that accesses of [access] bytes read: one such value, a
 * vector's or struct's part? */
bool iq_ptx_is_element(uint64_t factor, uint32_t access);

#endif
