internal import Plumbing
internal import Providers

/// Why llama.cpp's server gave no answer.
enum LlamaFailure: Error, Hashable {
    /// The program is missing.
    case noProgram(String)
    /// The program at this path is no server that can be used.
    case unusable(String, String)
    /// The model needs more bytes of memory than are free, or than it may have.
    case tooLarge(needed: Int64, free: Int64, isLimit: Bool)
    /// A file of the model is not as it was installed.
    case damaged(model: String, file: String)
    /// The server ended while it loaded the model, after it had written this.
    case endedAtStart(String?)
    /// The server made no progress for so long while it loaded the model.
    case stalledAtStart(Duration)
    /// So many servers in a row failed that none is started for a while.
    case resting
    /// The server ended before its answer was complete.
    case died
    /// The server made no progress for so long while a request waited, and was killed.
    case hung(Duration)

    private var failure: ProviderError.Failure {
        switch self {
        case .noProgram, .unusable, .tooLarge, .damaged, .resting: .unavailable
        case .endedAtStart, .died: .transient
        case .stalledAtStart, .hung: .timeout
        }
    }

    private var words: String {
        switch self {
        case .noProgram(let what): "it lacks \(what)"
        case .unusable(let program, let why): "\(program) \(why)"
        case .tooLarge(let needed, let free, let isLimit):
            "its model needs about \(gigabytes(needed)) GB of memory, and "
                + (isLimit ? "local.memory allows \(gigabytes(free)) GB" : "\(gigabytes(free)) GB are free")
        case .damaged(let model, let file): "its model \(model) is damaged (\(file))"
        case .endedAtStart(let said): "its server ended while it loaded the model" + (said.map { " (\($0))" } ?? "")
        case .stalledAtStart(let limit):
            "its server made no progress for \(Int(limit.seconds)) s while it loaded the model"
        case .resting: "its server failed \(RestartCap.most) times in a row, so none is started for a minute"
        case .died: "its server ended before it had answered"
        case .hung(let limit): "its server made no progress for \(Int(limit.seconds)) s and was ended"
        }
    }

    private var cure: String? {
        switch self {
        case .noProgram, .unusable: LlamaConfiguration.installing
        case .tooLarge(_, _, let isLimit):
            (isLimit ? "raise local.memory" : "end other programs") + ", lower local.context, or use a smaller model"
        case .damaged(let model, _): "run 'verbio models install --again \(model)'"
        case .endedAtStart, .resting:
            "look whether memory is short, and run 'verbio doctor --deep', which reads the models whole"
        case .stalledAtStart, .died, .hung: nil
        }
    }

    /// The failure as the error of a translator.
    func error(of provider: String) -> ProviderError {
        ProviderError(failure, stage: .translation, provider: provider, words, cure: cure)
    }

    private func gigabytes(_ bytes: Int64) -> String {
        let tenths = (bytes + 50_000_000) / 100_000_000
        return "\(tenths / 10).\(tenths % 10)"
    }
}
