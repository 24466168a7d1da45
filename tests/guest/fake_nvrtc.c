/* A library that looks like NVRTC from outside: it has PTX and machine code of one program. */
#include <stddef.h>
#include <string.h>

static const char ptx[] = ".version 8.0\n.target sm_50\n.address_size 64\n.visible .entry k() { ret; }\n";
static const char cubin[] = "\177ELF machine code";

int nvrtcGetPTXSize(void *program, size_t *size);
int nvrtcGetPTX(void *program, char *to);
int nvrtcGetCUBINSize(void *program, size_t *size);
int nvrtcGetCUBIN(void *program, char *to);

int nvrtcGetPTXSize(void *program, size_t *size) { *size = sizeof ptx; return program ? 0 : 3; }
int nvrtcGetPTX(void *program, char *to) { memcpy(to, ptx, sizeof ptx); return program ? 0 : 3; }
int nvrtcGetCUBINSize(void *program, size_t *size) { *size = sizeof cubin; return program ? 0 : 3; }
int nvrtcGetCUBIN(void *program, char *to) { memcpy(to, cubin, sizeof cubin); return program ? 0 : 3; }
