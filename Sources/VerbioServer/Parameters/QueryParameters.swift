internal import Plumbing

/// The parameters of a query: every one known, none twice, all of them proper UTF-8.
struct QueryParameters {
    /// Parameters whose values may have several lines.
    static let ofLines: Set = ["glossary"]
    /// Parameters that may have several values, with commas between them.
    static let lists: Set = ["to", "formats", "stt", "mt", "tts", "voice"]

    private var values: [String: String]

    /// - Throws: ``Problem`` of kind `usage`: `query.unknown`, `query.repeated`, `query.malformed`.
    init(_ query: String?, known: [String]) throws(Problem) {
        try self.init(query, isKnown: known.contains, known: known)
    }

    /// The names in a query of a compatible interface, in which none has an effect.
    static func names(in query: String?) -> [String] {
        (query?.split(separator: "&") ?? []).map { part in
            decoded(part.prefix { $0 != "=" }) ?? ""
        }
    }

    /// The known parameters of a compatible interface. Others have no effect.
    ///
    /// - Returns: the parameters, and the names of the others.
    /// - Throws: ``Problem`` of kind `usage`: `query.repeated`, `query.malformed`.
    static func reading(
        _ known: [String], of query: String?
    ) throws(Problem) -> (parameters: QueryParameters, others: [String]) {
        let parts = query?.split(separator: "&") ?? []
        let read = parts.filter { part in known.contains(decoded(part.prefix { $0 != "=" }) ?? "") }
        let others = names(in: query).filter { !known.contains($0) }
        return (try QueryParameters(read.joined(separator: "&"), known: known), others)
    }

    /// The parameters of a request that another service has made: unknown ones are no mistake.
    ///
    /// - Throws: ``Problem`` of kind `usage`: `query.repeated`, `query.malformed`.
    init(anyOf text: String) throws(Problem) { try self.init(text, isKnown: { _ in true }, known: []) }

    private init(_ query: String?, isKnown: (String) -> Bool, known: [String]) throws(Problem) {
        var values: [String: String] = [:]
        var unknown: [String] = []
        for part in query?.split(separator: "&") ?? [] {
            let pieces = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = Self.decoded(pieces[0]),
                let value = Self.decoded(pieces.count > 1 ? pieces[1] : "", hasLines: Self.ofLines.contains(name))
            else {
                guard pieces.allSatisfy({ Self.unescaped($0) != nil }) else {
                    throw Problem(
                        .usage, "query.malformed", "the query is not well encoded", cure: "percent-encode it as UTF-8")
                }
                throw Problem(
                    .usage, "query.malformed", "the query has a control character", cure: "leave it out")
            }
            guard isKnown(name) else {
                unknown.append(name)
                continue
            }
            guard values.updateValue(value, forKey: name) == nil else {
                throw Self.repeated(name)
            }
        }
        guard unknown.isEmpty else { throw Self.unknown(unknown, known: known) }
        self.values = values
    }

    /// Parameters that were checked before.
    init(_ values: [(String, String)]) {
        self.values = Dictionary(values) { $1 }
    }

    /// The parameters, with additional ones from the body.
    ///
    /// - Throws: ``Problem`` of kind `usage`: `query.unknown`, `query.repeated`.
    func adding(_ fields: [FormField], known: [String]) throws(Problem) -> QueryParameters {
        var copy = self
        let unknown = fields.map(\.name).filter { !known.contains($0) }
        guard unknown.isEmpty else { throw Self.unknown(unknown, known: known) }
        for field in fields {
            guard copy.values.updateValue(field.value, forKey: field.name) == nil else {
                throw Self.repeated(field.name)
            }
        }
        return copy
    }

    private static func repeated(_ name: String) -> Problem {
        Problem(
            .usage, "query.repeated", "it is given twice", at: name,
            cure: lists.contains(name) ? "give it once, with a comma between two values" : "give it once")
    }

    private static func unknown(_ names: [String], known: [String]) -> Problem {
        let list = names.prefix(5).map { "'\($0.prefix(40))'" }.joined(separator: ", ")
        return Problem(
            .usage, "query.unknown", "there is no parameter \(list)",
            cure: known.isEmpty ? "leave it out" : "use \(known.joined(separator: ", "))")
    }

    /// The parameters without one of them.
    func without(_ name: String) -> QueryParameters {
        var copy = self
        copy.values[name] = nil
        return copy
    }

    /// The parameters with another value of one of them.
    func replacing(_ name: String, with value: String) -> QueryParameters {
        var copy = self
        copy.values[name] = value
        return copy
    }

    /// Every parameter with its value, by name.
    var pairs: [(String, String)] { values.sorted { $0.key < $1.key } }

    /// Every parameter with its value, in a fixed order.
    var all: [String] { values.sorted { $0.key < $1.key }.flatMap { [$0.key, $0.value] } }

    /// The value of a parameter; nil if it is absent.
    subscript(name: String) -> String? { values[name] }

    /// - Throws: ``Problem`` of kind `usage`, code `query.missing`.
    func required(_ name: String, such example: String) throws(Problem) -> String {
        guard let value = values[name], !value.isEmpty else {
            throw Problem(.usage, "query.missing", "it is missing", at: name, cure: "add \(name)=\(example)")
        }
        return value
    }

    /// One of a few words.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    func word<Value>(_ name: String, among words: [(String, Value)], otherwise: Value) throws(Problem) -> Value {
        guard let text = values[name] else { return otherwise }
        guard let found = words.first(where: { $0.0 == text }) else { throw bad(name, words.map(\.0)) }
        return found.1
    }

    /// A whole number within limits.
    ///
    /// - Throws: ``Problem`` of kind `usage`, code `query.value`.
    func number(_ name: String, in range: ClosedRange<Int>, otherwise: Int) throws(Problem) -> Int {
        guard let text = values[name] else { return otherwise }
        guard let number = Int(text), range.contains(number) else {
            throw bad(name, ["a number from \(range.lowerBound) to \(range.upperBound)"])
        }
        return number
    }

    /// The refusal of a parameter's value.
    func bad(_ name: String, _ usable: [String]) -> Problem {
        Problem(
            .usage, "query.value", "'\(values[name]?.prefix(40) ?? "")' is not possible", at: name,
            cure: "use \(usable.joined(separator: " or "))")
    }

    /// The text with percent-encoding undone. Nil if the result is not UTF-8 or has control characters.
    ///
    /// - Parameter isForm: whether `+` is a space, as forms write it.
    static func decoded(_ text: Substring, hasLines: Bool = false, isForm: Bool = true) -> String? {
        guard let text = unescaped(text, isForm: isForm),
            !text.unicodeScalars.contains(where: { isForbidden($0, hasLines: hasLines) })
        else { return nil }
        return text
    }

    /// The text with percent-encoding undone; nil if the result is not UTF-8.
    private static func unescaped(_ text: Substring, isForm: Bool = true) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8.makeIterator()
        while let byte = rest.next() {
            switch byte {
            case UInt8(ascii: "+") where isForm: bytes.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard let high = rest.next().flatMap(hexadecimal), let low = rest.next().flatMap(hexadecimal) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            default: bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
    }

    /// Whether a character is a control character, and no line end or tab where there may be some.
    static func isForbidden(_ scalar: Unicode.Scalar, hasLines: Bool) -> Bool {
        scalar.properties.generalCategory == .control && !(hasLines && ["\t", "\n", "\r"].contains(scalar))
    }

    private static func hexadecimal(_ digit: UInt8) -> UInt8? {
        Character(UnicodeScalar(digit)).hexDigitValue.map { UInt8(truncatingIfNeeded: $0) }
    }
}
