// link: report base
#include "report/shown.h"
#include "test.h"

static void check_function(const char *name, const char *expected)
{
    struct iq_str out;
    iq_str_init_heap(&out);
    iq_shown_function(&out, name);
    CHECK_STR(iq_str_text(&out), expected);
    iq_str_finish(&out);
}

TEST(versions)
{
    check_function("thrust::THRUST_200802_SM_900_NS::sort", "thrust::sort");
    check_function("cub::CUB_300001_SM_900::detail::run", "cub::detail::run");
    check_function("cuda::std::__4::tuple", "cuda::std::tuple");
    check_function("mine::__detail::run", "mine::__detail::run");
    check_function("CUB_ROWS::run", "CUB_ROWS::run");
}

TEST(arguments)
{
    check_function("pick<int>", "pick<int>");
    check_function("space::transform_kernel<policy<true, tuple<int, int>>, float, long>",
                   "space::transform_kernel<...>");
}

static void check_library(const char *function, const char *file, const char *module,
                          const char *expected)
{
    struct iq_str out;
    struct iq_frame frame = { .function = function, .file = file, .module = module };
    iq_str_init_heap(&out);
    iq_shown_library(&out, &frame);
    CHECK_STR(iq_str_text(&out), expected);
    iq_str_finish(&out);
}

TEST(libraries)
{
    check_library("std::sort", NULL, "prog", "std");
    check_library("__invoke<main()::<lambda(int)> >", "/usr/include/c++/12/bits/invoke.h", "prog",
                  "std");
    check_library("run", "/usr/include/fmt/core.h", "prog", "fmt");
    check_library("run", "/usr/lib/python3/dist-packages/cupy/core.py", NULL, "cupy");
    check_library("run", NULL, "/usr/lib/libpool.so.1", "pool");
    check_library("run", NULL, NULL, "compiled code");
}
