/* What the callers of a function have to keep to, for the compiler to check.  Each stands in front
 * of the prototype in the header. */
#ifndef IQ_BASE_CONTRACT_H
#define IQ_BASE_CONTRACT_H

/* The result says whether it worked, or is memory that somebody has to own. */
#define IQ_NODISCARD __attribute__((warn_unused_result))

/* No pointer among the arguments is NULL. */
#define IQ_NONNULL __attribute__((nonnull))

/* Argument [n], counted from 1, is not NULL. */
#define IQ_NONNULL_ARG(n) __attribute__((nonnull(n)))

/* Reads what a writer may change meanwhile, as the caller finds out afterwards: hidden from TSan.
 */
#if defined(__has_feature)
#define IQ_HAS_FEATURE(feature) __has_feature(feature)
#else
#define IQ_HAS_FEATURE(feature) 0
#endif
#if defined(__SANITIZE_THREAD__) || IQ_HAS_FEATURE(thread_sanitizer)
#define IQ_RACY __attribute__((no_sanitize("thread"), noinline))
#else
#define IQ_RACY
#endif

/* A static function that reads what others have on their stacks, with what AddressSanitizer put
 * around their variables: never inlined into a function that is checked, else always. */
#if defined(__SANITIZE_ADDRESS__) || IQ_HAS_FEATURE(address_sanitizer)
#define IQ_STACK_READER __attribute__((no_sanitize("address"), noinline, unused)) static
#else
#define IQ_STACK_READER __attribute__((no_sanitize("address"), always_inline)) static inline
#endif

/* Drops a result on purpose; a comment next to it says why that is right. */
#define IQ_DROP(result) ((void)!(result))

#endif
