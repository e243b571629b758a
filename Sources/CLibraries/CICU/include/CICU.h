#ifndef VERBIO_CICU_H
#define VERBIO_CICU_H

#include <stddef.h>
#include <stdint.h>

// The part of ICU that writes numbers as words, written down by hand and resolved while running: loading its thirty megabytes
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

/// A format that spells numbers out by one of the locale's rule sets (`%spellout-ordinal`); NULL where there is no such rule set.
verbio_icu_format *verbio_icu_spellout(const verbio_icu *library, const char *locale, const uint16_t *rule_set,
                                       int32_t length);

#endif
