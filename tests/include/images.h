/* Module images of tests/data/images, found by the variable TEST_IMAGES that the runner sets. */
#ifndef IQ_TEST_IMAGES_H
#define IQ_TEST_IMAGES_H

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

static inline const char *test_image_path(const char *name)
{
    static char path[PATH_MAX];
    const char *folder = getenv("TEST_IMAGES");
    snprintf(path, sizeof path, "%s/%s", folder ? folder : "tests/data/images", name);
    return path;
}

/* The bytes of image [name], with room and zeros behind them; exits with 77 if it cannot be read.
 * The caller frees. */
static inline unsigned char *test_image(const char *name, size_t *size)
{
    enum { ROOM = 1 << 20 };
    unsigned char *bytes = calloc(1, ROOM);
    FILE *file = fopen(test_image_path(name), "rb");
    *size = file && bytes ? fread(bytes, 1, ROOM - 1, file) : 0;
    if (!*size)
        exit(77);
    fclose(file);
    return bytes;
}

#endif
