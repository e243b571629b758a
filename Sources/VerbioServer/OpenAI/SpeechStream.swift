internal import Audio
internal import Plumbing

/// Speech as the bytes of a format that can be made while the speech arrives.
struct SpeechStream {
    private let format: SpeechFormat
    private var resampling: VoiceResampling?
    private var opus: OpusPages?

    init(_ format: SpeechFormat) { self.format = format }

    /// Whether the format needs nothing of what comes later.
    static func makes(_ format: SpeechFormat) -> Bool { [.wav, .pcm, .opus].contains(format) }

    /// The bytes that are complete with a piece; with the first one the head, too.
    ///
    /// - Throws: ``Problem`` of kind `internal` if an encoder refuses.
    mutating func bytes(adding voice: VoiceAudio) throws(Problem) -> [UInt8] {
        let head = resampling == nil ? try begin(voice.sampleRate) : []
        return head + (try coded(try resampling?.samples(adding: voice.samples) ?? []))
    }

    /// The rest.
    ///
    /// - Throws: as ``bytes(adding:)``.
    mutating func end() throws(Problem) -> [UInt8] {
        let rest = try coded(try resampling?.end() ?? [])
        return rest + (try opus?.end() ?? [])
    }

    private mutating func begin(_ rate: Int) throws(Problem) -> [UInt8] {
        switch format {
        case .opus:
            let opusRate = OpusPackets.rate(keeping: rate)
            resampling = VoiceResampling(from: rate, to: opusRate)
            opus = try OpusPages(sampleRate: opusRate)
            return []
        case .pcm:
            resampling = VoiceResampling(from: rate, to: SpeechFormat.rawRate)
            return []
        case .wav, .mp3, .flac, .aac:
            resampling = VoiceResampling(from: rate, to: rate)
            return WAVHeader(sampleRate: rate, channels: 1, dataBytes: nil).bytes
        }
    }

    private func coded(_ samples: [Int16]) throws(Problem) -> [UInt8] {
        guard let opus else { return PCM16.littleEndianBytes(samples) }
        return try opus.bytes(adding: samples)
    }
}
