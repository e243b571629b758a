internal import Glibc
package import Plumbing

/// Reads glossaries from files: CSV, JSON and TBX.
package enum GlossaryImport {
    /// Reads a file.
    ///
    /// - Parameter pair: the conversation's languages; if the file holds more, only these are read.
    /// - Throws: ``Problem`` of kind `usage`: `glossary.unreadable`, and what ``read(_:named:for:)`` throws.
    package static func file(_ path: String, for pair: LanguagePair) throws(Problem) -> Glossary {
        try read(try bytes(of: path), named: path, for: pair)
    }

    /// Reads the bytes of a file.
    ///
    /// - Parameters:
    ///   - name: the file's name; its extension states the format. If the extension is not known, the bytes decide.
    ///   - pair: the conversation's languages.
    /// - Throws: ``Problem`` of kind `usage` that names the file and the line: `glossary.too-large`,
    ///   `glossary.encoding`, `glossary.format`, `glossary.term`, `glossary.too-many`.
    package static func read(_ bytes: [UInt8], named name: String, for pair: LanguagePair) throws(Problem) -> Glossary {
        do {
            guard bytes.count <= Glossary.Limits.bytes else { throw tooLarge }
            let glossary = try Glossary(kind(of: bytes, name).terms(bytes, pair)).restricted(to: pair)
            guard !glossary.isEmpty else {
                throw Problem(
                    .usage, "glossary.empty",
                    "it has no terms for \(pair.from.englishName) and \(pair.to.englishName)",
                    cure: "add some, or leave the glossary out")
            }
            return glossary
        } catch let problem as Problem {
            throw problem.at(name)
        } catch {
            throw Problem(.usage, "glossary.format", "it cannot be read (\(error))", at: name)
        }
    }

    /// A kind of file.
    private struct Kind: Sendable {
        let extensions: [String]
        /// The characters with which such a file begins, for names without a known extension.
        let beginnings: [Character]
        let terms: @Sendable ([UInt8], LanguagePair) throws -> [Glossary.Term]
    }

    private static let table = Kind(extensions: ["csv", "tsv", "txt"], beginnings: []) { bytes, pair in
        try CSVGlossary.terms(try text(of: bytes), for: pair)
    }

    /// All kinds. If neither the name nor the bytes decide, the file is the first.
    private static let kinds = [
        table,
        Kind(extensions: ["json"], beginnings: ["{", "["]) { bytes, _ in try JSONGlossary.terms(bytes) },
        Kind(extensions: ["tbx", "xml"], beginnings: ["<"]) { bytes, pair in try TBXGlossary.terms(bytes, for: pair) },
    ]

    private static func kind(of bytes: [UInt8], _ name: String) -> Kind {
        let ending = name.split(separator: ".").last?.lowercased() ?? ""
        if let named = kinds.first(where: { $0.extensions.contains(ending) }) { return named }
        let first = bytes.first { !" \t\r\n\u{FEFF}".utf8.contains($0) }.map { Character(Unicode.Scalar($0)) }
        return kinds.first { kind in first.map(kind.beginnings.contains) ?? false } ?? table
    }

    private static func text(of bytes: [UInt8]) throws(Problem) -> String {
        // UTF-16 is the encoding of spreadsheets that save "Unicode text".
        let decoded = TextDecoding.utf8(bytes)
        let isBroken = decoded.count != bytes.count && String(decoding: decoded, as: UTF8.self).contains("\u{FFFD}")
        guard let text = String(validating: decoded, as: UTF8.self), !isBroken, !decoded.contains(0) else {
            throw Problem(
                .usage, "glossary.encoding", "the glossary is neither UTF-8 nor UTF-16", cure: "save it as UTF-8")
        }
        return text
    }

    private static var tooLarge: Problem {
        Problem(
            .usage, "glossary.too-large", "the glossary is larger than \(Glossary.Limits.bytes >> 20) MiB",
            cure: "leave out what this conversation does not need")
    }

    private static func bytes(of path: String) throws(Problem) -> [UInt8] {
        func unreadable(_ what: String) -> Problem {
            Problem(.usage, "glossary.unreadable", what, at: path, cure: "check the path after --glossary")
        }
        // Do not block: opening a named pipe without a writer would wait forever.
        let descriptor = path.utf8.contains(0) ? -1 : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw unreadable("there is no glossary that can be read") }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable("the glossary is no file")
        }
        guard status.st_size <= Glossary.Limits.bytes else { throw tooLarge.at(path) }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + filled }, buffer.count - filled)
            }
            guard count > 0 else { throw unreadable("the glossary cannot be read") }
            filled += count
        }
        return bytes
    }
}

/// One entry of a file before it becomes a term; it is checked here for every format.
struct GlossaryEntry {
    /// The line of the file on which it begins, from 1.
    var line: Int
    var source = ""
    var targets: [String] = []
    var heardAs: [String] = []
    var isKept = false
    var from: String?
    var to: String?
    var note: String?

    /// - Throws: ``Problem`` of kind `usage`, code `glossary.term`, which names the line.
    func term() throws(Problem) -> Glossary.Term {
        let source = try form(source, "the term")
        guard !source.isEmpty else { throw problem("there is no term", "give one, or remove the line") }
        let targets = try forms(targets, "the translation")
        if isKept, targets.contains(where: { $0 != source }) {
            throw problem(
                "'\(source)' is not to be translated and has a translation", "leave one of them out")
        }
        guard isKept || !targets.isEmpty else {
            throw problem("'\(source)' has no translation", "give one, or say that it is not to be translated")
        }
        let from = try language(from)
        let to = try language(to)
        guard from == nil || from != to else {
            throw problem("'\(source)' has one language on both sides", "give two different ones")
        }
        return Glossary.Term(
            source, as: isKept ? [] : targets, heardAs: try forms(heardAs, "what is heard").filter { $0 != source },
            from: from, to: to,
            note: note.map { String($0.prefix(Glossary.Limits.note)) }.flatMap { $0.isEmpty ? nil : $0 })
    }

    func problem(_ what: String, _ cure: String) -> Problem {
        Problem(.usage, "glossary.term", "line \(line): \(what)", cure: cure)
    }

    private func form(_ text: String, _ what: String) throws(Problem) -> String {
        let form = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard form.count <= Glossary.Limits.form, form.utf8.count <= 8 * Glossary.Limits.form else {
            throw problem("\(what) is longer than \(Glossary.Limits.form) characters", "shorten it")
        }
        guard !form.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw problem("\(what) has control characters", "remove them")
        }
        return form
    }

    private func forms(_ texts: [String], _ what: String) throws(Problem) -> [String] {
        var forms: [String] = []
        for text in texts {
            let form = try form(text, what)
            if !form.isEmpty, !forms.contains(form) { forms.append(form) }
        }
        guard forms.count <= Glossary.Limits.forms else {
            throw problem("there are more than \(Glossary.Limits.forms) forms", "leave out the rarest")
        }
        return forms
    }

    private func language(_ code: String?) throws(Problem) -> LanguageCode? {
        guard let code, !code.allSatisfy(\.isWhitespace) else { return nil }
        do {
            return try LanguageCode(parsing: String(code.filter { !$0.isWhitespace }.prefix(40)))
        } catch {
            throw problem(error.what, error.cure ?? "use another")
        }
    }
}
