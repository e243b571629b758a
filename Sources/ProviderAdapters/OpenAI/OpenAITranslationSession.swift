// Members that go over the wire keep the names that they have there.
// swift-format-ignore-file: AlwaysUseLowerCamelCase

internal import Audio
internal import CurlHTTP
internal import FoundationEssentials
internal import Language
internal import Plumbing
internal import Providers
internal import SocketClient

/// One session of OpenAI's realtime translation for each utterance: text and speech of the target at once.
///
/// The target language is set first, and confirmed by `session.updated`. The sound follows in frames of 200 ms, then
/// `session.close`. The server sends what is left of the translation, and `session.closed` at the end.
struct OpenAITranslationSession: SpeechTranslator {
    let descriptor: ProviderDescriptor
    let declaration: TranslationDeclaration
    let exchange: Exchange
    let sockets: SocketClient
    /// Whether the server writes down what was said, if the declaration names a model for that.
    var asksForSource = true

    /// The only rate that the session takes and gives, in Hz.
    private static let rate = 24_000
    /// Samples of the frames in which the server works: 200 ms.
    private static let frame = rate / 5
    /// How much longer than the original a translation may be: three times, and half a minute.
    private static let (longestRatio, longestMargin) = (3, 30 * rate)

    var warmedPlace: String? { exchange.endpoint.url }

    func warm() async { await exchange.warm() }

