internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// Answers to requests with a key that are in no store and would be paid for again, such as speech. They are in memory.
///
/// The oldest is dropped for what is new. So a repeated request may be done again, above all after a restart.
final class KeptAnswers: Sendable {
    struct Answer: Sendable {
        /// The media type.
        var type: String
        var bytes: ByteBuffer

        var response: Response {
            Response(status: .ok, headers: [.contentType: type], body: .init(byteBuffer: bytes))
        }
    }

    private struct Entry {
        var name: String
        var answer: Answer
        /// Milliseconds since 1970.
        var createdAt: Int64
    }

    /// The most bytes that are kept: five of the longest texts as WAV.
    private let most: Int
    private let entries = Locked<[Entry]>([])

    init(most: Int = 64 << 20) { self.most = most }

    /// - Parameter name: of the scope and the key.
    /// - Returns: nil if it is not there any more.
    func answer(_ name: String, at now: Int64) -> Answer? {
        entries.withLock { entries in
            entries.removeAll { $0.createdAt <= now - RequestRepeats.lifetime }
            return entries.first { $0.name == name }?.answer
        }
    }

    func keep(_ name: String, _ answer: Answer, at now: Int64) {
        guard answer.bytes.readableBytes <= most else { return }
        entries.withLock { entries in
            entries.removeAll { $0.name == name }
            entries.append(Entry(name: name, answer: answer, createdAt: now))
            var sum = entries.reduce(0) { $0 + $1.answer.bytes.readableBytes }
            while sum > most { sum -= entries.removeFirst().answer.bytes.readableBytes }
        }
    }
}

extension RequestRepeats {
    /// Gives the answer that the request was given before, or makes it.
    ///
    /// - Throws: see ``perform(_:again:begin:)``.
    func perform(
        _ fingerprint: String, keeping kept: KeptAnswers, make: () async throws -> KeptAnswers.Answer
    ) async throws -> Response {
        let name = name
        return try await perform(fingerprint) { _ in
            let now = time.wallClockMilliseconds()
            if let known = kept.answer(name, at: now) { return known.response.replayed }
            let made = try await make()
            kept.keep(name, made, at: now)
            return made.response
        }
    }
}
