/// Separates a long text from the JSON object that has it, piece by piece.
///
/// It follows strings, names and nesting only. Whether the object is JSON is checked afterwards, in what is left of it.
struct ObjectSplitter {
    enum Event: Hashable {
        /// One of the texts begins; its names from the outermost on.
        case begin([String])
        /// The next bytes of it, without escapes.
        case content([UInt8])
        case end
    }

    /// The object with these texts left empty.
    private(set) var rest: [UInt8] = []

    private enum Place: Equatable { case outside, name, string, text }
    private enum Escape {
        case none, begun
        case digits([UInt8])
    }

    private let paths: Set<[String]>
    private var place = Place.outside
    private var escape = Escape.none
    /// The name in each open object; nil in a list, and before the first name.
    private var names: [String?] = []
    private var isObject: [Bool] = []
    private var expectsName = false
    private var name: [UInt8] = []

    /// The deepest nesting that is followed; deeper texts are none of those.
    private static let deepest = 4

    /// - Parameter paths: the names of the texts, from the outermost on.
    init(_ paths: Set<[String]>) { self.paths = paths }

    mutating func read(_ bytes: some Sequence<UInt8>) -> [Event] {
        var events: [Event] = []
        var content: [UInt8] = []
        for byte in bytes {
            if place == .text {
                guard take(byte, &content) else { continue }
                if !content.isEmpty { events.append(.content(content)) }
                content = []
                events.append(.end)
                place = .outside
                rest.append(byte)
                continue
            }
            rest.append(byte)
            switch place {
            case .outside: outside(byte, &events)
            case .name, .string: inString(byte)
            case .text: break
            }
        }
        if !content.isEmpty { events.append(.content(content)) }
        return events
    }

    private mutating func outside(_ byte: UInt8, _ events: inout [Event]) {
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            isObject.append(byte == UInt8(ascii: "{"))
            names.append(nil)
            expectsName = byte == UInt8(ascii: "{")
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            _ = (isObject.popLast(), names.popLast())
            expectsName = false
        case UInt8(ascii: ","): expectsName = isObject.last ?? false
        case UInt8(ascii: "\""):
            escape = .none
            guard !expectsName else {
                (place, name, expectsName) = (.name, [], false)
                return
            }
            let path = names.count <= Self.deepest ? names.compactMap(\.self) : []
            place = path.count == names.count && paths.contains(path) ? .text : .string
            if place == .text { events.append(.begin(path)) }
        default: break
        }
    }

    private mutating func inString(_ byte: UInt8) {
        if case .begun = escape {
            escape = .none
            name.append(byte)
            return
        }
        switch byte {
        case UInt8(ascii: "\\"): escape = .begun
        case UInt8(ascii: "\""):
            if place == .name, !names.isEmpty { names[names.count - 1] = String(decoding: name, as: UTF8.self) }
            (place, name) = (.outside, [])
        default: if place == .name { name.append(byte) }
        }
    }

    /// Takes a byte of one of the texts. Returns whether the text is over.
    private mutating func take(_ byte: UInt8, _ content: inout [UInt8]) -> Bool {
        switch escape {
        case .none:
            if byte == UInt8(ascii: "\"") { return true }
            if byte == UInt8(ascii: "\\") { escape = .begun } else { content.append(byte) }
        case .begun:
            let plain = [UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13, UInt8(ascii: "t"): 9] as [UInt8: UInt8]
            if byte == UInt8(ascii: "u") {
                escape = .digits([])
            } else {
                escape = .none
                content.append(plain[byte] ?? byte)
            }
        case .digits(let digits):
            guard digits.count == 3 else {
                escape = .digits(digits + [byte])
                return false
            }
            escape = .none
            let code = UInt32(String(decoding: digits + [byte], as: UTF8.self), radix: 16)
            // No other character is one of base64.
            content.append(code.flatMap { UInt8(exactly: $0) } ?? 0)
        }
        return false
    }
}
