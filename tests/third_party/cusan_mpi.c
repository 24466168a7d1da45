/* MPI as it is where it is aware of CUDA: what lies on the device is sent from, and received into, host memory of its own, copied on a stream that waits for no other one. */
#include <mpi.h>
#include <stdlib.h>
#include <string.h>

#include "iq_cuda_protos.h"

enum { MOST = 64 };
static struct receive {
    MPI_Request request;
    CUdeviceptr to;
    void *host;
    size_t size;
} pending[MOST];

int MPIX_Query_cuda_support(void) { return 1; }

static int is_device(const void *buffer)
{
    unsigned kind = 0;
    return !cuPointerGetAttribute(&kind, CU_POINTER_ATTRIBUTE_MEMORY_TYPE, (CUdeviceptr)buffer) && kind != CU_MEMORYTYPE_HOST;
}

static void copy(void *host, CUdeviceptr device, size_t size, int out)
{
    static CUstream stream;
    if (!stream)
        cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING);
    if (out)
        cuMemcpyDtoHAsync_v2(host, device, size, stream);
    else
        cuMemcpyHtoDAsync_v2(device, host, size, stream);
    cuStreamSynchronize(stream);
}

static size_t bytes(int count, MPI_Datatype type)
{
    int size;
    PMPI_Type_size(type, &size);
    return (size_t)size * (size_t)count;
}

static void *staged(const void *buffer, size_t size)
{
    void *host = malloc(size);
    copy(host, (CUdeviceptr)buffer, size, 1);
    return host;
}

int MPI_Send(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm)
{
    return PMPI_Send(is_device(buffer) ? staged(buffer, bytes(count, type)) : buffer, count, type, to, tag, comm);
}

int MPI_Isend(const void *buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request *request)
{
    return PMPI_Isend(is_device(buffer) ? staged(buffer, bytes(count, type)) : buffer, count, type, to, tag, comm, request);
}

int MPI_Recv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status *status)
{
    size_t size = bytes(count, type);
    void *host = is_device(buffer) ? malloc(size) : buffer;
    int result = PMPI_Recv(host, count, type, from, tag, comm, status);
    if (host != buffer)
        copy(host, (CUdeviceptr)buffer, size, 0);
    return result;
}

int MPI_Irecv(void *buffer, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request *request)
{
    size_t size = bytes(count, type);
    void *host = is_device(buffer) ? malloc(size) : buffer;
    int result = PMPI_Irecv(host, count, type, from, tag, comm, request);
    for (int i = 0; host != buffer && i < MOST; i++)
        if (!pending[i].host) {
            pending[i] = (struct receive){ *request, (CUdeviceptr)buffer, host, size };
            break;
        }
    return result;
}

static void deliver(MPI_Request request)
{
    for (int i = 0; i < MOST; i++)
        if (pending[i].host && pending[i].request == request) {
            copy(pending[i].host, pending[i].to, pending[i].size, 0);
            pending[i].host = NULL;
        }
}

int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    MPI_Request waited = *request;
    int result = PMPI_Wait(request, status);
    deliver(waited);
    return result;
}

int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    for (int i = 0; i < count; i++)
        MPI_Wait(&requests[i], statuses == MPI_STATUSES_IGNORE ? MPI_STATUS_IGNORE : &statuses[i]);
    return MPI_SUCCESS;
}
