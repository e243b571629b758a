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

/// Voices that are chosen for the people in a recording by their pitch. The synthesizer has a low and a high voice.
@Suite("Voices of speakers", .timeLimit(.minutes(5)), .enabled("needs /usr/bin/python3") { Workplace.hasPython })
struct SpeakerVoiceTests {
    /// A high voice, a low one, and the high one again.
    private static func talk(in workplace: inout Workplace, _ pitches: [Double] = [300, 140, 300]) throws -> String {
        try StandInVoices.install(in: workplace.folder.appending(path: "data/verbio"))
        let silence = [Float](repeating: 0, count: 24_000)
        let talk = pitches.reduce(silence) { $0 + StandInVoices.said(at: $1, seconds: 4) + silence }
        let file = workplace.folder.appending(path: "talk.wav")
        try Data(SpeechFixtures.wav(talk.map { Int16($0 * 32_767) })).write(to: file)
        workplace.settings.set(.speakers, .string("auto"))
        workplace.settings.set(.formats, .stringArray(["json", "wav"]))
        return file.path
    }

    private static func document(_ workplace: Workplace, _ language: String = "es") throws -> [String: Any] {
        let data = try Data(contentsOf: workplace.folder.appending(path: "out/talk.\(language).json"))
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    private static func spoken(_ workplace: Workplace, _ language: String = "es") throws -> [String?] {
        (try document(workplace, language)["utterances"] as? [[String: Any]] ?? [])
            .map { ($0["speech"] as? [String: Any])?["voice"] as? String }
    }

    @Test(
        "given a high and a low voice, when no voice is named, then each gets the voice that fits, and outputs tell it")
    func chosen() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: &workplace)
            let ran = try await workplace.run("es", recording: talk)
            #expect(ran.status == .complete, "\(ran.notes)")
            #expect(try Self.spoken(workplace) == ["sim-es-high", "sim-es-low", "sim-es-high"])
            let conversation = try Self.document(workplace)["conversation"] as? [String: Any]
            let persons = conversation?["persons"] as? [[String: Any]] ?? []
            #expect(persons.map { $0["voices"] as? [String: String] } == [["es": "sim-es-high"], ["es": "sim-es-low"]])
            #expect(
                workplace.notes.withLock { $0 }.contains {
                    $0.hasPrefix("2 speakers: ") && $0.contains(", sim-es-low)")
                })
        }
    }

    @Test("given a run that ends in the middle, when it is resumed, then voices stay and nothing is spoken twice")
    func resumed() async throws {
        struct End: Error {}
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: &workplace)
            let observer = TestObserver { event in
                if case .utteranceFinished(let body) = event.body, body.utterance == 1 { throw End() }
            }
            await #expect(throws: (any Error).self) { try await workplace.run("es", observer, recording: talk) }
            #expect(try await workplace.run("es", recording: talk).status == .complete)
            #expect(try Self.spoken(workplace) == ["sim-es-high", "sim-es-low", "sim-es-high"])
            #expect(workplace.notes.withLock { $0 }.count { $0 == "telling the speakers apart" } == 1)
            #expect(workplace.calls.count { $0.contains("synthesis") } <= 4)
            let calls = workplace.calls.count
            #expect(try await workplace.run("es", recording: talk).status == .complete)
            #expect(workplace.calls.count == calls)
        }
    }

    @Test(
        "given several languages, when no voice is named, then each language has voices that fit, and all is heard once"
    )
    func severalLanguages() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: &workplace)
            #expect(try await workplace.run("es,fr", recording: talk).status == .complete)
            #expect(try Self.spoken(workplace, "es") == ["sim-es-high", "sim-es-low", "sim-es-high"])
            #expect(try Self.spoken(workplace, "fr") == ["sim-fr-high", "sim-fr-low", "sim-fr-high"])
            #expect(workplace.notes.withLock { $0 }.count { $0 == "telling the speakers apart" } == 1)
        }
    }

    @Test(
        "given names of voices, when voices are chosen, then only for people without one, and from those that are for all",
        arguments: [
            ("2=sim-es-high", ["sim-es-low", "sim-es-high", "sim-es-low"]),
            ("sim-es-low", ["sim-es-low", "sim-es-low", "sim-es-low"]),
            ("sim-es-low,sim-es-high", ["sim-es-high", "sim-es-low", "sim-es-high"]),
            ("1=sim-es-low,2=sim-es-low", ["sim-es-low", "sim-es-low", "sim-es-low"]),
        ])
    func named(voices: String, spoken: [String]) async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: &workplace)
            workplace.settings.set(.voice, .string(voices))
            #expect(try await workplace.run("es", recording: talk).status == .complete)
            #expect(try Self.spoken(workplace) == spoken)
        }
    }

    @Test("given one speaker with a high voice, when no voice is named, then it is the high one")
    func one() async throws {
        try await Workplace.with { workplace in
            let talk = try Self.talk(in: &workplace, [300, 300])
            #expect(try await workplace.run("es", recording: talk).status == .complete)
            #expect(try Self.spoken(workplace) == ["sim-es-high", "sim-es-high"])
        }
    }
}
