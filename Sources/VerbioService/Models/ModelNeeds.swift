package import LocalModels

extension CatalogueModel {
    /// What a model needs besides its files.
    package enum Need: String, Encodable, Sendable, CaseIterable {
        /// The Python packages of the local worker.
        case python
        case espeak = "espeak-ng"
        /// The program and its dictionary.
        case openJTalk = "open-jtalk"
        /// llama.cpp's server.
        case llama = "llama-server"

        /// The sign after the model's size in a list.
        package var sign: String {
            switch self {
            case .python: "*"
            case .espeak: "+"
            case .openJTalk: "="
            case .llama: "#"
            }
        }
    }

    package var needs: [Need] {
        (needsWorker ? [.python] : []) + (isVoice ? [isOfPiper ? .espeak : .openJTalk] : [])
            + (languageModel == nil ? [] : [.llama])
    }
}
