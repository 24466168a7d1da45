/* Driver API: logs, checkpoints and core dumps.  Form of a row: api/roles.h. */
API(12080, INIT NOCTX) CUresult cuCheckpointProcessCheckpoint(int pid, PARAMS OPT CUcheckpointCheckpointArgs *args);
API(12080, INIT NOCTX) CUresult cuCheckpointProcessGetRestoreThreadId(int pid, int *tid);
API(12080, INIT NOCTX) CUresult cuCheckpointProcessGetState(int pid, CUprocessState *state);
API(12080, INIT NOCTX) CUresult cuCheckpointProcessLock(int pid, PARAMS OPT CUcheckpointLockArgs *args);
API(12080, INIT NOCTX) CUresult cuCheckpointProcessRestore(int pid, PARAMS OPT CUcheckpointRestoreArgs *args);
API(12080, INIT NOCTX) CUresult cuCheckpointProcessUnlock(int pid, PARAMS OPT CUcheckpointUnlockArgs *args);
API(12010, NOCTX OP(get_coredump_attribute)) CUresult cuCoredumpGetAttribute(CUcoredumpSettings attrib, OUT void *value, INOUT size_t *size);
API(12010, NOCTX OP(get_coredump_attribute)) CUresult cuCoredumpGetAttributeGlobal(CUcoredumpSettings attrib, OUT void *value, INOUT size_t *size);
API(12010, NOCTX OP(set_coredump_attribute)) CUresult cuCoredumpSetAttribute(CUcoredumpSettings attrib, OUT void *value, INOUT size_t *size);
API(12010, NOCTX OP(set_global_coredump_attribute)) CUresult cuCoredumpSetAttributeGlobal(CUcoredumpSettings attrib, OUT void *value, INOUT size_t *size);
API(12090, INIT NOCTX) CUresult cuLogsCurrent(CUlogIterator *iterator_out, FLAGS(none) unsigned int flags);
API(12090, INIT NOCTX OP(dump_logs)) CUresult cuLogsDumpToFile(OPT CUlogIterator *iterator, const char *pathToFile, FLAGS(none) unsigned int flags);
API(12090, INIT NOCTX OP(dump_logs_to_memory)) CUresult cuLogsDumpToMemory(OPT CUlogIterator *iterator, char *buffer, size_t *size, FLAGS(none) unsigned int flags);
API(12090, INIT NOCTX) CUresult cuLogsRegisterCallback(CUlogsCallback callbackFunc, USER void *userData, CUlogsCallbackHandle *callback_out);
API(12090, INIT NOCTX OP(unregister_logs)) CUresult cuLogsUnregisterCallback(CUlogsCallbackHandle callback);
