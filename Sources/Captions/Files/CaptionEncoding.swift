internal import Glibc
package import Language
package import Plumbing

/// The text of a caption file, whatever its encoding.
package struct CaptionEncoding {
    package var text: String
    /// The name of the encoding: `utf-8`, `utf-16`, `windows-1251`, …
    package var name: String
    /// Whether the encoding was guessed by the letters: nothing in the file says it.
    package var isGuessed = false

    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - language: the language of the text; nil if it is not known.
    /// - Throws: `Problem` of kind `input`, code `captions.encoding`, if no encoding of the language fits.
    package init(_ bytes: [UInt8], language: LanguageCode?) throws(Problem) {
        if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
            (text, name) = (String(decoding: TextDecoding.utf8(bytes), as: UTF8.self), "utf-16")
            return
        }
        let content = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        if let text = String(validating: content, as: UTF8.self), !text.unicodeScalars.prefix(64).contains("\0") {
            (self.text, name) = (text, "utf-8")
            return
        }
        let nulls = bytes.prefix(512).enumerated().filter { $0.element == 0 }
        if nulls.count * 4 > min(512, bytes.count) {
            let isBigEndian = nulls.count { $0.offset.isMultiple(of: 2) } * 2 > nulls.count
            let mark: [UInt8] = isBigEndian ? [0xFE, 0xFF] : [0xFF, 0xFE]
            (text, name) = (String(decoding: TextDecoding.utf8(mark + bytes), as: UTF8.self), "utf-16")
            isGuessed = true
            return
        }
        // A few damaged bytes in a text of many letters are no other encoding.
        let repaired = String(decoding: content, as: UTF8.self)
        let scalars = repaired.unicodeScalars
        let foreign = scalars.count { $0.value > 0x7F && $0 != "\u{FFFD}" }
        if scalars.count(where: { $0 == "\u{FFFD}" }) * 20 < foreign {
            (text, name) = (repaired, "utf-8")
            return
        }
        guard let language else {
            throw Problem(
                .input, "captions.encoding", "the encoding of the text is not UTF-8, and its language is not known",
                cure: "name the language with --from, or save the file as UTF-8")
        }
        var best: (text: String, name: String, score: Int)?
        for name in Self.candidates(language) {
            guard let text = Self.converted(content, from: name) else { continue }
            let score = Self.score(text, language)
            if score > best?.score ?? Int.min { best = (text, name, score) }
        }
        guard let best else {
            throw Problem(
                .input, "captions.encoding",
                "the text is neither in UTF-8 nor in another encoding of \(LanguageTag(language).englishName)",
                cure: "save the file as UTF-8")
        }
        (text, name, isGuessed) = (best.text, best.name, true)
    }

    /// The encodings in which texts of a language were written before UTF-8, the usual one first.
    private static func candidates(_ language: LanguageCode) -> [String] {
        if let own = own[language.rawValue] { return own }
        switch language.scripts {
        case [.cyrillic]: return ["windows-1251", "koi8-u", "iso-8859-5"]
        case [.arabic]: return ["windows-1256"]
        default: return ["windows-1252"]
        }
    }

    private static let own: [String: [String]] = {
        let central = ["windows-1250", "iso-8859-2"]
        let baltic = ["windows-1257", "iso-8859-13"]
        return [
            "ru": ["windows-1251", "koi8-r", "iso-8859-5", "cp866"], "ar": ["windows-1256", "iso-8859-6"],
            "zh": ["gb18030", "big5"], "ja": ["shift_jis", "euc-jp"], "ko": ["euc-kr", "cp949"],
            "cs": central, "hr": central, "hu": central, "pl": central, "ro": central, "sk": central, "sl": central,
            "et": baltic, "lt": baltic, "lv": baltic, "el": ["windows-1253", "iso-8859-7"],
            "he": ["windows-1255", "iso-8859-8"], "th": ["windows-874", "tis-620"], "tr": ["windows-1254"],
            "vi": ["windows-1258"],
        ]
    }()

    /// How well the letters fit the language: letters of its script, small ones and usual ones more than others.
    private static func score(_ text: String, _ language: LanguageCode) -> Int {
        var score = 0
        let kind: LanguageCode =
            switch language.scripts {
            case [.cyrillic]: .ru
            case [.arabic]: .ar
            default: language
            }
        for scalar in text.unicodeScalars.prefix(20_000) where scalar.value > 0x7F {
            switch (kind, scalar.value) {
            case (.ru, 0x430...0x44F): score += 2
            case (.ru, 0x410...0x42F), (.ru, 0x401), (.ru, 0x451): score += 1
            case (.ar, 0x620...0x652): score += 1
            case (.zh, 0x4E00...0x62FF), (.zh, 0x3000...0x3002), (.zh, 0xFF01...0xFF1F): score += 2
            case (.zh, 0x6300...0x9FFF): score += 1
            case (.ja, 0x3041...0x30FF): score += 2
            case (.ja, 0x4E00...0x9FFF): score += 1
            case (.ko, 0xAC00...0xD7A3): score += 2
            case (.ru, _), (.ar, _), (.zh, _), (.ja, _), (.ko, _): score -= 2
            // Quotation marks and dashes are in most encodings of Microsoft.
            case (_, 0x2010...0x203A): break
            default: score += scalar.properties.isAlphabetic ? 1 : -1
            }
        }
        return score
    }

    /// The text of bytes in an encoding; nil if the bytes are none of it, or the system does not know the encoding.
    private static func converted(_ bytes: [UInt8], from name: String) -> String? {
        let converter = iconv_open("UTF-8", name.uppercased())
        guard converter != iconv_t(bitPattern: -1) else { return nil }
        defer { iconv_close(converter) }
        var input = bytes.map(CChar.init(bitPattern:))
        var output = [CChar](repeating: 0, count: bytes.count * 4 + 4 * maximumDamage)
        let room = output.count
        return input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target -> String? in
                var (from, to) = (source.baseAddress, target.baseAddress)
                var (left, free) = (source.count, room)
                var damage = 0
                while left > 0, iconv(converter, &from, &left, &to, &free) != 0, left > 0 {
                    damage += 1
                    guard damage <= maximumDamage, free > 3 else { return nil }
                    for byte in "\u{FFFD}".utf8 {
                        to?.pointee = CChar(bitPattern: byte)
                        to = to?.advanced(by: 1)
                    }
                    free -= 3
                    from = from?.advanced(by: 1)
                    left -= 1
                }
                // Hebrew and Vietnamese letters are held back until it is known whether a mark follows.
                guard iconv(converter, nil, nil, &to, &free) != -1 else { return nil }
                let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(target)[..<(room - free)])
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }

    /// The most bytes of a file that an encoding may not know.
    private static let maximumDamage = 20
}
