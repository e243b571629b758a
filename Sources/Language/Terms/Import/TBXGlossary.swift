internal import Plumbing

/// A glossary as TBX (ISO 30042), of either version: entries with a section for each language and terms in it.
///
/// Every term of one language gets all terms of the other as its forms. Terms marked as deprecated or superseded are understood
/// and not written. A document that declares entities is refused: no glossary needs them, and attacks use them. Other files are
/// never opened.
enum TBXGlossary {
    /// - Parameter pair: the languages to read.
    /// - Throws: ``Problem`` of kind `usage`.
    static func terms(_ bytes: [UInt8], for pair: LanguagePair) throws(Problem) -> [Glossary.Term] {
        let reader = TBXReader(expat: try ExpatLibrary(), pair: pair)
        return try reader.read(bytes)
    }
}

/// Turns Expat's calls into entries. One thread uses it, for the duration of one call.
private final class TBXReader {
    private struct Word {
        var text = ""
        var isOutdated = false
    }

    private let expat: ExpatLibrary
    private let pair: LanguagePair
    private var parser: ExpatLibrary.Parser?
    private var problem: Problem?
    private var terms: [Glossary.Term] = []

    /// The elements that are open.
    private var path: [String] = []
    private var root: String?
    /// The text of the current element, if it is needed.
    private var text: String?
    private var noteType = ""
    private var entryLine = 1
    private var language: LanguageTag?
    private var words: [LanguageTag: [Word]] = [:]

    private static let deepest = 64
    private static let entries: Set = ["termEntry", "conceptEntry"]
    private static let sections: Set = ["langSet", "langSec"]
    private static let wordSections: Set = ["tig", "ntig", "termSec"]
    private static let outdated = ["deprecated", "superseded"]

    init(expat: ExpatLibrary, pair: LanguagePair) {
        self.expat = expat
        self.pair = pair
    }

    func read(_ bytes: [UInt8]) throws(Problem) -> [Glossary.Term] {
        guard let parser = expat.create(nil) else {
            throw Problem(.internal, "glossary.no-parser", "there is no memory for the parser")
        }
        self.parser = parser
        defer {
            expat.free(parser)
            self.parser = nil
        }
        expat.setUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        expat.setElements(
            parser, { TBXReader.of($0)?.begin($1, $2) }, { data, _ in TBXReader.of(data)?.end() })
        expat.setCharacters(parser) { TBXReader.of($0)?.take($1, Int($2)) }
        expat.setEntities(parser) { data, _, _, _, _, _, _, _, _ in
            TBXReader.of(data)?.refuse("it declares entities", "remove its <!ENTITY …> declarations")
        }
        // The pointer stays valid: this method holds the reader.
        let status = bytes.withUnsafeBytes { buffer in
            expat.parse(parser, buffer.bindMemory(to: CChar.self).baseAddress, Int32(clamping: bytes.count), 1)
        }
        if let problem { throw problem }
        guard status == 1 else {
            let why = expat.errorString(expat.errorCode(parser)).map { String(cString: $0) } ?? "not well-formed"
            throw format("it is not proper XML (\(why))", "export it again")
        }
        guard let root, ["martif", "tbx"].contains(root) else {
            throw format("it is XML but not TBX", "give a TBX file, or CSV or JSON")
        }
        return terms
    }

