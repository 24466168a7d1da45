#include "wrap/blame.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "api_cuda/launch.h"
#include "base/hash.h"
#include "call/guest.h"
#include "real_cuda.h"
#include "wrap/guest.h"
#include "wrap/sys.h"

enum { LANES = 1024, CONTEXTS = 32, GIVE_UP = 8, FEW_STREAMS = 4 };

/* A stream of a context; of the default stream of threads, one per thread. */
struct lane {
    unsigned long long context; /* its id */
    CUstream stream;
    uintptr_t thread;
    struct page *page;
    uint32_t launches;
    uint64_t time; /* of the last one, by iq_moment_clock */
    CUstream side; /* ours, which may write its words; NULL: there is none */
    CUevent event;
    pthread_mutex_t lock;
};

/* The words of one context's lanes: ours, and mapped into the context. */
struct page {
    unsigned long long context;
    uint32_t *words;
    CUdeviceptr address;
    pthread_mutex_t lock;
};

static struct iq_real_cuda real;
static struct lane lanes[LANES];
static struct page pages[CONTEXTS];
static uint32_t page_count, failures, lane_count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool serial, few_connections;

/* Takes part in a capture, or nobody knows. */
static bool is_capturing(CUstream stream, bool own)
{
    CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;
    CUresult (*ask)(CUstream, CUstreamCaptureStatus *) = own && real.cuStreamIsCapturing_ptsz
                                                             ? real.cuStreamIsCapturing_ptsz
                                                             : real.cuStreamIsCapturing;
    return iq_core_has_captured() &&
           (!ask || ask(stream, &status) || status != CU_STREAM_CAPTURE_STATUS_NONE);
}

/* What changes streams is allowed between two of these, also while another thread captures. */
static void exchange_mode(CUstreamCaptureMode *mode)
{
    if (real.cuThreadExchangeStreamCaptureMode)
        real.cuThreadExchangeStreamCaptureMode(mode);
}

/* Makes [page] visible to the device, also while another thread captures. */
static bool register_page(struct page *page)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    if (serial)
        return true;
    if (!real.cuMemHostRegister_v2 || !real.cuMemHostGetDevicePointer_v2)
        return false;
    exchange_mode(&mode);
    CUresult result = real.cuMemHostRegister_v2(page->words, LANES * sizeof *page->words,
                                                CU_MEMHOSTREGISTER_DEVICEMAP);
    if (!result)
        result = real.cuMemHostGetDevicePointer_v2(&page->address, page->words, 0);
    exchange_mode(&mode);
    return !result;
}

/* The page of [context]; NULL: none to be had.  [lock] held. */
static struct page *page_of(unsigned long long context)
{
    for (uint32_t i = 0; i < page_count; i++)
        if (pages[i].context == context)
            return &pages[i];
    struct page page = { .context = context,
                         .words = page_count < CONTEXTS ? iq_sys_pages(LANES * sizeof *page.words)
                                                        : NULL };
    if (!page.words)
        return NULL;
    if (!register_page(&page)) {
        iq_sys_munmap(page.words, LANES * sizeof *page.words);
        failures++;
        return NULL;
    }
    pthread_mutex_init(&page.lock, NULL);
    pages[page_count] = page;
    return &pages[page_count++];
}

/* A stream that waits for an event after each launch and writes the word costs the GPU next to
 * nothing, where a word of the stream's own keeps the next kernel waiting for 2 us; but it takes
 * the thread that launches 1.7 us, a word of the stream's own 1.1.  This is for programs that
 * launch into one stream: with several ones the threads that launch, or connections to the device
 * that streams share (8, if nobody says otherwise), make it slower than words of their own, and
 * words may be late. */
static bool has_room_beside(void)
{
    return lane_count <= 1 && iq_core_streams() <= FEW_STREAMS && !few_connections;
}

static void begin_beside(struct lane *lane)
{
    CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_RELAXED;
    if (serial || !has_room_beside() || !real.cuStreamCreate || !real.cuEventCreate ||
        !real.cuEventRecord || !real.cuStreamWaitEvent)
        return;
    exchange_mode(&mode);
    if (real.cuEventCreate(&lane->event, CU_EVENT_DISABLE_TIMING) ||
        real.cuStreamCreate(&lane->side, CU_STREAM_NON_BLOCKING))
        lane->side = NULL;
    exchange_mode(&mode);
}

