internal import Plumbing
internal import Providers

/// What a local model needs before it can run: its files, and the Python environment of its worker.
struct LocalModelNeeds {
    var worker: LocalWorkerSettings
    /// The name of the model for messages, such as `its model base`; nil if no particular model is needed.
    var model: String?
    /// A file of the model that is missing.
    var lackingFile: String?
    /// The instruction to install it.
    var installing: String

    private var lacksPython: Bool { FileFacts(worker.python)?.isRegular != true }

    var areMet: Bool { lackingFile == nil && !lacksPython }

    /// What is missing, each as one clause.
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
