package import Plumbing

/// Mono speech as the bytes of an Ogg Opus stream, for listeners who hear it while it is produced. Every 20 ms are a
/// separate page, so no player has to wait for more.
package final class OpusPages {
    private final class Output {
        var bytes: [UInt8] = []
    }

    private let output = Output()
    private let stream: OpusStream

    /// - Parameters:
    ///   - sampleRate: one of ``OpusFileWriter/rates``.
    ///   - bitRate: bits per second on average.
    /// - Throws: `Problem` of kind `internal`.
    package init(sampleRate: Int, bitRate: Int = 32_000) throws(Problem) {
        stream = try OpusStream(sampleRate: sampleRate, bitRate: bitRate, isLive: true) {
            [output] bytes throws(Problem) in output.bytes += bytes
        }
    }

    /// The bytes that are complete with these samples; at the beginning the head of the stream, too.
    package func bytes(adding samples: [Int16]) throws(Problem) -> [UInt8] {
        try stream.write(samples)
        return take()
    }

    /// The rest of the stream.
    package func end() throws(Problem) -> [UInt8] {
        try stream.finish()
        return take()
    }

    private func take() -> [UInt8] {
        defer { output.bytes = [] }
        return output.bytes
    }
}
