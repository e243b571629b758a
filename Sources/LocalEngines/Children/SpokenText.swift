internal import Providers

extension SynthesisRequest {
    /// Checks the length of the text.
    ///
    /// - Parameter most: the most Unicode scalars that the engine takes.
    /// - Returns: the number of Unicode scalars.
    /// - Throws: ``ProviderError`` (`unsupported`).
    func requireLength(atMost most: Int, for provider: String) throws(ProviderError) -> Int {
        let count = text.unicodeScalars.count
        guard count <= most else {
            throw ProviderError(
                .unsupported, stage: .synthesis, provider: provider,
                "the text has \(count) characters, the longest it takes has \(most)", cure: "speak it in parts")
        }
        return count
    }
}

extension StringProtocol {
    /// The text with a blank for each control character.
    var withBlanksForControls: String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }
}
