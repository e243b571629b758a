internal import Audio
internal import Captions
internal import Conversations
internal import Films
internal import Glibc
internal import Language
internal import Plumbing

extension VoiceTape: TrackFile {
    func prepare() throws(Problem) {}
    func finish(by admission: (any OutputAdmission)?) throws(Problem) -> Int { 0 }
}

/// The films of a conversation: their new voice and subtitles, and the files that they become.
///
/// `@unchecked`: one task uses it at a time, for one piece of work after the other.
final class FilmOutputs: @unchecked Sendable {
    /// A file that becomes a film.
    private struct Target {
        var format: OutputFormat
        var container: FilmContainer
        var file: AtomicFile
        var isMade = false
    }

    /// Subtitles of one language.
    private struct Track {
        var language: LanguageTag
        var file: UnnamedCaptions
        var output: CaptionOutput
    }

    private let order: FilmOrder
    private let conversation: Conversation
    private var targets: [Target] = []
    private var subtitles: [Track] = []
    /// The captions that are drawn into the picture.
    private var burned: (file: UnnamedCaptions, output: CaptionOutput)?
    private var voice: TrackWriter
    private let tape = Locked<VoiceTape?>(nil)

    /// - Parameters:
    ///   - folder: where there is room for the voice.
    ///   - styles: of the subtitles, one track each.
    ///   - makes: the cues of a style.
    init(
        _ order: FilmOrder, of conversation: Conversation, in folder: String, styles: [CaptionStyle],
        _ making: CaptionMaking, cues makes: (CaptionStyle) -> any CueMaking
    ) throws(Problem) {
        self.order = order
        self.conversation = conversation
        let tape = tape
        voice = TrackWriter { (rate) throws(Problem) in
            let new = try VoiceTape(rate: rate, in: folder)
            tape.withLock { $0 = new }
            return new
        }
        let pair = conversation.settings.namedPair
        if order.burns {
            let style = conversation.settings.isTranslated ? making.style : .source
            let heading = CaptionHeading(of: conversation, style: style)
            let film = try Film(at: order.path, FilmPrograms(ffmpeg: order.ffmpeg))
            let file = try UnnamedCaptions()
            let text = BurnedText(film, languages: style.languages(of: pair))
            // The program finds out directions itself, and draws marks of direction as letters.
            let output = try CaptionOutput(
                file, format: BurnedCaptions(text), heading: heading, marks: .none, profile: making.profile,
                builder: makes(style))
            burned = (file, output)
        }
        guard let format = OutputFormat.srt.captions else { return }
        for style in styles {
            let file = try UnnamedCaptions()
            let output = try CaptionOutput(
                file, format: format, heading: CaptionHeading(of: conversation, style: style), marks: making.marks,
                profile: making.profile,
                builder: makes(style))
            subtitles.append(
                Track(language: style == .source ? pair.source : pair.target, file: file, output: output))
        }
    }

    /// Begins a film.
    func add(_ format: OutputFormat, _ container: FilmContainer, at path: String) throws(Problem) {
        targets.append(Target(format: format, container: container, file: try AtomicFile(path: path)))
    }

    func add(_ record: UtteranceRecord) throws(Problem) {
        for index in subtitles.indices { try subtitles[index].output.add(record) }
        try burned?.output.add(record)
    }

    func add(_ audio: VoiceAudio, at placement: TrackPlacement) throws(Problem) {
        try voice.add(audio, at: placement)
        tape.withLock { $0 }?.speaks(in: placement.start..<placement.end)
    }

    /// Completes the subtitles.
    func prepare(losing lostSpeech: LostSpeech?, after end: Int) throws(Problem) {
        for index in subtitles.indices { try subtitles[index].output.prepare(losing: lostSpeech, after: end) }
        subtitles.removeAll { !$0.output.hasCues }
        try burned?.output.prepare(losing: lostSpeech, after: end)
        if burned?.output.hasCues == false { burned = nil }
    }

    /// Leaves out a film if its former file stays.
    func leaveOut(_ isFormer: (OutputFormat) -> Bool) { targets.removeAll { isFormer($0.format) } }

    /// Makes all films, which have no names yet. If nothing was said, none is made.
    ///
    /// - Throws: ``Problem`` as ``FilmWriter`` does, or `CancellationError`.
    func make() async throws {
        let tape = tape.withLock { $0 }
        guard tape != nil || !subtitles.isEmpty, !targets.isEmpty else { return }
        let source = conversation.source
        let writer = try await WorkerThread("film").run { [order] in
            try FilmWriter(film: order.path, kind: source.container, ffmpeg: order.ffmpeg)
        }
        for index in targets.indices {
            try Task.checkCancellation()
            let file = targets[index].file
            if tape == nil { order.writing?() }
            let descriptor = try file.openForProgram()
            defer { close(descriptor) }
            try await writer.write(plan(targets[index].container, tape), to: descriptor, called: file.path)
            try file.takeForeignBytes()
            try file.prepare()
            targets[index].isMade = true
        }
    }

    /// Gives the films their names.
    ///
    /// - Returns: the size of each in bytes.
    func commit(by admission: (any OutputAdmission)?) throws(Problem) -> [(OutputFormat, Int)] {
        var sizes: [(OutputFormat, Int)] = []
        for target in targets where target.isMade {
            try target.file.commit(by: admission)
            sizes.append((target.format, target.file.byteCount))
        }
        return sizes
    }

    private func plan(_ container: FilmContainer, _ tape: VoiceTape?) -> FilmPlan {
        let pair = conversation.settings.namedPair
        let isTranslated = conversation.settings.isTranslated
        var plan = FilmPlan(container)
        plan.voice = tape.map { FilmPlan.Voice(language: pair.target, tape: $0, mix: order.mix) }
        plan.spoken = pair.source
        plan.burned = burned?.file.descriptor
        // The first subtitles are those for a viewer without the voice, unless they are in the picture.
        plan.subtitles = subtitles.enumerated().map { place, track in
            FilmPlan.Subtitles(
                language: track.language, file: track.file.descriptor,
                isDefault: tape == nil && burned == nil && place == 0)
        }
        let isNoted = order.notice == .always || order.notice == .auto && tape != nil
        plan.notice = isNoted ? Self.notice(pair, isTranslated: isTranslated, hasVoice: tape != nil) : nil
        return plan
    }

    private static func notice(_ pair: LanguagePair, isTranslated: Bool, hasVoice: Bool) -> String {
        let texts =
            isTranslated
            ? "the \(pair.target.englishName) subtitles were translated by a machine"
            : "the \(pair.source.englishName) subtitles were made by a machine"
        return hasVoice
            ? "AI notice: the \(pair.target.englishName) voice is synthetic, and \(texts) (Verbio)."
            : "AI notice: \(texts) (Verbio)."
    }
}
