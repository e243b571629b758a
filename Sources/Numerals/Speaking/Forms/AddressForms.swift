internal import Language

/// Addresses of mail and of the web, with their signs as words: `joe@example.com`.
struct AddressForms: FormReader {
    let source: FormSource

    /// `joe@example.com`, `www.example.com/news`, `https://example.com`
    func address(_ at: Int) -> SpokenHit? {
        guard let words = Self.words[language] else { return nil }
        var end = at
        while end < count, text[end].isASCII, !text[end].isWhitespace, !"<>()[]\"',;".contains(text[end]), end - at < 80
        {
            end += 1
        }
        // Punctuation that ends the sentence is not part of the address.
        while end > at, ".!?:".contains(text[end - 1]) { end -= 1 }
        guard end - at >= 5, end == count || !text[end].isLetter && !text[end].isNumber || isEastern(text[end]) else {
            return nil
        }
        var rest = String(text[at..<end]).lowercased()
        var isWeb = false
        for scheme in ["https://", "http://"] where rest.hasPrefix(scheme) {
            rest = String(rest.dropFirst(scheme.count))
            isWeb = true
        }
        if rest.hasPrefix("www.") || isDomain(text[at..<end]) { isWeb = true }
        let sides = rest.split(separator: "@", omittingEmptySubsequences: false)
        guard sides.count == (isWeb ? 1 : 2) else { return nil }
        if isWeb { return web(rest, words).map { SpokenHit(words: $0, end: end) } }
        guard let local = label(String(sides[0]), words, "._-+"), let host = host(String(sides[1]), words) else {
            return nil
        }
        return SpokenHit(words: "\(local) \(words.at) \(host)", end: end)
    }

    /// `beispiel.de`, `docs.example.com/start`: small letters with the ending of a host name.
    private func isDomain(_ letters: ArraySlice<Character>) -> Bool {
        guard !letters.contains("@"), !letters.contains(where: \.isUppercase) else { return false }
        let labels = letters.prefix { $0 != "/" }.split(separator: ".", omittingEmptySubsequences: false).map {
            String($0)
        }
        guard labels.count >= 2, let last = labels.last, labels.allSatisfy({ $0.count >= 2 }) else { return false }
        return Self.domains.contains(last) || Self.ownDomains[language]?.contains(last) ?? false
    }

    private static let domains: Set = ["com", "org", "net", "edu", "gov", "info", "io", "eu", "uk"]

    private static let ownDomains: [LanguageCode: Set<String>] = [
        .de: ["de", "at", "ch"], .fr: ["fr", "be", "ch"], .es: ["es", "mx"], .it: ["it", "ch"], .pt: ["pt", "br"],
        .ru: ["ru"], .zh: ["cn"], .ja: ["jp"], .ko: ["kr"], .hi: ["in"],
    ]

    private func web(_ address: String, _ words: AddressWords) -> String? {
        var parts = address.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        if parts.last?.isEmpty ?? false { parts.removeLast() }
        guard let name = parts.first, let host = host(name, words) else { return nil }
        let path = parts.dropFirst().map { label($0, words, "._-") }
        guard path.count <= 4, path.allSatisfy({ $0 != nil }) else { return nil }
        return ([host] + path.compactMap(\.self)).joined(separator: " \(words.slash) ")
    }

    private func host(_ name: String, _ words: AddressWords) -> String? {
        let labels = name.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard (2...5).contains(labels.count), let last = labels.last, last.count >= 2, last.allSatisfy(\.isLetter)
        else { return nil }
        let spoken = labels.dropLast().map { label($0, words, "-") }
        guard spoken.allSatisfy({ $0 != nil }) else { return nil }
        // Domains of countries are spelled.
        let domain = last.count == 2 ? last.uppercased().map { String($0) }.joined(separator: " ") : last
        return (spoken.compactMap(\.self) + [domain]).joined(separator: " \(words.dot) ")
    }

    /// Letters and digits as words, with the signs between them; nil if there is anything else. Digits that do not follow
    /// letters are said one by one.
    private func label(_ label: String, _ words: AddressWords, _ signs: String) -> String? {
        var parts: [String] = []
        var part = ""
        func said(_ part: String) -> String? {
            guard part.allSatisfy({ WrittenNumber.digit($0) != nil }) else { return part }
            let digits = part.compactMap(\.wholeNumberValue).compactMap(grammar.cardinal)
            return digits.count == part.count ? digits.joined(separator: " ") : nil
        }
        for character in label {
            if character.isASCII, character.isLetter || character.isNumber {
                part.append(character)
            } else if signs.contains(character), !part.isEmpty, let spoken = said(part) {
                parts += [spoken, words.sign(character)]
                part = ""
            } else {
                return nil
            }
        }
        guard !part.isEmpty, let spoken = said(part) else { return nil }
        return (parts + [spoken]).joined(separator: " ")
    }

    struct AddressWords {
        var at: String
        var dot: String
        var slash: String
        var hyphen: String
        var underscore: String
        var plus: String

        func sign(_ character: Character) -> String {
            switch character {
            case ".": dot
            case "_": underscore
            case "+": plus
            default: hyphen
            }
        }
    }

    private static let words: [LanguageCode: AddressWords] = [
        .en: AddressWords(at: "at", dot: "dot", slash: "slash", hyphen: "dash", underscore: "underscore", plus: "plus"),
        .de: AddressWords(
            at: "ät", dot: "Punkt", slash: "Schrägstrich", hyphen: "Minus", underscore: "Unterstrich", plus: "plus"),
        .fr: AddressWords(
            at: "arobase", dot: "point", slash: "slash", hyphen: "tiret", underscore: "tiret bas", plus: "plus"),
        .es: AddressWords(
            at: "arroba", dot: "punto", slash: "barra", hyphen: "guion", underscore: "guion bajo", plus: "más"),
        .it: AddressWords(
            at: "chiocciola", dot: "punto", slash: "barra", hyphen: "trattino", underscore: "trattino basso",
            plus: "più"),
        .pt: AddressWords(
            at: "arroba", dot: "ponto", slash: "barra", hyphen: "hífen", underscore: "sublinhado", plus: "mais"),
        .ru: AddressWords(
            at: "собака", dot: "точка", slash: "косая черта", hyphen: "дефис", underscore: "нижнее подчёркивание",
            plus: "плюс"),
        .zh: AddressWords(at: "艾特", dot: "点", slash: "斜杠", hyphen: "横杠", underscore: "下划线", plus: "加"),
        .ja: AddressWords(
            at: "アットマーク", dot: "ドット", slash: "スラッシュ", hyphen: "ハイフン", underscore: "アンダーバー", plus: "プラス"),
        .ko: AddressWords(at: "골뱅이", dot: "점", slash: "슬래시", hyphen: "하이픈", underscore: "밑줄", plus: "플러스"),
        .ar: AddressWords(
            at: "آت", dot: "نقطة", slash: "شرطة مائلة", hyphen: "شرطة", underscore: "شرطة سفلية", plus: "زائد"),
        .hi: AddressWords(at: "ऐट", dot: "डॉट", slash: "स्लैश", hyphen: "डैश", underscore: "अंडरस्कोर", plus: "प्लस"),
    ]
}
