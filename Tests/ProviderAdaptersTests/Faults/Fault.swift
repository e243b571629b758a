import Providers
import StandIns
import VerbioTesting

/// Something that goes wrong between an adapter and its provider, and what may come of it.
struct Fault: Sendable, CustomStringConvertible {
    let description: String
    /// The classes of failure it may be; more than one if it depends on the wire.
    let classes: Set<ProviderError.Failure>
    /// Adapters that may answer anyway, because what came is an answer to them.
    let mayAnswer: @Sendable (AdapterCase) -> Bool
    /// What the provider says, made from the answer it would have given.
    let answer: @Sendable (StandInAnswer) throws -> StandInAnswer

    init(
        _ description: String, _ classes: Set<ProviderError.Failure>,
        mayAnswer: @escaping @Sendable (AdapterCase) -> Bool = { _ in false },
        answer: @escaping @Sendable (StandInAnswer) throws -> StandInAnswer
    ) {
        self.description = description
        self.classes = classes
        self.mayAnswer = mayAnswer
        self.answer = answer
    }

    /// The same answer to every request.
    init(_ description: String, _ failure: ProviderError.Failure, _ answer: StandInAnswer) {
        self.init(description, [failure]) { _ in answer }
    }
}

extension AdapterCase {
    var speaks: Bool { name.contains("tts") }

    /// Every one may answer.
    var mayBeAnything: Bool { true }

    /// Whether it answers with audio in bare bytes.
    var givesBytes: Bool {
        ["elevenlabs-tts", "openai-tts", "openai-tts-wav", "deepgram-tts", "azure-tts", "cartesia-tts"].contains(name)
    }
}

extension StandInAnswer {
    /// The status line and fields.
    var head: String { String(decoding: bytes.prefix(headerCount), as: UTF8.self) }

    var isChunked: Bool { head.contains("chunked") }

    var contentType: String {
        let line = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Type: ") }
        return line.map { String($0.dropFirst("Content-Type: ".count)) } ?? ""
    }

    /// The body without the frames of chunks.
    var payload: [UInt8] {
        var rest = bytes.dropFirst(headerCount)
        guard isChunked else { return Array(rest) }
        var joined: [UInt8] = []
        while let end = rest.firstRange(of: Array("\r\n".utf8)),
            let size = Int(String(decoding: rest[..<end.lowerBound], as: UTF8.self), radix: 16), size > 0
        {
            joined += rest[end.upperBound...].prefix(size)
            rest = rest[end.upperBound...].dropFirst(size + 2)
        }
        return joined
    }

    /// Another body, sound for HTTP.
    func with(payload: [UInt8]) -> StandInAnswer { .chunked(type: contentType, [payload]) }
}
