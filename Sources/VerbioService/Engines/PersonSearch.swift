import Audio
import Conversations
import Hearing
import Interpreting
import LocalEngines
import Plumbing

/// Tells speakers apart. A recording is heard before its utterances, so that an utterance ends where another person begins. Sound
/// that is heard once is followed utterance by utterance.
struct PersonSearch: Sendable {
    private let assembly: Assembly

    init(_ assembly: Assembly) { self.assembly = assembly }

    /// How many people the settings let speak; nil if they are not told apart.
    ///
    /// - Throws: `Problem`: `config.value`, or `speakers.channels` if the request names the option.
    func count(_ channels: ChannelPolicy) throws -> PersonCount? {
        let name = try AnswerSetting.speakers.word(in: assembly.settings) ?? AnswerSetting.noSpeakers
        guard let count = PersonCount(name: name) else { return nil }
        guard channels != .speakersByChannel else {
            guard AnswerSetting.speakers.isNamed(in: assembly.settings) else { return nil }
            throw Problem(
                .usage, "speakers.channels", "each channel has its own speaker already", at: "speakers",
                cure: "leave out the option, or the separation by channel")
        }
        return count
    }

    /// - Throws: `Problem` of code `speakers.missing` if voices cannot be told apart here.
    func requireModel() throws(Problem) { try vectors().require() }

    /// Who speaks when; nil if the run is to end before all of it was heard.
    ///
    /// - Parameters:
    ///   - recording: names what is heard. For the same name, the answer is kept for the next language. Nil if it has none.
    ///   - source: the recording, which is heard to its end.
    ///   - model: tells speech from other sounds; nil if there is none.
    func persons(
        in recording: String?, _ source: any SpeechSource, count: PersonCount, model: SpeechModel?, control: RunControl
    ) async throws -> HeardPersons? {
        if let recording, let known = assembly.running?.persons(of: recording) { return known }
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
        let heard = HeardPersons(
            turns: turns.map { PersonTurn(range: $0.range.later(by: first), person: $0.person) },
            pitches: finder.pitches(of: turns))
        if let recording { assembly.running?.keep(heard, of: recording) }
        return heard
    }

    /// Finds out who speaks while sound is heard that comes once.
    ///
    /// - Parameters:
    ///   - earlier: what earlier runs have found out.
    ///   - voices: chooses a voice for each of them; nil if none is chosen.
    func following(
        _ count: PersonCount, from earlier: Persons?, voices: PersonVoices?
    ) throws(Problem) -> LivePersons {
        let vectors = try vectors()
        try vectors.require()
        return LivePersons(vectors, count: count, earlier: earlier ?? Persons(), voices: voices, note: assembly.note)
    }

    private func vectors() throws(Problem) -> SpeakerVectors {
        assembly.voices.vectors(try assembly.local.settings().piper.worker, time: assembly.time)
    }
}

extension Persons {
    /// What was found out, in one sentence: `2 speakers: Ana (1:03, es+f2), Speaker 2 (0:40, es)`.
    var summary: String {
        let all = numbers.map { person in
            let facts = [Self.clock(seconds(of: person))] + (voices?[person] ?? [:]).sorted { $0 < $1 }.map(\.value)
            return "\(name(of: person)) (\(facts.joined(separator: ", ")))"
        }
        guard !all.isEmpty else { return "no speech was found in which speakers could be told apart" }
        return "\(all.count) \(all.count == 1 ? "speaker" : "speakers"): \(all.joined(separator: ", "))"
    }

    private static func clock(_ seconds: Double) -> String {
        let whole = Int(seconds.rounded())
        return "\(whole / 60):\(whole % 60 < 10 ? "0" : "")\(whole % 60)"
    }
}
