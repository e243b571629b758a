package import LocalModels

extension CatalogueModel {
    /// What a model needs besides its files.
    package enum Need: String, Encodable, Sendable, CaseIterable {
        /// The Python packages of the local worker.
        case python
        case espeak = "espeak-ng"

        /// The sign after the model's size in a list.
        package var sign: String { self == .python ? "*" : "+" }
    }

    package var needs: [Need] { (needsWorker ? [.python] : []) + (isVoice ? [.espeak] : []) }
}
