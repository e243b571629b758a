import Audio
import Configuration
import Conversations
import Foundation
import Interpreting
import Language
import Plumbing
import Providers
import Testing
import VerbioService
import VerbioTesting

/// Conversations in two languages in which it is known which speaker speaks which.
@Suite("Languages of speakers", .timeLimit(.minutes(5)), .enabled("needs /usr/bin/python3") { Workplace.hasPython })
struct SpeakerLanguageTests {
    /// Two people in turn.
    private static func talk(in workplace: inout Workplace) throws -> String {
        try StandInVoices.install(in: workplace.folder.appending(path: "data/verbio"))
        let silence = [Float](repeating: 0, count: 24_000)
        let talk = [2, 0, 2].reduce(silence) { $0 + StandInVoices.said(by: $1, seconds: 4) + silence }
        let file = workplace.folder.appending(path: "talk.wav")
        try Data(SpeechFixtures.wav(talk.map { Int16($0 * 32_767) })).write(to: file)
        workplace.settings.set(.speakers, .string("2"))
        return file.path
    }

    private static func heard(
        _ workplace: Workplace, _ talk: String, _ languages: [Int: LanguageCode], recorded: Bool = true
    ) async throws -> [UtteranceRecord] {
        let store = try await workplace.assembly.store()
        var request = ConversationRequest(try LanguagePair(from: .en, to: .es))
        (request.isTwoWay, request.personLanguages) = (true, languages)
        let opened = try await OpenedConversation.open(
            request, from: recorded ? .recording(talk) : .audio(.file(talk)), assembly: workplace.assembly, store: store
        )
        _ = try await opened.run(control: RunControl()) { _ in }
        opened.claim?.release()
        let records = try await store.utterances(of: opened.conversation.id, after: 0, limit: 9)
        try await store.close()
        return records
    }

    @Test(
        "given languages of speakers, when a recording or a stream is heard, then directions follow from the speakers",
        arguments: [true, false])
    func directions(recorded: Bool) async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: &workplace)
            let records = try await Self.heard(workplace, talk, [1: .es, 2: .en], recorded: recorded)
            #expect(records.map(\.utterance.direction.reason) == ["person", "person", "person"])
            #expect(records.map(\.utterance.direction.pair.from) == [.es, .en, .es])
            #expect(records.map(\.utterance.speaker) == [.other, .user, .other])
            #expect(records.map(\.recognition?.language) == [.es, .en, .es])
            #expect(records.map(\.translation?.language) == [.en, .es, .en])
            guard recorded else { return }
            let calls = workplace.calls.count
            let again = try await Self.heard(workplace, talk, [1: .es, 2: .en])
            #expect(again.map(\.utterance) == records.map(\.utterance))
            #expect(workplace.calls.count == calls)
        }
    }

    @Test("given the language of one speaker only, when others speak, then their language is found out")
    func some() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: &workplace)
            let records = try await Self.heard(workplace, talk, [1: .es])
            #expect(records.map(\.utterance.direction.reason) == ["person", "expected", "person"])
            #expect(records.map { $0.heardDirection == nil } == [true, false, true])
        }
    }

    @Test("given languages that can decide nothing, when speech is ordered, then one sentence says so")
    func refused() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: &workplace)
            let cases: [([Int: LanguageCode], Bool, Bool, String)] = [
                ([1: .fr], true, true, "speaker 1 cannot speak French"),
                ([1: .es], false, true, "all speech is translated in one direction"),
                ([1: .es], true, false, "the speakers are not told apart"),
            ]
            for (languages, twoWay, apart, sentence) in cases {
                workplace.settings.set(.speakers, .string(apart ? "2" : "off"))
                await #expect {
                    try await workplace.run("es", recording: talk) {
                        ($0.isTwoWay, $0.personLanguages) = (twoWay, languages)
                    }
                } throws: { error in
                    let problem = error as? Problem
                    return problem?.code == "speakers.language" && problem?.what.hasPrefix(sentence) == true
                }
            }
            #expect(workplace.calls.isEmpty)
        }
        for text in ["1", "es", "0=es", "1=", "1=klingon", "x=es"] {
            #expect(throws: Problem.self) { try PersonLanguage.parsed(text) }
        }
        let parsed = try PersonLanguage.parsed("2=es-419")
        #expect(parsed.person == 2 && parsed.language == .es)
    }
}
