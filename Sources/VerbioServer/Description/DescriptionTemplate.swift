internal import FoundationEssentials
internal import NIOCore

/// A document with marks in quotation marks, where the version and the address of a server are put in.
struct DescriptionTemplate: Sendable {
    static let version = "@version@"
    static let address = "@address@"

    private enum Piece {
        case text([UInt8])
        case version, address
    }

    private let pieces: [Piece]
    /// Names the document, whatever is put in.
    let name: String

    init(_ text: String) {
        pieces = text.split(separator: Self.version, omittingEmptySubsequences: false)
            .map { part in
                part.split(separator: Self.address, omittingEmptySubsequences: false)
                    .map { [Piece.text(Array($0.utf8))] }.joined(separator: [.address])
            }
            .joined(separator: [.version]).map { $0 }
        name = EntityTag(of: text.utf8).text
    }

    /// The document. What is put in is escaped as in JSON, which YAML understands, too.
    func filled(version: String, address: String) -> ByteBuffer {
        var bytes = ByteBuffer()
        for piece in pieces {
            switch piece {
            case .text(let text): bytes.writeBytes(text)
            case .version: bytes.writeSubstring(OrderedJSON.quoted(version).dropFirst().dropLast())
            case .address: bytes.writeSubstring(OrderedJSON.quoted(address).dropFirst().dropLast())
            }
        }
        return bytes
    }
}
