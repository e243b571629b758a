#ifndef VERBIO_CICU_H
#define VERBIO_CICU_H

#include <stddef.h>
#include <stdint.h>

// The parts of ICU that write numbers as words and that convert scripts, written down by hand and resolved while running: loading its thirty megabytes
// of data would slow every start, and a machine without it still starts Verbio. The names of ICU's functions end in its major
// version, which is therefore looked for.

typedef struct verbio_icu_format verbio_icu_format;

/// The functions of the library. All are set once `verbio_icu_open` has returned 0.
typedef struct {
    verbio_icu_format *(*open)(int style, const uint16_t *pattern, int32_t length, const char *locale, void *parse_error,
                               int *status);
    void (*close)(verbio_icu_format *);
    void (*set_text)(verbio_icu_format *, int attribute, const uint16_t *text, int32_t length, int *status);
    int32_t (*format)(const verbio_icu_format *, int64_t number, uint16_t *result, int32_t size, void *position,
                      int *status);
    /// ICU's major version.
    int version;
} verbio_icu;

/// Opens libicui18n, the newest of the versions from 63 to 90 that is there. Returns 0, or -1 with the loader's words.
/// The library stays open for the life of the process.
int verbio_icu_open(verbio_icu *library, char *message, size_t message_size);

/// A format that spells numbers out by one of the locale's rule sets (`%spellout-ordinal`); NULL if there is no such rule set.
verbio_icu_format *verbio_icu_spellout(const verbio_icu *library, const char *locale, const uint16_t *rule_set,
                                       int32_t length);

typedef struct verbio_icu_transliterator verbio_icu_transliterator;

/// The functions that convert scripts. All are set once `verbio_icu_open_transliteration` has returned 0.
typedef struct {
    verbio_icu_transliterator *(*open)(const uint16_t *name, int32_t length, int direction, const uint16_t *rules,
                                       int32_t rules_length, void *parse_error, int *status);
    void (*convert)(const verbio_icu_transliterator *, uint16_t *text, int32_t *length, int32_t capacity, int32_t start,
                    int32_t *limit, int *status);
} verbio_icu_transliteration;

/// Opens libicui18n as `verbio_icu_open` does, for these functions. Returns 0, or -1 with the loader's words.
int verbio_icu_open_transliteration(verbio_icu_transliteration *library, char *message, size_t message_size);

/// The transliterator of that name, which stays for the life of the process; NULL when this ICU does not have it.
verbio_icu_transliterator *verbio_icu_transliterator_named(const verbio_icu_transliteration *library,
                                                           const uint16_t *name, int32_t length);

/// Converts a text in its buffer. Returns its new length in UTF-16 units, or -1 when the buffer is too small.
int32_t verbio_icu_transliterate(const verbio_icu_transliteration *library,
                                 const verbio_icu_transliterator *transliterator, uint16_t *text, int32_t length,
                                 int32_t capacity);

#endif
