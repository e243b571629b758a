package import Audio
internal import FoundationEssentials
internal import Plumbing

/// Audio for tests: the bundled samples, and WAV files made in memory.
package enum SpeechFixtures {
    /// The root of the package, found from the path at which this file was compiled.
    package static let packageRoot: String = {
        var parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
        parts.removeLast(3)
        return parts.joined(separator: "/")
    }()

    /// A bundled 16 kHz mono WAV file as 16-bit samples.
    package static func sample(_ name: String = "welcome.wav") throws -> [Int16] {
        let data = try Data(contentsOf: URL(filePath: packageRoot + "/Samples/" + name))
        // The bundled files have the plain header of 44 bytes.
        return PCM16.samples(fromLittleEndian: Array(data.dropFirst(44)))
    }

    /// A bundled WAV file as samples in full scale ± 1.
    package static func speech(_ name: String = "welcome.wav") throws -> [Float] {
        try sample(name).map { Float($0) / 32_768 }
    }

    /// A 16-bit WAV file; with several channels the samples are interleaved.
    package static func wav(_ samples: [Int16], rate: Int = 16_000, channels: Int = 1) -> [UInt8] {
        func little(_ value: Int, _ bytes: Int) -> [UInt8] {
            (0..<bytes).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
        }
        let size = samples.count * 2
        var bytes = Array("RIFF".utf8) + little(36 + size, 4) + Array("WAVEfmt ".utf8)
        bytes += little(16, 4) + little(1, 2) + little(channels, 2) + little(rate, 4)
        bytes += little(rate * channels * 2, 4) + little(channels * 2, 2) + little(16, 2)
        return bytes + Array("data".utf8) + little(size, 4) + PCM16.littleEndianBytes(samples)
    }
}

/// Speech from memory, in blocks of a given size.
package final class ScriptedSource: SpeechSource {
    package let source = SourceDescription(
        name: "script", container: "raw", codec: "pcm_f32le", sampleRate: 16_000, channels: 1)
    package let laneCount: Int
    package let expectedSeconds: Double? = nil
    package let damage: [AudioDamage]
    private let lanes: [[Float]]
    private let blockSize: Int
    private let pace: @Sendable (_ position: Int) async throws -> Void
    private let state = Locked((position: 0, stopped: false))

    /// - Parameters:
    ///   - lanes: samples on the speech clock, all of the same length.
    ///   - blockSize: samples per block.
    ///   - damage: the damage that the source reports at the end.
    ///   - pace: called before each block with the position of its first sample; may wait.
    package init(
        _ lanes: [[Float]], blockSize: Int = 16_000, damage: [AudioDamage] = [],
        pace: @escaping @Sendable (_ position: Int) async throws -> Void = { _ in }
    ) {
        self.lanes = lanes
        self.blockSize = blockSize
        self.damage = damage
        self.pace = pace
        laneCount = lanes.count
    }

    package func next() async throws -> SpeechBlock? {
        try await pace(state.withLock { $0.position })
        return state.withLock { state in
            guard !state.stopped, let count = lanes.first?.count, state.position < count else { return nil }
            let end = min(state.position + blockSize, count)
            defer { state.position = end }
            return SpeechBlock(start: state.position, lanes: lanes.map { Array($0[state.position..<end]) })
        }
    }

    package func stop() { state.withLock { $0.stopped = true } }

    /// The position at which the next block begins.
    package var position: Int { state.withLock { $0.position } }
}
