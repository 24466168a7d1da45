/* Driver API: events.  Form of a row: api/roles.h. */
API(2000) CUresult cuEventCreate(NEW(event) CUevent *phEvent, FLAGS(CUevent_flags) unsigned int Flags);
API(2000) CUresult cuEventDestroy(DEL(event) CUevent hEvent);
API(4000) CUresult cuEventDestroy_v2(DEL(event) CUevent hEvent);
API(2000) CUresult cuEventElapsedTime(float *pMilliseconds, ASK(event) CUevent hStart, ASK(event) CUevent hEnd);
API(12080) CUresult cuEventElapsedTime_v2(float *pMilliseconds, ASK(event) CUevent hStart, ASK(event) CUevent hEnd);
API(2000, QUERY) CUresult cuEventQuery(ASK(event) CUevent hEvent);
API(2000, ASYNC PTSZ) CUresult cuEventRecord(SIGNAL(event) CUevent hEvent, STREAM CUstream hStream);
API(11010, ASYNC PTSZ) CUresult cuEventRecordWithFlags(SIGNAL(event) CUevent hEvent, STREAM CUstream hStream,
    FLAGS(CUevent_record_flags) unsigned int flags);
API(2000, SYNC(event)) CUresult cuEventSynchronize(WAIT(event) CUevent hEvent);
