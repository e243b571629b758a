internal import Plumbing

/// Finds the kind of the bytes and the decoder for them.
///
/// A decoder counts only once it has given samples. Until then all bytes that were taken can be read again. So if Verbio's own
/// decoder fails, the search falls back to the converter program.
struct DecoderSearch {
    let context: DecoderContext
    let running: RunningDecoder

    private var source: ReplaySource { context.source }

    func find() throws -> (any AudioDecoder, DecodedChunk) {
        guard !source.peek(1).isEmpty else { throw emptiness() }
        skipTags()
        let origin = source.position
        guard let format = AudioFormat.all.first(where: { $0.matches(source) }) ?? AudioFormat(named: context.name)
        else {
            return try convert(nil, origin, instead: nil)
        }
        switch format.reader {
        case .refused(let what):
            throw Problem(
                .input, "audio.not-audio", "this is \(what), not audio",
                cure: format.name == AudioFormat.captions
                    ? "translate the file with 'verbio translate FILE', or send it as a job" : "give a sound file")
        case .converter:
            return try convert(format, origin, instead: nil)
        case .native(let open):
            // Verbio's own decoder reads only the first of several tracks, and does not know the pictures that share their
            // clock.
            if format.name == "ogg", context.ffmpegPath != nil, OggStreams.areSeveral(in: source) {
                return try convert(format, origin, instead: nil)
            }
            do {
                return try joined(prove(open(context)))
            } catch let problem as Problem where Self.isFinal(problem) {
                throw problem
            } catch {
                return try convert(format, origin, instead: error as? Problem)
            }
        }
    }

    /// Skips ID3v2 tags, which come before MP3 and sometimes before other formats.
    private func skipTags() {
        while let tag = ID3Tag(source.peek(10)) {
            guard source.position + tag.contentSize < context.limits.headerBytes else { return }
            source.skip(tag.size)
        }
    }

    /// The decoder with its first samples.
    private func prove(_ decoder: any AudioDecoder) throws -> (any AudioDecoder, DecodedChunk) {
        guard let chunk = try decoder.read() else { throw source.failure ?? Problem.noSamples }
        return (decoder, chunk)
    }

    /// A recording behind another one.
    ///
    /// - Throws: ``Problem`` if it cannot be read.
    func openNext(_ format: AudioFormat) throws -> (any AudioDecoder, DecodedChunk) {
        switch format.reader {
        case .native(let open):
            let origin = source.position
            do {
                return try prove(open(context))
            } catch {
                if let problem = error as? Problem, Self.isFinal(problem) { throw error }
                // As for the first recording: samples that only the converter program knows.
                guard let converted = try? converted(format, origin) else { throw error }
                return converted
            }
        case .converter: return try converted(format, source.position)
        case .refused(let what): throw Problem(.input, "audio.not-audio", "it is \(what)")
        }
    }

    private func joined(_ first: (any AudioDecoder, DecodedChunk)) -> (any AudioDecoder, DecodedChunk) {
        let decoder = JoinedDecoder(first.0, self)
        return (decoder, decoder.hear(first.1))
    }

    /// Tries the converter program on the same bytes. If it is missing or fails too, the first failure is reported, unless that
    /// was that the program is needed.
    private func convert(
        _ format: AudioFormat?, _ origin: Int, instead problem: Problem?
    ) throws -> (any AudioDecoder, DecodedChunk) {
        // The program may take more bytes of a file than can be read again. For those of a stream it would have to wait.
        let isAhead = format?.name == "mpegts" && source.base.length != nil
        let head = isAhead ? ProtectedMedia.head(of: source) : nil
        do {
            return try joined(converted(format, origin))
        } catch {
            if let error = error as? Problem, Self.isFinal(error) { throw error }
            if let head = head ?? (source.seek(to: origin) ? ProtectedMedia.head(of: source) : nil) {
                try ProtectedMedia.check(format?.name, undecodable: head)
            }
            guard let problem, problem.code != Self.needed(format).code else { throw error }
            throw problem
        }
    }

    private static func needed(_ format: AudioFormat?) -> Problem {
        .unsupportedFormat(format.map { "audio of the kind '\($0.name)'" })
    }

    private func converted(_ format: AudioFormat?, _ origin: Int) throws -> (any AudioDecoder, DecodedChunk) {
        guard let program = context.ffmpegPath, source.seek(to: origin) else { throw Self.needed(format) }
        let input = try ConverterInput(context, name: format?.name)
        try ProtectedMedia.check(input)
        let probe = ConverterProbe(input, program: program, running: running)
        let tracks = try context.trackRequest.chosen(from: probe?.tracks ?? [])
        return try prove(
            FFmpegDecoder(
                input, program: program, tracks: tracks, start: probe.map { $0.start ?? 0 }, limits: context.limits,
                running: running))
    }

    private func emptiness() -> Problem {
        source.failure
            ?? Problem(
                .input, "audio.empty", "the file is empty", cure: "give a recording with speech in it")
    }

    /// Whether another decoder would be refused for the same reason.
    private static func isFinal(_ problem: Problem) -> Bool {
        [
            "audio.sample-rate", "audio.sample-width", "audio.channels", "audio.unreadable", "audio.no-such-track",
            "audio.unknown-codec", "audio.protected",
        ].contains(problem.code)
    }
}
