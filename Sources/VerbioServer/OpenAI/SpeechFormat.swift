internal import Audio
internal import Plumbing

/// The formats of speech that OpenAI's clients ask for.
enum SpeechFormat: String, CaseIterable {
    case mp3, opus, aac, flac, wav, pcm

    /// Hz of `pcm`, which has no header to say so.
    static let rawRate = 24_000

    var mediaType: String {
        switch self {
        case .mp3: "audio/mpeg"
        case .opus: SpeechEncoding.opus.contentType
        case .aac: "audio/aac"
        case .flac: "audio/flac"
        case .wav: "audio/wav"
        case .pcm: "audio/pcm"
        }
    }

    /// Whether it can be made on this machine.
    ///
    /// - Parameter aac: the encoder of AAC, if there is one.
    func isUsable(_ aac: AACEncoding?) -> Bool {
        switch self {
        case .mp3: MP3Encoding.isInstalled
        case .aac: aac != nil
        case .opus, .flac, .wav, .pcm: true
        }
    }

    /// How the operator makes it usable; nil if it always is.
    var need: String? {
        switch self {
        case .mp3: "install libsndfile 1.1 with LAME"
        case .aac: "install ffmpeg and name it in ffmpeg.path"
        case .opus, .flac, .wav, .pcm: nil
        }
    }

    /// - Parameter aac: as in ``isUsable(_:)``. It is used once.
    /// - Throws: ``Problem`` of kind `internal` if an encoder refuses; `CancellationError`.
    func encode(_ voice: VoiceAudio, _ aac: AACEncoding?) throws -> [UInt8] {
        switch self {
        case .mp3: return try MP3Encoding.encode(Self.at(MP3Encoding.rates, voice))
        case .opus:
            let voice = try VoiceResampler.resample(voice, to: OpusPackets.rate(keeping: voice.sampleRate))
            return try SpeechEncoding.opus.encode(voice.samples, sampleRate: voice.sampleRate)
        case .flac: return try SpeechEncoding.flac.encode(voice.samples, sampleRate: voice.sampleRate)
        case .wav: return try SpeechEncoding.wav.encode(voice.samples, sampleRate: voice.sampleRate)
        case .pcm: return PCM16.littleEndianBytes(try VoiceResampler.resample(voice, to: Self.rawRate).samples)
        case .aac:
            guard let aac else {
                throw Problem(.internal, "audio.aac", "there is no encoder of AAC", cure: "ask for another format")
            }
            return try aac.encode(Self.at(AACEncoding.rates, voice))
        }
    }

    /// The voice at the lowest of the rates that keeps all of it.
    private static func at(_ rates: [Int], _ voice: VoiceAudio) throws(Problem) -> VoiceAudio {
        try VoiceResampler.resample(voice, to: rates.sorted().first { $0 >= voice.sampleRate } ?? 48_000)
    }
}
