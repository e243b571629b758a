#include <mpg123.h>

// These names are macros for one of two variants of the call, which Swift does not see.
static inline int verbio_mpg123_set(mpg123_handle *handle, int parameter, long value) {
    return mpg123_param(handle, parameter, value, 0);
}
// Samples of the whole track, without delay and padding if they are known, or -1.
static inline long long verbio_mpg123_length(mpg123_handle *handle) {
    return (long long)mpg123_length(handle);
}
