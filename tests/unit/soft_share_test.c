// link: softdev
/* Memory, events and pools that two processes of the software driver share. */
#include <sys/socket.h>

#include "soft_world.h"

static int line; /* to the other process */

static void put(const void *data, size_t size)
{
    CHECK_INT(write(line, data, size), (ssize_t)size);
}
static void get(void *data, size_t size)
{
    CHECK_INT(recv(line, data, size, MSG_WAITALL), (ssize_t)size);
}

static void meet(void)
{
    char mine = 'x';
    put(&mine, 1);
    get(&mine, 1);
}

union control {
    struct cmsghdr header;
    char space[CMSG_SPACE(sizeof(int))];
};

static void put_fd(int fd)
{
    union control control = { .space = { 0 } };
    char byte = 'f';
    struct iovec vector = { &byte, 1 };
    struct msghdr message = { .msg_iov = &vector,
                              .msg_iovlen = 1,
                              .msg_control = &control,
                              .msg_controllen = sizeof control.space };
    control.header = (struct cmsghdr){ .cmsg_level = SOL_SOCKET,
                                       .cmsg_type = SCM_RIGHTS,
                                       .cmsg_len = CMSG_LEN(sizeof fd) };
    memcpy(CMSG_DATA(&control.header), &fd, sizeof fd);
    CHECK_INT(sendmsg(line, &message, 0), 1);
}

static int get_fd(void)
{
    union control control;
    char byte;
    int fd = -1;
    struct iovec vector = { &byte, 1 };
    struct msghdr message = { .msg_iov = &vector,
                              .msg_iovlen = 1,
                              .msg_control = &control,
                              .msg_controllen = sizeof control.space };
    CHECK_INT(recvmsg(line, &message, 0), 1);
    memcpy(&fd, CMSG_DATA(&control.header), sizeof fd);
    return fd;
}

