// link: checker -lzstd -llz4
/* Names of things and values as people read them. */
#include <dlfcn.h>
#include <sys/mman.h>

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
    iq_name_add_function(0x1000, "scale", 0);
    CHECK_STR(iq_name_of_function(0x1000), "scale");
    CHECK(!iq_name_of_function(0x1001));
    iq_name_add_variable(0x2000, 16, "table", 0);
    CHECK(iq_name_of_variable(0x200f, &variable) && variable.host == 0x2000 && variable.size == 16);
    CHECK_STR(variable.name, "table");
    CHECK(!iq_name_of_variable(0x2010, &variable) && !iq_name_of_variable(0x1fff, &variable));
}

enum { IMAGE = 0x60 };

static const char *name_of(uint64_t host, const char *name)
{
    iq_name_add_function(host, name, IMAGE);
    return iq_name_of_function(host);
}

TEST(names_are_as_they_were_when_registered)
{
    static int image;
    char *page = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    strcpy(page, "first");
    iq_name_add_image(IMAGE, &image);
    CHECK_STR(name_of(0x4000, page), "first");
    iq_name_add_function(0x400b, page, IMAGE);
    strcpy(page, "other"); /* not constant */
    CHECK_STR(iq_name_of_function(0x400b), "first");
    strcpy(page + 4096 - 3, "across");
    memset(page + 100, 'x', 300);
    CHECK_STR(name_of(0x4001, page), "other");
    CHECK(!mprotect(page, 4096, PROT_READ));
    CHECK_STR(name_of(0x4002, page), "other");
    CHECK_STR(name_of(0x4003, page + 2), "her");
    CHECK_STR(name_of(0x4004, page + 4096 - 3), "across");
    CHECK_STR(name_of(0x4005, page), "other");
    CHECK_INT(strlen(name_of(0x400a, page + 100)), 200);
    CHECK(!mprotect(page, 4096, PROT_READ | PROT_WRITE)); /* another library comes to lie there */
    strcpy(page, "again");
    iq_name_remove_image(IMAGE);
    iq_name_add_image(IMAGE, &image);
    CHECK_STR(name_of(0x4006, page), "again");
    munmap(page, 8192);
    iq_name_remove_image(IMAGE);
    CHECK(!name_of(0x4007, page) && !name_of(0x4008, NULL) && !name_of(0x4009, (char *)8));
}

static bool is_wanted(void *user, const void *wrapper) { return wrapper == user; }

TEST(images_until_they_are_unregistered)
{
    static int image, other;
    iq_name_add_image(0x50, &image);
    iq_name_add_function(0x3000, "kernel", 0x50);
    iq_name_add_variable(0x5000, 8, "table", 0x50);
    CHECK(iq_name_image_of(0x3000) == &image && !iq_name_image_of(0x3001));
    CHECK(iq_name_image_of(0x5000) == &image && !iq_name_image_of(0x5001));
    CHECK(iq_name_find_image(is_wanted, &image) == &image);
    CHECK(!iq_name_find_image(is_wanted, &other));
    iq_name_remove_image(0x50);
    CHECK(!iq_name_image_of(0x3000) && !iq_name_image_of(0x5000) &&
          !iq_name_find_image(is_wanted, &image));
    /* no library has been unloaded: the name is where it was, as when a process ends */
    CHECK_STR(iq_name_of_function(0x3000), "kernel");
}

TEST(names_of_unloaded_libraries_are_not_read)
{
    static int image;
    iq_name_add_image(0x50, &image);
    iq_name_add_function(0x3000, "asked before", 0x50);
    iq_name_add_function(0x3001, "asked later", 0x50);
    CHECK_STR(iq_name_of_function(0x3000), "asked before");
    iq_name_remove_image(0x50);
    void *library = dlopen("libanl.so.1", RTLD_NOW);
    CHECK(library && !dlclose(library));
    CHECK_STR(iq_name_of_function(0x3000), "asked before");
    CHECK(!iq_name_of_function(0x3001));
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
