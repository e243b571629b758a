#include "CCurl.h"

#include <dlfcn.h>
#include <stdbool.h>
#include <string.h>

static struct verbio_curl_library library;
static bool is_open;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void open_library(void) {
    void *handle = dlopen("libcurl.so.4", RTLD_NOW | RTLD_LOCAL);
    if (!handle) return;
    const struct {
        const char *name;
        void *slot;
    } symbols[] = {
        {"curl_global_init", &library.global_init},
        {"curl_free", &library.free},
        {"curl_slist_append", &library.slist_append},
        {"curl_slist_free_all", &library.slist_free_all},
        {"curl_url", &library.url},
        {"curl_url_cleanup", &library.url_cleanup},
        {"curl_url_get", &library.url_get},
        {"curl_url_set", &library.url_set},
        {"curl_easy_init", &library.easy_init},
        {"curl_easy_cleanup", &library.easy_cleanup},
        {"curl_easy_reset", &library.easy_reset},
        {"curl_easy_pause", &library.easy_pause},
        {"curl_multi_init", &library.multi_init},
        {"curl_multi_cleanup", &library.multi_cleanup},
        {"curl_multi_add_handle", &library.multi_add_handle},
        {"curl_multi_remove_handle", &library.multi_remove_handle},
        {"curl_multi_info_read", &library.multi_info_read},
        {"curl_multi_socket_action", &library.multi_socket_action},
        {"curl_easy_setopt", &library.easy_setopt},
        {"curl_easy_getinfo", &library.easy_getinfo},
        {"curl_multi_setopt", &library.multi_setopt},
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

const struct verbio_curl_library *verbio_curl(void) {
    pthread_once(&once, open_library);
    return is_open ? &library : NULL;
}
