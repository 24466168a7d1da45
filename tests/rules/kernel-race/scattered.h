/* Places all over the memory: each thread has one in each round, and no two are the same. */
enum { BLOCKS = 32, ALL = BLOCKS * 128, ROUNDS = 16 };
#define THREAD (blockIdx.x * 128 + threadIdx.x)
#define PLACE(thread, round) ((((thread) + (round) * ALL) * 2654435761u) & (ALL * ROUNDS - 1))
#define SCATTER(a) \
    for (unsigned r = 0; r < ROUNDS; r++) \
        (a)[PLACE(THREAD, r)] += r + 1;
