internal import CICU
package import Language
internal import Plumbing

/// Writes whole numbers as words, by the rules of ICU.
///
///     let speller = try NumberSpeller()
///     speller.spell(3, .de, "ordinal-n")   // dritten
///
/// ICU is opened at run time, which takes a millisecond, and each rule set when it is first used.
package final class NumberSpeller: Sendable {
    /// The error that ICU is not installed.
    package struct Unavailable: Error, Sendable, Hashable {
        package var message: String
        /// The command that installs it. The name of ICU's own package has its version, which differs between systems; this
        /// package needs it everywhere.
        package var installCommand: String { "apt-get install icu-devtools" }
    }

    private struct Name: Hashable {
        var language: LanguageCode
        var rules: String
    }

    // A format may be used by one thread at a time: the lock is held around every use. None is ever closed.
    private struct Formats: @unchecked Sendable {
        var library: verbio_icu
        var made: [Name: OpaquePointer?] = [:]
    }

    private let formats: Locked<Formats>

    /// ICU's major version, which decides the words for numbers.
    package let version: Int

    /// - Throws: ``Unavailable`` if no ICU can be opened.
    package init() throws(Unavailable) {
        var library = verbio_icu()
        var message = [CChar](repeating: 0, count: 256)
        guard verbio_icu_open(&library, &message, message.count) == 0 else {
            let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
            throw Unavailable(message: String(decoding: text, as: UTF8.self))
        }
        version = Int(library.version)
        formats = Locked(Formats(library: library))
    }

    /// The number in words.
    ///
    /// - Parameter rules: one of ICU's rule sets without its beginning, `cardinal-masculine`.
    /// - Returns: nil if the language has no such rules, or none for a number so large.
    package func spell(_ number: Int, _ language: LanguageCode, _ rules: String) -> String? {
        let words = formats.withLock { formats -> String? in
            let name = Name(language: language, rules: rules)
            let format: OpaquePointer?
            if let made = formats.made[name] {
                format = made
            } else {
                let rules = Array("%spellout-\(rules)".utf16)
                format = verbio_icu_spellout(&formats.library, language.rawValue, rules, Int32(rules.count))
                formats.made[name] = .some(format)
            }
            guard let format else { return nil }
            var text = [UInt16](repeating: 0, count: 512)
            var status: Int32 = 0
            let count = formats.library.format(format, Int64(number), &text, Int32(text.count), nil, &status)
            guard status <= 0, count > 0, Int(count) < text.count else { return nil }
            return String(decoding: text.prefix(Int(count)), as: UTF16.self)
        }
        guard let words else { return nil }
        // Soft hyphens are only for breaking lines. A number for which ICU has no words is returned in digits.
        let plain = words.replacing("\u{AD}", with: "").replacing("  ", with: " ")
        return plain.contains(where: \.isLetter) && !plain.contains { $0.isASCII && $0.isNumber } ? plain : nil
    }
}
