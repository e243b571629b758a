import Hearing
import Interpreting
package import Plumbing

/// One choice between early text and whole sentences, for live speech.
package enum LatencyDial: String, Sendable, CaseIterable {
    case low, balanced, quality

    /// - Throws: `Problem` of kind `usage`, code `config.value`.
    package init(_ settings: Settings) throws(Problem) {
        self = try AnswerSetting.latency.word(in: settings).flatMap(Self.init) ?? .balanced
    }

    /// Milliseconds of silence that end an utterance.
    var endSilence: Int {
        switch self {
        case .low: 450
        case .balanced: 700
        case .quality: 1_000
        }
    }

    /// Milliseconds of new audio before the current utterance is recognized again.
    var partialInterval: Int {
        switch self {
        case .low: 500
        case .balanced: 800
        case .quality: 1_500
        }
    }

    /// Milliseconds after which speech that continues is cut at the latest, between words if possible.
    var longest: Int {
        switch self {
        case .low: 6_500
        case .balanced: 8_000
        case .quality: SegmentationConfiguration.file.maximum
        }
    }

    /// Cuts long speech, so that its translation begins while it continues.
    ///
    /// The pause that cuts becomes shorter from the first half of the limit on. Pauses between clauses last 200 to 500 ms. If
    /// there is none, the cut is at the quietest moment of the last third. With `quality`, speech is cut as in a recording.
    ///
    /// - Parameter chosen: the limit of the user; nil for that of the dial.
    func cutLongSpeech(_ configuration: inout SegmentationConfiguration, at chosen: Int?) {
        let longest = chosen ?? longest
        guard chosen != nil || self != .quality else { return }
        configuration.maximum = longest
        (configuration.patienceStart, configuration.patienceEnd) = (longest / 2, longest * 7 / 8)
        configuration.patienceFloor = min(200, configuration.endSilence)
        configuration.cutWindow = min(configuration.cutWindow, longest / 3)
    }
}
