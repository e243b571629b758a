internal import HTTPTypes

/// The name of one request, in its answer and in the log: a client that reports a failure can quote it.
struct RequestName: Sendable {
    static let field = "X-Request-ID"
    static let fieldName = HTTPField.Name(field)
    /// Characters of the longest name that a client gives.
    static let longest = 64

    let text: String

    /// The name that the client or a proxy has given, if it is one; otherwise a new one.
    init(_ fields: HTTPFields) {
        let given = Self.fieldName.map { fields[values: $0] } ?? []
        if given.count == 1, let name = given.first, (1...Self.longest).contains(name.utf8.count),
            name.utf8.allSatisfy(Self.isAllowed)
        {
            text = name
        } else {
            var generator = SystemRandomNumberGenerator()
            text = (0..<2).map { _ in
                let digits = String(UInt64.random(in: .min ... .max, using: &generator), radix: 16)
                return String(repeating: "0", count: 16 - digits.count) + digits
            }.joined()
        }
    }

    /// Nothing that a log or a shell could take for anything else.
    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"), UInt8(ascii: "-"):
            true
        default: false
        }
    }
}
