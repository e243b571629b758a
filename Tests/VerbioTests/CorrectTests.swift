import Foundation
import Testing
import VerbioTesting

/// `verbio conversations correct`: what is requested again, what stays, and what no later work replaces.
@Suite("verbio conversations correct", .timeLimit(.minutes(10)))
struct CorrectTests {
    private static func member(_ utterance: NSDictionary, _ object: String, _ name: String) -> String? {
        (utterance[object] as? NSDictionary)?[name] as? String
    }

    private static func notes(_ utterance: NSDictionary) -> [String] {
        (utterance["translation"] as? NSDictionary)?["notes"] as? [String] ?? []
    }

    private func correct(
        _ talk: FlipTalk, _ id: String, _ number: Int, _ more: [String], code: Int32 = 0
    ) async throws -> Product.Ended {
        let ended = try await talk.run(["conversations", "correct", id, String(number)] + more)
        #expect(ended.code == code, "\(ended.errors)")
        return ended
    }

    @Test("Given a corrected source, when it is stored, then this line alone is translated and spoken again")
    func source() async throws {
        let talk = try FlipTalk("translation:\n  contextPairs: 2")
        defer { talk.product.remove() }
        let id = try await talk.translate(["--context", "2"])
        let before = try await talk.utterances(id)
        _ = talk.calls()
        let ended = try await correct(talk, id, 2, ["--source", " Where is the night train? "])
        #expect(ended.errors.contains("utterance 2 is corrected"))
        #expect(talk.calls() == ["synthesis 2", "translation 2"])
        let after = try await talk.utterances(id)
        #expect(Self.member(after[1], "source", "text") == "Where is the night train?")
        #expect(after[1]["outcome"] as? String == "spoken")
        for index in before.indices where index != 1 { #expect(after[index] == before[index]) }
        // The former text is found with its answers.
        let former = try #require(Self.member(before[1], "source", "text"))
        _ = try await correct(talk, id, 2, ["--source", former])
        #expect(talk.calls() == [])
        #expect(
            try await correct(talk, id, 2, ["--source", former]).errors.contains("utterance 2 already says that"))
    }

    @Test("Given a corrected translation, when its neighbours change, then it is spoken and never replaced")
    func translation() async throws {
        let talk = try FlipTalk("translation:\n  contextPairs: 2")
        defer { talk.product.remove() }
        let id = try await talk.translate(["--context", "2"])
        let before = try await talk.utterances(id)
        _ = talk.calls()
        _ = try await correct(talk, id, 4, ["--translation", "Lo escribí yo."])
        #expect(talk.calls() == ["synthesis 4"])
        let after = try await talk.utterances(id)
        #expect(Self.member(after[3], "translation", "text") == "Lo escribí yo.")
        #expect(Self.notes(after[3]) == ["corrected"])
        #expect(after[3]["source"] as? NSDictionary == before[3]["source"] as? NSDictionary)
        #expect(after[3]["outcome"] as? String == "spoken")

        // The fourth and fifth were shown the second. The fourth is a user's own text now.
        _ = try await talk.flip(id, 2)
        #expect(talk.calls() == ["recognition 2", "synthesis 2", "translation 2", "translation 5"])
        #expect(try await talk.utterances(id)[3] == after[3])

        // A corrected source keeps it, too.
        _ = try await correct(talk, id, 4, ["--source", "I wrote it myself."])
        #expect(talk.calls() == [])
        #expect(Self.member(try await talk.utterances(id)[3], "translation", "text") == "Lo escribí yo.")

        // Both at once, and an engine again.
        _ = try await correct(talk, id, 4, ["--source", "So did I.", "--translation", "Yo también."])
        #expect(talk.calls() == ["synthesis 4"])
        _ = try await correct(talk, id, 4, ["--translate-again"])
        #expect(talk.calls() == ["synthesis 4", "translation 4"])
        let again = try await talk.utterances(id)[3]
        #expect(Self.member(again, "source", "text") == "So did I." && Self.notes(again) != ["corrected"])
        #expect(try await correct(talk, id, 4, ["--translate-again"]).errors.contains("already says that"))
    }

