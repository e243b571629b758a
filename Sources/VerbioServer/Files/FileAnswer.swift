internal import Conversations
internal import FoundationEssentials
internal import Glibc
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// A file as an answer: whole or in part, and not at all if the client has it.
final class FileAnswer: Sendable {
    /// Reads up to so many bytes at a place; none behind the end.
    typealias Reading = @Sendable (_ offset: Int, _ most: Int) async throws -> [UInt8]

    private let size: Int
    private let tag: EntityTag
    private let read: Reading

    init(size: Int, tag: EntityTag, _ read: @escaping Reading) {
        (self.size, self.tag, self.read) = (size, tag, read)
    }

    /// Opens a file that was written. Blocks.
    ///
    /// The file has no name any more. It is open until the answer has been sent, and then its bytes are gone.
    ///
    /// - Throws: ``Problem`` of kind `store`, code `export.unreadable`.
    convenience init(opening path: String, on worker: WorkerThread) throws {
        let file = try AnswerBytes(opening: path)
        var hash = ContentHash()
        var count = 0
        while let piece = file.read(at: count, most: Self.piece), !piece.isEmpty {
            hash.update(piece)
            count += piece.count
        }
        self.init(size: count, tag: EntityTag(hash)) { offset, most in
            try await worker.run { file.read(at: offset, most: most) ?? [] }
        }
    }

    /// How many bytes are read at once.
    private static let piece = 64 << 10

    /// The whole file.
    func response(type: String, name: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type, .contentDisposition: Self.attachment(name)],
            body: body(0..<size))
    }

    /// The answer to the request, with its conditions (`If-None-Match`, `If-Range`) and its range.
    ///
    /// - Throws: ``Refusal`` with 416 if the range begins after the last byte.
    func response(to request: Request, type: String, name: String) throws(Refusal) -> Response {
        var headers: HTTPFields = [
            .contentType: type, .eTag: tag.text, .acceptRanges: "bytes", .contentDisposition: Self.attachment(name),
        ]
        if tag.matches(request.headers[.ifNoneMatch]) { return Response(status: .notModified, headers: headers) }
        let isSame = request.headers[.ifRange].map { $0 == tag.text } ?? true
        // Ranges are of GET only (RFC 9110, section 14.2).
        switch ByteRange(isSame && request.method == .get ? request.headers[.range] : nil, size: size) {
        case .all:
            return Response(status: .ok, headers: headers, body: body(0..<size))
        case .part(let range):
            headers[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(size)"
            return Response(status: .partialContent, headers: headers, body: body(range))
        case .unsatisfiable:
            throw Refusal(
                .rangeNotSatisfiable,
                Problem(
                    .usage, "range.outside", "the file has only \(size) bytes", at: "Range",
                    cure: "begin before its last byte, or leave it out"),
                headers: [.contentRange: "bytes */\(size)", .acceptRanges: "bytes", .eTag: tag.text])
        }
    }

    private func body(_ range: Range<Int>) -> ResponseBody {
        ResponseBody(contentLength: range.count) { writer in
            var offset = range.lowerBound
            while offset < range.upperBound {
                let (from, most) = (offset, min(Self.piece, range.upperBound - offset))
                let bytes = try await self.read(from, most)
                guard !bytes.isEmpty else {
                    throw Problem(.store, "export.unreadable", "the file ended early", cure: "try again")
                }
                offset += bytes.count
                try await writer.write(ByteBuffer(bytes: bytes))
            }
            try await writer.finish(nil)
        }
    }

    /// `Content-Disposition` with the name in ASCII and in UTF-8 (RFC 6266).
    static func attachment(_ name: String) -> String {
        let plain = String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "-_.".contains($0)) ? $0 : "_" })
        let encoded = name.utf8.map { byte in
            let letter = Character(UnicodeScalar(byte))
            return letter.isASCII && (letter.isLetter || letter.isNumber || "-_.".contains(letter))
                ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
        }.joined()
        return "attachment; filename=\"\(plain)\"; filename*=UTF-8''\(encoded)"
    }
}

/// The open file of an answer.
private final class AnswerBytes: Sendable {
    private let descriptor: Int32

    init(opening path: String) throws(Problem) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Problem(.store, "export.unreadable", "the file that was written cannot be read", cure: "try again")
        }
    }

    deinit { close(descriptor) }

    /// - Returns: nil if it cannot be read.
    func read(at offset: Int, most: Int) -> [UInt8]? {
        var count = -1
        let bytes = [UInt8](unsafeUninitializedCapacity: most) { room, filled in
            repeat {
                count = pread(descriptor, room.baseAddress, most, off_t(offset))
            } while count < 0 && errno == EINTR
            filled = max(0, count)
        }
        return count < 0 ? nil : bytes
    }
}
