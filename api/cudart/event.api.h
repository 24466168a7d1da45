/* Runtime API: events.  Form of a row: api/roles.h. */
API(3020) cudaError_t cudaEventCreate(NEW(event) cudaEvent_t *event);
API(3020) cudaError_t cudaEventCreateWithFlags(NEW(event) cudaEvent_t *event, FLAGS(cudaEventFlags) unsigned int flags);
API(3020) cudaError_t cudaEventDestroy(DEL(event) cudaEvent_t event);
API(3020) cudaError_t cudaEventElapsedTime(float *ms, ASK(event) cudaEvent_t start, ASK(event) cudaEvent_t end);
API(12000, UNTIL(12999)) cudaError_t cudaEventElapsedTime_v2(float *ms, ASK(event) cudaEvent_t start, ASK(event) cudaEvent_t end);
API(3020, QUERY) cudaError_t cudaEventQuery(ASK(event) cudaEvent_t event);
API(3020, ASYNC PTSZ) cudaError_t cudaEventRecord(SIGNAL(event) cudaEvent_t event, STREAM cudaStream_t stream);
API(11010, ASYNC PTSZ) cudaError_t cudaEventRecordWithFlags(SIGNAL(event) cudaEvent_t event, STREAM cudaStream_t stream,
    FLAGS(cudaEventRecordFlags) unsigned int flags);
API(3020, SYNC(event)) cudaError_t cudaEventSynchronize(WAIT(event) cudaEvent_t event);
