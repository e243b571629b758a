internal import Language
internal import Plumbing

/// A folder with a Whisper model in CTranslate2's format.
struct WhisperModel: Sendable, Hashable {
    /// The name, such as `base`, or the folder's path if it was named by that.
    var name: String
    var directory: String

    /// - Parameters:
    ///   - name: a model's name, such as `base` or `large-v3-turbo`, or the path of a folder.
    ///   - models: the folder that holds a folder `whisper-NAME` for each model.
    init(_ name: String, in models: String) {
        self.name = name
        directory = name.hasPrefix("/") ? name : "\(models)/whisper-\(name)"
    }

    var files: [String] { ["model.bin", "config.json", vocabulary].map { "\(directory)/\($0)" } }

    private var vocabulary: String {
        FileFacts(directory + "/vocabulary.json")?.isRegular == true ? "vocabulary.json" : "vocabulary.txt"
    }

    /// The files that are missing.
    var missing: [String] { files.filter { FileFacts($0)?.isRegular != true } }

    /// The bytes of the weights; 0 if they are missing.
    var size: Int64 { FileFacts(directory + "/model.bin")?.size ?? 0 }

    /// Whether it knows English only, as its name shows: it has no tokens for languages.
    var isEnglishOnly: Bool { name.hasSuffix(".en") }

    var languages: Set<LanguageCode> { isEnglishOnly ? [.en] : Set(LanguageCode.known) }

    /// The languages that it often writes in another script: `base` and smaller models wrote Hindi in Arabic or Latin letters in
    /// all of the tried audio.
    var otherScripts: Set<LanguageCode> { size < 300_000_000 && languages.contains(.hi) ? [.hi] : [] }

    func needs(_ worker: LocalWorkerSettings) -> LocalModelNeeds {
        LocalModelNeeds(
            worker: worker, model: "its model \(name)", lackingFile: missing.first,
            installing: name.hasPrefix("/")
                ? "name a folder with a Whisper model in CTranslate2's format"
                : "run 'verbio models install whisper-\(name)'")
    }

    /// The names of the complete models in a folder of models.
    static func installed(in models: String) -> [String] {
        FileFacts.names(in: models).filter { $0.hasPrefix("whisper-") }.map { String($0.dropFirst(8)) }
            .filter { WhisperModel($0, in: models).missing.isEmpty }
    }
}
