#include <memory>

#include "cl_world.h"

struct owner {
    int released = 0;
};
static volatile int called;

static void CL_CALLBACK gone(cl_mem, void *data)
{
    called = static_cast<owner *>(data)->released | 1;
}

static cl_mem make()
{
    std::unique_ptr<owner> data(new owner); // site: created
    cl_mem buffer = cl_buffer(4096);
    clSetMemObjectDestructorCallback(buffer, gone, data.get()); // expect: host-use-after-free severity=warning arg=user_data state=freed
    return buffer;
} // site: destroyed

/* The destructor's data belong to a smart pointer whose function returns long before. */
int main()
{
    cl_world();
    cl_mem buffer = make();
    clReleaseMemObject(buffer);
    while (!called)
        usleep(1000);
    cl_end();
    return 0;
}
