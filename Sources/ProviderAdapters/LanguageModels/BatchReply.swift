internal import Language
internal import Plumbing
internal import Providers

/// The form in which a language model gives the translations of many lines.
enum BatchForm: Sendable {
    /// A list with an object for each line, for models that others run: a vendor prepares each new schema for seconds.
    case list
    /// An object with a member for each line, for servers of the user's. The server can then force each line exactly once, and
    /// a small model sees the words of a line directly before it translates them. Asked to copy these words itself, it writes
    /// their translation instead.
    case named

    /// Part of the descriptor, as ``InterpreterPrompt/version`` is part of the translator's.
    var version: String {
        switch self {
        case .list: "1"
        case .named: "names-1"
        }
    }
}

/// A language model's answer to a batch.
struct BatchReply {
    /// How many of a line's words precede its translation.
    static let startWords = 3

    let lines: [BatchRequest.Line]
    let form: BatchForm

    private struct Line {
        var id: Int
        var start: String
        var translation: String

        /// Nil if a member is missing.
        init?(_ value: JSONValue) {
            guard let id = value["id"]?.text.flatMap({ Int($0) }), let translation = value["translation"]?.text else {
                return nil
            }
            self.id = id
            self.translation = translation
            start = value["start"]?.text ?? ""
        }
    }

    private static let member = "translations"
    private static let list = AnswerSchema.object([("id", .integer), ("start", .text), ("translation", .text)])

    /// The share of the lines that must fit: if more lines are wrong, the others are not reliable either.
    private static let minimumFitting = 0.75

    /// The form of the answer that is requested.
    var answerForm: ModelAnswerForm {
        switch form {
        case .list: .lines(.object([(Self.member, .list(Self.list))]))
        case .named: .lines(.object(names.map { ($0, .text) }))
        }
    }

    /// The name of each line's member: its number and its first words. Documents are sorted by name, so all numbers have
    /// equally many digits.
    var names: [String] {
        let digits = String(lines.count).count
        return lines.enumerated().map { index, line in
            let number = String(index + 1)
            return String(repeating: "0", count: digits - number.count) + number + " " + Self.start(of: line.text)
        }
    }

