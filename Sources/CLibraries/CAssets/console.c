#include "CAssets.h"
#include "table.h"

#pragma clang diagnostic ignored "-Wc23-extensions"

// The page of Verbio's server: Sources/VerbioServer/Console/Page.

static const unsigned char file_account_view_js[] = {
#embed "../../VerbioServer/Console/Page/account-view.js"
};

static const unsigned char file_account_js[] = {
#embed "../../VerbioServer/Console/Page/account.js"
};

static const unsigned char file_api_js[] = {
#embed "../../VerbioServer/Console/Page/api.js"
};

static const unsigned char file_ar_json[] = {
#embed "../../VerbioServer/Console/Page/ar.json"
};

static const unsigned char file_capture_js[] = {
#embed "../../VerbioServer/Console/Page/capture.js"
};

static const unsigned char file_console_css[] = {
#embed "../../VerbioServer/Console/Page/console.css"
};

static const unsigned char file_conversation_view_js[] = {
#embed "../../VerbioServer/Console/Page/conversation-view.js"
};

static const unsigned char file_corrections_js[] = {
#embed "../../VerbioServer/Console/Page/corrections.js"
};

static const unsigned char file_de_json[] = {
#embed "../../VerbioServer/Console/Page/de.json"
};

static const unsigned char file_device_js[] = {
#embed "../../VerbioServer/Console/Page/device.js"
};

static const unsigned char file_docs_css[] = {
#embed "../../VerbioServer/Console/Page/docs.css"
};

static const unsigned char file_docs_html[] = {
#embed "../../VerbioServer/Console/Page/docs.html"
};

static const unsigned char file_docs_js[] = {
#embed "../../VerbioServer/Console/Page/docs.js"
};

static const unsigned char file_dom_js[] = {
#embed "../../VerbioServer/Console/Page/dom.js"
};

static const unsigned char file_downloads_js[] = {
#embed "../../VerbioServer/Console/Page/downloads.js"
};

static const unsigned char file_en_json[] = {
#embed "../../VerbioServer/Console/Page/en.json"
};

static const unsigned char file_es_json[] = {
#embed "../../VerbioServer/Console/Page/es.json"
};

static const unsigned char file_files_view_js[] = {
#embed "../../VerbioServer/Console/Page/files-view.js"
};

static const unsigned char file_fr_json[] = {
#embed "../../VerbioServer/Console/Page/fr.json"
};

static const unsigned char file_hi_json[] = {
#embed "../../VerbioServer/Console/Page/hi.json"
};

static const unsigned char file_history_view_js[] = {
#embed "../../VerbioServer/Console/Page/history-view.js"
};


static const unsigned char file_icon_maskable_png[] = {
#embed "../../VerbioServer/Console/Page/icon-maskable.png"
};

static const unsigned char file_icon_svg[] = {
#embed "../../VerbioServer/Console/Page/icon.svg"
};

static const unsigned char file_index_html[] = {
#embed "../../VerbioServer/Console/Page/index.html"
};

static const unsigned char file_it_json[] = {
#embed "../../VerbioServer/Console/Page/it.json"
};

static const unsigned char file_ja_json[] = {
#embed "../../VerbioServer/Console/Page/ja.json"
};

static const unsigned char file_ko_json[] = {
#embed "../../VerbioServer/Console/Page/ko.json"
};

static const unsigned char file_live_session_js[] = {
#embed "../../VerbioServer/Console/Page/live-session.js"
};

static const unsigned char file_main_js[] = {
#embed "../../VerbioServer/Console/Page/main.js"
};

static const unsigned char file_manifest_webmanifest[] = {
#embed "../../VerbioServer/Console/Page/manifest.webmanifest"
};

static const unsigned char file_microphone_js[] = {
#embed "../../VerbioServer/Console/Page/microphone.js"
};

static const unsigned char file_phrases_view_js[] = {
#embed "../../VerbioServer/Console/Page/phrases-view.js"
};

static const unsigned char file_preferences_js[] = {
#embed "../../VerbioServer/Console/Page/preferences.js"
};

static const unsigned char file_pt_json[] = {
#embed "../../VerbioServer/Console/Page/pt.json"
};

static const unsigned char file_recording_view_js[] = {
#embed "../../VerbioServer/Console/Page/recording-view.js"
};

static const unsigned char file_ru_json[] = {
#embed "../../VerbioServer/Console/Page/ru.json"
};

