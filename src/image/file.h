/* Images in files: plain image files, executables and shared objects with embedded fatbins,
 * archives of objects.
 * Owner: iq_image_file_open maps the file, iq_image_file_close unmaps it; images point into the
 * mapping. */
#ifndef IQ_IMAGE_FILE_H
#define IQ_IMAGE_FILE_H

#include "base/contract.h"
#include "image/image.h"

struct iq_image_file {
    const uint8_t *bytes; /* NULL if empty */
    size_t size;
    bool mapped;           /* bytes are ours to unmap */
    struct iq_image image; /* of the file as a whole */
};

/* One image found inside a file. */
struct iq_image_embedded {
    struct iq_image image;
    uint64_t offset; /* in the file */
    /* section, or "member:section" of an archive; "" for the file itself */
    char where[96];
    bool relocatable; /* from __nv_relfatbin: -rdc=true code, to be linked */
};

/* Returns 0, IQ_ENOENT, IQ_EACCESS, IQ_EIO (also a folder), IQ_ENOMEM. */
IQ_NODISCARD int iq_image_file_open(const char *path, struct iq_image_file *file);

/* As iq_image_file_open, over memory that stays the caller's. */
void iq_image_file_wrap(const void *bytes, size_t size, struct iq_image_file *file);
void iq_image_file_close(struct iq_image_file *file);

/* Size that the file must have by its own headers (ELF, ar), if it is shorter; else 0. */
uint64_t iq_image_file_cut(const struct iq_image_file *file);

/* Calls [visit] for every image in the file: itself if it is one, else embedded ones.  [visit]
 * returns false to stop.  Bytes in a section for fatbins that are none are of the kind UNKNOWN.
 * Returns the number of images visited. */
size_t iq_image_file_each(const struct iq_image_file *file,
                          bool (*visit)(void *user, const struct iq_image_embedded *found),
                          void *user);

#endif
