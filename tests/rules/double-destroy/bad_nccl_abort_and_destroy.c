/* A communicator is aborted, and then destroyed. */
#include "nccl_world.h"

int main(void)
{
    ncclComm_t comm;
    if (ncclCommInitAll(&comm, 1, NULL))
        return 1;
    ncclCommAbort(comm); // site: destroyed
    ncclCommDestroy(comm); // expect: double-destroy arg=comm object=communicator contained=1
    return 0;
}
