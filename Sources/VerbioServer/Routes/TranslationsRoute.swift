internal import Hummingbird

/// Translates a recording for clients of OpenAI's interface.
struct TranslationsRoute: RecordingTextRoute {
    static let name = RouteName(.post, "/v1/audio/translations")
    static let isTranslated = true
    let transcriber: Transcriber
}