static const unsigned char file_service_worker_js[] = {
#embed "../../VerbioServer/Console/Page/service-worker.js"
};

static const unsigned char file_settings_view_js[] = {
#embed "../../VerbioServer/Console/Page/settings-view.js"
};

static const unsigned char file_strings_js[] = {
#embed "../../VerbioServer/Console/Page/strings.js"
};

static const unsigned char file_utterance_card_js[] = {
#embed "../../VerbioServer/Console/Page/utterance-card.js"
};

static const unsigned char file_voice_player_js[] = {
#embed "../../VerbioServer/Console/Page/voice-player.js"
};

static const unsigned char file_waveform_js[] = {
#embed "../../VerbioServer/Console/Page/waveform.js"
};

static const unsigned char file_welcome_js[] = {
#embed "../../VerbioServer/Console/Page/welcome.js"
};

static const unsigned char file_zh_json[] = {
#embed "../../VerbioServer/Console/Page/zh.json"
};

static const struct file files[] = {
    {"account-view.js", file_account_view_js, sizeof file_account_view_js},
    {"account.js", file_account_js, sizeof file_account_js},
    {"api.js", file_api_js, sizeof file_api_js},
    {"ar.json", file_ar_json, sizeof file_ar_json},
    {"capture.js", file_capture_js, sizeof file_capture_js},
    {"console.css", file_console_css, sizeof file_console_css},
    {"conversation-view.js", file_conversation_view_js, sizeof file_conversation_view_js},
    {"corrections.js", file_corrections_js, sizeof file_corrections_js},
    {"de.json", file_de_json, sizeof file_de_json},
    {"device.js", file_device_js, sizeof file_device_js},
    {"docs.css", file_docs_css, sizeof file_docs_css},
    {"docs.html", file_docs_html, sizeof file_docs_html},
    {"docs.js", file_docs_js, sizeof file_docs_js},
    {"dom.js", file_dom_js, sizeof file_dom_js},
    {"downloads.js", file_downloads_js, sizeof file_downloads_js},
    {"en.json", file_en_json, sizeof file_en_json},
    {"es.json", file_es_json, sizeof file_es_json},
    {"files-view.js", file_files_view_js, sizeof file_files_view_js},
    {"fr.json", file_fr_json, sizeof file_fr_json},
    {"hi.json", file_hi_json, sizeof file_hi_json},
    {"history-view.js", file_history_view_js, sizeof file_history_view_js},
    {"icon-maskable.png", file_icon_maskable_png, sizeof file_icon_maskable_png},
    {"icon.svg", file_icon_svg, sizeof file_icon_svg},
    {"index.html", file_index_html, sizeof file_index_html},
    {"it.json", file_it_json, sizeof file_it_json},
    {"ja.json", file_ja_json, sizeof file_ja_json},
    {"ko.json", file_ko_json, sizeof file_ko_json},
    {"live-session.js", file_live_session_js, sizeof file_live_session_js},
    {"main.js", file_main_js, sizeof file_main_js},
    {"manifest.webmanifest", file_manifest_webmanifest, sizeof file_manifest_webmanifest},
    {"microphone.js", file_microphone_js, sizeof file_microphone_js},
    {"phrases-view.js", file_phrases_view_js, sizeof file_phrases_view_js},
    {"preferences.js", file_preferences_js, sizeof file_preferences_js},
    {"pt.json", file_pt_json, sizeof file_pt_json},
    {"recording-view.js", file_recording_view_js, sizeof file_recording_view_js},
    {"ru.json", file_ru_json, sizeof file_ru_json},
    {"service-worker.js", file_service_worker_js, sizeof file_service_worker_js},
    {"settings-view.js", file_settings_view_js, sizeof file_settings_view_js},
    {"strings.js", file_strings_js, sizeof file_strings_js},
    {"utterance-card.js", file_utterance_card_js, sizeof file_utterance_card_js},
    {"voice-player.js", file_voice_player_js, sizeof file_voice_player_js},
    {"waveform.js", file_waveform_js, sizeof file_waveform_js},
    {"welcome.js", file_welcome_js, sizeof file_welcome_js},
    {"zh.json", file_zh_json, sizeof file_zh_json},
};

const unsigned char *verbio_asset_console(size_t index, const char **name, size_t *count) {
    return file_at(index, files, sizeof files / sizeof *files, name, count);
}
