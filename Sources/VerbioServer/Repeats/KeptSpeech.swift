internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Plumbing

/// Speech of requests with a key, in memory: it is in no store, and would be paid for again.
///
/// The oldest is dropped for what is new. So a repeated request may be done again, above all after a restart.
final class KeptSpeech: Sendable {
    private struct Entry {
        var name: String
        var type: String
        var bytes: ByteBuffer
        /// Milliseconds since 1970.
        var createdAt: Int64
    }

    /// The most bytes that are kept: five of the longest texts as WAV.
    private let most: Int
    private let entries = Locked<[Entry]>([])

    init(most: Int = 64 << 20) { self.most = most }

    /// - Parameter name: of the scope and the key.
    /// - Returns: the media type and the bytes; nil if it is not there any more.
    func speech(_ name: String, at now: Int64) -> (type: String, bytes: ByteBuffer)? {
        entries.withLock { entries in
            entries.removeAll { $0.createdAt <= now - RequestRepeats.lifetime }
            return entries.first { $0.name == name }.map { ($0.type, $0.bytes) }
        }
    }

    func keep(_ name: String, _ type: String, _ bytes: ByteBuffer, at now: Int64) {
        guard bytes.readableBytes <= most else { return }
        entries.withLock { entries in
            entries.removeAll { $0.name == name }
            entries.append(Entry(name: name, type: type, bytes: bytes, createdAt: now))
            var sum = entries.reduce(0) { $0 + $1.bytes.readableBytes }
            while sum > most { sum -= entries.removeFirst().bytes.readableBytes }
        }
    }
}
