#include "CICU.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

// unicode/unum.h: UNUM_SPELLOUT, UNUM_DEFAULT_RULESET. Above zero a status is a failure, below it a warning.
enum { spellout = 5, default_rule_set = 6 };

static int resolve(void *handle, const char *name, int version, void *slot) {
    char versioned[64];
    snprintf(versioned, sizeof versioned, "%s_%d", name, version);
    void *address = dlsym(handle, versioned);
    if (!address) return -1;
    // memcpy, because ISO C does not convert an object pointer to a function pointer.
    memcpy(slot, &address, sizeof address);
    return 0;
}

/// A function of ICU, and where its address goes.
typedef struct {
    const char *name;
    void *slot;
} wanted_function;

/// Opens the newest libicui18n that has all functions. Returns its version, or -1 with the loader's words.
static int open_library(const wanted_function *functions, size_t count, char *message, size_t message_size) {
    snprintf(message, message_size, "there is no libicui18n");
    for (int version = 90; version >= 63; version--) {
        char name[32];
        snprintf(name, sizeof name, "libicui18n.so.%d", version);
        void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (!handle) continue;
        size_t found = 0;
        while (found < count && resolve(handle, functions[found].name, version, functions[found].slot) == 0) found++;
        if (found == count) return version;
        snprintf(message, message_size, "%s lacks functions", name);
        dlclose(handle);
    }
    return -1;
}

int verbio_icu_open(verbio_icu *library, char *message, size_t message_size) {
    memset(library, 0, sizeof *library);
    const wanted_function functions[] = {
        {"unum_open", &library->open},
        {"unum_close", &library->close},
        {"unum_setTextAttribute", &library->set_text},
        {"unum_formatInt64", &library->format},
    };
    int version = open_library(functions, sizeof functions / sizeof *functions, message, message_size);
    if (version < 0) return -1;
    library->version = version;
    return 0;
}

verbio_icu_format *verbio_icu_spellout(const verbio_icu *library, const char *locale, const uint16_t *rule_set,
                                       int32_t length) {
    int status = 0;
    verbio_icu_format *format = library->open(spellout, NULL, 0, locale, NULL, &status);
    if (status > 0 || !format) return NULL;
    status = 0;
    library->set_text(format, default_rule_set, rule_set, length, &status);
    if (status > 0) {
        library->close(format);
        return NULL;
    }
    return format;
}

int verbio_icu_open_transliteration(verbio_icu_transliteration *library, char *message, size_t message_size) {
    memset(library, 0, sizeof *library);
    const wanted_function functions[] = {
        {"utrans_openU", &library->open},
        {"utrans_transUChars", &library->convert},
    };
    return open_library(functions, sizeof functions / sizeof *functions, message, message_size) < 0 ? -1 : 0;
}

verbio_icu_transliterator *verbio_icu_transliterator_named(const verbio_icu_transliteration *library,
                                                           const uint16_t *name, int32_t length) {
    int status = 0;
    // utrans.h: UTRANS_FORWARD is 0.
    verbio_icu_transliterator *opened = library->open(name, length, 0, NULL, 0, NULL, &status);
    return status > 0 ? NULL : opened;
}

int32_t verbio_icu_transliterate(const verbio_icu_transliteration *library,
                                 const verbio_icu_transliterator *transliterator, uint16_t *text, int32_t length,
                                 int32_t capacity) {
    int status = 0;
    int32_t limit = length;
    library->convert(transliterator, text, &length, capacity, 0, &limit, &status);
    return status > 0 || length > capacity ? -1 : length;
}
