#include "CCurl.h"

#include <dlfcn.h>
#include <string.h>

struct verbio_curl_library verbio_curl_library;
static bool is_open;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    const struct {
        const char *name;
        void *slot;
    } symbols[] = {
        {"curl_global_init", &verbio_curl_library.global_init},
        {"curl_version_info", &verbio_curl_library.version_info},
        {"curl_free", &verbio_curl_library.free},
        {"curl_slist_append", &verbio_curl_library.slist_append},
        {"curl_slist_free_all", &verbio_curl_library.slist_free_all},
        {"curl_url", &verbio_curl_library.url},
        {"curl_url_cleanup", &verbio_curl_library.url_cleanup},
        {"curl_url_get", &verbio_curl_library.url_get},
        {"curl_url_set", &verbio_curl_library.url_set},
        {"curl_easy_init", &verbio_curl_library.easy_init},
        {"curl_easy_cleanup", &verbio_curl_library.easy_cleanup},
        {"curl_easy_pause", &verbio_curl_library.easy_pause},
        {"curl_multi_init", &verbio_curl_library.multi_init},
        {"curl_multi_cleanup", &verbio_curl_library.multi_cleanup},
        {"curl_multi_add_handle", &verbio_curl_library.multi_add_handle},
        {"curl_multi_remove_handle", &verbio_curl_library.multi_remove_handle},
        {"curl_multi_info_read", &verbio_curl_library.multi_info_read},
        {"curl_multi_socket_action", &verbio_curl_library.multi_socket_action},
        {"curl_easy_setopt", &verbio_curl_library.easy_setopt},
        {"curl_easy_getinfo", &verbio_curl_library.easy_getinfo},
        {"curl_multi_setopt", &verbio_curl_library.multi_setopt},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(handle, symbols[i].name);
        if (!address) {
            dlclose(handle);
            return;
        }
        // memcpy, because ISO C does not convert an object pointer to a function pointer.
        memcpy(symbols[i].slot, &address, sizeof address);
    }
    is_open = true;
}

bool verbio_curl_open(void) {
    pthread_once(&once, open_library);
    return is_open;
}
