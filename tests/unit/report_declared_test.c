// link: report base
#include "report/declared.h"
#include "test.h"

static const char *name_of(const char *text, const char *function, int index)
{
    static char name[32];
    return iq_declared_parameter(text, function, index, name, sizeof name) ? name : "-";
}

TEST(names)
{
    CHECK_STR(name_of("__global__ void fill(int *p, int n, float v) {", "fill", 0), "p");
    CHECK_STR(name_of("__global__ void fill(int *p, int n, float v) {", "fill", 2), "v");
    CHECK_STR(name_of("__global__ void fill(int *p, int n, float v) {", "fill", 3), "-");
    CHECK_STR(
        name_of(
            "void k(const float *__restrict__ in,\n    // the, result)\n   float *out /* one */, std::pair<int, int> size = {1, 2},\n  int table[16])",
            "k", 1),
        "out");
    CHECK_STR(
        name_of(
            "void k(const float *__restrict__ in,\n    // the, result)\n   float *out /* one */, std::pair<int, int> size = {1, 2},\n  int table[16])",
            "k", 2),
        "size");
    CHECK_STR(
        name_of(
            "void k(const float *__restrict__ in,\n    // the, result)\n   float *out , std::pair<int, int> size,\n  int table[16])",
            "k", 3),
        "table");
    CHECK_STR(name_of("fill_more(int a); void fill (T x)", "fill", 0), "x");
}

TEST(no_names)
{
    CHECK_STR(name_of("void fill(int *, unsigned int)", "fill", 0), "-");
    CHECK_STR(name_of("void fill(int *, unsigned int)", "fill", 1), "-");
    CHECK_STR(name_of("void fill(void (*f)(int))", "fill", 0), "-");
    CHECK_STR(name_of("int other; // fill(", "fill", 0), "-");
    CHECK_STR(name_of("void fill(int *p", "fill", 0), "-");
    CHECK_STR(name_of("", "fill", 0), "-");
    CHECK_STR(name_of("fill();", "fill", 0), "-");
    CHECK_STR(name_of("fill(std::string)", "fill", 0), "-");
}

static const char *python_of(const char *text, const char *function, int index)
{
    static char name[32];
    return iq_declared_python(text, function, index, name, sizeof name) ? name : "-";
}

TEST(functions_of_python)
{
    static const char one[] =
        "@cuda.jit\ndef scale(x, # the array\n    by: float = f(1, 2), *, n=(3, 4)):\n    x[0]\n";
    CHECK_STR(python_of(one, "scale", 0), "x");
    CHECK_STR(python_of(one, "scale", 1), "by");
    CHECK_STR(python_of(one, "scale", 4), "-");
    CHECK_STR(python_of(one, "scal", 0), "-");
    CHECK_STR(python_of("undef scale(x)", "scale", 0), "-");
    CHECK_STR(python_of("def scale(x, y", "scale", 1), "-");
    CHECK_STR(python_of("def scale(x # ", "scale", 0), "-");
    CHECK_STR(python_of("def scale()", "scale", 0), "-");
}

TEST(two_functions_of_python_that_disagree)
{
    static const char two[] = "def scale(x, y): pass\ndef scale(x, z): pass\n";
    CHECK_STR(python_of(two, "scale", 0), "x");
    CHECK_STR(python_of(two, "scale", 1), "-");
}
