package import Audio
package import Captions
package import Conversations
internal import FoundationEssentials
internal import Glibc
internal import Language
internal import Plumbing
internal import Providers

/// A file of a conversation, complete and durable.
package struct WrittenFile: Sendable, Hashable {
    package var path: String
    package var format: OutputFormat
    /// The size of the file.
    package var bytes: Int
    /// For captions, how many of them go by too fast to be read with ease.
    package var captions: CaptionTally?
    /// For a file with the voice, how many voices were hurried or delayed.
    package var voices: VoiceTally?
    /// Whether this is the file of an earlier run, which holds more than this run gave and was not replaced.
    package var isFormer = false

    package init(
        path: String, format: OutputFormat, bytes: Int, captions: CaptionTally? = nil, isFormer: Bool = false
    ) {
        self.path = path
        self.format = format
        self.bytes = bytes
        self.captions = captions
        self.isFormer = isFormer
    }
}

/// Writes a conversation's files from the store, in one pass over its utterances.
///
/// Memory does not grow with the recording. Records arrive one page at a time and speech one piece at a time, and each file is
/// written as they arrive. All files are complete and on the disk before the first of them gets its name. Equal conversations
/// give equal bytes.
///
/// ```swift
/// let writer = OutputWriter(store: store)
/// let files = try await writer.write(
///     [.srt, .json], of: id, to: "out", naming: OutputNaming(title: "talk"), finished: finished)
/// // out/talk.es.srt, out/talk.es.json
/// ```
package struct OutputWriter: Sendable {
    private let store: any ContentStore
    private let profile: CaptionProfile
    private let timesWords: Bool
    private let pageSize: Int
    private let admission: (any OutputAdmission)?
    private let film: FilmOrder?

    /// - Parameters:
    ///   - admission: decides which files may be replaced; if nil, any file may be.
    ///   - profile: the rules for captions.
    ///   - timesWords: whether captions of what was said have the times of their words, as karaoke has.
    ///   - film: what films are made of; nil if no film is among the formats.
    ///   - pageSize: the number of records that are fetched at once.
    package init(
        store: any ContentStore, admission: (any OutputAdmission)? = nil, profile: CaptionProfile = .netflix,
        timesWords: Bool = false, film: FilmOrder? = nil, pageSize: Int = 64
    ) {
        self.store = store
        self.timesWords = timesWords
        self.profile = profile
        self.admission = admission
        self.film = film
        self.pageSize = pageSize
    }

    /// - Parameters:
    ///   - formats: the formats to write, one file each.
    ///   - directory: the folder of the files; it is made if it does not exist.
    ///   - naming: the names of the files: any text, made safe by ``OutputName/base(from:)``.
    ///   - captions: the language of subtitles. It is part of their names: `talk.es.srt`, `talk.en.srt`,
    ///     `talk.en-es.srt`; the other files are named after the translation's language.
    ///   - marks: the direction marks of captions in languages that are written from right to left.
    ///   - finished: the conversation's last event.
    /// - Returns: the files in the order of ``OutputFormat/all``, without a voice track if nothing was spoken, and without a
    ///   film if nothing was said. A file that the admission keeps is among them as a former one.
    /// - Throws: ``Problem`` of kind `store` (`store.no-conversation`, `store.speech-missing`, and what the store
    ///   throws), or one about a file (`output.unwritable`, `output.disk-full`, …) or a film (`film.…`).
    ///   `CancellationError` if the task was cancelled. No file is replaced before all are complete.
    package func write(
        _ formats: Set<OutputFormat>, of id: ConversationID, to directory: String, naming: OutputNaming,
        captions: CaptionStyle = .target, marks: DirectionMarks = .auto, finished: Event.ConversationFinished
    ) async throws -> [WrittenFile] {
        guard let conversation = try await store.conversation(id) else {
            throw Problem(
                .store, "store.no-conversation", "there is no conversation '\(id)' in the store",
                cure: "list the conversations to see which there are")
        }
        let worker = WorkerThread("outputs")
        let making = CaptionMaking(style: captions, marks: marks, profile: profile, timesWords: timesWords)
        let run = try await worker.run { [film] in
            try Self.prepare(directory)
            return try OutputRun(
                formats, conversation: conversation, finished: finished, captions: making,
                films: film.map { ($0, directory.isEmpty ? "." : directory) }
            ) {
                naming.path(
                    of: $0, languages: OutputLanguages(of: conversation.settings), id: id, in: directory,
                    captions: captions)
            }
        }
        do {
            try await fill(run, with: id, on: worker)
            try await worker.run { [admission] in try run.prepare(by: admission) }
            try await run.films?.make()
            return try await worker.run { [admission] in try run.finish(by: admission) }
        } catch {
            // The worker may keep the run for a moment longer than this call, and with it the unfinished files.
            try? await worker.run { run.discard() }
            throw error
        }
    }

    private func fill(_ run: OutputRun, with id: ConversationID, on worker: WorkerThread) async throws {
        var timeline = TrackTimeline()
        for try await page in store.pages(of: id, size: pageSize) {
            try Task.checkCancellation()
            try await worker.run { run.expect(page.map(\.utterance.sequence)) }
            for record in page { try await deliver(timeline.add(record), to: run, on: worker) }
        }
        try await deliver(timeline.finish(), to: run, on: worker)
    }

    private func deliver(_ settled: [PlacedUtterance], to run: OutputRun, on worker: WorkerThread) async throws {
        // Records without speech to fetch are handed over together, because a change of thread costs more than writing them.
        var together: [PlacedUtterance] = []
        for placed in settled {
            guard run.needsSpeech, placed.placement != nil, let speech = placed.record.speech else {
                together.append(placed)
                continue
            }
            let voice = try await voice(speech, of: placed.record.utterance)
            let before = together
            together = []
            try await worker.run {
                for placed in before { try run.add(placed, voice: nil) }
                try run.add(placed, voice: voice)
            }
        }
        let rest = together
        if !rest.isEmpty { try await worker.run { for placed in rest { try run.add(placed, voice: nil) } } }
    }

    private func voice(_ speech: SpokenAudio, of utterance: Utterance) async throws -> VoiceAudio {
        guard let bytes = try await store.blob(speech.blob), bytes.count == speech.sampleCount * 2 else {
            throw Problem(
                .store, "store.speech-missing",
                "the spoken audio of utterance \(utterance.sequence) is missing from the store or damaged",
                at: utterance.conversation.rawValue,
                cure: "make it anew with 'verbio resume \(utterance.conversation.rawValue)'")
        }
        return VoiceAudio(sampleRate: speech.sampleRate, samples: PCM16.samples(fromLittleEndian: bytes))
    }

    /// Makes the output folder before the work begins.
    ///
    /// - Parameter directory: a path; empty for the current folder.
    /// - Throws: ``Problem`` of kind `usage` (`output.unwritable`) if the folder cannot be made or cannot be written to.
    package static func prepare(_ directory: String) throws {
        let directory = directory.isEmpty ? "." : directory
        let cure = "choose a folder you may write to"
        do {
            try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
        } catch {
            throw Problem(.usage, "output.unwritable", "this folder cannot be made", at: directory, cure: cure)
        }
        guard access(directory, W_OK | X_OK) == 0 else {
            throw Problem(.usage, "output.unwritable", "this folder cannot be written to", at: directory, cure: cure)
        }
    }
}

