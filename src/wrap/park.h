/* Keeping stale handle values dead: when the driver gives a new stream or event the value of one
 * that was destroyed, the program gets another one and the value is parked, for a bounded number.
 * Owner: parked handles are ours; they end with their context.  Threads: any.  Fork: the driver
 * does not survive it anyway. */
#ifndef IQ_WRAP_PARK_H
#define IQ_WRAP_PARK_H

/* Puts itself between the wrappers and the driver's creating functions; once, when the driver is
 * bound. */
void iq_park_install(void);
/* In the child of fork. */
void iq_park_after_fork(void);

#endif
