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
