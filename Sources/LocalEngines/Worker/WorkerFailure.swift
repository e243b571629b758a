internal import Plumbing
internal import Providers

/// Why a worker gave no answer.
enum WorkerFailure: Error, Hashable {
    /// The worker did not start, or could not load its model.
    case notReady(String)
    /// The process ended while it started, for example because the kernel killed it when memory was short.
    case endedAtStart
    /// So many workers in a row failed that none is started for a while.
    case resting(failures: Int)
    /// A file of the model is not as it was installed.
    case damaged(model: String, file: String)
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
        case .endedAtStart: "ended while it started"
        case .resting(let failures): "failed \(failures) times in a row, so none is started for a minute"
        case .damaged(let model, let file): "cannot load its model \(model), which is damaged (\(file))"
        case .died: "ended before it had answered"
        case .timedOut(let limit): "took more than \(Int(limit.seconds)) s"
        case .outOfMemory(let limit): "needs more memory than the \(limit >> 20) MB that it may have"
        case .refused(let why): "failed (\(why.prefix(200)))"
        case .unreadable: "gave an answer that cannot be read"
        }
    }

    private var failure: ProviderError.Failure {
        switch self {
        case .notReady, .resting, .damaged, .outOfMemory: .unavailable
        case .endedAtStart, .died: .transient
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
        case .damaged(let model, _): "run 'verbio models install --again \(model)'"
        case .endedAtStart, .resting:
            "look whether memory is short, and run 'verbio doctor --deep', which reads the models whole"
        case .died, .timedOut, .refused, .unreadable: nil
        }
    }
}
