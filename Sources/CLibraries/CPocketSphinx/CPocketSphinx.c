#include "CPocketSphinx.h"

#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

struct symbol {
    void *library;
    const char *name;
    void *slot;
};

int verbio_pocketsphinx_open(verbio_pocketsphinx *library, const char *pocketsphinx, const char *sphinxbase,
                             char *message, size_t message_size) {
    memset(library, 0, sizeof *library);
    void *base = dlopen(sphinxbase, RTLD_NOW | RTLD_LOCAL);
    if (!base) {
        snprintf(message, message_size, "%s", dlerror());
        return -1;
    }
    void *ps = dlopen(pocketsphinx, RTLD_NOW | RTLD_LOCAL);
    if (!ps) {
        snprintf(message, message_size, "%s", dlerror());
        dlclose(base);
        return -1;
    }
    const struct symbol symbols[] = {
        {ps, "ps_args", &library->options},
        {base, "cmd_ln_parse_r", &library->parse},
        {base, "cmd_ln_free_r", &library->free_config},
        {ps, "ps_init", &library->init},
        {ps, "ps_free", &library->free_decoder},
        {ps, "ps_start_stream", &library->start_stream},
        {ps, "ps_start_utt", &library->start_utterance},
        {ps, "ps_process_raw", &library->process},
        {ps, "ps_end_utt", &library->end_utterance},
        {ps, "ps_get_hyp", &library->hypothesis},
        {ps, "ps_get_prob", &library->probability},
        {ps, "ps_get_logmath", &library->logmath},
        {base, "logmath_exp", &library->exponential},
        {ps, "ps_seg_iter", &library->segments},
        {ps, "ps_seg_next", &library->next_segment},
        {ps, "ps_seg_word", &library->segment_word},
        {ps, "ps_seg_frames", &library->segment_frames},
        {ps, "ps_seg_prob", &library->segment_probability},
    };
    for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++) {
        void *address = dlsym(symbols[i].library, symbols[i].name);
        if (!address) {
            snprintf(message, message_size, "%s has no function %s", pocketsphinx, symbols[i].name);
            dlclose(ps);
            dlclose(base);
            return -1;
        }
        // memcpy, because ISO C does not convert an object pointer to a function pointer.
        memcpy(symbols[i].slot, &address, sizeof address);
    }
    return 0;
}
