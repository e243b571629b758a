import Plumbing
import Providers

/// What is told of a run's calls at once: that a provider wants to be left alone for long, and that it says what nobody can
/// believe; each once.
final class CallNotes: Sendable {
    private struct State {
        /// Until when it is known that a provider wants to be left alone.
        var heldUntil: [String: Duration] = [:]
        var disbelieved: Set<String> = []
    }

    private let time: TimeSource
    private let state = Locked(State())

    init(time: TimeSource) { self.time = time }

    /// A sentence for people; nil where there is nothing to be told, or it has been.
    func note(on notice: CallWatch.Notice) -> String? {
        switch notice {
        case .held(let stage, let provider, let wait):
            let who = "\(provider) (\(stage.rawValue))"
            let (now, until) = (time.now(), time.now() + wait)
            let isNew = state.withLock { state in
                let known = state.heldUntil[who] ?? .zero
                guard wait >= .longWait, known <= now || known + .longWait < until else { return false }
                state.heldUntil[who] = until
                return true
            }
            return isNew ? "\(who) asks not to be called for \(Int(wait.seconds.rounded(.up))) s" : nil
        case .disbelieved(let stage, let provider, let usage):
            let who = "\(provider) (\(stage.rawValue))"
            guard state.withLock({ $0.disbelieved.insert(who).inserted }) else { return nil }
            return
                "\(who) says that a call has consumed \(usage.told ?? "nothing"), which cannot be; what was expected is reckoned with"
        case .began, .answered, .charged, .failed, .replaced: return nil
        }
    }
}
