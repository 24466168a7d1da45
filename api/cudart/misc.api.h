/* Runtime API: logs, checkpoints and core dumps.  Form of a row: api/roles.h. */
API(13000) cudaError_t cudaLogsCurrent(cudaLogIterator *iterator_out, FLAGS(none) unsigned int flags);
API(13000, OP(dump_logs)) cudaError_t cudaLogsDumpToFile(OPT cudaLogIterator *iterator, const char *pathToFile, FLAGS(none) unsigned int flags);
API(13000, OP(dump_logs_to_memory)) cudaError_t cudaLogsDumpToMemory(OPT cudaLogIterator *iterator, char *buffer, size_t *size, FLAGS(none) unsigned int flags);
API(13000) cudaError_t cudaLogsRegisterCallback(cudaLogsCallback_t callbackFunc, USER void *userData, cudaLogsCallbackHandle *callback_out);
API(13000, OP(unregister_logs)) cudaError_t cudaLogsUnregisterCallback(cudaLogsCallbackHandle callback);
