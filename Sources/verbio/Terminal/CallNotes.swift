import Plumbing
import Providers

/// The notes on a run's calls while it works. They report a provider that asks for a long pause, and, once for each outage, a
/// recording that waits for an unavailable provider. They also report once a provider that states an impossible consumption.
final class CallNotes: Sendable {
    private struct State {
        /// The time until which each provider is known to ask for a pause.
        var heldUntil: [String: Duration] = [:]
        var awaited: Set<String> = []
        var disbelieved: Set<String> = []
    }

    private let time: TimeSource
    private let state = Locked(State())

    init(time: TimeSource) { self.time = time }

    /// A sentence for people to read; nil if there is nothing to report, or if it was already reported.
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
            return isNew ? "\(who) requests a pause of \(Int(wait.seconds.rounded(.up))) s" : nil
        case .disbelieved(let stage, let provider, let usage):
            let who = "\(provider) (\(stage.rawValue))"
            guard state.withLock({ $0.disbelieved.insert(who).inserted }) else { return nil }
            return
                "\(who) reported an impossible usage (\(usage.told ?? "nothing")); the estimate is used instead"
        case .awaited(let stage, let provider, let isBusy, let reason, let patience):
            let who = "\(provider) (\(stage.rawValue))"
            guard state.withLock({ $0.awaited.insert(who).inserted }) else { return nil }
            let state = isBusy ? "busy" : "down"
            return "\(who) is \(state): \(reason); waiting for it, \(Int(patience.seconds.rounded(.up))) s at most"
        case .answered(let stage, let provider):
            let who = "\(provider) (\(stage.rawValue))"
            return state.withLock { $0.awaited.remove(who) } == nil ? nil : "\(who) answers again"
        case .began, .charged, .failed, .replaced: return nil
        }
    }
}
