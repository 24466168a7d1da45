// exit: 139
/* The members of a structure on the device are set by the host. */
#include "cuda_runtime.h"

struct grid {
    float *cells;
    int size;
};

int main(void)
{
    struct grid *grid;
    cudaMalloc((void **)&grid, sizeof *grid); // site: created
    grid->size = 64; // expect: host-deref-device object=device-memory says=the_host_wrote_to says=HostToDevice unsaid=DeviceToHost
    return 0;
}
