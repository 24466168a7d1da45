/* A library whose constructor waits for a thread that makes GPU calls. */
extern int traps_work(void) __attribute__((weak));
int constructed = -1;

__attribute__((constructor)) static void construct(void) { constructed = traps_work ? traps_work() : -2; }
