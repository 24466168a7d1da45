/* A test program without a toolkit: it finds the driver as a program that also runs without one. */
#include <dlfcn.h>
#include <inquest.h>
#include <stdio.h>
#include <string.h>

typedef int start_fn(unsigned);
typedef int device_fn(int *, int);

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    void *driver = dlopen("libcuda.so.1", RTLD_NOW);
    int device = 0, here = inquest_is_here();
    if (!strcmp(what, "without"))
        return here || inquest_errors();
    if (!driver || !here)
        return 2;
    if (!strcmp(what, "fails"))
        return fopen("CMakeLists.txt", "r") ? 3 : 0;
    ((start_fn *)dlsym(driver, "cuInit"))(0);
    inquest_mark(what);
    ((device_fn *)dlsym(driver, "cuDeviceGet"))(&device, strcmp(what, "wrong") ? 0 : 99);
    inquest_mark_end();
    return 0;
}
