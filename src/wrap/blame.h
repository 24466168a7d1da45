/* Option --blame: which launches are over is known exactly, also after a fault.  After each launch
 * a word of ours is written (cuStreamWriteValue32) by the stream itself, or where that costs more
 * by a stream of ours that waits for an event there; the first launch of a stream whose word was
 * not written is the one that failed.  With --blame=serial the stream is waited for instead, one
 * launch of a context at a time, and we write the word: slow, and needs nothing of the driver.
 * Graph launches count as launches.  Nothing is added while a stream captures: the program's graphs
 * stay what they are.
 * Owner: wrap; pages live as long as the process, so that words can be read after their context
 * died.
 * Threads: any; two launches into one stream wait for each other, else their words would be written
 * in another order. */
#ifndef IQ_WRAP_BLAME_H
#define IQ_WRAP_BLAME_H

/* Puts itself in front of the driver's launch functions, if the option asks for it.  Once, when the
 * driver is bound. */
void iq_blame_install(void);
void iq_blame_after_fork(void);

#endif
