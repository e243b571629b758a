package import Plumbing

extension LanguageTag {
    /// The result of reading a tag, and a note on the parts that were ignored.
    package struct ParsedTag: Sendable, Hashable {
        package let tag: LanguageTag
        /// One clause for people on the parts that make no difference to Verbio: "Cantonese is not spoken: …"; nil if there are
        /// none.
        package let note: String?
    }

    /// Reads a tag, or a name in English or in the language itself.
    ///
    /// - Throws: ``Problem`` of kind `usage`: code `language.unknown` if Verbio does not know the language, with a list of
    ///   those it knows; `language.script` if it does not write the language in the script.
    package init(parsing text: String) throws(Problem) { self = try Self.reading(text).tag }

    /// Reads a tag of BCP 47 (RFC 5646) in any case, with `-` or `_`: `en`, `pt_BR`, `zh-Hant-TW`, `en-US-u-hc-h23`. The
    /// language may have a code of ISO 639-1 or 639-2 (`es`, `spa`), a name in English or its own, and `.UTF-8` after it, as in
    /// `LANG`.
    ///
    /// - Throws: as ``init(parsing:)``.
    package static func reading(_ text: String) throws(Problem) -> ParsedTag {
        let plain = text.prefix { $0 != "." && $0 != "@" }.lowercased()
        if let named = LanguageCode.known.first(where: { $0.englishName.lowercased() == plain }) {
            return ParsedTag(tag: LanguageTag(named), note: nil)
        }
        if let own = LanguageNames.own[plain] { return ParsedTag(tag: LanguageTag(own), note: nil) }
        if let variety = LanguageVariety.all.first(where: { $0.englishName.lowercased() == plain }) {
            return ParsedTag(tag: LanguageTag(variety), note: nil)
        }
        if plain == LanguageTag.zh.preciseName.lowercased() { return ParsedTag(tag: .zh, note: nil) }
        guard var subtags = Subtags(plain) else { throw unknown(text) }
        if let other = subtags.names.lazy.compactMap({ LanguageNames.chinese[$0] }).first {
            throw Problem(
                .usage, "language.unknown",
                "'\(text)' is \(other), another language than the Mandarin Chinese that Verbio knows",
                cure: "for Mandarin use zh (simplified characters) or zh-Hant (traditional characters)")
        }
        guard let code = LanguageNames.codes[subtags.language] else { throw unknown(text) }
        if code == .zh, subtags.extended == "cmn" { subtags.extended = nil }
        return try reading(subtags, code, text)
    }

    private static func reading(_ subtags: Subtags, _ code: LanguageCode, _ text: String) throws(Problem) -> ParsedTag {
        let varieties = LanguageVariety.all.filter { $0.language == code }
        var variety: LanguageVariety?
        if let script = subtags.script, !code.usual.scripts.contains(script.uppercased()) {
            variety = varieties.first { $0.script != nil && $0.subtag.lowercased() == script }
            guard variety != nil else { throw unwritten(text, code, varieties) }
        }
        var ignored = [subtags.extended].compactMap(\.self) + subtags.rest
        if let region = subtags.region?.uppercased() {
            let named = varieties.first { $0.subtag == region || $0.regions.contains(region) }
            if variety == nil, subtags.script == nil || named?.script == nil { variety = named }
            // A script already says all that its regions could say: `zh-Hant-TW`, `zh-Hans-HK`.
            let isSaid = named?.script != nil || code.usual.regions.contains(region)
            if !isSaid, named == nil || variety != named { ignored.insert(region, at: 0) }
        }
        let tag = LanguageTag(code, variety)
        if code == .zh, let region = subtags.region, ["hk", "mo"].contains(region) {
            return ParsedTag(
                tag: tag, note: "'\(text)' is taken as \(tag.preciseName) (\(tag)), and spoken as Mandarin")
        }
        guard !ignored.isEmpty else { return ParsedTag(tag: tag, note: nil) }
        let what = ignored.map { "'\($0)'" }.joined(separator: ", ")
        return ParsedTag(tag: tag, note: "'\(text)' is taken as \(tag): \(what) makes no difference")
    }

    private static func unknown(_ text: String) -> Problem {
        let tested = LanguageCode.tested.map(\.rawValue).joined(separator: " ")
        let others = LanguageCode.known.filter(\.isBasic).map(\.rawValue).joined(separator: " ")
        let shown = text.prefix(40).unicodeScalars.map {
            $0.properties.generalCategory == .control ? " " : Character($0)
        }
        return Problem(
            .usage, "language.unknown", "'\(String(shown))' is not a language Verbio knows",
            cure: nearest(to: text) ?? "use one of: \(tested), or a variety such as zh-Hant or pt-BR; basic: \(others)")
    }

