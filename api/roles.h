/* The words of api/<api>/<family>.api.h.  A row is one C prototype per exported symbol; every word is a macro that expands to
 * nothing, so compiler, editor and grep read the rows as they are.  tools/apigen.py gives the words their meaning.
 *
 *     API(3020, ASYNC PTSZ) CUresult cuMemcpyHtoDAsync_v2(WR(DEV, ByteCount) CUdeviceptr dstDevice, ...);
 *
 * Without a word the type decides: a handle by value is used, a device is a device ordinal, an enum prints its constants,
 * a size_t is a byte count, `const char *` is a string, `T *` receives a result, `const T *` points to parameters. */
#ifndef IQ_API_ROLES_H
#define IQ_API_ROLES_H

/* API(since, words): first version of the symbol as 1000 * major + 10 * minor, then words for the whole call:
 * ASYNC enqueues and returns; SYNC(context|stream|event) returns when that work is done,
 * SYNC(host) the same for its stream if the copy kind is device to host; PTSZ, PTDS the per-thread
 * default-stream twin exists too, PTSZ(version) since another version than the usual 7000; QUERY only asks, failing is no
 * finding; LAUNCH starts a kernel; RESET resets a device; INIT legal before initialisation; NOCTX needs no current context;
 * LASTERROR, PEEKERROR the runtime's error queries; PASS returns no status code; PUSHCONFIG stores the next launch's
 * configuration; PLAIN is forwarded without a look; NAMED(name) what programmers call it where that differs from the symbol; UNTIL(version) last runtime whose symbol has this form (the row's name then ends in _abi11 or _abi12);
 * AS(name) the members of the struct behind the last PARAMS argument count as arguments: iq_shape_<name>;
 * MAKES(kind), MAKESMEM(kind, size) the returned handle or address is new, MAKESOUT it is another result; the status is in errcode_ret;
 * LOOK(name) iq_look_<name> shows the handles that structs and arrays of the call hold;
 * QUICK(name) iq_quick_<name> does the usual case of a call that takes no longer than a look at it;
 * NODE(type, ...) it makes, asks about or changes a graph node of one of these types (any: of whatever type its struct says);
 * FLOW(part) its part in order, an id of enum iq_flow in src/model/entry.h in lower case, where the roles of its arguments do not say it;
 * OP(what) what the call does, an id of src/model/operations.def in lower case, for rules about just that, whichever API it is of;
 * STATE a command upon which later commands build; IPC hands memory or events from process to process; RIGHTS memory that it makes has
 * rights of access of its own, whichever context is current;
 * TRIED programs try it with one object after the other, until it succeeds: that excuses the failures;
 * TELLS the effects see the call before it is forwarded, too, and may send events to the rules;
 * FX(name) iq_fx_<name> adds effects that the row cannot express; HAND the wrapper is hand-written;
 * BARE runtimes ask it all the time, and get the driver's own function. */
#define API(...)

/* Handles.  kind: an id of src/model/kinds.def in lower case.  NEW, DEL and USE on a pointer take the argument that has the
 * number of handles as well: USE(kind, count); GET the one that points to it. */
#define NEW(...)            /* out: handle that the call creates */
#define GET(kind)           /* out: handle that exists already */
#define DEL(...)            /* handle that the call destroys */
#define USE(...)
#define CURRENT(kind)       /* context that becomes current */
#define STREAM              /* the work is enqueued on this stream */
#define SIGNAL(kind)        /* event that is recorded */
#define WAIT(kind)          /* event that is waited for */
#define ASK(kind)           /* event or stream whose state is asked for */
#define FUNC                /* kernel: handle, or host shadow function */
#define DEVICE              /* device ordinal */

/* Memory.  space: DEV, HOST, ANY, or KIND (follows the cudaMemcpyKind).  The second argument of these words names the
 * argument that holds the bytes, a third one the bytes per counted element, or the argument with their type.  Two more name the pitch and the number of rows of a
 * rectangle: pitch * (rows - 1) + size bytes from the address on. */
#define NEWMEM(...)         /* NEWMEM(kind, size) out: address of memory that the call allocates */
#define DELMEM(kind)        /* address that is freed */
#define REGMEM(...)         /* REGMEM(size) host address that becomes registered */
#define UNREGMEM            /* host address whose registration ends */
#define RD(...)             /* RD(space, size[, unit[, pitch, rows]]) address that is read */
#define WR(...)             /* WR(...) the same for an address that is written */
#define PTR                 /* address that is only asked about, or that an effects function looks at */
#define HOSTPTR             /* the same for an address of host memory */
#define SYM(...)            /* SYM(size) host shadow address of a device variable */
#define SIZE                /* bytes */
#define COUNT               /* elements */
#define OFFSET              /* bytes added to an address or symbol */

/* Launches. */
#define GRID                /* grid size: a dim3, or the first of three numbers */
#define BLOCK
#define SHARED              /* dynamic shared memory, bytes */
#define CONFIG              /* struct with geometry, shared memory and stream of an extended launch */
#define ARGS                /* addresses of the kernel's arguments */
#define EXTRA               /* the other way to pass them */

/* OpenCL: objects are counted, and parts of memory objects are named by offsets or boxes.  The parameters name arguments; 0: none. */
#define RETAIN(kind)        /* handle that gets one more owner */
#define RELEASE(kind)       /* handle that loses one; the last one ends it */
#define LIST(...)           /* LIST(kind, count) array of handles */
#define OUTLIST(...)        /* OUTLIST(kind, room) out: array of handles; the next argument receives their number */
#define WAITS(count)        /* array of events that are waited for */
#define BLOCKING            /* not 0: returns when the work is done */
#define RDMEM(...)          /* RDMEM(offset, size) memory object that is read in part */
#define WRMEM(...)
#define MAP(...)            /* the same for a part that the host gets access to */
#define RDBOX(...)          /* RDBOX(origin, region[, row_pitch, slice_pitch]) box of an image; with pitches, of a buffer */
#define WRBOX(...)
#define MAPBOX(...)
#define RDPACKED(...)       /* RDPACKED(offset, region, image) bytes of a buffer that hold a region of [image] without gaps */
#define WRPACKED(...)
#define RDROWS(...)         /* RDROWS(origin, region, row_pitch, slice_pitch, object) box in host memory, in elements of [object] */
#define WRROWS(...)
#define TRIPLE              /* three sizes */
#define SIZES(count)        /* array of sizes */

/* The rest. */
#define IMAGE               /* code in memory */
#define PATH                /* file name */
#define STR
#define PARAMS              /* struct or array that the call reads */
#define OUT
#define INOUT
#define CB                  /* function that the API will call */
#define USER                /* pointer handed to it */
#define FLAGS(...)          /* FLAGS(set) bit set: an enum of api/abi, or a set of api/flags.in; FLAGS(set, member) without [member] the call fails */
#define VAL                 /* a plain number */
#define UNIT(n)             /* number that must be a multiple of n and, without OPT, not 0; stands beside SIZE, COUNT, FLAGS or VAL */
#define OPT                 /* NULL or 0 is legal */
#define EACH                /* of a buffer of NCCL: it holds a part of that size for each rank */

#endif