/* [exporter] in a child, [importer] here; neither has a driver yet. */
static void pair(void (*exporter)(void), void (*importer)(void))
{
    int ends[2], status;
    CHECK(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
    pid_t child = fork();
    line = ends[!child];
    close(ends[!!child]);
    (child ? importer : exporter)();
    if (!child)
        _exit(iq_test_failures != 0);
    CHECK_INT(waitpid(child, &status, 0), child);
    CHECK_INT(status, 0);
}

static unsigned first_byte(CUdeviceptr at)
{
    unsigned char byte = 0;
    OK(cuMemcpyDtoH_v2(&byte, at, 1));
    return byte;
}

/* ---- memory ---- */

static void export_memory(void)
{
    CUdeviceptr small, inside, large, mine;
    CUipcMemHandle handle[3];
    world();
    OK(cuMemAlloc_v2(&small, 1000));
    OK(cuMemAlloc_v2(&inside, 1000));
    OK(cuMemAlloc_v2(&large, 5 << 20));
    OK(cuMemsetD8_v2(small, 7, 1000));
    OK(cuMemsetD8_v2(inside, 8, 1000));
    OK(cuMemsetD8_v2(large, 9, 5 << 20));
    OK(cuIpcGetMemHandle(&handle[0], small));
    OK(cuIpcGetMemHandle(&handle[1], inside + 16));
    OK(cuIpcGetMemHandle(&handle[2], large));
    GIVES(201, cuIpcOpenMemHandle_v2(&mine, handle[0], 1));
    GIVES(1, cuIpcCloseMemHandle(small));
    CHECK_INT(first_byte(large), 9);
    put(handle, sizeof handle);
    meet();
    CHECK_INT(first_byte(small), 70);
    CHECK_INT(first_byte(inside), 8);
    CHECK_INT(first_byte(large), 90);
    OK(cuMemFree_v2(small));
    OK(cuMemFree_v2(large));
    OK(cuMemAlloc_v2(&large, 5 << 20));
    OK(cuMemsetD8_v2(large, 1, 5 << 20)); /* new memory is not the old file */
    meet();
    meet();
}

static void import_memory(void)
{
    CUdeviceptr small, again, inside, large;
    CUipcMemHandle handle[3], damaged;
    get(handle, sizeof handle);
    GIVES(3, cuIpcOpenMemHandle_v2(&small, handle[0], 1));
    world();
    damaged = handle[0];
    damaged.reserved[20] ^= 1;
    GIVES(1, cuIpcOpenMemHandle_v2(&small, damaged, 1));
    GIVES(1, cuIpcOpenMemHandle_v2(&small, handle[0], 0));
    OK(cuIpcOpenMemHandle_v2(&small, handle[0], 1));
    OK(cuIpcOpenMemHandle_v2(&again, handle[0], 1));
    CHECK_INT(small, again);
    OK(cuIpcOpenMemHandle_v2(&inside, handle[1], 1));
    OK(cuIpcOpenMemHandle_v2(&large, handle[2], 1));
    CHECK_INT(first_byte(small), 7);
    CHECK_INT(first_byte(inside), 8);
    CHECK_INT(first_byte(large + (5 << 20) - 1), 9);
    GIVES(1, cuMemsetD8_v2(small, 1, 1001));
    GIVES(1, cuMemFree_v2(small));
    OK(cuMemsetD8_v2(small, 70, 1000));
    OK(cuMemsetD8_v2(large, 90, 1));
    OK(cuIpcCloseMemHandle(again));
    CHECK_INT(first_byte(small), 70);
    OK(cuIpcCloseMemHandle(small));
    GIVES(1, cuIpcCloseMemHandle(small));
    meet();
    meet();
    GIVES(1, cuIpcOpenMemHandle_v2(&small, handle[0], 1)); /* freed there */
    OK(cuIpcOpenMemHandle_v2(&again, handle[2], 1));       /* but this one is open here */
    CHECK_INT(again, large);
    CHECK_INT(first_byte(large), 90);
    meet();
}

APART(memory_of_another_process) { pair(export_memory, import_memory); }

/* ---- events ---- */

static void export_event(void)
{
    CUevent plain, event;
    CUstream stream;
    CUdeviceptr flag;
    CUipcEventHandle handle;
    world();
    OK(cuEventCreate(&plain, CU_EVENT_DISABLE_TIMING));
    GIVES(400, cuIpcGetEventHandle(&handle, plain));
    OK(cuEventCreate(&event, CU_EVENT_DISABLE_TIMING | CU_EVENT_INTERPROCESS));
    OK(cuIpcGetEventHandle(&handle, event));
    OK(cuStreamCreate(&stream, 1));
    OK(cuMemAlloc_v2(&flag, 4));
    OK(cuMemsetD32_v2(flag, 0, 1));
    OK(cuCtxSynchronize()); /* the stream waits for none of the others */
    OK(cuStreamWaitValue32_v2(stream, flag, 1, CU_STREAM_WAIT_VALUE_EQ));
    OK(cuEventRecord(event, stream));
    GIVES(600, cuEventQuery(event));
    put(&handle, sizeof handle);
    meet();
    OK(cuStreamWriteValue32_v2(NULL, flag, 1, 0)); /* now the event may come */
    meet();
    GIVES(600, cuEventQuery(event)); /* recorded by the other process */
    meet();
    OK(cuEventSynchronize(event));
    OK(cuEventRecord(event, stream));
    OK(cuStreamWaitValue32_v2(stream, flag, 2, CU_STREAM_WAIT_VALUE_EQ));
    OK(cuEventRecord(event, stream));
    meet();
    _exit(iq_test_failures != 0); /* with the event recorded and never reached */
}

static void import_event(void)
{
    CUevent event;
    CUstream stream;
    CUdeviceptr word;
    CUipcEventHandle handle;
    float time;
    get(&handle, sizeof handle);
    world();
    OK(cuStreamCreate(&stream, 1));
    OK(cuMemAlloc_v2(&word, 4));
    OK(cuMemsetD32_v2(word, 0, 1));
    OK(cuIpcOpenEventHandle(&event, handle));
    GIVES(400, cuIpcGetEventHandle(&handle, event));
    GIVES(400, cuEventElapsedTime_v2(&time, event, event));
    GIVES(600, cuEventQuery(event));
    OK(cuStreamWaitEvent(stream, event, 0));
    OK(cuMemsetD32Async(word, 5, 1, stream));
    GIVES(600, cuStreamQuery(stream));
    CHECK_INT(first_byte(word), 0);
    meet();
    OK(cuStreamSynchronize(stream));
    CHECK_INT(first_byte(word), 5);
    OK(cuStreamWaitValue32_v2(stream, word, 6, CU_STREAM_WAIT_VALUE_EQ));
    OK(cuEventRecord(event, stream));
    meet();
    meet();
    OK(cuStreamWriteValue32_v2(NULL, word, 6, 0));
    meet();
    OK(cuEventSynchronize(event)); /* the other one is gone by now, or soon */
    OK(cuEventQuery(event));
    OK(cuEventDestroy_v2(event));
}

APART(event_of_another_process) { pair(export_event, import_event); }

/* ---- pools and physical memory ---- */

static const CUmemPoolProps exportable = { .allocType = CU_MEM_ALLOCATION_TYPE_PINNED,
                                           .handleTypes = CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                           .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };

static void export_pool(void)
{
    CUmemoryPool pool, local;
    CUmemPoolProps props = exportable;
    CUmemPoolPtrExportData data;
    CUdeviceptr at;
    int fd;
    world();
    OK(cuMemPoolCreate(&pool, &props));
    props.handleTypes = CU_MEM_HANDLE_TYPE_NONE;
    OK(cuMemPoolCreate(&local, &props));
    GIVES(1, cuMemPoolExportToShareableHandle(&fd, local, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                              0));
    OK(cuMemPoolExportToShareableHandle(&fd, pool, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemAllocFromPoolAsync(&at, 300, local, NULL));
    GIVES(1, cuMemPoolExportPointer(&data, at));
    OK(cuMemAllocFromPoolAsync(&at, 300, pool, NULL));
    OK(cuMemsetD8_v2(at, 3, 300));
    OK(cuCtxSynchronize());
    OK(cuMemPoolExportPointer(&data, at));
    put_fd(fd);
    put(&data, sizeof data);
    meet();
    CHECK_INT(first_byte(at), 30);
    OK(cuMemFreeAsync(at, NULL));
    OK(cuMemPoolDestroy(pool));
}

static void import_pool(void)
{
    CUmemoryPool pool, own;
    CUmemPoolProps props = exportable;
    CUmemPoolPtrExportData data;
    CUdeviceptr at, more;
    void *fd;
    world();
    OK(cuMemPoolCreate(&own, &props));
    fd = (void *)(intptr_t)get_fd();
    get(&data, sizeof data);
    GIVES(1, cuMemPoolImportFromShareableHandle(&pool, (void *)0,
                                                CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemPoolImportFromShareableHandle(&pool, fd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    GIVES(1, cuMemPoolImportPointer(&at, own, &data));
    OK(cuMemPoolImportPointer(&at, pool, &data));
    CHECK_INT(first_byte(at), 3);
    OK(cuMemsetD8_v2(at, 30, 300));
    GIVES(1, cuMemsetD8_v2(at, 30, 301));
    GIVES(1, cuMemAllocFromPoolAsync(&more, 16, pool, NULL));
    OK(cuMemFreeAsync(at, NULL));
    OK(cuStreamSynchronize(NULL));
    GIVES(1, cuMemsetD8_v2(at, 30, 300));
    OK(cuMemPoolDestroy(pool));
    meet();
}

APART(pool_of_another_process) { pair(export_pool, import_pool); }

static const CUmemAllocationProp physical = { .type = CU_MEM_ALLOCATION_TYPE_PINNED,
                                              .requestedHandleTypes =
                                                  CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                              .location = { CU_MEM_LOCATION_TYPE_DEVICE, 0 } };

static CUdeviceptr map(CUmemGenericAllocationHandle handle)
{
    CUmemAccessDesc desc = { { CU_MEM_LOCATION_TYPE_DEVICE, 0 },
                             CU_MEM_ACCESS_FLAGS_PROT_READWRITE };
    CUdeviceptr at = 0;
    OK(cuMemAddressReserve(&at, 2 << 20, 0, 0, 0));
    OK(cuMemMap(at, 2 << 20, 0, handle, 0));
    OK(cuMemSetAccess(at, 2 << 20, &desc, 1));
    return at;
}

static void export_physical(void)
{
    CUmemGenericAllocationHandle handle, local;
    CUmemAllocationProp props = physical;
    int fd;
    world();
    OK(cuMemCreate(&handle, 2 << 20, &props, 0));
    props.requestedHandleTypes = CU_MEM_HANDLE_TYPE_NONE;
    OK(cuMemCreate(&local, 2 << 20, &props, 0));
    GIVES(1, cuMemExportToShareableHandle(&fd, local, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    OK(cuMemExportToShareableHandle(&fd, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR, 0));
    CUdeviceptr at = map(handle);
    OK(cuMemsetD8_v2(at, 4, 2 << 20));
    OK(cuCtxSynchronize());
    put_fd(fd);
    meet();
    CHECK_INT(first_byte(at + (2 << 20) - 1), 40);
}

static void import_physical(void)
{
    CUmemGenericAllocationHandle handle;
    CUmemAllocationProp props;
    world();
    void *fd = (void *)(intptr_t)get_fd();
    GIVES(1, cuMemImportFromShareableHandle(&handle, (void *)(intptr_t)line,
                                            CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    OK(cuMemImportFromShareableHandle(&handle, fd, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR));
    OK(cuMemGetAllocationPropertiesFromHandle(&props, handle));
    CHECK_INT(props.requestedHandleTypes, CU_MEM_HANDLE_TYPE_NONE);
    GIVES(1, cuMemExportToShareableHandle(&props, handle, CU_MEM_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR,
                                          0));
    CUdeviceptr at = map(handle);
    OK(cuMemRelease(handle));
    CHECK_INT(first_byte(at), 4);
    OK(cuMemsetD8_v2(at, 40, 2 << 20));
    OK(cuCtxSynchronize());
    meet();
}

APART(physical_memory_of_another_process) { pair(export_physical, import_physical); }
