package import Audio

/// A source whose first sample is later on the speech clock: its sound follows what was heard before.
package struct LaterSource: SpeechSource {
    private let base: any SpeechSource
    private let offset: Int

    /// - Parameter samples: where the sound begins.
    package init(_ base: any SpeechSource, after samples: Int) {
        self.base = base
        offset = samples
    }

    package var source: SourceDescription { base.source }
    package var laneCount: Int { base.laneCount }
    package var expectedSeconds: Double? { base.expectedSeconds }
    package var firstSample: Int { base.firstSample + offset }
    package var tracks: [AudioTrack] { base.tracks }
    package var damage: [AudioDamage] { base.damage }

    package func next() async throws -> SpeechBlock? {
        guard var block = try await base.next() else { return nil }
        block.start += offset
        return block
    }

    package func stop() { base.stop() }
}
