/* Hooks on libc that are not about calls of a GPU library.  Threads: any.  None allocates or takes
 * a lock while libc works. */
#ifndef IQ_WRAP_HOOKS_H
#define IQ_WRAP_HOOKS_H

/* exec.c: remembers the variables that make the guest part of a process; called from the
 * constructor. */
void iq_exec_save(void);

/* signals.c: installs the crash handler, in front of the program's own ones.  Once. */
void iq_signals_start(void);

/* signals.c: page guards may be used from now on, unless the options say no. */
void iq_signals_start_guards(void);

/* selfcheck.c: says so when a GPU library was used and no call was seen. */
void iq_selfcheck_at_exit(void);

#endif
