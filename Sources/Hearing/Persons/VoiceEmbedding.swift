package import Audio

/// Makes voice vectors: numbers that are alike for sounds of the same person.
package protocol VoiceEmbedding: Sendable {
    /// One vector of length 1 for each window. All vectors of one maker have the same number of components.
    ///
    /// - Parameters:
    ///   - samples: 16 kHz mono, full scale ± 1.
    ///   - windows: ranges of these samples, of 0.25 to 2 s each.
    func vectors(of samples: [Float], in windows: [SampleRange]) async throws -> [[Float]]
}
