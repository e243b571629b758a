import Hearing
import Interpreting
package import Plumbing

/// One choice between early text and whole sentences, for live speech.
package enum LatencyDial: String, Sendable, CaseIterable {
    case low, balanced, quality

    /// - Throws: `Problem` of kind `usage`, code `config.value`.
    package init(_ settings: Settings) throws(Problem) {
        let name = settings.string(.latency)
        guard let found = Self(rawValue: name) else {
            throw Problem(
                .usage, "config.value", "\(Setting.latency.name) is '\(name)'", cure: "give it low, balanced or quality"
            )
        }
        self = found
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

    /// Cuts long speech at a breath, so that its translation begins while it continues.
    ///
    /// Pauses between clauses last 200 to 500 ms. With `quality`, speech is cut as in a recording.
    func cutLongSpeech(_ configuration: inout SegmentationConfiguration) {
        switch self {
        case .low:
            (configuration.patienceStart, configuration.patienceEnd) = (3_000, 6_000)
            (configuration.patienceFloor, configuration.maximum) = (200, 8_000)
        case .balanced:
            (configuration.patienceStart, configuration.patienceEnd) = (5_000, 8_000)
            (configuration.patienceFloor, configuration.maximum) = (250, 20_000)
        case .quality: break
        }
    }
}
