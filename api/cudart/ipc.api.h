/* Runtime API: sharing between processes.  Form of a row: api/roles.h. */
API(4010, FX(shared_close) IPC) cudaError_t cudaIpcCloseMemHandle(DELMEM(device_memory) void *devPtr);
API(4010, OP(export_event) IPC) cudaError_t cudaIpcGetEventHandle(cudaIpcEventHandle_t *handle, cudaEvent_t event);
API(4010, OP(export_memory) IPC) cudaError_t cudaIpcGetMemHandle(cudaIpcMemHandle_t *handle, PTR void *devPtr);
API(4010, OP(open_event) IPC) cudaError_t cudaIpcOpenEventHandle(NEW(event) cudaEvent_t *event, cudaIpcEventHandle_t handle);
API(4010, FX(shared_open) OP(open_memory) IPC RIGHTS) cudaError_t cudaIpcOpenMemHandle(NEWMEM(device_memory) void **devPtr, cudaIpcMemHandle_t handle, FLAGS(cudaIpcMemFlags, cudaIpcMemLazyEnablePeerAccess) unsigned int flags);
