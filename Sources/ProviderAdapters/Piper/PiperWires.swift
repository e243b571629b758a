extension SynthesisWire {
    /// `POST /synthesize` of Piper's own server, which uses no keys.
    package static let piper = SynthesisWire(
        "piper-http", by: PiperHTTPSynthesizer.self,
        // It answers 500 with a page for a text or a number that it cannot read.
        WireAccess(credential: .none, dialect: ErrorDialect()),
        options: ["speaker": .text, "speed": .number], voices: PiperVoices.listed)
}
