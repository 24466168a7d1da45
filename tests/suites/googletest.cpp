// Marks in GoogleTest: the listener of docs/guide/tests.md.
#include <gtest/gtest.h>
#include <inquest.h>

#include "cuda_runtime.h"

// [listener]
class InquestListener : public testing::EmptyTestEventListener {
    unsigned long before_ = 0;

    void OnTestStart(const testing::TestInfo &test) override
    {
        before_ = inquest_errors();
        inquest_mark((std::string(test.test_suite_name()) + "." + test.name()).c_str());
    }

    void OnTestEnd(const testing::TestInfo &) override
    {
        unsigned long found = inquest_errors() - before_;
        inquest_mark_end();
        if (found)
            ADD_FAILURE() << "inquest: " << found << " wrong GPU calls, see its report";
    }
};

int main(int argc, char **argv)
{
    testing::InitGoogleTest(&argc, argv);
    testing::UnitTest::GetInstance()->listeners().Append(new InquestListener);
    return RUN_ALL_TESTS();
}
// [listener]

class Clear : public testing::Test {
protected:
    CUdeviceptr memory = 0;

    void SetUp() override
    {
        CUcontext context;
        cuInit(0);
        cuDevicePrimaryCtxRetain(&context, 0);
        cuCtxSetCurrent(context);
        ASSERT_EQ(cuMemAlloc(&memory, 16), CUDA_SUCCESS);
    }
    void TearDown() override { cuMemFree(memory); }
};

TEST_F(Clear, Everything) { EXPECT_EQ(cuMemsetD8(memory, 0, 16), CUDA_SUCCESS); }
TEST_F(Clear, TooMuch) { (void)cuMemsetD8(memory, 0, 17); }
TEST_F(Clear, TooMuchElsewhere) { (void)cuMemsetD8(memory + 8, 0, 17); }
