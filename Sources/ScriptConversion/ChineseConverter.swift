internal import CICU
package import Language
internal import Plumbing

/// Converts Chinese from one script to the other, by the rules of ICU (CLDR's `Hans-Hant` and `Hant-Hans`).
///
/// The rules know words: 头发 becomes 頭髮, and 发现 becomes 發現.
///
///     ChineseConverter().converted("欢迎来到火车站", to: .traditional)   // 歡迎來到火車站
///
/// Words are not replaced by regional ones: 软件 becomes 軟件, which is 軟體 in Taiwan. ICU is opened at run time, with the first
/// text that must be converted.
package final class ChineseConverter: Sendable {
    /// The error that ICU, or a file that it needs for this, is missing.
    package struct Unavailable: Error, Sendable, Hashable {
        package var message: String
        /// The command that installs it. The name of ICU's own package has its version, which differs between systems; this
        /// package needs it everywhere.
        package var installCommand: String { "apt-get install icu-devtools" }
    }

    // Only one thread at a time may use ICU's transliterators: the lock is held around every use.
    private struct Library: @unchecked Sendable {
        var functions = verbio_icu_transliteration()
        var converters: [ChineseScript: OpaquePointer] = [:]

        mutating func open() throws(Unavailable) {
            var message = [CChar](repeating: 0, count: 256)
            guard verbio_icu_open_transliteration(&functions, &message, message.count) == 0 else {
                let text = message.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                throw Unavailable(message: String(decoding: text, as: UTF8.self))
            }
            for script in ChineseScript.allCases {
                let name = Array("\(script.other.rawValue)-\(script.rawValue)".utf16)
                converters[script] = verbio_icu_transliterator_named(&functions, name, Int32(name.count))
            }
            guard converters.count == ChineseScript.allCases.count else {
                throw Unavailable(message: "this ICU does not convert Chinese")
            }
        }
    }

    /// nil until the first text was converted.
    private let library = Locked<Result<Library, Unavailable>?>(nil)

    package init() {}

    /// The reason why the converter cannot work; nil if it can.
    package var fault: Unavailable? {
        library.withLock { library in
            if case .failure(let fault) = Self.opened(&library) { fault } else { nil }
        }
    }

    private static func opened(_ library: inout Result<Library, Unavailable>?) -> Result<Library, Unavailable> {
        if let library { return library }
        let opened = Result<Library, Unavailable> { () throws(Unavailable) in
            var fresh = Library()
            try fresh.open()
            return fresh
        }
        library = opened
        return opened
    }

    /// The text in one script.
    ///
    /// Text that is not Chinese, or is already in that script, stays unchanged; such a text does not need ICU.
    ///
    /// - Parameter assumed: the script to assume if all characters of the text are in both scripts; nil if it is not known. 三天后
    ///   could be either, and means "after three days" only in simplified characters.
    package func converted(_ text: String, to script: ChineseScript, assuming assumed: ChineseScript? = nil) -> String {
        let wrong = script.other.characters(in: text)
        let right = script.characters(in: text)
        guard wrong > 0 || right == 0 && assumed == script.other, let whole = transliterated(text, to: script) else {
            return text
        }
        guard right > 0 else { return whole }
        // If a text has both scripts, only the characters that belong to the other script alone are converted.
        let (own, other) = (Array(text.unicodeScalars), Array(whole.unicodeScalars))
        guard own.count == other.count else { return whole }
        var mixed = String.UnicodeScalarView()
        for (scalar, converted) in zip(own, other) {
            mixed.append(script.other.isOnlyMine(scalar) ? converted : scalar)
        }
        return String(mixed)
    }

    private func transliterated(_ text: String, to script: ChineseScript) -> String? {
        var units = Array(text.utf16)
        guard let length = Int32(exactly: units.count), let capacity = Int32(exactly: 2 * units.count + 16) else {
            return nil
        }
        units += [UInt16](repeating: 0, count: Int(capacity) - units.count)
        let count = library.withLock { library -> Int32 in
            guard case .success(var opened) = Self.opened(&library), let converter = opened.converters[script] else {
                return -1
            }
            return verbio_icu_transliterate(&opened.functions, converter, &units, length, capacity)
        }
        guard count >= 0, Int(count) <= units.count else { return nil }
        return String(decoding: units.prefix(Int(count)), as: UTF16.self)
    }
}
