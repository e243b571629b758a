internal import Providers

extension ErrorDialect {
    /// `{"statusCode": 422, "message": "Invalid parameter", "validation_errors": […]}`. The status decides.
    static let gladia = ErrorDialect()
}

extension RecognitionWire {
    /// `POST /v2/upload` and `POST /v2/pre-recorded` of Gladia.
    package static let gladia = RecognitionWire(
        "gladia", by: GladiaRecognizer.self, WireAccess(credential: .header("x-gladia-key"), dialect: .gladia),
        options: ["terms": .text])
}
