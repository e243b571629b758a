import Plumbing
import Providers

/// What is told of a run's calls at once: that a provider wants to be left alone for long, that a recording waits for one that is
/// down, once for each time, and that one says what nobody can believe, once.
final class CallNotes: Sendable {
    private struct State {
        /// Until when it is known that a provider wants to be left alone.
        var heldUntil: [String: Duration] = [:]
        var awaited: Set<String> = []
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
        case .awaited(let stage, let provider, let reason, let patience):
            let who = "\(provider) (\(stage.rawValue))"
            guard state.withLock({ $0.awaited.insert(who).inserted }) else { return nil }
            return "\(who) is down: \(reason); waiting for it, \(Int(patience.seconds.rounded(.up))) s at most"
        case .answered(let stage, let provider):
            let who = "\(provider) (\(stage.rawValue))"
            return state.withLock { $0.awaited.remove(who) } == nil ? nil : "\(who) answers again"
        case .began, .charged, .failed, .replaced: return nil
        }
    }
}
