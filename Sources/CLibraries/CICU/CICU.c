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

int verbio_icu_open(verbio_icu *library, char *message, size_t message_size) {
    memset(library, 0, sizeof *library);
    snprintf(message, message_size, "there is no libicui18n");
    for (int version = 90; version >= 63; version--) {
        char name[32];
        snprintf(name, sizeof name, "libicui18n.so.%d", version);
        void *handle = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        if (!handle) continue;
        if (resolve(handle, "unum_open", version, &library->open) == 0 &&
            resolve(handle, "unum_close", version, &library->close) == 0 &&
            resolve(handle, "unum_setTextAttribute", version, &library->set_text) == 0 &&
            resolve(handle, "unum_formatInt64", version, &library->format) == 0) {
            library->version = version;
            return 0;
        }
        snprintf(message, message_size, "%s lacks functions", name);
        dlclose(handle);
    }
    return -1;
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
