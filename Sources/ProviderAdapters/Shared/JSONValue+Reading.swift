internal import Language
internal import Plumbing

extension JSONValue {
    /// Reads a document; nil if the bytes are not one.
    init?(_ bytes: [UInt8]) {
        guard let value = try? TolerantJSON.decode(JSONValue.self, bytes) else { return nil }
        self = value
    }

    /// Reads a document that reports an error, in the member that all vendors use for it; nil for any other document.
    ///
    /// Nearly every document is an answer, so a document is read only as far as this check needs.
    init?(error bytes: [UInt8]) {
        guard ErrorMark.Member.allCases.contains(where: { bytes.hasBytes(of: $0.rawValue) }),
            let mark = try? TolerantJSON.decode(ErrorMark.self, bytes), mark.isThere
        else { return nil }
        self.init(bytes)
    }

    private struct ErrorMark: Decodable {
        let isThere: Bool

        enum Member: String, CodingKey, CaseIterable {
            case error, detail
        }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            isThere = try Member.allCases.contains { try members.contains($0) && !members.decodeNil(forKey: $0) }
        }
    }

    /// A text, or a number in the form of codes: 401000, not 401000.0.
    var text: String? {
        switch self {
        case .string(let text): text
        case .number(let number): Int(exactly: number).map(String.init)
        default: nil
        }
    }
}
