internal import Audio
internal import Captions
internal import Conversations
internal import Language
internal import Plumbing

/// A file that captions are written to.
protocol CaptionFile: AnyObject {
    var byteCount: Int { get }
    func write(_ text: String) throws(Problem)
    /// Makes the text durable before the file gets its name.
    func prepare() throws(Problem)
    func commit(by admission: (any OutputAdmission)?) throws(Problem)
}

extension AtomicFile: CaptionFile {}

/// Writes captions in one format while the utterances arrive.
struct CaptionOutput {
    private let format: any CaptionFormat
    private let marks: DirectionMarks
    private let file: any CaptionFile
    private let profile: CaptionProfile
    private var builder: any CueMaking
    private var number = 0

    init(
        _ file: any CaptionFile, format: any CaptionFormat, heading: CaptionHeading, marks: DirectionMarks,
        profile: CaptionProfile, builder: any CueMaking
    ) throws(Problem) {
        self.profile = profile
        self.marks = marks
        self.format = format
        self.builder = builder
        self.file = file
        try file.write(format.header(heading))
    }

    /// The tally of the cues that were written.
    var tally: CaptionTally { builder.tally }

    mutating func add(_ record: UtteranceRecord) throws(Problem) { try write(builder.add(record)) }

    /// - Parameters:
    ///   - lostSpeech: speech after the last utterance that is not stored; a cue of its own marks it.
    ///   - end: where the stored speech ends, in milliseconds.
    mutating func prepare(losing lostSpeech: LostSpeech?, after end: Int) throws(Problem) {
        try write(builder.finish())
        if let lostSpeech {
            let heard = lostSpeech.heardTo.map { Milliseconds.of(seconds: $0) } ?? 0
            let shown = min(max(heard, end + profile.longest / 2), end + profile.longest)
            try write([CaptionCue(start: end, end: shown, lines: [lostSpeech.mark], languages: [.en])])
        }
        try file.write(format.footer)
        try file.prepare()
    }

    func commit(by admission: (any OutputAdmission)?) throws(Problem) -> Int {
        try file.commit(by: admission)
        return file.byteCount
    }

    /// Whether there is a cue.
    var hasCues: Bool { number > 0 }

    private mutating func write(_ cues: [CaptionCue]) throws(Problem) {
        for cue in cues {
            number += 1
            let marked = marks.marked(cue, goesByLetters: format.goesByLetters)
            try file.write(format.text(of: marked, number: number))
        }
    }
}

extension LostSpeech {
    /// The mark in captions and transcripts at the place where speech is missing.
    var mark: String { "[\(summary)]" }
}
