internal import Audio
internal import CurlHTTP
internal import Language
internal import Providers

/// Reads the audio of an answer while it comes: mono with 16 bits, bare or in a WAV.
struct SpokenAnswer {
    enum Form: Sendable {
        /// Bare samples, little-endian, at a rate in Hz that was asked for.
        case pcm(rate: Int)
        case wav
    }

    private let form: Form
    private let exchange: Exchange
    private var wave = WaveStream()
    private var oddByte: UInt8?
    /// The first bytes, as long as there are too few; nil afterwards.
    private var beginning: [UInt8]? = []
    private var contentType: String?
    private(set) var sampleRate: Int?
    private(set) var sampleCount = 0

    init(_ form: Form, _ exchange: Exchange) {
        self.form = form
        self.exchange = exchange
        if case .pcm(let rate) = form { sampleRate = rate }
    }

    /// Takes the next bytes and passes on the samples they complete. A sample may be cut between two chunks.
    mutating func push(_ bytes: [UInt8], to audio: PartialSink<VoiceAudio>) async throws {
        let samples: [Int16]
        guard let bytes = try checked(bytes) else { return }
        switch form {
        case .pcm:
            var whole = oddByte.map { [$0] + bytes } ?? bytes
            oddByte = whole.count.isMultiple(of: 2) ? nil : whole.removeLast()
            samples = PCM16.samples(fromLittleEndian: whole)
        case .wav:
            do {
                samples = try wave.samples(from: bytes)
            } catch {
                guard case .unreadable(let why) = error else { throw error }
                throw exchange.error(.unusable, why)
            }
            sampleRate = wave.sampleRate
        }
        guard let sampleRate, !samples.isEmpty else { return }
        sampleCount += samples.count
        try await audio(VoiceAudio(sampleRate: sampleRate, samples: samples))
    }

    /// The bytes, once there are enough of them to know what they are. Some servers give what they like best, whatever was
    /// asked for, and a file taken for bare samples is noise.
    private mutating func checked(_ bytes: [UInt8]) throws -> [UInt8]? {
        guard var first = beginning else { return bytes }
        first += bytes
        beginning = first
        guard first.count >= 12 else { return nil }
        beginning = nil
        if case .pcm = form, let kind = Self.files.first(where: { first.starts(with: $0.mark) })?.kind ?? mp3(first) {
            throw exchange.error(.unusable, "it answered with \(kind) where bare samples were asked for")
        }
        return first
    }

    /// How files begin that samples do not: as such they would be louder than anything at the very start of speech.
    private static let files: [(mark: [UInt8], kind: String)] = [
        (Array("RIFF".utf8), "a WAV"), (Array("OggS".utf8), "Ogg"), (Array("fLaC".utf8), "FLAC"),
        (Array("ID3".utf8), "MP3"),
    ]

    /// A frame of MP3 could be samples as well: only one that is said to be MPEG counts (ISO 11172-3, layer III).
    private func mp3(_ first: [UInt8]) -> String? {
        contentType == "audio/mpeg" && first[0] == 0xFF && first[1] & 0xE6 == 0xE2 ? "MP3" : nil
    }

    /// Reads a whole body of audio.
    ///
    /// - Throws: ``ProviderError`` of class `unusable` for a body that is no audio.
    mutating func read(_ response: ClientResponse, to audio: PartialSink<VoiceAudio>) async throws {
        if let type = response.contentType, type.hasPrefix("text/") || type.hasSuffix("json") {
            let bytes = try await exchange.bytes(of: response)
            if let document = JSONValue(bytes), document.isError { throw exchange.error(within: document) }
            throw exchange.error(.unusable, "it answered with \(type) where audio was asked for")
        }
        contentType = response.contentType
        do {
            for try await bytes in response.body {
                response.body.madeProgress()
                try await push(bytes, to: audio)
            }
        } catch let failure as HTTPFailure {
            try await exchange.translatingFailures { throw failure }
        }
    }

    /// What was spoken.
    ///
    /// - Throws: ``ProviderError`` of class `unusable` where no audio came, or an odd number of bytes.
    func finished(_ request: SynthesisRequest, voice: String, usage: Usage? = nil) throws -> Synthesis {
        guard beginning?.isEmpty ?? true else {
            throw exchange.error(.unusable, "its audio is only \(beginning?.count ?? 0) bytes long")
        }
        guard let sampleRate, sampleCount > 0 else {
            throw exchange.error(.unusable, "no audio came for the text")
        }
        guard oddByte == nil else { throw exchange.error(.unusable, "its audio ends in the middle of a sample") }
        return Synthesis(
            voice: voice, sampleRate: sampleRate, sampleCount: sampleCount,
            usage: usage ?? Usage(characters: request.text.unicodeScalars.count))
    }
}
