internal import Audio
internal import CurlHTTP
internal import Language
internal import Plumbing
internal import Providers

/// Reads the audio of an answer while it comes: bare samples with 16 bits, or any kind of recording. Channels are mixed.
struct SpokenAnswer {
    enum Form: Sendable {
        /// Bare samples, little-endian, mono and at the requested rate in Hz, unless the server states something else.
        case pcm(rate: Int)
        /// A recording of any kind.
        case recording
    }

    /// The format of the received data, which may differ from the requested one.
    private enum Body {
        /// The first bytes, while they are too few to decide.
        case beginning([UInt8])
        /// With the bytes of the last frame as far as it has come.
        case samples(rest: [UInt8])
        case recording(VoiceStream)
        /// An answer in text, as far as it is worth reading.
        case text([UInt8])
    }

    private let form: Form
    private let request: SynthesisRequest
    private let exchange: Exchange
    private var body = Body.beginning([])
    /// The media type, if it is one of text.
    private var textType: String?
    private static let longestText = 64 << 10
    private var loudest: UInt16 = 0
    private(set) var sampleRate: Int?
    private(set) var sampleCount = 0
    /// Of bare samples.
    private var channels = 1
    /// The longest plausible audio, in seconds.
    private let longest: Int

    /// - Parameter request: the text to be spoken.
    init(_ form: Form, of request: SynthesisRequest, _ exchange: Exchange) {
        self.form = form
        self.request = request
        self.exchange = exchange
        longest = Self.longest(request.text)
        if case .pcm(let rate) = form { sampleRate = rate }
    }

    /// Takes the next bytes and passes on the samples that they complete. A sample may be cut between two chunks.
    ///
    /// - Throws: ``ProviderError`` of class `unusable` for bytes that are not audio. Also as soon as there is more audio than
    ///   any voice needs for the text: no listener should hear that, or wait for its end.
    mutating func push(_ bytes: [UInt8], to audio: PartialSink<VoiceAudio>) async throws {
        guard let bytes = try sorted(bytes) else { return }
        switch body {
        case .samples(let rest):
            var whole = rest + bytes
            let over = whole.count % (2 * channels)
            body = .samples(rest: Array(whole.suffix(over)))
            whole.removeLast(over)
            guard let sampleRate, !whole.isEmpty else { return }
            let samples = mixed(PCM16.samples(fromLittleEndian: whole))
            try await hear(VoiceAudio(sampleRate: sampleRate, samples: samples), audio)
        case .recording(let stream):
            stream.append(bytes)
            try await hear(stream, audio)
        case .beginning, .text: break
        }
    }

    /// The average of the channels.
    private func mixed(_ samples: [Int16]) -> [Int16] {
        guard channels > 1 else { return samples }
        return stride(from: 0, to: samples.count, by: channels).map { start in
            Int16(clamping: samples[start..<start + channels].reduce(0) { $0 + Int($1) } / channels)
        }
    }

    private mutating func hear(_ stream: VoiceStream, _ audio: PartialSink<VoiceAudio>) async throws {
        do {
            while let voice = try await stream.next() {
                sampleRate = voice.sampleRate
                try await hear(voice, audio)
            }
        } catch let failure as VoiceStream.Failure {
            // A missing program will also be missing for the next call.
            throw exchange.error(failure.needsProgram ? .unavailable : .unusable, failure.what, cure: failure.cure)
        }
    }

    private mutating func hear(_ voice: VoiceAudio, _ audio: PartialSink<VoiceAudio>) async throws {
        sampleCount += voice.samples.count
        guard sampleCount <= longest * voice.sampleRate else {
            let characters = request.text.count
            throw exchange.error(
                .unusable,
                "its audio is more than \(longest) s long for \(characters) character\(characters == 1 ? "" : "s")")
        }
        loudest = voice.samples.reduce(loudest) { max($0, $1.magnitude) }
        try await audio(voice)
    }

    /// The bytes, once there are enough of them to recognize their kind; nil if they are not audio.
    ///
    /// Some servers send their preferred format whatever was requested. A file or an error played as bare samples is noise.
    private mutating func sorted(_ bytes: [UInt8]) throws -> [UInt8]? {
        switch body {
        case .samples, .recording: return bytes
        case .text(let known):
            body = .text(known + bytes.prefix(Self.longestText - known.count))
            return nil
        case .beginning(let known):
            let first = known + bytes
            switch AnswerKind(of: first) {
            case .unclear:
                body = .beginning(first)
                return nil
            case .text:
                body = .text(Array(first.prefix(Self.longestText)))
                return nil
            case .file:
                body = .recording(VoiceStream())
            case .samples:
                if let textType { throw refusal(first, textType) }
                if case .recording = form { body = .recording(VoiceStream()) } else { body = .samples(rest: []) }
            }
            return first
        }
    }

