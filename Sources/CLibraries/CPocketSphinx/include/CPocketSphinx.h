#ifndef VERBIO_CPOCKETSPHINX_H
#define VERBIO_CPOCKETSPHINX_H

#include <stddef.h>
#include <stdint.h>

// The part of the pocketsphinx 5prealpha interface (libpocketsphinx.so.3) that Verbio calls, written down by hand and
// resolved while running: no header of pocketsphinx is needed to build, and a machine without the library still starts
// Verbio and is told what to install.

typedef struct verbio_ps_config verbio_ps_config;
typedef struct verbio_ps_decoder verbio_ps_decoder;
typedef struct verbio_ps_segment verbio_ps_segment;
typedef struct verbio_ps_logmath verbio_ps_logmath;
typedef struct verbio_ps_options verbio_ps_options;

/// The functions of the library. All are set once `verbio_pocketsphinx_open` has returned 0.
typedef struct {
    const verbio_ps_options *(*options)(void);
    verbio_ps_config *(*parse)(verbio_ps_config *, const verbio_ps_options *, int32_t count, char **arguments,
                               int32_t strict);
    int (*free_config)(verbio_ps_config *);
    verbio_ps_decoder *(*init)(verbio_ps_config *);
    int (*free_decoder)(verbio_ps_decoder *);
    int (*start_stream)(verbio_ps_decoder *);
    int (*start_utterance)(verbio_ps_decoder *);
    int (*process)(verbio_ps_decoder *, const int16_t *samples, size_t count, int no_search, int full_utterance);
    int (*end_utterance)(verbio_ps_decoder *);
    const char *(*hypothesis)(verbio_ps_decoder *, int32_t *score);
    int32_t (*probability)(verbio_ps_decoder *);
    verbio_ps_logmath *(*logmath)(verbio_ps_decoder *);
    double (*exponential)(verbio_ps_logmath *, int);
    verbio_ps_segment *(*segments)(verbio_ps_decoder *);
    verbio_ps_segment *(*next_segment)(verbio_ps_segment *);
    const char *(*segment_word)(verbio_ps_segment *);
    void (*segment_frames)(verbio_ps_segment *, int *first, int *last);
    int32_t (*segment_probability)(verbio_ps_segment *, int32_t *acoustic, int32_t *language, int32_t *backoff);
} verbio_pocketsphinx;

/// Opens the two libraries and fills in the table. Returns 0, or -1 with a message of what is missing.
/// The libraries stay open for the life of the process.
int verbio_pocketsphinx_open(verbio_pocketsphinx *library, const char *pocketsphinx, const char *sphinxbase,
                             char *message, size_t message_size);

#endif
