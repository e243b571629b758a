internal import FoundationEssentials

/// Decodes JSON that strangers wrote, if it has one meaning only.
///
/// Parsers differ in which of two fields with the same name they take. So a repeated name is refused, at any depth.
package enum StrictJSON {
    /// Why a text is refused.
    package enum Fault: Error, Hashable {
        case malformed
        case repeatedName
        case tooDeep
    }

    /// The deepest nesting; tokens and key sets have 3 levels.
    package static let maximumLevels = 8

    static func decode<Value: Decodable>(_ type: Value.Type, from bytes: [UInt8]) throws(Fault) -> Value {
        try checkNames(bytes)
        do { return try JSONDecoder().decode(type, from: Data(bytes)) } catch { throw .malformed }
    }

    /// Checks the nesting and the names, and leaves the rest of the grammar to the decoder.
    ///
    /// - Parameter levels: the deepest nesting.
    package static func checkNames(_ bytes: [UInt8], levels: Int = maximumLevels) throws(Fault) {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw .malformed }
        // For each open object its names so far; nil for a list.
        var open: [Set<String>?] = []
        var position = 0
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "{"): open.append([])
            case UInt8(ascii: "["): open.append(nil)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard open.popLast() != nil else { throw .malformed }
            case UInt8(ascii: "\""):
                let text = try text(in: bytes, from: position)
                position = text.endIndex
                if let names = open.last, var names, isBeforeColon(bytes, position) {
                    guard names.insert(try name(text)).inserted else { throw .repeatedName }
                    open[open.count - 1] = names
                }
                continue
            default: break
            }
            guard open.count <= levels else { throw .tooDeep }
            position += 1
        }
        guard open.isEmpty else { throw .malformed }
    }

    /// A text with its quotation marks.
    private static func text(in bytes: [UInt8], from start: Int) throws(Fault) -> ArraySlice<UInt8> {
        var position = start + 1
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): return bytes[start...position]
            case UInt8(ascii: "\\"): position += 2
            default: position += 1
            }
        }
        throw .malformed
    }

    private static func isBeforeColon(_ bytes: [UInt8], _ position: Int) -> Bool {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D]
        return bytes[position...].first { !blanks.contains($0) } == UInt8(ascii: ":")
    }

    /// What a name means: `"\u0069ss"` is `iss`.
    private static func name(_ text: ArraySlice<UInt8>) throws(Fault) -> String {
        if !text.contains(UInt8(ascii: "\\")) { return String(decoding: text.dropFirst().dropLast(), as: UTF8.self) }
        do { return try JSONDecoder().decode(String.self, from: Data(text)) } catch { throw .malformed }
    }
}