    private static func of(_ data: UnsafeMutableRawPointer?) -> TBXReader? {
        data.map { Unmanaged<TBXReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private var line: Int { Int(clamping: expat.line(parser)) }

    private func format(_ what: String, _ cure: String) -> Problem {
        Problem(.usage, "glossary.format", "line \(line): \(what)", cure: cure)
    }

    private func refuse(_ what: String, _ cure: String) { refuse(format(what, cure)) }

    private func refuse(_ problem: Problem) {
        guard self.problem == nil else { return }
        self.problem = problem
        _ = expat.stop(parser, 0)
    }

    // MARK: Elements

    private func begin(_ name: ExpatLibrary.Text?, _ attributes: UnsafePointer<ExpatLibrary.Text?>?) {
        guard problem == nil else { return }
        let name = local(name)
        guard path.count < Self.deepest else {
            return refuse("its elements are nested more than \(Self.deepest) deep", "export it again")
        }
        if path.isEmpty { root = name }
        path.append(name)
        if Self.entries.contains(name) {
            entryLine = line
            words = [:]
        } else if Self.sections.contains(name) {
            language = value("lang", of: attributes).flatMap { try? LanguageTag(parsing: $0) }
        } else if Self.wordSections.contains(name) || name == "term" {
            if name == "term" { text = "" }
            noteType = ""
        } else if name == "termNote" {
            noteType = value("type", of: attributes) ?? ""
            text = ""
        } else if ["administrativeStatus", "normativeAuthorization"].contains(name) {
            // The status has its own element if modules are elements.
            noteType = name
            text = ""
        }
    }

    private func end() {
        guard problem == nil, let name = path.popLast() else { return }
        let text = self.text.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        switch name {
        case "term":
            if let language, let text, !text.isEmpty { words[language, default: []].append(Word(text: text)) }
            self.text = nil
        case "termNote", "administrativeStatus", "normativeAuthorization":
            let isStatus = ["administrativeStatus", "normativeAuthorization"].contains(noteType)
            if isStatus, let language, let text, Self.outdated.contains(where: text.lowercased().contains),
                let last = words[language]?.indices.last
            {
                words[language]?[last].isOutdated = true
            }
            self.text = nil
        case let name where Self.sections.contains(name): language = nil
        case let name where Self.entries.contains(name): finishEntry()
        default: break
        }
    }

    private func take(_ characters: ExpatLibrary.Text?, _ count: Int) {
        // A term is at most as long as its element; text beyond the longest possible term is dropped.
        guard text != nil, let characters, count > 0, (text?.utf8.count ?? 0) < 8 * Glossary.Limits.form else { return }
        let bytes = UnsafeBufferPointer(start: characters, count: count).map { UInt8(bitPattern: $0) }
        text? += String(decoding: bytes, as: UTF8.self)
    }

    private func finishEntry() {
        let sources = words(in: pair.source)
        let targets = words(in: pair.target)
        let current = targets.filter { !$0.isOutdated }
        let forms = (current.isEmpty ? targets : current).map(\.text)
        guard !forms.isEmpty else { return }
        for source in sources {
            let entry = GlossaryEntry(
                line: entryLine, source: source.text, targets: forms, from: pair.from.rawValue, to: pair.to.rawValue)
            do {
                terms.append(try entry.term())
            } catch {
                return refuse(error)
            }
            guard terms.count <= Glossary.Limits.terms else {
                return refuse(
                    Problem(
                        .usage, "glossary.too-many", "the glossary has more than \(Glossary.Limits.terms) terms",
                        cure: "leave out what this conversation does not need"))
            }
        }
    }

    /// The words of the requested variety; those of the whole language if it has none.
    private func words(in tag: LanguageTag) -> [Word] {
        words[tag]
            ?? words.filter { $0.key.code == tag.code }.sorted { $0.key.rawValue < $1.key.rawValue }.flatMap(\.value)
    }

    /// A name without its prefix.
    private func local(_ name: ExpatLibrary.Text?) -> String {
        let name = name.map { String(cString: $0) } ?? ""
        return name.split(separator: ":").last.map(String.init) ?? name
    }

    /// The value of an attribute, whatever its prefix.
    private func value(_ name: String, of attributes: UnsafePointer<ExpatLibrary.Text?>?) -> String? {
        guard let attributes else { return nil }
        var index = 0
        while let found = attributes[index] {
            if local(found) == name { return attributes[index + 1].map { String(cString: $0) } }
            index += 2
        }
        return nil
    }
}
