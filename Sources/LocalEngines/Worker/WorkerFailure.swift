internal import Plumbing
internal import Providers

/// Why a worker gave no answer.
enum WorkerFailure: Error, Hashable {
    /// The worker did not start, or could not load its model.
    case notReady(String)
    /// The worker ended before its answer was complete.
    case died
    /// The worker took longer than the limit and was killed.
    case timedOut(Duration)
    /// The worker would need more bytes than it may allocate.
    case outOfMemory(limit: Int64)
    /// The worker answered that the request failed.
    case refused(String)
    /// The worker's output is not an answer.
    case unreadable

    /// What happened, as one clause with the worker as its subject.
    var words: String {
        switch self {
        case .notReady(let why): "does not start (\(why.prefix(200)))"
        case .died: "ended before it had answered"
        case .timedOut(let limit): "took more than \(Int(limit.seconds)) s"
        case .outOfMemory(let limit): "needs more memory than the \(limit >> 20) MB that it may have"
        case .refused(let why): "failed (\(why.prefix(200)))"
        case .unreadable: "gave an answer that cannot be read"
        }
    }

    private var failure: ProviderError.Failure {
        switch self {
        case .notReady, .outOfMemory: .unavailable
        case .died: .transient
        case .timedOut: .timeout
        case .refused, .unreadable: .unusable
        }
    }

    /// The failure as the error of a provider.
    ///
    /// - Parameter installing: what to do if the worker does not start.
    func error(_ stage: Stage, provider: String, installing: String) -> ProviderError {
        ProviderError(failure, stage: stage, provider: provider, "its worker \(words)", cure: cure(installing))
    }

    /// - Parameter installing: what to do if the worker does not start.
    func cure(_ installing: String) -> String? {
        switch self {
        case .notReady: installing
        case .outOfMemory(let limit): "set local.memory to more than \(limit >> 20), or use a smaller model"
        case .died, .timedOut, .refused, .unreadable: nil
        }
    }
}
