#include "cuda_runtime.h"
#include "two_processes.h"

static void send_descriptor(int fd)
{
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control = { .space = { 0 } };
    char byte = 'f';
    struct iovec vector = { &byte, 1 };
    struct msghdr message = { .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space };
    control.header = (struct cmsghdr){ .cmsg_level = SOL_SOCKET, .cmsg_type = SCM_RIGHTS, .cmsg_len = CMSG_LEN(sizeof fd) };
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
    sendmsg(line_, &message, 0);
}

static int receive_descriptor(void)
{
    union { struct cmsghdr header; char space[CMSG_SPACE(sizeof(int))]; } control;
    char byte;
    int fd = -1;
    struct iovec vector = { &byte, 1 };
    struct msghdr message = { .msg_iov = &vector, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control.space };
    if (recvmsg(line_, &message, 0) == 1)
        memcpy(&fd, CMSG_DATA(&control.header), sizeof fd);
    return fd;
}

/* Two pools and two pointers; which belongs to which is found out by trying. */
static int child(void)
{
    struct cudaMemPoolPtrExportData data[2];
    cudaMemPool_t pool[2];
    void *at;
    int found = 0;
    take(data, sizeof data);
    for (int i = 0; i < 2; i++) {
        int fd = receive_descriptor();
        if (cudaMemPoolImportFromShareableHandle(&pool[i], (void *)(intptr_t)fd, cudaMemHandleTypePosixFileDescriptor, 0))
            return 2;
        close(fd);
    }
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++) {
            if (cudaMemPoolImportPointer(&at, pool[i], &data[j])) {
                cudaGetLastError();
                continue;
            }
            found++;
            cudaMemset(at, 10 + j, 4096);
            cudaDeviceSynchronize();
            cudaFreeAsync(at, 0);
            cudaStreamSynchronize(0);
            break;
        }
    cudaMemPoolDestroy(pool[0]);
    cudaMemPoolDestroy(pool[1]);
    meet();
    return found != 2;
}

int main(void)
{
    struct cudaMemPoolPtrExportData data[2];
    struct cudaMemPoolProps properties;
    cudaMemPool_t pool[2];
    unsigned char bytes[4096];
    void *at[2];
    int fd[2];
    if (split())
        return child();
    memset(&properties, 0, sizeof properties);
    properties.allocType = cudaMemAllocationTypePinned;
    properties.handleTypes = cudaMemHandleTypePosixFileDescriptor;
    properties.location.type = cudaMemLocationTypeDevice;
    for (int i = 0; i < 2; i++) {
        cudaMemPoolCreate(&pool[i], &properties);
        cudaMemPoolExportToShareableHandle(&fd[i], pool[i], cudaMemHandleTypePosixFileDescriptor, 0);
        cudaMallocFromPoolAsync(&at[1 - i], 4096, pool[i], 0);
    }
    cudaStreamSynchronize(0);
    cudaMemPoolExportPointer(&data[0], at[0]);
    cudaMemPoolExportPointer(&data[1], at[1]);
    give(data, sizeof data);
    for (int i = 0; i < 2; i++) {
        send_descriptor(fd[i]);
        close(fd[i]);
    }
    meet();
    int status = join();
    for (int i = 0; i < 2; i++) {
        cudaMemcpy(bytes, at[i], 4096, cudaMemcpyDeviceToHost);
        status |= bytes[4095] != 10 + i;
        cudaFreeAsync(at[i], 0);
        cudaMemPoolDestroy(pool[i]);
    }
    return status;
}