    func interpret(
        _ request: SpeechTranslationRequest, heard: PartialSink<String>
    ) async throws -> SpeechTranslation {
        let frames = try frames(of: request.speech)
        let came = Locked(Came(longest: frames.count * Self.frame * Self.longestRatio + Self.longestMargin))
        let (isReady, isClosed) = (BoundedChannel<Void>(capacity: 1), BoundedChannel<Void>(capacity: 1))
        var sockets = sockets
        // The server has sent everything when it says so.
        sockets.closingPatience = .zero
        let path = "/realtime/translations?\(FormFields([("model", declaration.model)]).text)"
        let update = try JSONEncoder.sorted.text(InterpreterUpdate(session(request)))
        try await withoutActuallyEscaping(heard) { heard in
            try await exchange.converse(path, over: sockets) { sender in
                try await sender.send(text: update)
                _ = try await isReady.next()
                for frame in frames {
                    let bytes = PCM16.littleEndianBytes(frame)
                    // Base64 needs no escapes in JSON.
                    try await sender.send(
                        text: #"{"type":"session.input_audio_buffer.append","audio":"\#(Base64.encode(bytes))"}"#)
                }
                try await sender.send(text: #"{"type":"session.close"}"#)
                _ = try await isClosed.next()
            } receiving: { message in
                guard case .text(let bytes) = message else { return }
                let event = try exchange.decode(InterpreterEvent.self, bytes)
                CallReport.current?.progressed()
                switch event.type {
                case "error": throw exchange.error(within: event.error ?? .null)
                case "session.updated": _ = isReady.trySend(())
                case "session.closed":
                    came.withLock { $0.isWhole = true }
                    _ = isClosed.trySend(())
                default:
                    if let source = try came.withLock({ try $0.take(event, exchange) }) { try await heard(source) }
                }
            }
        }
        return try answer(came.withLock { $0 }, seconds: Double(frames.count * Self.frame) / Double(Self.rate))
    }

    private func answer(_ came: Came, seconds: Double) throws -> SpeechTranslation {
        guard came.isWhole else {
            throw exchange.error(.transient, "it closed the socket before the translation was complete")
        }
        let speech = VoiceAudio(sampleRate: Self.rate, samples: came.samples).withoutSilence
        let source = came.source.withoutBrokenCharacters.trimmingBlanks
        return SpeechTranslation(
            source: source.isEmpty ? nil : source, text: came.text.withoutBrokenCharacters.trimmingBlanks,
            speech: speech, voice: declaration.model, usage: Usage(audioSeconds: seconds))
    }

    // MARK: Up

    /// The sound at the rate of the session. The last frame is filled with silence.
    private func frames(of speech: UtteranceSpeech) throws -> [[Int16]] {
        let resampler = try Resampler(from: speechSampleRate, to: Self.rate)
        let samples = PCM16.quantized(resampler.push(speech.samples) + resampler.finish())
        return stride(from: 0, to: samples.count, by: Self.frame).map { start in
            let frame = Array(samples[start..<min(samples.count, start + Self.frame)])
            return frame + [Int16](repeating: 0, count: Self.frame - frame.count)
        }
    }

    private func session(_ request: SpeechTranslationRequest) -> InterpreterOrder {
        let options = declaration.options ?? [:]
        return InterpreterOrder(
            input: InterpreterOrder.Input(
                transcription: asksForSource
                    ? options["source-model"].map(InterpreterOrder.Transcription.init(model:)) : nil,
                noise_reduction: options["noise-reduction"].map {
                    InterpreterOrder.Reduction(type: $0.replacing("-", with: "_"))
                }),
            output: InterpreterOrder.Output(language: request.pair.to.spokenCode))
    }

    // MARK: Down

    /// What the server has sent up to now.
    private struct Came {
        var source = ""
        var text = ""
        var samples: [Int16] = []
        /// Whether the server has said that this is everything.
        var isWhole = false
        /// The most samples that are taken.
        let longest: Int

        init(longest: Int) { self.longest = longest }

        /// - Returns: what was said, if there is more of it.
        mutating func take(_ event: InterpreterEvent, _ exchange: Exchange) throws -> String? {
            switch event.type {
            case "session.input_transcript.delta":
                source += event.delta ?? ""
                return source
            case "session.output_transcript.delta": text += event.delta ?? ""
            case "session.output_audio.delta":
                guard event.format ?? "pcm16" == "pcm16", event.channels ?? 1 == 1, event.sample_rate ?? rate == rate
                else { throw exchange.error(.unusable, "its audio is not in the one form that its interface has") }
                guard let bytes = event.delta.flatMap(Base64.decode), bytes.count.isMultiple(of: 2) else {
                    throw exchange.error(.unusable, "its audio is no base64 of whole samples")
                }
                samples += PCM16.samples(fromLittleEndian: bytes)
                guard samples.count <= longest else {
                    throw exchange.error(.unusable, "its audio is more than \(longest / rate) s long")
                }
            default: break
            }
            return nil
        }
    }
}

extension VoiceAudio {
    /// The voice without the silence before and after it, but for a tenth of a second. Nil if there is nothing else.
    ///
    /// The server sends sound for the time in which it waits, too.
    fileprivate var withoutSilence: VoiceAudio? {
        // −54 dBFS: below the noise of any voice.
        let isLoud = { (sample: Int16) in sample.magnitude >= 64 }
        guard let first = samples.firstIndex(where: isLoud), let last = samples.lastIndex(where: isLoud) else {
            return nil
        }
        let margin = sampleRate / 10
        return VoiceAudio(
            sampleRate: sampleRate, samples: Array(samples[max(0, first - margin)..<min(samples.count, last + margin)]))
    }
}

// MARK: - Messages

private struct InterpreterUpdate: Encodable {
    struct Session: Encodable {
        var audio: InterpreterOrder
    }

    var type = "session.update"
    var session: Session

    init(_ order: InterpreterOrder) { session = Session(audio: order) }
}

private struct InterpreterOrder: Encodable {
    struct Transcription: Encodable {
        var model: String
    }

    struct Reduction: Encodable {
        var type: String
    }

    struct Input: Encodable {
        var transcription: Transcription?
        var noise_reduction: Reduction?

        enum CodingKeys: CodingKey { case transcription, noise_reduction }

        /// A member that is null turns off what may be on by default.
        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(transcription, forKey: .transcription)
            try members.encode(noise_reduction, forKey: .noise_reduction)
        }
    }

    struct Output: Encodable {
        var language: String
    }

    var input: Input
    var output: Output
}

/// A message of the server. Unused fields and kinds are ignored.
private struct InterpreterEvent: Decodable {
    var type: String
    var delta: String?
    var sample_rate: Int?
    var channels: Int?
    var format: String?
    var error: JSONValue?

    enum CodingKeys: CodingKey { case type, delta, sample_rate, channels, format, error }

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        type = try members.decode(String.self, forKey: .type)
        delta = members.readable(.delta)
        sample_rate = members.readable(.sample_rate)
        channels = members.readable(.channels)
        format = members.readable(.format)
        error = members.readable(.error)
    }
}
