import Audio
import Conversations
import Hearing
import Interpreting
import LocalEngines
import Plumbing

/// Tells the speakers of a recording apart, before its utterances are heard. So an utterance ends where another person begins.
struct PersonSearch: Sendable {
    private let assembly: Assembly

    init(_ assembly: Assembly) { self.assembly = assembly }

    /// How many people the settings let speak; nil if they are not told apart.
    ///
    /// - Parameters:
    ///   - isRepeatable: whether the sound can be read twice. Otherwise only a request that names the option is refused.
    /// - Throws: `Problem`: `config.value`, `speakers.channels`, `speakers.once` or `speakers.missing`.
    func count(_ channels: ChannelPolicy, isRepeatable: Bool) throws -> PersonCount? {
        let name = try AnswerSetting.speakers.word(in: assembly.settings) ?? AnswerSetting.noSpeakers
        guard let count = PersonCount(name: name) else { return nil }
        let isNamed = AnswerSetting.speakers.isNamed(in: assembly.settings)
        guard isRepeatable else {
            guard isNamed else { return nil }
            throw Problem(
                .usage, "speakers.once", "speakers are told apart in recordings that can be read twice",
                at: "speakers", cure: "save the sound to a file, or send it as a job; or leave the option out")
        }
        guard channels != .speakersByChannel else {
            guard isNamed else { return nil }
            throw Problem(
                .usage, "speakers.channels", "each channel has its own speaker already", at: "speakers",
                cure: "leave out the option, or the separation by channel")
        }
        try vectors().require()
        return count
    }

    /// Who speaks when; nil if the run is to end before all of it was heard.
    ///
    /// - Parameters:
    ///   - recording: names what is heard. For the same name, the answer is kept for the next language.
    ///   - source: the recording, which is heard to its end.
    ///   - model: tells speech from other sounds; nil if there is none.
    func turns(
        in recording: String, _ source: any SpeechSource, count: PersonCount, model: SpeechModel?, control: RunControl
    ) async throws -> [PersonTurn]? {
        if let known = assembly.running?.turns(of: recording) { return known }
        assembly.note("telling the speakers apart")
        var finder = PersonFinder(model: model, embedding: try vectors())
        let first = source.firstSample
        while let block = try await source.next() {
            try Task.checkCancellation()
            guard !control.isDraining else {
                source.stop()
                return nil
            }
            try await finder.push(block.lanes.first ?? [])
        }
        guard !control.isDraining else { return nil }
        let turns = try await finder.finish(count: count.number)
            .map { PersonTurn(range: $0.range.later(by: first), person: $0.person) }
        assembly.running?.keep(turns, of: recording)
        return turns
    }

    private func vectors() throws(Problem) -> SpeakerVectors {
        let settings = try assembly.local.settings()
        let make = { SpeakerVectors(settings.piper.worker, time: assembly.time) }
        return assembly.running?.engine("speakers", settings, make: make) ?? make()
    }
}

extension Persons {
    /// What was found out, in one sentence: `2 speakers: Ana (1:03), Speaker 2 (0:40)`.
    var summary: String {
        let all = numbers.map { "\(name(of: $0)) (\(Self.clock(seconds(of: $0))))" }
        guard !all.isEmpty else { return "no speech was found in which speakers could be told apart" }
        return "\(all.count) \(all.count == 1 ? "speaker" : "speakers"): \(all.joined(separator: ", "))"
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
}