/// The files of one call. Each gets the same utterances.
///
/// `@unchecked`: only the call's worker thread uses it, for one piece of work at a time; `needsSpeech` never changes.
private final class OutputRun: @unchecked Sendable {
    let needsSpeech: Bool
    private let recordingMilliseconds: Int
    private var content: OutputContent
    private var paths: [OutputFormat: String] = [:]
    private var document: JSONOutput?
    private var transcript: PlainTextOutput?
    private var tracks: [(OutputFormat, TrackWriter)] = []
    private var captions: [(OutputFormat, CaptionOutput)] = []
    private(set) var films: FilmOutputs?
    private var voices = VoiceTally()
    private var former: [OutputFormat: WrittenFile] = [:]
    private let lostSpeech: LostSpeech?

    /// Removes the unfinished files.
    func discard() { (document, transcript, tracks, captions, films) = (nil, nil, [], [], nil) }

    init(
        _ formats: Set<OutputFormat>, conversation: Conversation, finished: Event.ConversationFinished,
        captions making: CaptionMaking, films order: (FilmOrder, folder: String)?, at place: (OutputFormat) -> String
    ) throws {
        needsSpeech = formats.contains(where: \.hasVoice)
        recordingMilliseconds = Milliseconds.of(seconds: finished.seconds)
        content = OutputContent(answers: 0, isComplete: finished.state == .complete)
        lostSpeech = conversation.lostSpeech
        let settings = conversation.settings
        let speakers = SpeakerNames(of: conversation)
        let end = recordingMilliseconds
        func cues(_ shown: CaptionStyle) -> any CueMaking {
            conversation.kind == .captions
                ? GivenCueBuilder(style: shown, profile: making.profile, head: conversation.captionHead)
                : CueBuilder(
                    style: shown, profile: making.profile, speakers: speakers, timesWords: making.timesWords,
                    recordingEnd: end)
        }
        if let order, formats.contains(where: { $0.film != nil }) {
            // Each language is a track of its own, so that a player shows the one that is wanted.
            let styles: [CaptionStyle] =
                !settings.isTranslated ? [.source] : making.style == .bilingual ? [.target, .source] : [making.style]
            films = try FilmOutputs(
                order.0, of: conversation, in: order.folder, styles: styles, making, cues: cues)
        }
        for format in OutputFormat.all where formats.contains(format) {
            let path = place(format)
            paths[format] = path
            switch format {
            case .json: document = try JSONOutput(path: path, conversation: conversation, finished: finished)
            case .txt:
                transcript = try PlainTextOutput(path: path, conversation: conversation, speakers)
            default:
                if let container = format.film { try films?.add(format, container, at: path) }
                if let container = format.track {
                    tracks.append((format, TrackWriter(path: path, container: container)))
                }
                guard let captions = format.captions else { continue }
                let shown = settings.isTranslated ? making.style : .source
                self.captions.append(
                    (
                        format,
                        try CaptionOutput(
                            AtomicFile(path: path), format: captions,
                            heading: CaptionHeading(of: conversation, style: shown), marks: making.marks,
                            profile: making.profile, builder: cues(shown))
                    ))
            }
        }
    }

