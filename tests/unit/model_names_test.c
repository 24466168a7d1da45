// link: checker -lzstd -llz4
/* Names of things and values as people read them. */
#include "model/names.h"
#include "test.h"

TEST(one_copy_of_each_text)
{
    char here[] = "kernel_name", long_text[400];
    const char *name = iq_name_intern(here);
    CHECK_STR(name, "kernel_name");
    CHECK(name != here && iq_name_intern("kernel_name") == name);
    CHECK(!iq_name_intern(NULL) && !iq_name_intern((const char *)4096) && !iq_name_intern(""));
    memset(long_text, 'x', sizeof long_text - 1);
    long_text[sizeof long_text - 1] = 0;
    CHECK_INT(strlen(iq_name_intern(long_text)), 200);
}

TEST(kernels_and_variables_by_their_host_addresses)
{
    struct iq_variable variable;
    iq_name_add_function(0x1000, "scale");
    CHECK_STR(iq_name_of_function(0x1000), "scale");
    CHECK(!iq_name_of_function(0x1001));
    iq_name_add_variable(0x2000, 16, "table");
    CHECK(iq_name_of_variable(0x200f, &variable) && variable.host == 0x2000 && variable.size == 16);
    CHECK_STR(variable.name, "table");
    CHECK(!iq_name_of_variable(0x2010, &variable) && !iq_name_of_variable(0x1fff, &variable));
}

static bool is_wanted(void *user, const void *wrapper) { return wrapper == user; }

TEST(images_until_they_are_unregistered)
{
    static int image, other;
    iq_name_add_image(0x50, &image);
    iq_name_tie_to_image(0x3000, 0x50);
    CHECK(iq_name_image_of(0x3000) == &image && !iq_name_image_of(0x3001));
    CHECK(iq_name_find_image(is_wanted, &image) == &image);
    CHECK(!iq_name_find_image(is_wanted, &other));
    iq_name_remove_image(0x50);
    CHECK(!iq_name_image_of(0x3000) && !iq_name_find_image(is_wanted, &image));
}

TEST(types_without_their_qualifiers)
{
    const char *begin;
    size_t length = iq_plain_type("const struct cudaMemPoolProps *", &begin);
    CHECK_INT(length, strlen("cudaMemPoolProps"));
    CHECK(!memcmp(begin, "cudaMemPoolProps", length));
    CHECK(iq_is_type("const struct cudaMemPoolProps *", "cudaMemPoolProps"));
    CHECK(!iq_is_type("cudaMemPoolProps2 *", "cudaMemPoolProps"));
    CHECK_STR(iq_kind_name(IQ_KIND_STREAM), "stream");
}
