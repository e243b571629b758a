internal import FoundationEssentials
internal import Language

/// Reads JSON as servers really send it.
///
/// A document that breaks the grammar in a small way is repaired and read again. Such faults are bytes that are not UTF-8,
/// half of a surrogate pair, `NaN` and `Infinity` (which Python writes), and line ends inside a text. Each repair loses only
/// the broken part. A document that was cut is not completed.
enum TolerantJSON {
    /// - Throws: the strict decoder's error, if the document cannot be read after the repair either.
    static func decode<Document: Decodable>(
        _ type: Document.Type = Document.self, _ bytes: [UInt8]
    ) throws -> Document {
        // The decoder checks texts only when they are requested, so these faults would appear in the middle of a document.
        let bytes = mayHaveBrokenText(bytes) ? repaired(bytes) ?? bytes : bytes
        do {
            return try JSONDecoder().decode(Document.self, from: Data(bytes))
        } catch {
            guard let repaired = repaired(bytes),
                let document = try? JSONDecoder().decode(Document.self, from: Data(repaired))
            else { throw error }
            return document
        }
    }

    /// Whether the document has bytes that are not UTF-8, or escapes that stand for half a character.
    private static func mayHaveBrokenText(_ bytes: [UInt8]) -> Bool {
        String(validating: bytes, as: UTF8.self) == nil || bytes.hasBytes(of: "\\ud") || bytes.hasBytes(of: "\\uD")
    }

    /// The document without the parts that the grammar forbids; nil if there is nothing to repair.
    static func repaired(_ bytes: [UInt8]) -> [UInt8]? {
        var repair = JSONRepair(Array(String(decoding: withWholeLetters(bytes), as: UTF8.self).utf8))
        let result = repair.run()
        return result == bytes ? nil : result
    }

    /// The same, with letters rejoined that a line end splits, which whisper.cpp's server does.
    private static func withWholeLetters(_ bytes: [UInt8]) -> [UInt8] {
        let lineEnd = Array("\\n".utf8)
        var result: [UInt8] = []
        result.reserveCapacity(bytes.count)
        var place = 0
        var missing = 0
        while place < bytes.count {
            let byte = bytes[place]
            let isContinuation = byte & 0xC0 == 0x80
            if missing > 0, bytes[place...].starts(with: lineEnd) {
                let rest = bytes[(place + 2)...].prefix(missing)
                if rest.count == missing, rest.allSatisfy({ $0 & 0xC0 == 0x80 }) {
                    result += rest + lineEnd
                    place += 2 + missing
                    missing = 0
                    continue
                }
            }
            missing = isContinuation ? max(0, missing - 1) : byte >= 0xF0 ? 3 : byte >= 0xE0 ? 2 : byte >= 0xC0 ? 1 : 0
            result.append(byte)
            place += 1
        }
        return result
    }
}

/// One pass over a document in valid UTF-8.
private struct JSONRepair {
    private let input: [UInt8]
    private var output: [UInt8] = []
    private var place = 0

    private static let replacement = Array("\\ufffd".utf8)
    /// Words of other notations, and their replacements in JSON.
    private static let words = [
        "nan": "null", "infinity": "null", "inf": "null", "none": "null", "undefined": "null", "true": "true",
        "false": "false",
    ]

    init(_ input: [UInt8]) {
        self.input = input
        output.reserveCapacity(input.count)
    }

    mutating func run() -> [UInt8] {
        if input.starts(with: [0xEF, 0xBB, 0xBF]) { place = 3 }
        while place < input.count {
            let byte = input[place]
            if byte == UInt8(ascii: "\"") {
                takeText()
            } else if Self.isLetter(byte), !(output.last.map { Self.isNumeric($0) } ?? false) {
                takeWord()
            } else {
                // C buffers have an end mark.
                if byte != 0 { output.append(byte) }
                place += 1
            }
        }
        return output
    }

    private mutating func takeWord() {
        let start = place
        while place < input.count, Self.isLetter(input[place]) { place += 1 }
        let word = input[start..<place]
        guard let replaced = Self.words[String(decoding: word, as: UTF8.self).lowercased()] else {
            output += word
            return
        }
        if replaced == "null", let sign = output.last, sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") {
            output.removeLast()
        }
        output += replaced.utf8
    }

    private mutating func takeText() {
        output.append(input[place])
        place += 1
        while place < input.count {
            let byte = input[place]
            switch byte {
            case UInt8(ascii: "\""):
                output.append(byte)
                place += 1
                return
            case UInt8(ascii: "\\"): takeEscape()
            case ..<0x20:
                let digit = byte & 0xF
                output += Array("\\u00".utf8)
                output += [
                    UInt8(ascii: "0") + byte >> 4,
                    digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10,
                ]
                place += 1
            default:
                output.append(byte)
                place += 1
            }
        }
    }

    private mutating func takeEscape() {
        guard place + 1 < input.count else {
            place = input.count
            return
        }
        let kind = input[place + 1]
        guard kind == UInt8(ascii: "u") else {
            guard kind >= 0x20 else {
                place += 1
                return
            }
            // An escape such as `\'` means the character itself.
            output += "\"\\/bfnrt".utf8.contains(kind) ? [UInt8(ascii: "\\"), kind] : [kind]
            place += 2
            return
        }
        guard let unit = unit(at: place) else {
            output += Self.replacement
            place += 2
            return
        }
        let isHigh = (0xD800...0xDBFF).contains(unit)
        let low = isHigh ? self.unit(at: place + 6) : nil
        if let low, (0xDC00...0xDFFF).contains(low) {
            output += input[place..<place + 12]
            place += 12
        } else if isHigh || (0xDC00...0xDFFF).contains(unit) {
            output += Self.replacement
            place += 6
        } else {
            output += input[place..<place + 6]
            place += 6
        }
    }

    /// The number of an escape `\uXXXX` at an index; nil if there is none.
    private func unit(at place: Int) -> UInt16? {
        guard place + 6 <= input.count, input[place] == UInt8(ascii: "\\"), input[place + 1] == UInt8(ascii: "u") else {
            return nil
        }
        let digits = input[place + 2..<place + 6]
        guard digits.allSatisfy({ Self.isHexadecimal($0) }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }

    private static func isLetter(_ byte: UInt8) -> Bool { (0x41...0x5A).contains(byte & 0xDF) }
    private static func isNumeric(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) || byte == UInt8(ascii: ".") }
    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte & 0xDF)
    }
}

/// A value that is taken if it can be read: an unreadable list element is left out, and the list is kept.
struct Readable<Value: Decodable>: Decodable {
    let value: Value?

    init(from decoder: any Decoder) throws { value = try? decoder.singleValueContainer().decode(Value.self) }
}

extension KeyedDecodingContainer {
    /// A member that is not the answer itself: nil if it is missing, null or of another type.
    func readable<Value: Decodable>(_ key: Key) -> Value? { (try? decodeIfPresent(Value.self, forKey: key)) ?? nil }

    /// The same for a list: the elements that can be read.
    func readableList<Element: Decodable>(_ key: Key) -> [Element]? {
        let list: [Readable<Element>]? = readable(key)
        return list?.compactMap(\.value)
    }

    func readable<Value: Decodable>(_ type: Value.Type, _ key: Key) -> Value? { readable(key) }
    func readableList<Element: Decodable>(_ type: Element.Type, _ key: Key) -> [Element]? { readableList(key) }
}
