extension WireAccess {
    fileprivate static let deepgram = WireAccess(credential: .authorization("Token"), dialect: .deepgram)
}

extension RecognitionWire {
    /// `POST /v1/listen` of Deepgram.
    package static let deepgram = RecognitionWire("deepgram", by: DeepgramRecognizer.self, .deepgram, options: nil)
}

extension SynthesisWire {
    /// `POST /v1/speak` of Deepgram.
    package static let deepgram = SynthesisWire(
        "deepgram", by: DeepgramSynthesizer.self, .deepgram, options: ["speed": .number])
}
