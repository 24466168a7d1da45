typedef struct { float3 v; int n[2]; } T;
typedef struct tag { T t; unsigned n; } S;
kernel void k(global int *a, S s) { a[0] = s.n; }
