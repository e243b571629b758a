internal import Language
internal import Plumbing

/// Finds the text in a whole answer, whatever form the model gave it.
///
/// Many servers accept a JSON schema and ignore it. Their answer may be another document, one in a code fence or within prose,
/// or the bare text. Whether the text is a translation is for the guards to decide.
struct AnswerReading: Sendable {
    /// The text that was found.
    struct Found: Sendable, Equatable {
        var text: String
        /// Whether the text came in the form that was requested.
        var isInForm: Bool
    }

    /// The member that was requested; nil if the bare text was requested.
    let member: String?
    /// The text to be translated: marks that it contains itself belong to the text.
    let source: String
    /// The language of the answer, which identifies labels such as "Spanish:"; nil for none.
    let language: LanguageCode?

    /// The most levels of documents within texts of documents.
    private static let deepest = 3

    /// The text; nil if there is none, or if several texts may be it.
    func text(in whole: String) -> Found? {
        let content = member == nil && source.contains("```") ? whole : whole.withoutFence
        if let member, let document = JSONValue(Array(content.utf8)), let value = document[member] {
            return text(in: value, depth: 1).map { Found(text: $0, isInForm: value.isText) }
        }
        if let document = document(content) {
            guard let text = text(in: document, depth: 0) else { return member == nil ? bare(whole) : nil }
            return outOfForm(text)
        }
        // A text that begins as a document and is not one was cut, or written wrongly.
        if begins(content, with: "{["), content.contains("\"") { return member == nil ? bare(whole) : nil }
        if let text = documentWithin(content) { return outOfForm(text) }
        if let block = whole.fencedBlock, !source.contains("```") { return text(in: block).map { outOfForm($0.text) } }
        return bare(content)
    }

    /// The text of a document that has exactly the requested form; nil for anything else.
    func strictText(in whole: String) -> String? {
        guard let member, case .object(let members)? = JSONValue(Array(whole.trimmingBlanks.withoutFence.utf8)),
            members.count == 1, case .string(let text)? = members[member]
        else { return nil }
        return text
    }

    private func outOfForm(_ text: String) -> Found { Found(text: text, isInForm: member == nil) }

    // MARK: Documents

    /// A document with content; nil for a text that only looks like a document, such as a number.
    private func document(_ text: String) -> JSONValue? {
        let text = text.trimmingBlanks
        guard begins(text, with: source.contains("\"") ? "{[" : "{[\"") else { return nil }
        return JSONValue(Array(text.utf8))
    }

    /// Whether the text begins with one of these marks and the source does not.
    private func begins(_ text: String, with marks: String) -> Bool {
        guard let first = text.first(where: { !$0.isWhitespace }), marks.contains(first) else { return false }
        return source.trimmingBlanks.first != first
    }

    private func text(in value: JSONValue, depth: Int) -> String? {
        guard depth <= Self.deepest else { return nil }
        switch value {
        case .string(let text):
            // The model wrote the document as a text within a document.
            guard begins(text, with: "{["), let inner = document(text) else { return text }
            return self.text(in: inner, depth: depth + 1)
        case .number: return depth > 0 ? value.text : nil
        case .array(let values):
            guard values.count == 1, let only = values.first, !only.isNumber else { return nil }
            return text(in: only, depth: depth + 1)
        case .object(let members): return text(ofOneOf: members, depth: depth)
        case .null, .bool: return nil
        }
    }

    /// The requested member, a member with a usual name, or the only member with a text that is not the source.
    private func text(ofOneOf members: [String: JSONValue], depth: Int) -> String? {
        let named = Dictionary(members.map { ($0.key.lowercased().filter(\.isLetter), $0.value) }) { first, _ in first }
        let names = [member].compactMap(\.self) + Self.names + languageNames
        for name in names {
            guard let value = named[name.lowercased().filter(\.isLetter)] else { continue }
            if let text = text(in: value, depth: depth + 1), !text.isEmpty { return text }
        }
        let texts = members.compactMap { name, value -> String? in
            guard !value.isNumber, !Self.aside.contains(name.lowercased()), let text = text(in: value, depth: depth + 1)
            else { return nil }
            return text.isEmpty || text.trimmingBlanks == source.trimmingBlanks ? nil : text
        }
        return texts.count == 1 ? texts.first : nil
    }

    /// Names that models and programs use for a translation or an answer, without case and marks.
    private static let names = [
        "translation", "translatedText", "translated", "translationText", "targetText", "target", "text", "output",
        "result",
        "answer", "response", "content", "final",
    ]

    /// Names of members that accompany an answer.
    private static let aside: Set = [
        "source", "original", "input", "utterance", "language", "lang", "source_language", "target_language",
        "confidence",
        "role", "status", "type", "id", "note", "notes", "comment", "explanation", "reasoning", "thinking", "error",
        "model",
    ]

