internal import CSonic
package import Plumbing

/// Speaks faster or slower at the same pitch, through libsonic (PICOLA on the pitch periods). Equal inputs give equal
/// samples.
package enum TimeStretch {
    /// The sample rates that libsonic's pitch search supports.
    package static let sampleRates = 4_000...192_000
    package static let tempos = 0.5...4.0

    /// The voice at another tempo: 1.25 makes it a quarter faster, four fifths as long (give or take a pitch period).
    ///
    /// - Throws: ``Problem`` of kind `internal` if rate or tempo are outside ``sampleRates`` and ``tempos``, or if memory runs
    ///   out.
    package static func stretch(_ voice: VoiceAudio, tempo: Double) throws(Problem) -> VoiceAudio {
        guard tempo != 1, !voice.samples.isEmpty else { return voice }
        guard sampleRates.contains(voice.sampleRate), tempos.contains(tempo) else {
            throw Problem(
                .internal, "audio.stretch", "speech at \(voice.sampleRate) Hz cannot be sped up by \(tempo)")
        }
        guard let stream = sonicCreateStream(Int32(voice.sampleRate), 1) else { throw outOfMemory }
        defer { sonicDestroyStream(stream) }
        sonicSetSpeed(stream, Float(tempo))

        var stretched: [Int16] = []
        stretched.reserveCapacity(Int(Double(voice.samples.count) / tempo) + blockSize)
        var block = [Int16](repeating: 0, count: blockSize)
        func drain() {
            while true {
                let count = Int(sonicReadShortFromStream(stream, &block, Int32(blockSize)))
                guard count > 0 else { return }
                stretched.append(contentsOf: block[..<count])
            }
        }
        for start in stride(from: 0, to: voice.samples.count, by: blockSize) {
            var piece = Array(voice.samples[start..<min(start + blockSize, voice.samples.count)])
            guard sonicWriteShortToStream(stream, &piece, Int32(piece.count)) == 1 else { throw outOfMemory }
            drain()
        }
        guard sonicFlushStream(stream) == 1 else { throw outOfMemory }
        drain()
        return VoiceAudio(sampleRate: voice.sampleRate, samples: stretched)
    }

    private static let blockSize = 1 << 13
    private static let outOfMemory = Problem(.internal, "audio.memory", "there is not enough memory to stretch speech")
}
