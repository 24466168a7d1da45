// link: base
/* Names of kernels as numba-cuda 0.30 and numba 0.58 write them. */
#include <string.h>

#include "base/numba.h"
#include "test.h"

#define TAGS "B2v1B8cw51cXTL"
#define FLOATS "5ArrayIfLi1E1C7mutable7alignedE"
#define TABLE "5ArrayIdLi2E1A7mutable7alignedE"

static struct iq_numba_word word;

static bool is_function(const char *name, const char *wanted)
{
    size_t length = 0;
    const char *function = iq_numba_function(name, &length);
    return function && length == strlen(wanted) && !memcmp(function, wanted, length);
}

TEST(kernels_are_known_by_their_version)
{
    CHECK(iq_numba_made("_ZN8__main__5scale" TAGS "E" FLOATS "d"));
    CHECK(iq_numba_made("_ZN6cudapy8__main__9scale$241E" FLOATS "x"));
    CHECK(iq_numba_made("_ZN6cudapy3lib5scaleEx"));
    CHECK(!iq_numba_made("_ZN3lib5scaleEx"));
    CHECK(!iq_numba_made("_ZN3lib5scaleB5cxx11Ex")); /* a tag of C++ */
    CHECK(!iq_numba_made("_ZN3lib5scaleB1vEx"));
    CHECK(!iq_numba_made("scale") && !iq_numba_made("") && !iq_numba_made("_ZN"));
    CHECK(!iq_numba_made("_ZN99999scale") && !iq_numba_made("_ZN8__main__5scaleB2v1"));
}

TEST(functions_have_their_own_name)
{
    CHECK(is_function("_ZN8__main__5scale" TAGS "Ed", "scale"));
    CHECK(is_function("_ZN6cudapy8__main__9scale$241Ed", "scale"));
    CHECK(is_function("_ZN8__main__2mk12_3clocals_3e5innerB2v2Ex", "inner"));
    CHECK(!is_function("_ZN3lib5scaleEx", "scale"));
}

TEST(a_parameter_is_a_word_of_an_argument)
{
    static const char name[] = "_ZN8__main__5scale" TAGS "E" FLOATS TABLE "d";
    CHECK(iq_numba_parameter(name, 4, &word));
    CHECK(word.argument == 0 && word.is_data && word.is_contiguous && word.dimensions == 1);
    CHECK(!strcmp(word.type, "float32") && word.element_bytes == 4);
    CHECK(iq_numba_parameter(name, 6, &word) && !word.argument && !word.is_data);
    CHECK(iq_numba_parameter(name, 7 + 4, &word));
    CHECK(word.argument == 1 && word.is_data && !word.is_contiguous && word.dimensions == 2);
    CHECK(!strcmp(word.type, "float64"));
    CHECK(iq_numba_parameter(name, 7 + 9, &word));
    CHECK(word.argument == 2 && !word.is_data && !word.dimensions && word.element_bytes == 8);
    CHECK(!iq_numba_parameter(name, 7 + 9 + 1, &word));
}

TEST(other_kinds_of_arguments_end_what_is_known)
{
    static const char name[] = "_ZN8__main__5scale" TAGS "E" FLOATS "8UniTupleIxLi2EE" FLOATS;
    CHECK(iq_numba_parameter(name, 4, &word));
    CHECK(!iq_numba_parameter(name, 7, &word) && !iq_numba_parameter(name, 12, &word));
    CHECK(!iq_numba_parameter("_ZN3lib5scaleEx", 0, &word));
    CHECK(!iq_numba_parameter("_ZN8__main__5scaleB2v1E5ArrayIfLi1E1C7mut", 4, &word));
}
