internal import Providers

extension ErrorDialect {
    /// `{"status_code": 401, "error_type": "unauthenticated", "message": …}`. The status decides.
    static let soniox = ErrorDialect(phrases: [("balance", .quota)])
}

extension RecognitionWire {
    /// `POST /v1/files` and `POST /v1/transcriptions` of Soniox.
    package static let soniox = RecognitionWire(
        "soniox", by: SonioxRecognizer.self, WireAccess(credential: .authorization("Bearer"), dialect: .soniox),
        options: ["realtime": .text, "terms": .text])
}