static struct lane *find_lane(unsigned long long context, CUstream stream, uintptr_t thread)
{
    struct lane *lane = NULL;
    pthread_mutex_lock(&lock);
    struct page *page = page_of(context);
    uint64_t at = iq_hash_u64(context ^ (uintptr_t)stream << 1 ^ thread);
    for (int i = 0; page && i < LANES && !lane; i++, at++) {
        struct lane *place = &lanes[at % LANES];
        if (!place->page) {
            *place = (struct lane){
                .context = context, .stream = stream, .thread = thread, .page = page
            };
            pthread_mutex_init(&place->lock, NULL);
            lane_count++;
            begin_beside(place);
        }
        if (place->context == context && place->stream == stream && place->thread == thread)
            lane = place;
    }
    pthread_mutex_unlock(&lock);
    return lane;
}

/* A launch into [stream] is about to be made; its lane, locked.  NULL: it is not followed. */
static struct lane *begin(CUstream stream, bool own)
{
    static __thread struct lane *last __attribute__((tls_model("initial-exec")));
    CUcontext current = NULL;
    unsigned long long context = 0;
    uintptr_t thread = 0;
    if (!stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD) {
        stream = stream == CU_STREAM_PER_THREAD || (!stream && own) ? CU_STREAM_PER_THREAD
                                                                    : CU_STREAM_LEGACY;
        thread = stream == CU_STREAM_PER_THREAD ? (uintptr_t)&last : 0;
    }
    if (failures > GIVE_UP || is_capturing(stream, own) || !real.cuCtxGetCurrent ||
        real.cuCtxGetCurrent(&current) || !current)
        return NULL;
    /* a context may get the handle of one that is gone */
    if (!real.cuCtxGetId || real.cuCtxGetId(current, &context))
        context = (uintptr_t)current;
    struct lane *lane =
        last && last->context == context && last->stream == stream && last->thread == thread
            ? last
            : find_lane(context, stream, thread);
    last = lane;
    if (lane)
        pthread_mutex_lock(serial ? &lane->page->lock : &lane->lock);
    return lane;
}

static uint32_t *word_of(const struct lane *lane) { return &lane->page->words[lane - lanes]; }

static CUresult write_word(const struct lane *lane, CUstream stream, uint32_t value)
{
    CUresult (*write)(CUstream, CUdeviceptr, cuuint32_t, unsigned) =
        real.cuStreamWriteValue32_v2 ? real.cuStreamWriteValue32_v2 : real.cuStreamWriteValue32;
    return write ? write(stream,
                         lane->page->address +
                             (size_t)(word_of(lane) - lane->page->words) * sizeof(uint32_t),
                         value, 0)
                 : CUDA_ERROR_NOT_SUPPORTED;
}

static bool is_refusal(CUresult result)
{
    return result == CUDA_ERROR_NOT_SUPPORTED || result == CUDA_ERROR_INVALID_VALUE ||
           result == CUDA_ERROR_NOT_PERMITTED || result == CUDA_ERROR_INVALID_HANDLE ||
           result == CUDA_ERROR_INVALID_CONTEXT;
}

/* While the GPU has yet to do what the stream was given before, time of the thread that launches is
 * cheap; before somebody waits for the launch time of the GPU is not.  What the side has still to
 * write comes first: the word would go back. */
static bool is_better_beside(struct lane *lane, bool behind)
{
    uint64_t now = __atomic_load_n(&iq_moment_clock.now, __ATOMIC_RELAXED);
    bool waited = lane->time != now;
    lane->time = now;
    if (!behind && lane->side && !has_room_beside())
        lane->side = NULL;
    return lane->side && (behind || waited);
}

/* The word is written when the launch is over. */
static CUresult write_behind(struct lane *lane, uint32_t value)
{
    bool behind = __atomic_load_n(word_of(lane), __ATOMIC_ACQUIRE) != lane->launches;
    if (!is_better_beside(lane, behind))
        return write_word(lane, lane->stream, value);
    CUresult result = real.cuEventRecord(lane->event, lane->stream);
    if (!result)
        result = real.cuStreamWaitEvent(lane->side, lane->event, 0);
    if (!result)
        result = write_word(lane, lane->side, value);
    if (!is_refusal(result) || behind)
        return result;
    lane->side = NULL;
    return write_word(lane, lane->stream, value);
}

static void give_up(CUresult why)
{
    failures++;
    if (why == CUDA_ERROR_NOT_SUPPORTED || failures > GIVE_UP)
        iq_core_message(IQ_MESSAGE_WARNING,
                        "--blame: the driver does not support markers; use --blame=serial");
}

