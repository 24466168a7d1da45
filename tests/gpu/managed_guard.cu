/* May pages of managed memory be protected while a GPU uses them?  What a page guard there would need, each question in a child of its own, since the driver
 * may not survive it.  Build: nvcc -o managed_guard managed_guard.cu; run on a real GPU: every line says yes, no, or how the child ended. */
#include <chrono>
#include <csetjmp>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

static const size_t BYTES = 64u << 20, WORDS = BYTES / sizeof(int), PAGE = 4096;
static int *memory;
static sigjmp_buf after_trap;

__global__ void add(int *p, size_t n, long cycles)
{
    long start = clock64();
    while (clock64() - start < cycles) { }
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        p[i] += 1;
}

static void must(bool good, int line)
{
    if (!good) {
        printf("(line %d: %s) ", line, cudaGetErrorName(cudaGetLastError()));
        fflush(stdout);
        _exit(3);
    }
}
#define R(x) must((x) == cudaSuccess, __LINE__)
#define P(x) must((x) == 0, __LINE__)

static double now()
{
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

static void on_trap(int) { siglongjmp(after_trap, 1); }
static bool traps(volatile int *at)
{
    if (sigsetjmp(after_trap, 1))
        return true;
    (void)*at;
    return false;
}

static void begin(bool on_device)
{
    signal(SIGSEGV, on_trap);
    R(cudaMallocManaged(&memory, BYTES));
    for (size_t i = 0; i < WORDS; i++)
        memory[i] = (int)i;
    if (on_device) {
        add<<<64, 256>>>(memory, WORDS, 0);
        R(cudaDeviceSynchronize());
    }
}

static bool holds(int added)
{
    for (size_t i = 0; i < WORDS; i++)
        if (memory[i] != (int)i + added)
            return false;
    return true;
}

static void launch(long cycles) { add<<<64, 256>>>(memory, WORDS, cycles); R(cudaGetLastError()); }
static void close_pages() { P(mprotect(memory, BYTES, PROT_NONE)); }
static void open_pages() { P(mprotect(memory, BYTES, PROT_READ | PROT_WRITE)); }

/* --- the questions --- */

static bool host_traps() { begin(true); close_pages(); return traps(memory + 5); }
static bool data_survives() { begin(true); close_pages(); open_pages(); return holds(1); }
static bool runs_closed(bool on_device) { begin(on_device); close_pages(); launch(0); R(cudaDeviceSynchronize()); open_pages(); return holds(1 + on_device); }
static bool runs_closed_on_device() { return runs_closed(true); }
static bool runs_closed_on_host() { return runs_closed(false); }
static bool closed_while_it_runs() { begin(false); launch(200000000); close_pages(); R(cudaDeviceSynchronize()); open_pages(); return holds(1); }

/* One page is opened in the middle of it, touched, closed again, as a guard would. */
static bool one_page_at_a_time()
{
    begin(false);
    launch(200000000);
    close_pages();
    bool trapped = true;
    for (size_t page = 0; page < 100; page++) {
        int *at = memory + (page * 37 + 1) * PAGE / sizeof(int);
        trapped &= traps(at);
        P(mprotect(at, PAGE, PROT_READ | PROT_WRITE));
        trapped &= !traps(at);
        P(mprotect(at, PAGE, PROT_NONE));
    }
    R(cudaDeviceSynchronize());
    open_pages();
    return trapped && holds(1);
}

static bool read_only_pages()
{
    begin(false);
    P(mprotect(memory, BYTES, PROT_READ));
    launch(0);
    R(cudaDeviceSynchronize());
    bool readable = !traps(memory + 5);
    open_pages();
    return readable && holds(1);
}

static bool prefetch_closed()
{
    int device = 0;
    cudaMemLocation there = {cudaMemLocationTypeDevice, device}, here = {cudaMemLocationTypeHost, 0};
    begin(false);
    close_pages();
    R(cudaMemPrefetchAsync(memory, BYTES, there, 0, 0));
    launch(0);
    R(cudaMemPrefetchAsync(memory, BYTES, here, 0, 0));
    R(cudaDeviceSynchronize());
    open_pages();
    return holds(1);
}

static bool many_times()
{
    begin(true);
    for (int i = 0; i < 1000; i++) {
        launch(0);
        close_pages();
        R(cudaDeviceSynchronize());
        open_pages();
        memory[i]--;
    }
    for (int i = 0; i < 1000; i++)
        memory[i]++;
    return holds(1001);
}

static bool what_it_costs()
{
    for (int on_device = 0; on_device < 2; on_device++) {
        begin(on_device);
        double start = now();
        close_pages();
        double middle = now();
        open_pages();
        printf("[%s: closing 64 MiB %.0f us, opening %.0f us] ", on_device ? "on the device" : "on the host", middle - start, now() - middle);
    }
    return true;
}

static void ask(const char *question, bool (*answer)())
{
    printf("%-84s ", question);
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        alarm(60);
        bool yes = answer();
        fflush(stdout);
        _exit(yes ? 0 : 1);
    }
    int status = 0;
    waitpid(child, &status, 0);
    if (WIFEXITED(status) && WEXITSTATUS(status) < 2)
        puts(WEXITSTATUS(status) ? "no" : "yes");
    else
        printf("ended with %s %d\n", WIFSIGNALED(status) ? "signal" : "status", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
}

int main()
{
    ask("an access of the host to closed pages traps", host_traps);
    ask("data that was on the device survives closing and opening", data_survives);
    ask("a kernel runs while pages that are on the device are closed", runs_closed_on_device);
    ask("a kernel runs while pages that are on the host are closed", runs_closed_on_host);
    ask("pages may be closed while a kernel runs", closed_while_it_runs);
    ask("single pages may be opened and closed while a kernel runs", one_page_at_a_time);
    ask("a kernel writes while pages are read-only for the host", read_only_pages);
    ask("closed pages may be prefetched to the device and back", prefetch_closed);
    ask("a thousand times", many_times);
    ask("what it costs", what_it_costs);
    return 0;
}
