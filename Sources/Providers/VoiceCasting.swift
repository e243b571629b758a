package import Language

/// Gives people voices of a synthesizer, each the one whose pitch is nearest to the person's own.
///
/// No two people get the same voice while another one is free. The same people in the same order get the same voices.
package struct VoiceCasting: Sendable {
    /// Pitches that differ by less than three semitones count as equal: the voice that the synthesizer lists first is taken.
    private static let step = 1.189_207
    /// The steps that count for a voice or a person whose pitch is not known: more than any difference of two pitches.
    private static let unknown = 100

    /// In the order of the synthesizer.
    private let voices: [SynthesizerCapabilities.Voice]
    private let variety: LanguageVariety?
    /// Voices that people have by name.
    private let taken: Set<String>

    /// - Parameters:
    ///   - tag: what is spoken. Voices of other varieties are taken if those of this one are gone.
    ///   - named: the voices that the request names. If some are for all people, only these are chosen from.
    ///   - allows: whether a voice may be used.
    /// - Returns: nil if there is nothing to choose: fewer than two voices, or none with a known pitch.
    package init?(
        _ synthesizer: SynthesizerCapabilities, for tag: LanguageTag, named: NamedVoices,
        allows: (String) -> Bool = { _ in true }
    ) {
        let common = named.common
        let usable = synthesizer.voices.filter {
            $0.language == tag.code && (common.isEmpty || common.contains($0.id)) && allows($0.id)
        }
        guard usable.count > 1, usable.contains(where: { $0.pitch != nil }) else { return nil }
        voices = usable
        variety = tag.variety ?? usable[0].variety
        taken = Set(named.personal)
    }

    /// The voices of people that have none yet.
    ///
    /// - Parameters:
    ///   - people: in their order.
    ///   - pitches: in Hz, by person; a person whose pitch is not known gets a voice that is left over.
    ///   - kept: the voices of other people.
    package func voices(for people: [Int], pitches: [Int: Double], keeping kept: [Int: String]) -> [Int: String] {
        var uses: [String: Int] = [:]
        for voice in taken.union(kept.values) { uses[voice] = 1 }
        var waiting = people
        var given: [Int: String] = [:]
        while !waiting.isEmpty {
            let least = voices.lazy.map { uses[$0.id] ?? 0 }.min() ?? 0
            let free = voices.filter { uses[$0.id] ?? 0 == least }
            var best = (steps: Int.max, place: 0, voice: free[0])
            for (place, person) in waiting.enumerated() {
                for voice in free {
                    let steps = steps(from: pitches[person], to: voice)
                    if steps < best.steps { best = (steps, place, voice) }
                }
            }
            given[waiting.remove(at: best.place)] = best.voice.id
            uses[best.voice.id, default: 0] += 1
        }
        return given
    }

    private func steps(from pitch: Double?, to voice: SynthesizerCapabilities.Voice) -> Int {
        let foreign = voice.variety == variety ? 0 : 1
        guard let pitch, let other = voice.pitch else { return Self.unknown + foreign }
        var (ratio, steps) = (max(pitch, other) / max(1, min(pitch, other)), foreign)
        while ratio >= Self.step, steps < Self.unknown {
            ratio /= Self.step
            steps += 1
        }
        return steps
    }
}
