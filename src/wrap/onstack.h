/* Work of ours in a signal handler, or in what a program's handler calls (_exit, exec), on a stack
 * of ours: a program's signal stack has room for the program's handler, often not for more.
 * Threads: any; those that find every stack taken wait.  Signals: made for handlers. */
#ifndef IQ_WRAP_ONSTACK_H
#define IQ_WRAP_ONSTACK_H

/* Calls function(user), on a stack of ours if the signal stack is in use and small: the one in
 * [ucontext] (ucontext_t *), NULL: the one that the kernel knows of. */
void iq_onstack_call(void (*function)(void *), void *user, const void *ucontext);

/* In the child of fork: nobody uses the stacks. */
void iq_onstack_after_fork(void);

/* Assembly. */
void iq_on_stack(void (*function)(void *), void *user, void *top);

#endif
