internal import Hummingbird

/// Transcribes a recording for clients of OpenAI's interface.
struct TranscriptionsRoute: RecordingTextRoute {
    static let name = RouteName(.post, "/v1/audio/transcriptions")
    static let isTranslated = false
    let transcriber: Transcriber
}
