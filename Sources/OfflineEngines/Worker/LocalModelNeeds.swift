internal import Plumbing
internal import Providers

/// What a local model needs before it can run: its files, and the Python environment of its worker.
struct LocalModelNeeds {
    var worker: LocalWorkerSettings
    /// What the model is to its engine, such as `its model base`; nil if none is meant.
    var model: String?
    /// A file of the model that is not there.
    var lackingFile: String?
    /// What to do about it.
    var installing: String

    private var lacksPython: Bool { FileFacts(worker.python)?.isRegular != true }

    var areMet: Bool { lackingFile == nil && !lacksPython }

    /// What is not there, each as one clause.
    var missing: [String] {
        let python = lacksPython ? "its Python environment (\(worker.python))" : nil
        return [python, lackingFile.map { "\(model ?? "a file") (\($0))" }].compactMap(\.self)
    }

    /// - Throws: ``ProviderError`` (`unavailable`) with what to install.
    func require(_ stage: Stage, provider: String) throws(ProviderError) {
        let lack: String
        if let lackingFile {
            lack = "\(model ?? "its model") is not installed (no \(lackingFile))"
        } else if lacksPython {
            lack = "its Python environment is not installed (no \(worker.python))"
        } else {
            return
        }
        throw ProviderError(.unavailable, stage: stage, provider: provider, lack, cure: installing)
    }
}
