__kernel void k(__global float *restrict a, const uint n) { if (n) a[0].x += 1; }