    /// The error that an answer in text reports.
    private func refusal(_ text: [UInt8], _ type: String? = nil) -> ProviderError {
        if let document = JSONValue(error: text) { return exchange.error(within: document) }
        return exchange.error(.unusable, "it answered with \(type ?? "text") instead of the requested audio")
    }

    /// Reads a whole body of audio. If a server names no media type, its framework may call the body text.
    ///
    /// - Throws: ``ProviderError`` of class `unusable` for a body that is not audio.
    mutating func read(_ response: ClientResponse, to audio: PartialSink<VoiceAudio>) async throws {
        if let type = response.contentType, type.hasPrefix("text/") || type.hasSuffix("json") { textType = type }
        if case .pcm = form {
            sampleRate = response.statedSampleRate ?? sampleRate
            channels = response.statedChannels
        }
        do {
            for try await bytes in response.body {
                response.body.madeProgress()
                try await push(bytes, to: audio)
            }
        } catch let failure as HTTPFailure {
            try await exchange.translatingFailures { throw failure }
        }
    }

    /// What was spoken, and the last of its audio, once there are no more bytes.
    ///
    /// - Throws: ``ProviderError`` of class `unusable` if no audio came, or an odd number of bytes. The same for a recording
    ///   that broke off, for silence, or for far less than the text takes. If an error came instead, the class is that error's.
    mutating func finished(
        voice: String, usage: Usage? = nil, to audio: PartialSink<VoiceAudio>
    ) async throws -> Synthesis {
        if case .beginning(let first) = body, !first.isEmpty {
            switch AnswerKind(of: first, isWhole: true) {
            case .text: throw refusal(first, textType)
            case .file:
                let stream = VoiceStream()
                stream.append(first)
                body = .recording(stream)
            case .samples, .unclear:
                throw exchange.error(.unusable, "its audio is only \(first.count) bytes long")
            }
        }
        switch body {
        case .beginning: break
        case .text(let text): throw refusal(text, textType)
        case .samples(let rest):
            guard rest.isEmpty else {
                throw exchange.error(.unusable, "its audio ends in the middle of a sample")
            }
        case .recording(let stream):
            stream.end()
            try await hear(stream, audio)
            if let cut = stream.cut { throw exchange.error(.unusable, cut) }
        }
        guard let sampleRate, sampleCount > 0 else {
            throw exchange.error(.unusable, "no audio was returned for the text")
        }
        let letters = request.text.unicodeScalars.count { $0.properties.isAlphabetic }
        let isSaid = letters > 0 || request.text.unicodeScalars.contains { $0.properties.numericType != nil }
        let milliseconds = 1_000 * sampleCount / sampleRate
        guard loudest > Self.dither || !isSaid else {
            throw exchange.error(.unusable, "its audio is \(milliseconds) ms of silence")
        }
        guard milliseconds >= Self.shortestSound || !isSaid else {
            throw exchange.error(.unusable, "its audio is only \(milliseconds) ms long")
        }
        guard letters < Self.manyLetters || milliseconds >= letters * Self.shortestLetter else {
            throw exchange.error(.unusable, "its audio is \(milliseconds) ms long for \(letters) letters")
        }
        return Synthesis(
            voice: voice, sampleRate: sampleRate, sampleCount: sampleCount,
            usage: usage ?? Usage(characters: request.text.unicodeScalars.count))
    }

    /// Without any sound, the lowest bits may be noise.
    private static let dither: UInt16 = 2
    /// Text with so many letters is a sentence, not a word whose length says little.
    private static let manyLetters = 20
    /// Milliseconds that a letter takes at least: a fourth of the time that a fast speaker needs.
    private static let shortestLetter = 15
    /// Milliseconds that any sound takes at least.
    ///
    /// Of the words of one letter in the twelve languages, espeak-ng's shortest is the Russian "и". It takes 45 ms at the usual
    /// pace and 20 ms at the fastest, 450 words a minute, without the silence around it. The next ones take 120 and 47 ms.
    private static let shortestSound = 20

    /// Seconds that a text takes at most, at a quarter of the usual speed, the slowest that any provider offers.
    ///
    /// With espeak-ng a letter of a word takes 70 ms. Characters other than small letters may stand for more. A spelled capital
    /// takes up to 0.5 s ("WWW"), and a digit or a sign read out as words 0.65 s (999999999999 in German). A character that is
    /// one or several syllables takes 0.75 s (志). Four times that is 0.3 and 3 s.
    private static func longest(_ text: String) -> Int {
        text.unicodeScalars.reduce(longestPause) { sum, scalar in
            scalar.properties.isWhitespace ? sum : sum + (scalar.properties.isLowercase ? 1 : 3)
        }
    }

    /// Seconds of silence around and within a text.
    private static let longestPause = 10
}
