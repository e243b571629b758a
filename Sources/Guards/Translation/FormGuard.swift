internal import Language
internal import Providers

/// The answer must be plain text: no JSON, mark-up, prompt tags or broken characters that the source does not have.
struct FormGuard: TranslationGuard {
    let name = "form"
    let judgesClauses = true
    let isDecisive = true

    func finding(in answer: GuardedAnswer) -> GuardFinding? {
        let (source, text) = (answer.source, answer.translation)
        if let mark = Self.marks.first(where: { text.hasBytes(of: $0) && !source.hasBytes(of: $0) }) {
            return finding("the answer contains '\(mark)'", mark)
        }
        let trimmed = text.drop(while: \.isWhitespace)
        if let first = trimmed.first, "{[".contains(first), !source.contains(first),
            text.contains("\":") || text.contains("\"]")
        {
            return finding("the answer is JSON", String(trimmed.prefix(40)))
        }
        if trimmed.first == "#", trimmed.drop(while: { $0 == "#" }).first == " ", !source.contains("#") {
            return finding("the answer is a heading", "#")
        }
        if let scalar = text.unicodeScalars.first(where: { Self.isBroken($0) }), !source.unicodeScalars.contains(scalar)
        {
            return finding(
                "the answer contains the broken character U+\(String(scalar.value, radix: 16, uppercase: true))",
                String(scalar))
        }
        if let tag = Self.tag(in: text), !source.contains("<") {
            return finding("the answer contains the tag '\(tag)'", tag)
        }
        if let loop = Self.loop(in: text), Self.loop(in: source) == nil {
            return finding("the answer repeats '\(loop)' again and again", loop)
        }
        if let first = trimmed.first, let last = text.last(where: { !$0.isWhitespace }), let close = Self.quotes[first],
            close.contains(last),
            !source.contains(where: { Self.quotes[$0] != nil }), text.count > 2
        {
            return GuardFinding(
                flag: name, severity: .detail, reason: "the answer stands in quotes",
                evidence: [String(first), String(last)],
                hint: "Answer without quotes around the translation.")
        }
        return nil
    }

    private static let quotes: [Character: String] = ["\"": "\"", "“": "”", "„": "“”", "«": "»", "「": "」", "'": "'"]

    private func finding(_ reason: String, _ evidence: String) -> GuardFinding {
        GuardFinding(
            flag: name, severity: .unusable, reason: reason, evidence: [evidence],
            hint: "Answer with the plain text of the translation only, without quotes, mark-up, JSON or labels.")
    }

    private static let marks = [
        "```", "**", "<|", "|>", "[INST]", "[/INST]", "</s>", "<s>", "###", "\\u0", "\\n", "&quot;", "&amp;", "&#39;",
        "{{", "}}", "undefined",
        "[object Object]", "(null)", "<unk>", "▁",
    ]

    /// The replacement character, private use, unassigned and control characters, and the pairs left by UTF-8 that is read as
    /// Latin.
    private static func isBroken(_ scalar: Unicode.Scalar) -> Bool {
        if scalar == "\u{FFFD}" || (0xE000...0xF8FF).contains(scalar.value) { return true }
        return scalar.properties.generalCategory == .control && !scalar.properties.isWhitespace
    }

    private static func tag(in text: String) -> String? {
        guard let open = text.firstIndex(of: "<"), let close = text[open...].firstIndex(of: ">") else { return nil }
        let tag = text[open...close]
        let inner = tag.dropFirst().dropLast()
        return !inner.isEmpty && inner.count <= 30 && inner.allSatisfy({ $0.isASCII })
            && inner.contains(where: \.isLetter) ? String(tag) : nil
    }

    /// A piece of the text that is said four times in a row and makes up more than half of it.
    static func loop(in text: String) -> String? {
        let words = text.split(whereSeparator: \.isWhitespace).map {
            String($0.lowercased().filter { $0.isLetter || $0.isNumber })
        }
        if let loop = repeated(words.filter { !$0.isEmpty }, longest: 8) { return loop.joined(separator: " ") }
        let characters = text.filter { $0.isLetter || $0.isNumber }.map(String.init)
        guard let loop = repeated(characters, longest: 12, least: 12) else { return nil }
        return loop.joined()
    }

    private static func repeated(_ parts: [String], longest: Int, least: Int = 5) -> [String]? {
        guard parts.count >= 4 else { return nil }
        for length in 1...longest where parts.count >= 4 * length {
            var (run, best, end) = (0, 0, 0)
            for place in length..<parts.count {
                run = parts[place] == parts[place - length] ? run + 1 : 0
                if run > best { (best, end) = (run, place) }
            }
            // A laugh or an "ha ha ha ha" is shorter than this.
            if best >= 3 * length, (best + length) * 2 > parts.count, best + length >= least {
                return Array(parts[end - length + 1...end])
            }
        }
        return nil
    }
}