    @Test("Given texts that a user has written, when the line is flipped and flipped back, then they come back")
    func flippedBack() async throws {
        let talk = try FlipTalk()
        defer { talk.product.remove() }
        let id = try await talk.translate()
        _ = try await correct(talk, id, 2, ["--source", "I said this.", "--translation", "Lo escribí yo."])
        let written = try await talk.utterances(id)[1]
        _ = talk.calls()
        _ = try await talk.flip(id, 2)
        #expect(talk.calls() == ["recognition 2", "synthesis 2", "translation 2"])
        let turned = try await talk.utterances(id)[1]
        #expect(Self.member(turned, "source", "text") != "I said this." && Self.notes(turned) != ["corrected"])
        // What is written for this direction is kept beside that for the other one.
        _ = try await correct(talk, id, 2, ["--translation", "I wrote it."])
        _ = talk.calls()

        for _ in 1...2 {
            _ = try await talk.flip(id, 2, ["--speaker", "user"])
            let back = try await talk.utterances(id)[1]
            for name in ["source", "translation", "outcome"] {
                #expect(back[name] as? NSObject == written[name] as? NSObject, "\(name)")
            }
            _ = try await talk.flip(id, 2, ["--speaker", "other"])
            #expect(Self.member(try await talk.utterances(id)[1], "translation", "text") == "I wrote it.")
        }
        #expect(talk.calls() == [])

        // A correction that was given up does not come back.
        _ = try await correct(talk, id, 2, ["--translate-again"])
        for _ in 1...2 { _ = try await talk.flip(id, 2) }
        #expect(Self.notes(try await talk.utterances(id)[1]) != ["corrected"])
        _ = try await talk.flip(id, 2)
        #expect(Self.member(try await talk.utterances(id)[1], "translation", "text") == "Lo escribí yo.")
    }

    @Test("Given lines in batches, when one of a batch is flipped, then a corrected translation of the batch stays")
    func batches() async throws {
        let talk = try FlipTalk("translation:\n  batches: true")
        defer { talk.product.remove() }
        let id = try await talk.translate(["--batch", "4"])
        _ = try await correct(talk, id, 2, ["--translation", "Lo escribí yo."])
        _ = talk.calls()
        _ = try await talk.flip(id, 1)
        #expect(!talk.calls().contains("synthesis 2"))
        #expect(Self.member(try await talk.utterances(id)[1], "translation", "text") == "Lo escribí yo.")
    }

    @Test("Given a voice that fails, when a translation is corrected, then resume speaks it and asks no translator")
    func resumed() async throws {
        let talk = try FlipTalk()
        defer { talk.product.remove() }
        let id = try await talk.translate()
        try talk.set("synthesis:\n  faults: [{when: {probability: 1}, fault: unauthorized}]")
        let ended = try await correct(talk, id, 1, ["--translation", "Lo escribí yo."], code: 5)
        #expect(ended.errors.contains("verbio resume"))
        #expect(Self.member(try await talk.utterances(id)[0], "translation", "text") == "Lo escribí yo.")
        try talk.set("")
        _ = talk.calls()
        let resumed = try await talk.run(["resume", id])
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(talk.calls() == ["synthesis 1"])
        #expect(try await talk.utterances(id)[0]["outcome"] as? String == "spoken")
    }

    @Test("Given nothing to correct, when the command is called, then one sentence tells what to give")
    func refused() async throws {
        let talk = try FlipTalk()
        defer { talk.product.remove() }
        let id = try await talk.translate()
        for (number, more, expected) in [
            (1, [], "--source, --translation and --translate-again: nothing is to be corrected; give one of them"),
            (1, ["--source", "…"], "--source: a text has words, in one line of at most 20000 bytes"),
            (1, ["--translation", "a\nb"], "--translation: a text has words"),
            (1, ["--translation", "a", "--translate-again"], "give one of them"),
            (99, ["--source", "a"], "has no utterance 99"),
            (1, ["--source", "a", "--formats", "srt"], "add -o FOLDER"),
        ] {
            let ended = try await correct(talk, id, number, more, code: 2)
            #expect(ended.errors.contains(expected), "\(ended.errors)")
        }
    }

    @Test("Given a transcription, when a translation is given, then the command tells that there is none")
    func untranslated() async throws {
        let talk = try FlipTalk()
        defer { talk.product.remove() }
        let ended = try await talk.run(
            ["transcribe", Product.sample("welcome.wav").path, "--from", "en", "--stt", talk.engines, "-o", "texts"])
        #expect(ended.code == 0, "\(ended.errors)")
        let id = try await talk.id()
        let refused = try await correct(talk, id, 1, ["--translation", "Hola"], code: 2)
        #expect(refused.errors.contains("the conversation has no translation"))
        _ = try await correct(talk, id, 1, ["--source", "Something else"])
        #expect(Self.member(try await talk.utterances(id)[0], "source", "text") == "Something else")
    }
}
