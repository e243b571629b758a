#include <zlib.h>

/// `deflateInit2` is a macro. 16 more bits of the window ask for the header and the trailer of gzip.
static inline int verbio_gzip_begin(z_stream *stream, int level) {
    return deflateInit2(stream, level, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
}