/* The launch was made, with [result]. */
static CUresult end(struct lane *lane, CUresult result)
{
    if (!lane)
        return result;
    uint32_t value = lane->launches + 1;
    if (result == CUDA_SUCCESS) {
        CUresult done = serial ? real.cuStreamSynchronize(lane->stream) : write_behind(lane, value);
        if (done == CUDA_SUCCESS && serial)
            __atomic_store_n(word_of(lane), value, __ATOMIC_RELEASE);
        if (!serial && is_refusal(done))
            give_up(done);
        else {
            lane->launches = value;
            iq_core_launch_marker(word_of(lane), value);
        }
    }
    pthread_mutex_unlock(serial ? &lane->page->lock : &lane->lock);
    return result;
}

/* The driver's functions that launch: result, name, parameters, arguments, stream, thread's own
 * default stream? */
#define LAUNCH(name, parameters, arguments, stream, own) \
    static CUresult blame_##name parameters              \
    {                                                    \
        struct lane *lane = begin(stream, own);          \
        return end(lane, real.name arguments);           \
    }
#define KERNEL                                                                                   \
    (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, \
     unsigned shared, CUstream stream, void **params, void **extra)
#define KERNEL_ARGS (f, gx, gy, gz, bx, by, bz, shared, stream, params, extra)
#define TOGETHER                                                                                 \
    (CUfunction f, unsigned gx, unsigned gy, unsigned gz, unsigned bx, unsigned by, unsigned bz, \
     unsigned shared, CUstream stream, void **params)
#define TOGETHER_ARGS (f, gx, gy, gz, bx, by, bz, shared, stream, params)
#define CONFIG (const CUlaunchConfig *config, CUfunction f, void **params, void **extra)
LAUNCH(cuLaunchKernel, KERNEL, KERNEL_ARGS, stream, false)
LAUNCH(cuLaunchKernel_ptsz, KERNEL, KERNEL_ARGS, stream, true)
LAUNCH(cuLaunchCooperativeKernel, TOGETHER, TOGETHER_ARGS, stream, false)
LAUNCH(cuLaunchCooperativeKernel_ptsz, TOGETHER, TOGETHER_ARGS, stream, true)
LAUNCH(cuLaunchKernelEx, CONFIG, (config, f, params, extra), config ? config->hStream : NULL, false)
LAUNCH(cuLaunchKernelEx_ptsz, CONFIG, (config, f, params, extra), config ? config->hStream : NULL,
       true)
LAUNCH(cuGraphLaunch, (CUgraphExec graph, CUstream stream), (graph, stream), stream, false)
LAUNCH(cuGraphLaunch_ptsz, (CUgraphExec graph, CUstream stream), (graph, stream), stream, true)
LAUNCH(cuLaunch, (CUfunction f), (f), NULL, false)
LAUNCH(cuLaunchGrid, (CUfunction f, int width, int height), (f, width, height), NULL, false)
LAUNCH(cuLaunchGridAsync, (CUfunction f, int width, int height, CUstream stream),
       (f, width, height, stream), stream, false)

void iq_blame_install(void)
{
    const char *option = iq_guest_option("INQUEST_BLAME");
    if (!option || !option[0] || !strcmp(option, "0"))
        return;
    const char *connections = iq_guest_option("CUDA_DEVICE_MAX_CONNECTIONS");
    few_connections = connections && atoi(connections) < 2 * FEW_STREAMS;
    serial = !strcmp(option, "serial");
    real = iq_real_cuda;
#define INSTALL(name) (real.name ? (void)(iq_real_cuda.name = blame_##name) : (void)0)
    INSTALL(cuLaunchKernel);
    INSTALL(cuLaunchKernel_ptsz);
    INSTALL(cuLaunchCooperativeKernel);
    INSTALL(cuLaunchCooperativeKernel_ptsz);
    INSTALL(cuLaunchKernelEx);
    INSTALL(cuLaunchKernelEx_ptsz);
    INSTALL(cuGraphLaunch);
    INSTALL(cuGraphLaunch_ptsz);
    INSTALL(cuLaunch);
    INSTALL(cuLaunchGrid);
    INSTALL(cuLaunchGridAsync);
    iq_core_keep_launches();
}

/* Only the forking thread is left, and its contexts are not the child's. */
void iq_blame_after_fork(void)
{
    memset(lanes, 0, sizeof lanes);
    page_count = failures = lane_count = 0;
    pthread_mutex_init(&lock, NULL);
}
