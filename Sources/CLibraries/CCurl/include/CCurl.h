#ifndef CCURL_H
#define CCURL_H

// The macros that check the types of variadic calls hide the functions from Swift.
#define CURL_DISABLE_TYPECHECK 1
#include <arpa/inet.h>
#include <curl/curl.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

// libcurl is opened while running: linked, it and the thirty libraries it needs would be loaded by every start of the
// program, and most runs stay offline.
struct verbio_curl_library {
    __typeof__(curl_global_init) *global_init;
    __typeof__(curl_version_info) *version_info;
    __typeof__(curl_free) *free;
    __typeof__(curl_slist_append) *slist_append;
    __typeof__(curl_slist_free_all) *slist_free_all;
    __typeof__(curl_url) *url;
    __typeof__(curl_url_cleanup) *url_cleanup;
    __typeof__(curl_url_get) *url_get;
    __typeof__(curl_url_set) *url_set;
    __typeof__(curl_easy_init) *easy_init;
    __typeof__(curl_easy_cleanup) *easy_cleanup;
    __typeof__(curl_easy_pause) *easy_pause;
    __typeof__(curl_multi_init) *multi_init;
    __typeof__(curl_multi_cleanup) *multi_cleanup;
    __typeof__(curl_multi_add_handle) *multi_add_handle;
    __typeof__(curl_multi_remove_handle) *multi_remove_handle;
    __typeof__(curl_multi_info_read) *multi_info_read;
    __typeof__(curl_multi_socket_action) *multi_socket_action;
    __typeof__(curl_easy_setopt) *easy_setopt;
    __typeof__(curl_easy_getinfo) *easy_getinfo;
    __typeof__(curl_multi_setopt) *multi_setopt;
};

// Opens libcurl the first time it is called; false if it is not installed, or lacks a function.
bool verbio_curl_open(void);

// Its functions once it has been opened.
extern struct verbio_curl_library verbio_curl_library;

// The functions by the names they have there. Those that need nothing from another one open the library.
// Whether it unpacks what is compressed with gzip.
static inline bool verbio_curl_has_gzip(void) {
    return verbio_curl_open() && verbio_curl_library.version_info(CURLVERSION_NOW)->features & CURL_VERSION_LIBZ;
}
static inline CURLcode verbio_curl_global_init(long flags) { return verbio_curl_library.global_init(flags); }
static inline void verbio_curl_free(void *text) { verbio_curl_library.free(text); }
static inline struct curl_slist *verbio_curl_slist_append(struct curl_slist *list, const char *text) {
    return verbio_curl_library.slist_append(list, text);
}
static inline void verbio_curl_slist_free_all(struct curl_slist *list) { verbio_curl_library.slist_free_all(list); }
static inline CURLU *verbio_curl_url(void) { return verbio_curl_open() ? verbio_curl_library.url() : NULL; }
static inline void verbio_curl_url_cleanup(CURLU *url) { verbio_curl_library.url_cleanup(url); }
static inline CURLUcode verbio_curl_url_get(CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    return verbio_curl_library.url_get(url, part, text, flags);
}
static inline CURLUcode verbio_curl_url_set(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    return verbio_curl_library.url_set(url, part, text, flags);
}
static inline CURL *verbio_curl_easy_init(void) { return verbio_curl_open() ? verbio_curl_library.easy_init() : NULL; }
static inline void verbio_curl_easy_cleanup(CURL *easy) { verbio_curl_library.easy_cleanup(easy); }
static inline CURLcode verbio_curl_easy_pause(CURL *easy, int bits) { return verbio_curl_library.easy_pause(easy, bits); }
static inline CURLM *verbio_curl_multi_init(void) { return verbio_curl_open() ? verbio_curl_library.multi_init() : NULL; }
static inline CURLMcode verbio_curl_multi_cleanup(CURLM *multi) { return verbio_curl_library.multi_cleanup(multi); }
static inline CURLMcode verbio_curl_multi_add_handle(CURLM *multi, CURL *easy) {
    return verbio_curl_library.multi_add_handle(multi, easy);
}
static inline CURLMcode verbio_curl_multi_remove_handle(CURLM *multi, CURL *easy) {
    return verbio_curl_library.multi_remove_handle(multi, easy);
}
static inline CURLMsg *verbio_curl_multi_info_read(CURLM *multi, int *left) {
    return verbio_curl_library.multi_info_read(multi, left);
}
static inline CURLMcode verbio_curl_multi_socket_action(CURLM *multi, curl_socket_t socket, int events, int *running) {
    return verbio_curl_library.multi_socket_action(multi, socket, events, running);
}