    private var languageNames: [String] { language.map { [$0.rawValue, $0.englishName] } ?? [] }

    /// The text of the only document within prose that has the requested member.
    private func documentWithin(_ text: String) -> String? {
        guard !source.contains("{"), text.contains("{") else { return nil }
        let name = member ?? TranslationText.member
        let texts = text.bracedPieces.compactMap { piece -> String? in
            guard let document = document(piece), let value = document[name] else { return nil }
            return self.text(in: value, depth: 1)
        }
        return Set(texts).count == 1 ? texts.first : nil
    }

    // MARK: Bare texts

    private func bare(_ text: String) -> Found? {
        let text = withoutQuotes(withoutLabel(text.trimmingBlanks))
        return Found(text: text, isInForm: member == nil)
    }

    /// The text without a label such as "Translation:" before it, if the source has no colon.
    private func withoutLabel(_ text: String) -> String {
        guard !source.contains(where: { ":：".contains($0) }),
            let colon = text.prefix(Self.longestLabel).firstIndex(where: { ":：".contains($0) })
        else { return text }
        var label = text[..<colon].lowercased().filter { $0.isLetter || $0 == " " }.trimmingBlanks
        for lead in ["sure ", "certainly ", "okay ", "ok "] where label.hasPrefix(lead) {
            label = String(label.dropFirst(lead.count))
        }
        for lead in ["here is the ", "heres the ", "the "] where label.hasPrefix(lead) {
            label = String(label.dropFirst(lead.count))
        }
        let target = language?.englishName.lowercased() ?? ""
        let labels =
            Self.labels + [
                target, "\(target) translation", "translation in \(target)", "translation into \(target)",
                "translation to \(target)", "in \(target)", "translated into \(target)", "translation \(target)",
            ]
        let rest = String(text[text.index(after: colon)...]).trimmingBlanks
        return !label.isEmpty && labels.contains(label) && !rest.isEmpty ? rest : text
    }

    private static let longestLabel = 48
    private static let labels = [
        "translation", "translated text", "translated", "output", "answer", "summary", "traducción", "traduction",
        "übersetzung", "traduzione", "tradução", "翻译", "译文", "翻訳", "訳", "번역", "الترجمة", "अनुवाद", "перевод",
    ]

    /// The text without quotation marks around all of it, if the source has none of their kind.
    private func withoutQuotes(_ text: String) -> String {
        guard text.count > 2, let first = text.first, let last = text.last, let close = Self.quotes[first],
            close.contains(last),
            !source.contains(first), !source.contains(last)
        else { return text }
        let inner = text.dropFirst().dropLast()
        return inner.contains(first) || inner.contains(last) ? text : String(inner).trimmingBlanks
    }

    private static let quotes: [Character: String] = [
        "\"": "\"", "“": "”", "„": "“”", "«": "»", "「": "」", "『": "』", "'": "'", "‘": "’", "`": "`",
    ]
}

extension JSONValue {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }
    fileprivate var isNumber: Bool { if case .number = self { true } else { false } }
}

extension String {
    /// The text without a code fence around all of it.
    ///
    /// Models without a strict mode often wrap JSON as they do in a chat.
    var withoutFence: String {
        for mark in ["```", "~~~"] where hasPrefix(mark) && hasSuffix(mark) && count > 2 * mark.count {
            let inner = dropFirst(mark.count).dropLast(mark.count)
            guard !inner.contains(mark) else { return self }
            let line = inner.prefix { !$0.isNewline }
            let isTag =
                line.count < inner.count && line.allSatisfy { $0.isASCII && !$0.isWhitespace && !"{[\"".contains($0) }
            return String(isTag ? inner.dropFirst(line.count) : inner).trimmingBlanks
        }
        return self
    }

    /// The content of the only code fence in a text; nil if there is none, or more than one.
    var fencedBlock: String? {
        let marks = ranges(of: "```")
        guard marks.count == 2 else { return nil }
        return String(self[marks[0].lowerBound..<marks[1].upperBound]).withoutFence
    }

    /// The outermost pieces in braces, each up to its closing brace; braces in quotation marks do not count.
    var bracedPieces: [String] {
        var pieces: [String] = []
        var start: String.Index?
        var (depth, isQuoted, isEscaped) = (0, false, false)
        for index in indices {
            let character = self[index]
            if isEscaped {
                isEscaped = false
            } else if isQuoted {
                isEscaped = character == "\\"
                if character == "\"" { isQuoted = false }
            } else if character == "\"", depth > 0 {
                isQuoted = true
            } else if character == "{" {
                if depth == 0 { start = index }
                depth += 1
            } else if character == "}", depth > 0 {
                depth -= 1
                if depth == 0, let begun = start { pieces.append(String(self[begun...index])) }
            }
        }
        return pieces
    }
}
