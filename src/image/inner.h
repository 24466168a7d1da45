/* Shared by the files of src/image only: bounded reads and the validators behind iq_image_sniff. */
#ifndef IQ_IMAGE_INNER_H
#define IQ_IMAGE_INNER_H

#include <string.h>

#include "image/image.h"

#define IQ_FATBIN_MAGIC 0xba55ed50u
#define IQ_FATBIN_WRAPPER_MAGIC 0x466243b1u
enum {
    IQ_ELF_CUDA = 190, /* e_machine */
    IQ_FATBIN_WRAPPER = 24,
    IQ_FATBIN_HEADER = 16,
    IQ_FATBIN_ENTRY_HEADER = 64
};

static inline uint16_t iq_image_u16(const void *at)
{
    uint16_t v;
    memcpy(&v, at, sizeof v);
    return v;
}
static inline uint32_t iq_image_u32(const void *at)
{
    uint32_t v;
    memcpy(&v, at, sizeof v);
    return v;
}
static inline uint64_t iq_image_u64(const void *at)
{
    uint64_t v;
    memcpy(&v, at, sizeof v);
    return v;
}

/* How many of [wanted] bytes at [offset] of the source may be read; 0 at and after the end. */
size_t iq_image_have(const struct iq_image_source *source, uint64_t offset, uint64_t wanted);

/* Whether all of [wanted] bytes at [offset] of the source may be read. */
bool iq_image_has(const struct iq_image_source *source, uint64_t offset, uint64_t wanted);

/* Whether [wanted] bytes at [at], where a pointer inside the image leads, may be read. */
bool iq_image_has_memory(const struct iq_image_source *source, const void *at, size_t wanted);

/* Records the first problem; later ones are ignored.  [answer] as in struct iq_image. */
void iq_image_blame(struct iq_image *image, enum iq_image_health health, int answer,
                    uint64_t offset, enum iq_image_problem problem);

/* What cuModuleLoadData was measured to answer: the only codes that occur here. */
enum {
    IQ_ANSWER_VALUE = 1,
    IQ_ANSWER_IMAGE = 200,
    IQ_ANSWER_NO_BINARY = 209,
    IQ_ANSWER_PTX = 218,
    IQ_ANSWER_PTX_VERSION = 222,
    IQ_ANSWER_SOURCE = 300,
    IQ_ANSWER_UNKNOWN = 999
};

/* Fill cubin, fatbin, size and health of an image whose first bytes were recognised. */
void iq_image_check_cubin(struct iq_image *image);
void iq_image_check_fatbin(struct iq_image *image);
void iq_image_check_wrapper(struct iq_image *image);

/* Kind of data that is not an image: text of all sorts, archives.  [size] bytes at hand. */
enum iq_image_kind iq_image_guess_foreign(const uint8_t *bytes, size_t size);

/* Words of PTX text: identifiers, directives, strings, single other characters; blanks and comments
 * are skipped. */
struct iq_image_words {
    const char *at, *end;
    int line;
};

/* Next word; returns its length, 0 at the end. */
size_t iq_image_next_word(struct iq_image_words *words, const char **word);

/* Is [c] part of an identifier, directive or number? */
bool iq_image_is_ptx_word(char c);

/* Whether [text] starts, after blanks and comments, with a .version directive. */
bool iq_image_is_ptx(const char *text, size_t size);

#endif
