// The file on disk ends in the middle of the cubin, as after a full disk.
#include "cuda.h"
#include "images.h"

int main(void)
{
    size_t size;
    unsigned char *image = test_image("add_90.cubin", &size);
    char path[] = "/tmp/cut-XXXXXX.cubin";
    int fd = mkstemps(path, 6);
    FILE *file = fdopen(fd, "wb");
    CUmodule module;
    fwrite(image, 1, size / 2, file);
    fclose(file);
    test_context();
    cuModuleLoad(&module, path); // expect: image-truncated arg=fname result=200 contained=1
    remove(path);
    free(image);
    return 0;
}