    /// The first words, or the first characters of a text without spaces, without the marks that JSON escapes.
    private static func start(of text: String) -> String {
        text.split(whereSeparator: \.isWhitespace).prefix(startWords).joined(separator: " ").prefix(longestStart).filter
        {
            !"\"\\".contains($0) && !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }

    private static let longestStart = 40

    // MARK: Reading

    /// The translations of the lines, in their order; nil for one that is empty or does not follow its line's first words.
    ///
    /// - Returns: nil if the text does not have the requested form, or its lines are not those of the request.
    func texts(in answer: String) -> [String?]? {
        let named = form == .named ? named(in: answer) : [:]
        guard let texts = named.isEmpty ? listed(in: answer.trimmingBlanks) : lines.indices.map({ named[$0] }) else {
            return nil
        }
        return Double(texts.count { $0 != nil }) >= Self.minimumFitting * Double(texts.count) ? texts : nil
    }

    /// The translations of lines that are complete in the beginning of an answer and follow their line's first words.
    func complete(in beginning: String) -> [Int: String] {
        if form == .named { return named(in: beginning) }
        guard let list = beginning.firstIndex(of: "[") else { return [:] }
        var texts: [Int: String] = [:]
        for piece in String(beginning[list...]).bracedPieces {
            guard let line = JSONValue(Array(piece.utf8)).flatMap(Line.init), line.id == texts.count + 1,
                line.id <= lines.count, let text = fitting(line, lines[line.id - 1])
            else { break }
            texts[line.id - 1] = text
        }
        return texts
    }

    // MARK: The list

    private func listed(in answer: String) -> [String?]? {
        guard let values = Self.values(in: answer), case let given = values.compactMap(Line.init),
            given.count == values.count, given.map(\.id) == Array(1...lines.count)
        else { return nil }
        return zip(given, lines).map(fitting)
    }

    private func fitting(_ answer: Line, _ line: BatchRequest.Line) -> String? {
        let text = answer.translation.trimmingBlanks
        return !text.isEmpty && Self.hasStart(answer.start, line.text) ? text : nil
    }

    /// The list in an answer: a document that is a list or contains one, alone, in a code fence or within prose.
    private static func values(in answer: String) -> [JSONValue]? {
        let documents = [answer.withoutFence, answer.fencedBlock].compactMap(\.self) + answer.bracedPieces
        return documents.lazy.compactMap { text -> [JSONValue]? in
            switch JSONValue(Array(text.utf8)) {
            case .array(let values): return values
            case .object(let members):
                let lists = members.values.filter { !$0.elements.isEmpty }
                return members[member]?.elements ?? (lists.count == 1 ? lists.first?.elements : nil)
            default: return nil
            }
        }.first
    }

    // MARK: Members with the lines' names

    /// The first text for each line, wherever its member is.
    private func named(in answer: String) -> [Int: String] {
        var texts: [Int: String] = [:]
        for (name, value) in JSONMembers.texts(in: answer) {
            let digits = name.prefix { $0.isASCII && $0.isNumber }
            let text = value.trimmingBlanks
            guard let number = Int(digits), (1...lines.count).contains(number), texts[number - 1] == nil, !text.isEmpty,
                Self.hasStart(String(name.dropFirst(digits.count)), lines[number - 1].text)
            else { continue }
            texts[number - 1] = text
        }
        return texts
    }

    /// Whether a line begins with these words, whatever the model changed in marks, capitals, width and the encoding of
    /// accents.
    private static func hasStart(_ start: String, _ text: String) -> Bool {
        let words = text.split(whereSeparator: \.isWhitespace).prefix(startWords - 1).joined(separator: " ")
        let (start, text, least) = (letters(start), letters(text), letters(words))
        // A text without spaces is a single word.
        return text.starts(with: start) && start.count >= min(least.count, minimumLetters)
    }

    /// The number of letters that distinguish lines well enough.
    private static let minimumLetters = 6

    private static func letters(_ text: String) -> [Character] {
        text.lowercased().filter { $0.isLetter || $0.isNumber }.map { character in
            // Full-width forms are 0xFEE0 above ASCII.
            guard let scalar = character.unicodeScalars.first, (0xFF01...0xFF5E).contains(scalar.value),
                let narrow = Unicode.Scalar(scalar.value - 0xFEE0)
            else { return character }
            return Character(narrow)
        }
    }
}

/// Reads the members of a JSON document, also if its end is missing.
enum JSONMembers {
    /// Names and texts in their order, at any depth. Members without an end, or with a value that is no text, are left out.
    static func texts(in document: String) -> [(name: String, text: String)] {
        let bytes = Array(document.utf8)
        var members: [(String, String)] = []
        var name: String?
        var index = 0
        func mark() -> UInt8? {
            while index < bytes.count, " \n\r\t".utf8.contains(bytes[index]) { index += 1 }
            return index < bytes.count ? bytes[index] : nil
        }
        while let byte = mark() {
            guard byte == UInt8(ascii: "\"") else {
                // The value is no text.
                if byte != UInt8(ascii: ":") { name = nil }
                index += 1
                continue
            }
            guard let end = end(ofTextAt: index, in: bytes) else { break }
            let text = JSONValue(Array(bytes[index...end]))?.text
            index = end + 1
            switch (mark(), name, text) {
            case (UInt8(ascii: ":"), _, let text): name = text
            case (UInt8(ascii: ","), let named?, let text?), (UInt8(ascii: "}"), let named?, let text?):
                members.append((named, text))
                name = nil
            default: name = nil
            }
        }
        return members
    }

    /// The closing quotation mark of a text; nil if it has not come.
    private static func end(ofTextAt start: Int, in bytes: [UInt8]) -> Int? {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index < bytes.count ? index : nil
    }
}
