internal import Audio
internal import Glibc
package import Language
package import Plumbing

/// Writes a film with new tracks from an old film. ffmpeg copies the picture, unless captions are drawn into it; nothing of the
/// old film changes.
///
/// ```swift
/// let writer = try FilmWriter(film: "talk.mp4", kind: "mp4", ffmpeg: nil)
/// try writer.check(.mkv)
/// try await writer.write(FilmPlan(.mkv, voice: voice), to: descriptor, called: "talk.es.mkv")
/// ```
package struct FilmWriter: Sendable {
    package let film: Film
    private let path: String
    private let programs: FilmPrograms
    private let shift: Double

    /// Blocks for some hundredths of a second.
    ///
    /// - Parameters:
    ///   - path: the old film.
    ///   - kind: the kind of file, as ``SourceDescription/container`` has it; nil if it is not known.
    ///   - ffmpeg: as ``ReadingOptions/ffmpegPath``.
    /// - Throws: ``Problem``: `film.ffmpeg`, `film.unreadable` or `film.no-picture`.
    package init(film path: String, kind: String?, ffmpeg: String?) throws(Problem) {
        self.path = path
        programs = try FilmPrograms(ffmpeg: ffmpeg)
        film = try Film(at: path, programs)
        if let kind {
            shift = try FilmAccess.shift(kind: kind, start: film.start, path: path)
        } else {
            shift = 0
        }
    }

    /// Checks whether a container holds the tracks of the film, by writing its first moment to a file without a name. Blocks
    /// for some tenths of a second.
    ///
    /// - Parameter languages: of the captions that are drawn into the picture; nil if the picture is copied.
    /// - Throws: ``Problem`` of kind `input`: `film.refused` or `film.turned`; of kind `usage`: `film.burned-webm`, `film.burning`
    ///   or `film.font`.
    package func check(_ container: FilmContainer, burning languages: [LanguageTag]? = nil) throws {
        guard let languages else {
            let trial = try trial(of: container, burning: nil).file
            return try checkTurn(in: container, trial)
        }
        guard container.hasBurnedPicture else {
            throw Problem(
                .usage, "film.burned-webm",
                "a picture with captions drawn into it is H.264, which \(container) cannot hold", at: "--burn",
                cure: "use mp4, mkv or mov, or leave --burn out")
        }
        _ = try trial(of: container, burning: BurnedText(film, languages: languages))
        for language in languages {
            let text = BurnedText(film, languages: [language])
            guard try trial(of: container, burning: text, tellingWarnings: true).process.lacksLetters else { continue }
            throw Problem(
                .usage, "film.font", "no font of this machine has the letters of \(language.englishName)", at: "--burn",
                cure: "install fonts (apt-get install \(BurnedText.fontPackage(for: language))), or leave --burn out")
        }
    }

    /// Writes the first moment of the film.
    private func trial(
        of container: FilmContainer, burning text: BurnedText?, tellingWarnings: Bool = false
    ) throws -> (file: UnnamedFile, process: MuxProcess) {
        let trial = try UnnamedFile()
        let silence = try VoiceTape(rate: VoiceReader.rate, in: nil)
        silence.writeSilence(frames: VoiceReader.rate / 10)
        let voice = FilmPlan.Voice(language: LanguageTag(.en), tape: silence, mix: SoundMix(.none, loudness: 0))
        var plan = FilmPlan(container, voice: voice)
        let captions = try UnnamedFile()
        if let text {
            try captions.write(Array(text.sample.utf8), at: 0)
            plan.burned = captions.descriptor
        }
        var arguments = MuxArguments(film: film, plan: plan, shift: shift)
        (arguments.limit, arguments.tellsWarnings) = (0.2, tellingWarnings)
        let process = try open(arguments, to: trial.descriptor, files: plan, called: path)
        _ = try process.write([Float](repeating: 0, count: 2 * silence.frameCount))
        try process.finish()
        return (trial, process)
    }

    private func checkTurn(in container: FilmContainer, _ trial: UnnamedFile) throws {
        guard let turn = film.pictures.first?.turn, turn != 0 else { return }
        let written = try FilmProbe(programs).film(trial.descriptor).get()
        guard written.pictures.first?.turn == turn else {
            throw Problem(
                .input, "film.turned",
                "the picture is turned by \(turn) degrees, and ffmpeg does not keep that in \(container)",
                at: path, cure: "use mp4 or mov")
        }
    }

    /// Writes the film.
    ///
    /// - Parameters:
    ///   - output: a descriptor of the new film, from which a program can open it again.
    ///   - name: the new film, for problems.
    /// - Throws: ``Problem``, or `CancellationError` if the task was cancelled.
    package func write(_ plan: FilmPlan, to output: Int32, called name: String) async throws {
        let process = try open(
            MuxArguments(film: film, plan: plan, shift: shift), to: output, files: plan, called: name)
        try await withTaskCancellationHandler {
            do {
                if let voice = plan.voice {
                    try await voice.mix.play(voice.tape, ceiling: SoundMix.codedCeiling) { samples in
                        guard try process.write(samples) else { throw Refused() }
                    }
                }
            } catch is Refused {
                // The program tells the reason at its end.
            }
            try await WorkerThread("film").run { [programs, film] in
                try process.finish()
                let written = try FilmProbe(programs).film(output).get()
                guard written.pictures.count == film.pictures.count else {
                    throw Problem(
                        .internal, "film.incomplete", "the film that ffmpeg wrote lacks its picture", at: name,
                        cure: "run 'verbio resume'")
                }
            }
        } onCancel: {
            process.cancel()
        }
    }

    /// The program takes no more sound.
    private struct Refused: Error {}

    private func open(
        _ arguments: MuxArguments, to output: Int32, files plan: FilmPlan? = nil, called name: String
    ) throws(Problem) -> MuxProcess {
        let old = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard old >= 0 else {
            throw OpenFiles.problem(errno)
                ?? Problem(.input, "film.unreadable", "the film cannot be read", at: path)
        }
        defer { close(old) }
        return try MuxProcess(
            programs, arguments, output: output, files: [old] + (plan?.files ?? []), path: name)
    }
}

extension FilmPlan {
    /// The files that the program reads besides the old film, in the order of ``MuxArguments``.
    fileprivate var files: [Int32] { subtitles.map(\.file) + [burned].compactMap(\.self) }
}