// Setting options and reading infos are variadic calls, which Swift cannot make: one wrapper for each type of argument.
static inline CURLcode verbio_curl_set_long(CURL *easy, CURLoption option, long value) {
    return verbio_curl_library.easy_setopt(easy, option, value);
}
static inline CURLcode verbio_curl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
    return verbio_curl_library.easy_setopt(easy, option, value);
}
static inline CURLcode verbio_curl_set_string(CURL *easy, CURLoption option, const char *value) {
    return verbio_curl_library.easy_setopt(easy, option, value);
}
static inline CURLcode verbio_curl_set_pointer(CURL *easy, CURLoption option, void *value) {
    return verbio_curl_library.easy_setopt(easy, option, value);
}
static inline CURLcode verbio_curl_set_bytes(CURL *easy, CURLoption option, const void *value) {
    return verbio_curl_library.easy_setopt(easy, option, value);
}
static inline CURLcode verbio_curl_set_fields(CURL *easy, struct curl_slist *value) {
    return verbio_curl_library.easy_setopt(easy, CURLOPT_HTTPHEADER, value);
}
static inline CURLcode verbio_curl_set_data_function(CURL *easy, CURLoption option, curl_write_callback function) {
    return verbio_curl_library.easy_setopt(easy, option, function);
}
static inline CURLcode verbio_curl_set_open_socket_function(CURL *easy, curl_opensocket_callback function) {
    return verbio_curl_library.easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, function);
}
static inline CURLcode verbio_curl_set_close_socket_function(CURL *easy, curl_closesocket_callback function) {
    return verbio_curl_library.easy_setopt(easy, CURLOPT_CLOSESOCKETFUNCTION, function);
}
static inline CURLcode verbio_curl_set_before_request_function(CURL *easy, curl_prereq_callback function) {
    return verbio_curl_library.easy_setopt(easy, CURLOPT_PREREQFUNCTION, function);
}
static inline CURLcode verbio_curl_get_long(CURL *easy, CURLINFO info, long *value) {
    return verbio_curl_library.easy_getinfo(easy, info, value);
}
static inline CURLcode verbio_curl_get_size(CURL *easy, CURLINFO info, curl_off_t *value) {
    return verbio_curl_library.easy_getinfo(easy, info, value);
}
static inline CURLcode verbio_curl_get_pointer(CURL *easy, CURLINFO info, void **value) {
    return verbio_curl_library.easy_getinfo(easy, info, value);
}
static inline CURLMcode verbio_curl_multi_set_long(CURLM *multi, CURLMoption option, long value) {
    return verbio_curl_library.multi_setopt(multi, option, value);
}
static inline CURLMcode verbio_curl_multi_set_pointer(CURLM *multi, CURLMoption option, void *value) {
    return verbio_curl_library.multi_setopt(multi, option, value);
}
static inline CURLMcode verbio_curl_multi_set_socket_function(CURLM *multi, curl_socket_callback function) {
    return verbio_curl_library.multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, function);
}
static inline CURLMcode verbio_curl_multi_set_timer_function(CURLM *multi, curl_multi_timer_callback function) {
    return verbio_curl_library.multi_setopt(multi, CURLMOPT_TIMERFUNCTION, function);
}

// A message's result lies in an anonymous union.
static inline CURLcode verbio_curl_message_result(const CURLMsg *message) { return message->data.result; }

// The address lies in a field of varying length, declared as a plain sockaddr.
static inline const struct sockaddr *verbio_curl_address(const struct curl_sockaddr *address) {
    return (const struct sockaddr *)&address->addr;
}

// An address's port, which both families have in the same place; 0 for other families.
static inline int verbio_socket_port(const struct sockaddr *address) {
    return address->sa_family == AF_INET || address->sa_family == AF_INET6
        ? ntohs(((const struct sockaddr_in *)address)->sin_port) : 0;
}
static inline int verbio_curl_port(const struct curl_sockaddr *address) {
    return verbio_socket_port(verbio_curl_address(address));
}

// glibc declares these for GNU sources only.
extern int pthread_setname_np(pthread_t thread, const char *name);

static inline void verbio_name_this_thread(const char *name) { pthread_setname_np(pthread_self(), name); }

#endif
