internal import Glibc
internal import Language
internal import MarianModel
internal import Plumbing

/// A folder with one of Firefox's translation models: one direction between two languages.
///
/// The files have the names that Mozilla gave them: `model.enpt.intgemm.alphas.bin`, `vocab.enpt.spm` (or `srcvocab.…` and
/// `trgvocab.…`) and `lex.50.50.enpt.s2t.bin`.
struct FirefoxModel: Sendable {
    /// Why a folder cannot be used, as one clause.
    struct Fault: Error, Hashable {
        var reason: String
    }

    /// What the names of folders begin with: `firefox-en-pt`.
    static let prefix = "firefox-"

    /// The name, such as `firefox-en-pt`, or the folder's path if it was named by that.
    let name: String
    let directory: String
    let pair: LanguagePair
    private let weights: String
    private let vocabularies: [String]
    private let shortlist: String?

    /// The name under which it is graded: a folder of the user's has any model.
    var gradedName: String { name.hasPrefix("/") ? name : FirefoxTranslator.name }

    /// The paths of its files.
    var files: [String] { [weights] + vocabularies + (shortlist.map { [$0] } ?? []) }

    /// - Parameters:
    ///   - name: a folder's name with or without ``prefix``, or a path.
    ///   - models: the folder that holds a folder for each model.
    init(_ name: String, in models: String) throws(Fault) {
        let isPath = name.hasPrefix("/")
        self.name = isPath || name.hasPrefix(Self.prefix) ? name : Self.prefix + name
        directory = isPath ? name : "\(models)/\(self.name)"
        guard FileFacts(directory)?.isDirectory == true else { throw Fault(reason: "there is no folder \(directory)") }
        let names = FileFacts.names(in: directory)
        guard let model = names.first(where: { $0.hasPrefix("model.") && $0.hasSuffix(".bin") }) else {
            throw Fault(reason: "\(directory) has no model.….bin")
        }
        weights = "\(directory)/\(model)"
        guard let pair = Self.pair(in: model) else {
            throw Fault(
                reason:
                    "the languages of \(model) are not known: its name has to be as in model.enpt.intgemm.alphas.bin")
        }
        self.pair = pair
        let wanted = [["vocab."], ["srcvocab.", "trgvocab."]].lazy.compactMap { prefixes -> [String]? in
            let found = prefixes.compactMap { prefix in names.first { $0.hasPrefix(prefix) && $0.hasSuffix(".spm") } }
            return found.count == prefixes.count ? found : nil
        }
        guard let vocabularies = wanted.first else { throw Fault(reason: "\(directory) has no vocab.….spm") }
        let folder = directory
        self.vocabularies = vocabularies.map { "\(folder)/\($0)" }
        shortlist = names.first { $0.hasPrefix("lex.") && $0.hasSuffix(".bin") }.map { "\(folder)/\($0)" }
    }

    /// The usable models in a folder of models.
    static func installed(in models: String) -> [FirefoxModel] {
        FileFacts.names(in: models).filter { $0.hasPrefix(prefix) }.compactMap { try? FirefoxModel($0, in: models) }
    }

    /// The direction in a file's name: `model.enpt.….bin`.
    private static func pair(in file: String) -> LanguagePair? {
        let parts = file.split(separator: ".")
        guard parts.count > 2, parts[1].count == 4,
            let from = LanguageCode(rawValue: String(parts[1].prefix(2))),
            let to = LanguageCode(rawValue: String(parts[1].suffix(2)))
        else { return nil }
        return try? LanguagePair(from: from, to: to)
    }

    /// Reads the model, about 25 MB in memory.
    ///
    /// - Throws: ``Fault`` that names the file.
    func load() throws(Fault) -> MarianModel {
        // Damaged weights would mostly be read, and give other text.
        do throws(WorkerFailure) { try ModelIntegrity(folder: directory).check() } catch {
            if case .damaged(_, let file) = error {
                throw Fault(reason: "\(file) is damaged: it is not the file that was installed, in \(directory)")
            }
        }
        var contents: [[UInt8]] = []
        for path in files {
            guard let bytes = Self.bytes(of: path) else { throw Fault(reason: "\(path) cannot be read") }
            contents.append(bytes)
        }
        let hasTwo = vocabularies.count == 2
        let files = MarianModel.Files(
            model: contents[0], sourceVocabulary: contents[1], targetVocabulary: hasTwo ? contents[2] : nil,
            shortlist: shortlist == nil ? nil : contents.last)
        contents = []
        do throws(ModelFault) { return try MarianModel(consume files) } catch {
            throw Fault(reason: "\(error.reason), in \(directory)")
        }
    }

    /// A file's bytes, read once: a model is large, and a second copy would be, too.
    private static func bytes(of path: String) -> [UInt8]? {
        guard let size = FileFacts(path).flatMap({ Int(exactly: $0.size) }), let file = fopen(path, "rb") else {
            return nil
        }
        defer { fclose(file) }
        let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            count = fread(buffer.baseAddress, 1, size, file)
        }
        return bytes.count == size ? bytes : nil
    }
}
