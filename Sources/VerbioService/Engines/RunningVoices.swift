import LocalEngines
import Plumbing

/// The engine that tells voices apart, made once for all conversations of an assembly. Its process ends when it has been idle
/// for a while, or with this object.
final class RunningVoices: Sendable {
    private let kept = Locked<(settings: LocalWorkerSettings, vectors: SpeakerVectors)?>(nil)

    /// - Parameter settings: with others, another engine is made.
    func vectors(_ settings: LocalWorkerSettings, time: TimeSource) -> SpeakerVectors {
        kept.withLock { kept in
            if let kept, kept.settings == settings { return kept.vectors }
            let made = SpeakerVectors(settings, time: time)
            // What is missing may be installed before the next conversation.
            if made.isInstalled { kept = (settings, made) }
            return made
        }
    }
}
