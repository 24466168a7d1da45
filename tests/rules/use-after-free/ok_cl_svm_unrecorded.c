// env: INQUEST_HOST_MEMORY=no
/* As in interpreters: the program's own blocks are not recorded, so that nobody knows whose the place of freed shared memory is. */
#include "ok_cl_svm_reused.c"
