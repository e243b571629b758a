internal import Audio
internal import Conversations
package import Language
internal import Plumbing

/// What Verbio itself says aloud, so that it does not count as a person's speech if a microphone hears it.
///
/// Two signs reveal an echo. One is the words, if they are recognized as they were spoken. The other is the rise and
/// fall of the loudness, whatever is recognized. Both count only at the time at which the voice is heard. A human who
/// repeats a translation is heard later.
package final class OwnVoice: Sendable {
    /// Seconds by which a loudspeaker and a microphone may be late: sound cards buffer up to half a second each.
    static let latest = 1.0
    /// The share of an utterance that has to be within the time of the voice.
    static let share = 0.6
    /// Similarity of letters from which on two texts are the same.
    static let sameText = 0.8
    /// Correlation of loudness from which on two sounds are the same, and by how much it has to be above that at other lags.
    static let sameSound = 0.75
    static let contrast = 0.3
    /// Seconds of own voice that are remembered.
    private static let memory = 60
    /// Frames by which the clocks of the player and of the audio may differ.
    private static let drift = 20

    private struct PlayedText {
        var utterance: Int
        var text: String
        var language: LanguageCode
    }

    private struct State {
        var playedTexts: [PlayedText] = []
        /// When voices were heard, on the speech clock.
        var played: [(utterance: Int, range: SampleRange)] = []
        /// The loudness of each 10 ms of the speech clock from `firstFrame` on, in decibels.
        var firstFrame = 0
        var levels: [Float] = []
    }

    private let state = Locked(State())

    package init() {}

    /// An utterance's translation is going to be spoken.
    package func willSay(_ text: String, in language: LanguageCode, for utterance: Int) {
        state.withLock { state in
            state.playedTexts.append(PlayedText(utterance: utterance, text: text, language: language))
            if state.playedTexts.count > 64 { state.playedTexts.removeFirst() }
        }
    }

    /// Samples that go to the loudspeaker.
    ///
    /// - Parameters:
    ///   - start: when the first of them is heard, on the speech clock.
    ///   - utterance: whose translation it is; nil if it is silence.
    ///   - stopsEarlier: whether samples that would be heard later than `start` are not heard any more. If a player
    ///     continues without a gap, `start` may lag by as much as the microphone sends at once.
    package func played(
        _ samples: [Int16], sampleRate: Int, at start: Int, of utterance: Int?, stopsEarlier: Bool = false
    ) {
        let length = sampleRate / 100
        guard length > 0 else { return }
        let levels = stride(from: 0, to: samples.count, by: length).map { from in
            LevelCurve.level(samples[from..<min(from + length, samples.count)])
        }
        let range = SampleRange(start: start, end: start + levels.count * LevelCurve.frame)
        state.withLock { state in
            if let utterance {
                if let last = state.played.last, last.utterance == utterance {
                    state.played[state.played.count - 1].range.end = range.end
                } else {
                    state.played.append((utterance, range))
                }
                if state.played.count > 64 { state.played.removeFirst() }
            }
            let frame = start / LevelCurve.frame
            let gap = frame - state.firstFrame - state.levels.count
            if state.levels.isEmpty || gap > 100 * Self.memory {
                // Nothing that is remembered is near enough to be compared.
                (state.firstFrame, state.levels) = (frame, [])
            } else if gap > 0 {
                state.levels += [Float](repeating: LevelCurve.silence, count: gap)
            } else if stopsEarlier, gap < -Self.drift {
                state.levels.removeLast(min(-gap, state.levels.count))
                if state.levels.isEmpty { state.firstFrame = frame }
            }
            state.levels += levels
            let excess = state.levels.count - 100 * Self.memory
            if excess > 0 {
                state.levels.removeFirst(excess)
                state.firstFrame += excess
            }
        }
    }

    /// Whether an utterance that was heard is Verbio's own voice.
    ///
    /// - Parameters:
    ///   - speech: where the utterance's voice is, on the speech clock.
    ///   - samples: its sound at 16 kHz, from `start` on.
    func isEcho(_ text: String, in language: LanguageCode?, speech: SampleRange, samples: [Int16], from start: Int)
        -> Bool
    {
        let (candidates, levels, firstFrame) = state.withLock { state in
            let near = state.played.filter { Self.overlap($0.range, speech) >= Self.share * Double(speech.count) }
            let playedTexts = state.playedTexts.filter { saying in near.contains { $0.utterance == saying.utterance } }
            // Speech is taken to end a little after its last sound; nothing was played then.
            let after = [Float](repeating: LevelCurve.silence, count: Int(Self.latest * 100))
            return (near.isEmpty ? nil : playedTexts, state.levels + after, state.firstFrame)
        }
        guard let candidates else { return false }
        if candidates.contains(where: { saying in
            (language == nil || language == saying.language)
                && TextLikeness.ofTrigrams(text, within: saying.text) >= Self.sameText
        }) {
            return true
        }
        let heard = LevelCurve.levels(samples, within: speech.later(by: -start))
        return LevelCurve.isSame(
            heard, in: levels, at: speech.start / LevelCurve.frame - firstFrame, latest: Int(Self.latest * 100),
            sameAbove: Self.sameSound, contrast: Self.contrast)
    }

    private static func overlap(_ voice: SampleRange, _ speech: SampleRange) -> Double {
        let end = voice.end + Int(latest * Double(speechSampleRate))
        return Double(max(0, min(end, speech.end) - max(voice.start, speech.start)))
    }
}

/// How alike two texts are.
enum TextLikeness {
    /// The share of a text's groups of three letters that another text has, too. Case, spaces and punctuation do not count.
    static func ofTrigrams(_ text: String, within other: String) -> Double {
        let (own, others) = (trigrams(text), trigrams(other))
        guard !own.isEmpty else { return 0 }
        return Double(own.filter(others.contains).count) / Double(own.count)
    }

    private static func trigrams(_ text: String) -> Set<String> {
        let letters = Array(text.lowercased().filter { $0.isLetter || $0.isNumber })
        guard letters.count >= 3 else { return letters.isEmpty ? [] : [String(letters)] }
        return Set((0...letters.count - 3).map { String(letters[$0..<$0 + 3]) })
    }
}
