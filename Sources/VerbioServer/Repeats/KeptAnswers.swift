internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// Answers to requests with a key that are in no store and would be paid for again, such as speech. They are in memory.
///
/// If there are too many bytes, the oldest answer of the scope with the most bytes is dropped, so that no scope drops those of
/// others. A repeated request may then be done again, as after a restart.
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

        /// The name begins with it.
        var scope: Substring { name.prefix { $0 != " " } }
        var size: Int { answer.bytes.readableBytes }
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
            var sizes = entries.reduce(into: [Substring: Int]()) { $0[$1.scope, default: 0] += $1.size }
            while sizes.values.reduce(0, +) > most, let largest = sizes.values.max(),
                let oldest = entries.firstIndex(where: { sizes[$0.scope] == largest })
            {
                let dropped = entries.remove(at: oldest)
                sizes[dropped.scope, default: 0] -= dropped.size
            }
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