    /// Codes of countries that are often written in place of a language's. Those that are codes of other languages, too, as
    /// `br` and `uk`, are not among them.
    private static let countries = [
        "cn": "zh", "cz": "cs", "dk": "da", "gb": "en", "gr": "el", "jp": "ja", "kr": "ko", "mx": "es", "ua": "uk",
        "us": "en", "vn": "vi",
    ].compactMapValues(LanguageCode.init(rawValue:))

    /// The languages with a name near a text, as a question.
    private static func nearest(to text: String) -> String? {
        if let code = countries[text.lowercased()] { return question(["\(code.rawValue) (\(code.englishName))"]) }
        let named = LanguageCode.known.map { ($0.englishName.lowercased(), $0) } + LanguageNames.own.map { ($0, $1) }
        let near = named.map(\.0).nearest(to: text).compactMap { name in named.first { $0.0 == name }?.1 }
        let codes = LanguageCode.known.filter(near.contains)
        return question(codes.map { "\($0.rawValue) (\($0.englishName))" })
    }

    private static func unwritten(_ text: String, _ code: LanguageCode, _ varieties: [LanguageVariety]) -> Problem {
        let scripts = varieties.filter { $0.script != nil }.map { LanguageTag($0).rawValue }
        return Problem(
            .usage, "language.script", "'\(text)' names a script that Verbio does not write \(code.englishName) in",
            cure: "use \(([code.rawValue] + scripts).joined(separator: " or "))")
    }
}

/// The subtags of a tag in lower case, separated according to RFC 5646, section 2.1.
private struct Subtags {
    var language: String
    /// A language within the language, as `yue` in `zh-yue`.
    var extended: String?
    var script: String?
    var region: String?
    /// Variants, extensions and private-use subtags.
    var rest: [String] = []

    /// The subtags that may name a language.
    var names: [String] { [language] + [extended].compactMap(\.self) + rest.prefix(1) }

    /// - Returns: nil if the text does not have the form of a tag.
    init?(_ text: String) {
        var parts = text.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }.map(String.init)[...]
        let isMadeOfSubtags = parts.allSatisfy { part in
            (1...8).contains(part.utf8.count)
                && part.utf8.allSatisfy { Self.letters.contains($0) || Self.digits.contains($0) }
        }
        guard isMadeOfSubtags, let first = parts.popFirst(), (2...3).contains(first.count), Self.isLetters(first) else {
            return nil
        }
        language = first
        while let next = parts.first, next.count == 3, Self.isLetters(next), script == nil {
            extended = extended ?? next
            parts.removeFirst()
        }
        if let next = parts.first, next.count == 4, Self.isLetters(next) { script = parts.popFirst() }
        if let next = parts.first, next.count == 2 && Self.isLetters(next) || next.count == 3 && Self.isDigits(next) {
            region = parts.popFirst()
        }
        while let next = parts.first, next.count >= 5 || next.count == 4 && Self.isDigits(next.prefix(1)) {
            rest.append(next)
            parts.removeFirst()
        }
        guard let singleton = parts.first else { return }
        // The parts behind a singleton belong to it; a singleton with nothing behind it is invalid.
        guard singleton.count == 1, parts.count > 1, parts.last?.count ?? 0 > 1 || parts.contains("x") else {
            return nil
        }
        rest.append(parts.joined(separator: "-"))
    }

    private static let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    private static let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    private static func isLetters(_ part: String) -> Bool { part.utf8.allSatisfy(letters.contains) }
    private static func isDigits(_ part: some StringProtocol) -> Bool { part.utf8.allSatisfy(digits.contains) }
}

private enum LanguageNames {
    /// Codes of ISO 639-1, 639-2 (both kinds) and 639-3. The codes of ISO 639-3 are for the usual meaning of a macrolanguage.
    static let codes = Dictionary(
        LanguageCode.known.flatMap { language in
            ([language.rawValue, language.spokenCode] + language.longCodes).map { ($0, language) }
        }
    ) { first, _ in first }

    /// The languages' names for themselves, in lower case.
    static let own = Dictionary(
        LanguageCode.known.flatMap { language in language.ownNames.map { ($0, language) } }
    ) { first, _ in first }

    /// The Chinese languages that are not Mandarin (ISO 639-3).
    static let chinese: [String: String] = [
        "yue": "Cantonese", "min": "Southern Min", "nan": "Southern Min", "cdo": "Eastern Min", "mnp": "Northern Min",
        "cpx": "Pu-Xian Min",
        "czo": "Central Min", "hak": "Hakka", "wuu": "Wu Chinese", "hsn": "Xiang Chinese", "gan": "Gan Chinese",
        "cjy": "Jin Chinese", "czh": "Huizhou Chinese", "lzh": "Classical Chinese",
        "hakka": "Hakka", "xiang": "Xiang Chinese",
    ]
}
