/* Driver API: sharing between processes.  Form of a row: api/roles.h. */
API(4010, FX(shared_close) IPC) CUresult cuIpcCloseMemHandle(DELMEM(device_memory) CUdeviceptr dptr);
API(4010, OP(export_event) IPC) CUresult cuIpcGetEventHandle(CUipcEventHandle *pHandle, CUevent event);
API(4010, OP(export_memory) IPC) CUresult cuIpcGetMemHandle(CUipcMemHandle *pHandle, PTR CUdeviceptr dptr);
API(4010, OP(open_event) IPC) CUresult cuIpcOpenEventHandle(NEW(event) CUevent *phEvent, CUipcEventHandle handle);
API(4010, FX(shared_open) OP(open_memory) IPC RIGHTS) CUresult cuIpcOpenMemHandle(NEWMEM(device_memory) CUdeviceptr *pdptr, CUipcMemHandle handle, FLAGS(CUipcMem_flags, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) unsigned int Flags);
API(11000, FX(shared_open) OP(open_memory) IPC RIGHTS) CUresult cuIpcOpenMemHandle_v2(NEWMEM(device_memory) CUdeviceptr *pdptr, CUipcMemHandle handle, FLAGS(CUipcMem_flags, CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS) unsigned int Flags);
