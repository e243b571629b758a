internal import Providers

extension ErrorDialect {
    /// `{"code": 429, "error": "Max concurrent running jobs exceeded", "detail": …}`.
    static let speechmatics = ErrorDialect(phrases: [
        ("format not supported", .unsupported), ("invalid audio", .unsupported), ("not available", .unsupported),
    ])
}

extension RecognitionWire {
    /// `POST /v2/jobs` of Speechmatics.
    package static let speechmatics = RecognitionWire(
        "speechmatics", by: SpeechmaticsRecognizer.self,
        WireAccess(credential: .authorization("Bearer"), dialect: .speechmatics), options: ["domain": .text])
}
