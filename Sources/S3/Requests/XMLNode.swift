/// An element of an answer in XML: its name, its text and what is inside.
///
/// It reads what S3 servers write: elements, texts, entities and CDATA. Attributes are skipped, and a document type is refused.
struct XMLNode: Sendable {
    /// Without the prefix of a namespace.
    var name: String
    var text = ""
    var children: [XMLNode] = []

    private static let deepest = 16

    /// The root of a document; nil if it is no such document.
    init?(_ bytes: [UInt8]) {
        var reader = Reader(bytes: bytes)
        guard let root = reader.root() else { return nil }
        self = root
    }

    private init(name: String) { self.name = name }

    /// The text of the first element of a name inside.
    subscript(name: String) -> String? { children.first { $0.name == name }?.text }

    func all(_ name: String) -> [XMLNode] { children.filter { $0.name == name } }

    private struct Reader {
        let bytes: [UInt8]
        var at = 0

        mutating func root() -> XMLNode? {
            // A mark of the byte order.
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
            var open: [XMLNode] = []
            while at < bytes.count {
                if bytes[at] != UInt8(ascii: "<") {
                    let text = text(upTo: UInt8(ascii: "<"))
                    if !open.isEmpty { open[open.count - 1].text += Self.decoded(text) }
                } else if skip("<?") {
                    guard passed("?>") != nil else { return nil }
                } else if skip("<!--") {
                    guard passed("-->") != nil else { return nil }
                } else if skip("<![CDATA[") {
                    guard let text = passed("]]>"), !open.isEmpty else { return nil }
                    open[open.count - 1].text += String(decoding: text, as: UTF8.self)
                } else if skip("</") {
                    guard let tag = passed(">"), let last = open.popLast(), last.name == Self.name(tag) else {
                        return nil
                    }
                    guard !open.isEmpty else { return last }
                    open[open.count - 1].children.append(last)
                } else if skip("<!") {
                    return nil
                } else {
                    at += 1
                    guard let tag = passed(">"), open.count < XMLNode.deepest else { return nil }
                    let node = XMLNode(name: Self.name(tag))
                    guard tag.last == UInt8(ascii: "/") else {
                        open.append(node)
                        continue
                    }
                    guard !open.isEmpty else { return node }
                    open[open.count - 1].children.append(node)
                }
            }
            return nil
        }

        private mutating func skip(_ mark: String) -> Bool {
            guard bytes[at...].starts(with: mark.utf8) else { return false }
            at += mark.utf8.count
            return true
        }

        private mutating func text(upTo end: UInt8) -> ArraySlice<UInt8> {
            let text = bytes[at...].prefix { $0 != end }
            at = text.endIndex
            return text
        }

        /// What is before a mark, which is passed; nil if it does not come.
        private mutating func passed(_ mark: String) -> ArraySlice<UInt8>? {
            let start = at
            while at + mark.utf8.count <= bytes.count {
                if bytes[at...].starts(with: mark.utf8) {
                    defer { at += mark.utf8.count }
                    return bytes[start..<at]
                }
                at += 1
            }
            return nil
        }

        private static func name(_ tag: ArraySlice<UInt8>) -> String {
            let name = tag.prefix { $0 > 0x20 && $0 != UInt8(ascii: "/") }
            return String(String(decoding: name, as: UTF8.self).split(separator: ":").last ?? "")
        }

        private static let entities: [Substring: Character] = [
            "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
        ]

        private static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
            let text = String(decoding: bytes, as: UTF8.self)
            guard text.contains("&") else { return text }
            var result = ""
            var rest = text[...]
            while let mark = rest.firstIndex(of: "&"), let end = rest[mark...].firstIndex(of: ";") {
                result += rest[..<mark]
                let name = rest[rest.index(after: mark)..<end]
                if let letter = entities[name] ?? scalar(name) {
                    result.append(letter)
                } else {
                    result += rest[mark...end]
                }
                rest = rest[rest.index(after: end)...]
            }
            return result + rest
        }

        private static func scalar(_ name: Substring) -> Character? {
            guard name.first == "#" else { return nil }
            let digits = name.dropFirst()
            let number = digits.first == "x" ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
            return number.flatMap(Unicode.Scalar.init).map(Character.init)
        }
    }
}
