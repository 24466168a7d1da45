// link: base
#include <stdio.h>
#include <string.h>

#include "base/blake2b.h"
#include "test.h"

static const char *digest_of(const char *data, size_t size, size_t step)
{
    static char text[2 * IQ_DIGEST_BYTES + 1];
    uint8_t digest[IQ_DIGEST_BYTES];
    struct iq_blake2b hash;
    iq_blake2b_begin(&hash);
    for (size_t at = 0; at < size; at += step)
        iq_blake2b_add(&hash, data + at, size - at < step ? size - at : step);
    iq_blake2b_end(&hash, digest);
    for (int i = 0; i < IQ_DIGEST_BYTES; i++)
        snprintf(text + 2 * i, 3, "%02x", digest[i]);
    return text;
}

/* What Python's hashlib.blake2b(data, digest_size=32) gives. */
TEST(what_others_compute)
{
    static char million[1000000];
    memset(million, 'a', sizeof million);
    CHECK_STR(digest_of("", 0, 1),
              "0e5751c026e543b2e8ab2eb06099daa1d1e5df47778f7787faab45cdf12fe3a8");
    CHECK_STR(digest_of("abc", 3, 3),
              "bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319");
    CHECK_STR(digest_of(million, 128, 128),
              "ae2aa48507885c4c950fb809b2076f959cde9f8ea6da260d9a3587df33dac450");
    CHECK_STR(digest_of(million, sizeof million, 999),
              "0741850f36cba4259628355d1073e24ddb9ca0e1bfac36fd39ae5dc2101e23a4");
}

TEST(pieces_make_no_difference)
{
    char data[400], whole[2 * IQ_DIGEST_BYTES + 1];
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (char)(i * 7);
    for (size_t size = 0; size <= sizeof data; size++) {
        strcpy(whole, digest_of(data, size, sizeof data));
        CHECK_STR(digest_of(data, size, 13), whole);
        CHECK_STR(digest_of(data, size, 128), whole);
    }
}
