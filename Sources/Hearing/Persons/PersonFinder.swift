package import Audio

/// Finds out who speaks when in a recording (diarization).
///
/// Push all of the recording in order, then take the ranges. The vectors stay in memory and go with this value. A minute of speech
/// takes 80 KB.
package struct PersonFinder: Sendable {
    /// Samples that are given to the network at once: half a minute.
    private static let batch = 30 * speechSampleRate

    private var segmenter: UtteranceSegmenter
    private let embedding: any VoiceEmbedding
    /// Speech whose vectors are not made yet.
    private var waiting: [(speech: SampleRange, samples: [Float])] = []
    private var segments: [SampleRange] = []
    private var windows: [SampleRange] = []
    private var vectors: [[Float]] = []
    private var pitch = PitchTrack()

    /// - Parameter model: tells speech from other sounds; without one, all sound above steady noise is speech.
    package init(model: SpeechModel?, embedding: any VoiceEmbedding) {
        // People answer within the pause that ends an utterance, so the stretches here are shorter.
        var configuration = SegmentationConfiguration(endSilence: 200)
        (configuration.tail, configuration.minimumVoiced) = (50, 200)
        if let model {
            configuration = configuration.listening(with: model)
            configuration.tail = 50
            configuration.minimumVoiced = 100
        }
        configuration.preRoll = 50
        segmenter = UtteranceSegmenter(configuration: configuration, model: model)
        self.embedding = embedding
    }

    /// - Throws: what the maker of the vectors throws.
    package mutating func push(_ samples: [Float]) async throws {
        take(segmenter.push(samples))
        if waiting.reduce(0, { $0 + $1.samples.count }) >= Self.batch { try await embed() }
    }

    /// The stretches of speech, in order, each with its person.
    ///
    /// - Parameter count: how many people there are; nil if that is not known.
    /// - Throws: what the maker of the vectors throws.
    package mutating func finish(count: Int?) async throws -> [PersonTurn] {
        take(segmenter.finish())
        try await embed()
        let seconds = windows.map { Float($0.seconds) }
        let labels = VoiceGroups(vectors, seconds: seconds).labels(count: count.map { max(1, min($0, windows.count)) })
        return numbered(PersonTurn.turns(of: segments, windows, labels))
    }

    /// The median pitch of each person in Hz. A person whose pitch is not known is left out.
    ///
    /// - Parameter turns: what ``finish(count:)`` has returned.
    package func pitches(of turns: [PersonTurn]) -> [Int: Double] {
        Dictionary(grouping: turns, by: \.person).compactMapValues { pitch.median(in: $0.lazy.map(\.range)) }
    }

    private mutating func take(_ heard: [HeardUtterance]) {
        for utterance in heard where utterance.gate == .pass || utterance.gate == .tooShort {
            waiting.append((utterance.range, utterance.samples))
            pitch.add(utterance.samples, from: utterance.range.start)
        }
    }

    private mutating func embed() async throws {
        var samples: [Float] = []
        var places: [SampleRange] = []
        for (range, sound) in waiting {
            segments.append(range)
            let own = VoiceWindow.windows(of: range)
            windows += own
            places += own.map { $0.later(by: samples.count - range.start) }
            samples += sound
        }
        waiting = []
        guard !places.isEmpty else { return }
        vectors += try await embedding.vectors(of: samples, in: places)
    }

    /// The same with persons from 1, in the order of their first words.
    private func numbered(_ ranges: [PersonTurn]) -> [PersonTurn] {
        var numbers: [Int: Int] = [:]
        return ranges.map { range in
            let number = numbers[range.person] ?? numbers.count + 1
            numbers[range.person] = number
            return PersonTurn(range: range.range, person: number)
        }
    }
}
