internal import HTTPTypes

/// The bytes of an object as they come, over several answers if connections break.
struct ObjectReading {
    /// What was asked for; nil for all.
    private let range: Range<Int>?
    /// What has come so far; nil if there is no such object.
    private(set) var bytes: [UInt8]? = []
    /// The body of an answer that has none of the object.
    private(set) var error: [UInt8] = []
    /// Names the contents, so that no other ones are appended.
    private var tag: String?
    private var isBegun = false

    init(range: Range<Int>?) { self.range = range }

    private var received: Int { bytes?.count ?? 0 }

    /// The headers of the next request.
    var conditions: [(name: String, value: String)] {
        let start = (range?.lowerBound ?? 0) + received
        let end = range.map { String($0.upperBound - 1) } ?? ""
        guard range != nil || received > 0 else { return [] }
        let match = received > 0 ? tag.map { [(name: "if-match", value: $0)] } ?? [] : []
        return [(name: "range", value: "bytes=\(start)-\(end)")] + match
    }

    /// Notes that another request is sent.
    mutating func begin() { (isBegun, error) = (false, []) }

    mutating func receive(_ new: [UInt8], status: Int, headers: HTTPFields) {
        guard status == 200 || status == 206 else {
            error += new.prefix(max(0, 65_536 - error.count))
            return
        }
        if !isBegun {
            isBegun = true
            tag = headers[.eTag]
            // A server that ignores ranges begins anew.
            if status == 200 { bytes = [] }
            if bytes?.isEmpty ?? true {
                bytes?.reserveCapacity(min(64 << 20, headers[.contentLength].flatMap { Int($0) } ?? 0))
            }
        }
        bytes?.append(contentsOf: new)
    }

    /// Notes the end of an answer.
    ///
    /// - Parameter failure: makes the failure of an answer that has none of the object.
    mutating func end(status: Int, else failure: (S3Client.Answer) -> S3Failure) throws {
        switch status {
        case 404: bytes = nil
        case 412:
            // It was replaced meanwhile.
            (bytes, tag) = ([], nil)
            var failure = failure(S3Client.Answer(status: status, headers: HTTPFields(), body: error))
            failure.kind = .passing
            throw failure
        case 416:
            // It ends before the range, or all of it had come.
            break
        default:
            // A server that ignores ranges has sent all.
            if status == 200, let range, let all = bytes {
                bytes = Array(all.dropFirst(range.lowerBound).prefix(range.count))
            }
        }
    }
}