    func expect(_ sequences: [Int]) {
        for sequence in sequences { document?.expect(sequence) }
    }

    func add(_ placed: PlacedUtterance, voice: VoiceAudio?) throws {
        content.answers += placed.record.answers
        try document?.add(placed)
        try transcript?.add(placed.record)
        for index in captions.indices { try captions[index].1.add(placed.record) }
        try films?.add(placed.record)
        guard let voice, let placement = placed.placement else { return }
        voices.add(placement, isShortened: placed.record.translation?.longerText != nil)
        try films?.add(voice, at: placement)
        for index in tracks.indices { try tracks[index].1.add(voice, at: placement) }
    }

    /// Makes all files complete and durable, except films.
    func prepare(by admission: (any OutputAdmission)?) throws {
        // A track without any speech would be silence, as long as the recording.
        tracks.removeAll { $0.1.isEmpty }
        try document?.prepare()
        if let lostSpeech { try transcript?.add(lostSpeech, after: recordingMilliseconds) }
        try transcript?.prepare()
        for index in tracks.indices { try tracks[index].1.prepare(recordingMilliseconds: recordingMilliseconds) }
        for index in captions.indices {
            try captions[index].1.prepare(losing: lostSpeech, after: recordingMilliseconds)
        }
        try films?.prepare(losing: lostSpeech, after: recordingMilliseconds)
        former = former(by: admission)
    }

    /// Gives the files their names.
    func finish(by admission: (any OutputAdmission)?) throws -> [WrittenFile] {
        let admission = admission?.recording(content)
        var bytes: [OutputFormat: Int] = [:]
        bytes[.json] = try document?.commit(by: admission)
        bytes[.txt] = try transcript?.commit(by: admission)
        for (format, track) in tracks { bytes[format] = try track.commit(by: admission) }
        for (format, output) in captions { bytes[format] = try output.commit(by: admission) }
        for (format, size) in try films?.commit(by: admission) ?? [] { bytes[format] = size }
        return OutputFormat.all.compactMap { format in
            if let file = former[format] { return file }
            guard let path = paths[format], let size = bytes[format] else { return nil }
            var file = WrittenFile(
                path: path, format: format, bytes: size, captions: captions.first { $0.0 == format }?.1.tally)
            if format.hasVoice { file.voices = voices }
            return file
        }
    }

    /// Takes those outputs out of the run whose former files hold more.
    private func former(by admission: (any OutputAdmission)?) -> [OutputFormat: WrittenFile] {
        var former: [OutputFormat: WrittenFile] = [:]
        for (format, path) in paths where admission?.keeps(path, insteadOf: content) == true {
            let size = FileState(following: path)?.size ?? 0
            former[format] = WrittenFile(path: path, format: format, bytes: size, isFormer: true)
        }
        if former[.json] != nil { document = nil }
        if former[.txt] != nil { transcript = nil }
        tracks.removeAll { former[$0.0] != nil }
        captions.removeAll { former[$0.0] != nil }
        films?.leaveOut { former[$0] != nil }
        return former
    }
}
