internal import Audio
internal import Conversations
internal import Hummingbird
internal import Jobs
internal import NIOCore
internal import Plumbing

/// A file of a form, kept on the disk while the request lasts. It has no name there, so it vanishes even after a crash, unless
/// it is the upload of a job.
final class UploadedFile: Sendable {
    private enum Place {
        case unnamed(UnnamedFile)
        case job(JobUpload)
    }

    private let file: Place
    private let worker = WorkerThread("upload")
    private let size = Locked(0)

    /// - Throws: ``Problem`` of kind `store` if there is no room for temporary files.
    init() throws(Problem) {
        do {
            file = .unnamed(try UnnamedFile())
        } catch {
            throw Self.noRoom(error)
        }
    }

    /// The upload of a job, which may outlive the request.
    init(_ upload: JobUpload) { file = .job(upload) }

    /// Reads a body to its end.
    ///
    /// - Throws: ``Refusal``: 413 if it has more bytes, or 400 if it ends early; ``Problem`` of kind `store`.
    static func read(_ body: RequestBody, maximumBytes: Int) async throws -> UploadedFile {
        let file = try UploadedFile()
        try await file.fill(from: body, maximumBytes: maximumBytes)
        return file
    }

    /// Reads a body to its end.
    ///
    /// - Throws: as ``read(_:maximumBytes:)``.
    func fill(from body: RequestBody, maximumBytes: Int) async throws {
        do {
            for try await buffer in body {
                guard count + buffer.readableBytes <= maximumBytes else {
                    throw Refusal.tooLarge(limit: maximumBytes)
                }
                try await append(Array(buffer.readableBytesView))
            }
        } catch let error where !(error is Refusal || error is Problem || error is CancellationError) {
            throw Refusal.truncated
        }
    }

    /// Fetches a recording to its end.
    ///
    /// - Parameter name: the parameter that names its address.
    /// - Throws: as `OutsideFetch.fetch(_:named:most:take:)`.
    func fill(
        from url: String, named name: String, with fetch: OutsideFetch, maximumBytes: Int
    ) async throws {
        try await fetch.fetch(url, named: name, most: maximumBytes) { try await append($0) }
    }

    /// Makes the upload of a job survive a power loss.
    func synchronize() async throws {
        try await worker.run { [file] in if case .job(let upload) = file { try upload.synchronize() } }
    }

    /// The hash of the bytes.
    func hash() async throws -> String {
        var hash = ContentHash()
        for try await buffer in body { hash.update(buffer.readableBytesView) }
        return hash.hexadecimal()
    }

    /// How many bytes there are.
    var count: Int { size.withLock { $0 } }

    /// Adds bytes at the end.
    func append(_ bytes: [UInt8]) async throws {
        let start = count
        try await worker.run { [file] in
            switch file {
            case .job(let upload): try upload.write(bytes, at: start)
            case .unnamed(let file):
                do throws(Problem) {
                    try file.write(bytes, at: start)
                } catch {
                    throw Self.noRoom(error)
                }
            }
        }
        size.withLock { $0 = start + bytes.count }
    }

    /// Adds the bytes of another file.
    func append(_ other: UploadedFile) async throws {
        var start = 0
        while let piece = try await other.read(from: start) {
            try await append(Array(piece.readableBytesView))
            start += piece.readableBytes
        }
    }

    /// The bytes as the body of a request.
    var body: RequestBody { RequestBody(asyncSequence: Pieces(file: self)) }

    private func read(from start: Int) async throws -> ByteBuffer? {
        let most = min(Self.piece, count - start)
        guard most > 0 else { return nil }
        return try await worker.run { [file] in
            switch file {
            case .unnamed(let file): ByteBuffer(bytes: try file.bytes(most, at: start))
            case .job(let upload): ByteBuffer(bytes: try upload.bytes(most, at: start))
            }
        }
    }

    /// How many bytes are read at once.
    private static let piece = 64 << 10

    private static func noRoom(_ problem: Problem) -> Problem {
        let isFull = problem.code == "output.disk-full"
        return Problem(
            .store, isFull ? "store.full" : "upload.no-room", "the upload cannot be kept while it is worked on",
            cure: "make room in the folder for temporary files, or name another one in TMPDIR")
    }

    private struct Pieces: AsyncSequence, Sendable {
        let file: UploadedFile

        func makeAsyncIterator() -> Iterator { Iterator(file: file) }

        struct Iterator: AsyncIteratorProtocol {
            let file: UploadedFile
            var start = 0

            mutating func next() async throws -> ByteBuffer? {
                guard let piece = try await file.read(from: start) else { return nil }
                start += piece.readableBytes
                return piece
            }
        }
    }
}
