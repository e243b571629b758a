import Foundation
import Testing
import VerbioTesting

/// `verbio conversations flip`, as a user would try it: what is requested again, what is not, and what is reported.
@Suite("verbio conversations flip", .timeLimit(.minutes(10)))
struct FlipTests {
    private static func member(_ utterance: NSDictionary, _ object: String, _ name: String) -> String? {
        (utterance[object] as? NSDictionary)?[name] as? String
    }

    /// The first letter of each utterance's speaker.
    private static func sides(_ utterances: [NSDictionary]) -> String {
        utterances.map { ($0["speaker"] as? String ?? "?").prefix(1) }.joined()
    }

    private static func notes(_ utterance: NSDictionary) -> [String] {
        (utterance["translation"] as? NSDictionary)?["notes"] as? [String] ?? []
    }

    /// What is said of an utterance apart from what decided on its direction.
    private static func withoutReason(_ utterance: NSDictionary) -> NSDictionary {
        var copy = utterance as? [String: Any] ?? [:]
        copy["direction"] = [
            member(utterance, "direction", "from"), member(utterance, "direction", "to"),
        ].compactMap(\.self)
        return NSDictionary(dictionary: copy)
    }

    @Test("Given a translation, when an utterance is flipped and back, then only it is redone, and back is free")
    func one() async throws {
        let talk = try FlipTalk()
        defer { talk.product.remove() }
        let id = try await talk.translate()
        let before = try await talk.utterances(id)
        _ = talk.calls()

        let flipped = try await talk.flip(id, 3)
        #expect(flipped.errors.contains("utterance 3 goes es → en") && flipped.errors.contains("conversations export"))
        #expect(talk.calls() == ["recognition 3", "synthesis 3", "translation 3"])
        let after = try await talk.utterances(id)
        #expect(after.count == before.count)
        for (index, utterance) in after.enumerated() where index != 2 { #expect(utterance == before[index]) }
        let third = after[2]
        #expect(third["speaker"] as? String == "other")
        #expect(Self.member(third, "direction", "reason") == "corrected")
        #expect(Self.member(third, "direction", "from") == "es" && Self.member(third, "direction", "to") == "en")
        #expect(Self.member(third, "source", "text") != Self.member(before[2], "source", "text"))
        #expect(Self.member(third, "translation", "language") == "en")
        #expect(third["outcome"] as? NSDictionary == before[2]["outcome"] as? NSDictionary)

        let events = try await talk.events(id)
        let names = events.filter { $0["utterance"] as? Int == 3 }.compactMap { $0["event"] as? String }
        let told = ["utterance.recognized", "utterance.translated", "utterance.spoken", "utterance.finished"]
        #expect(names == told + ["utterance.reopened"] + told)
        #expect(events.filter { $0["utterance"] as? Int == 2 }.count == 4, "nothing more is told of a neighbour")
        #expect(events.last?["event"] as? String == "conversation.finished")
        #expect(events.last?["state"] as? String == "complete")

        // Flipping back and forth: every answer is stored.
        _ = try await talk.flip(id, 3)
        let back = try await talk.utterances(id)
        #expect(back.map(Self.withoutReason) == before.map(Self.withoutReason))
        #expect(Self.member(back[2], "direction", "reason") == "corrected")
        _ = try await talk.flip(id, 3)
        #expect(try await talk.utterances(id) == after)
        #expect(talk.calls() == [])
    }

    @Test("Given context of earlier lines, when one is flipped, then only those it was shown to are redone")
    func context() async throws {
        let talk = try FlipTalk("translation:\n  contextPairs: 2")
        defer { talk.product.remove() }
        let id = try await talk.translate(["--context", "2"])
        let before = try await talk.utterances(id)
        _ = talk.calls()
        // Utterance n is shown the newest two up to n - 2: the second is shown to the fourth and the fifth.
        let flipped = try await talk.flip(id, 2)
        #expect(flipped.errors.contains("utterances 4, 5"))
        #expect(
            talk.calls() == [
                "recognition 2", "synthesis 2", "translation 2", "translation 4", "translation 5",
            ])
        let after = try await talk.utterances(id)
        for index in [0, 2, 5] { #expect(after[index] == before[index]) }
        for index in [3, 4] {
            #expect(after[index]["speaker"] as? String == "user")
            #expect(after[index] != before[index], "the simulated translator notes its context")
        }
        let reasons = try await talk.events(id).filter { $0["event"] as? String == "utterance.reopened" }
        #expect(reasons.map { $0["reason"] as? String } == ["direction", "context", "context"])
        _ = try await talk.flip(id, 2)
        #expect(try await talk.utterances(id).map(Self.withoutReason) == before.map(Self.withoutReason))
        #expect(talk.calls() == [])
    }

    @Test("Given context of later lines, when one is flipped, then only those it was shown to are redone")
    func later() async throws {
        let talk = try FlipTalk("translation:\n  takesLater: true")
        defer { talk.product.remove() }
        let id = try await talk.translate()
        let before = try await talk.utterances(id)
        _ = talk.calls()
        // Utterance n is shown n + 1 and n + 2.
        let flipped = try await talk.flip(id, 4)
        #expect(flipped.errors.contains("utterances 2, 3"))
        #expect(
            talk.calls() == [
                "recognition 4", "synthesis 4", "translation 2", "translation 3", "translation 4",
            ])
        let after = try await talk.utterances(id)
        for index in [0, 4, 5] { #expect(after[index] == before[index]) }
        for index in [1, 2] { #expect(after[index] != before[index], "the simulated translator notes what comes next") }
        _ = try await talk.flip(id, 4)
        #expect(try await talk.utterances(id).map(Self.withoutReason) == before.map(Self.withoutReason))
        #expect(talk.calls() == [])
        // The content of a stream is unknown before it arrives.
        let other = try FlipTalk("translation:\n  takesLater: true")
        defer { other.product.remove() }
        let stream = try await other.translate(file: "-", input: Product.sample("welcome.wav"))
        let notes = try await other.utterances(stream).map { Self.notes($0) }
        #expect(notes.count == 6 && notes.allSatisfy { $0.contains { $0.hasPrefix("later:0:") } })
        #expect(
            before.map { Self.notes($0).contains { $0.hasPrefix("later:2:") } } == [
                true, true, true, true, false, false,
            ])
    }

    @Test("Given a flip that is killed, when it is resumed, then it is completed and nothing is paid for twice")
    func killed() async throws {
        let stages = "translation:\n  contextPairs: 2"
        let calm = try FlipTalk(stages)
        defer { calm.product.remove() }
        let id = try await calm.translate(["--context", "2"])
        _ = try await calm.flip(id, 2)
        let wanted = try await calm.utterances(id)

        let talk = try FlipTalk(stages)
        defer { talk.product.remove() }
        #expect(try await talk.translate(["--context", "2"]) == id)
        _ = talk.calls()
        // Killed during a call that has no end.
        try talk.set(stages + "\n  faults:\n    - fault: hang")
        let running = try talk.product.start(["conversations", "flip", id, "2"], environment: talk.environment)
        await running.wait(until: talk.hasBegunTranslating)
        kill(running.pid, SIGKILL)
        _ = try await running.end()
        #expect(talk.calls() == ["recognition 2", "translation 2"])
        try talk.set(stages)
        let list = try await talk.run(["conversations", "list"])
        #expect(list.output.contains("interrupted"))

        let resumed = try await talk.run(["resume", "--formats", "none", "--quiet"])
        #expect(resumed.code == 0, "\(resumed.errors)")
        let again = talk.calls()
        #expect(again == ["synthesis 2", "translation 2", "translation 4", "translation 5"])
        #expect(try await talk.utterances(id) == wanted)
        // A later run leaves the direction alone.
        _ = try await talk.run(["resume", id, "--formats", "none", "--quiet"])
        #expect(try await talk.utterances(id) == wanted)
        #expect(talk.calls() == [])
    }

    @Test("Given a stream or a lost file, when it is flipped, then its stored audio or its known text is used")
    func audio() async throws {
        let talk = try FlipTalk()
        defer { talk.product.remove() }
        let id = try await talk.translate(file: "-", input: Product.sample("welcome.wav"))
        _ = talk.calls()
        _ = try await talk.flip(id, 1)
        #expect(talk.calls() == ["recognition 1", "synthesis 1", "translation 1"])

        let other = try FlipTalk()
        defer { other.product.remove() }
        let copy = other.product.folder.appending(path: "copy.wav")
        try FileManager.default.copyItem(at: Product.sample("welcome.wav"), to: copy)
        let gone = try await other.translate(file: copy.path)
        let said = Self.member(try await other.utterances(gone)[0], "source", "text")
        try FileManager.default.removeItem(at: copy)
        _ = other.calls()
        let flipped = try await other.flip(gone, 1)
        #expect(flipped.errors.contains("utterance 1 cannot be recognized again"))
        #expect(other.calls() == ["synthesis 1", "translation 1"])
        let first = try await other.utterances(gone)[0]
        #expect(Self.member(first, "source", "text") == said && Self.member(first, "translation", "language") == "en")
    }

    @Test("Given a text of both sides, when a direction is corrected with a folder, then files are written there")
    func kinds() async throws {
        let written = try FlipTalk()
        defer { written.product.remove() }
        let lines = written.product.folder.appending(path: "in.txt")
        try Data("Good morning.\nBuenos días.\n".utf8).write(to: lines)
        let translated = try await written.run(
            ["text", "--from", "en", "--to", "es", "--mt", written.engines], input: lines)
        #expect(translated.code == 0, "\(translated.errors)")
        _ = written.calls()
        let id = try await written.id()
        let files = try await written.flip(id, 2, ["-o", "out", "--formats", "json,txt", "--quiet"])
        #expect(files.output.split(separator: "\n").count == 2)
        #expect(written.calls() == ["translation 2"])
        let second = try await written.utterances(id)[1]
        #expect(Self.member(second, "source", "text") == "Buenos días." && second["speaker"] as? String == "other")

        let talk = try FlipTalk()
        defer { talk.product.remove() }
        let dialogue = try await talk.translate(["--two-way"])
        let before = try await talk.utterances(dialogue)
        _ = talk.calls()
        let events = try await talk.flip(dialogue, 4, ["--json"])
        #expect(talk.calls() == ["recognition 4", "synthesis 4", "translation 4"])
        #expect(events.output.contains("\"event\":\"utterance.reopened\""))
        for line in events.output.split(separator: "\n") {
            #expect(throws: Never.self) { try JSONSerialization.jsonObject(with: Data(line.utf8)) }
        }
        // A later run accepts the correction.
        let flipped = try await talk.utterances(dialogue)
        #expect(Self.member(flipped[3], "direction", "reason") == "corrected")
        #expect(flipped[3]["speaker"] as? String != before[3]["speaker"] as? String)
        let resumed = try await talk.run(["resume", dialogue, "--formats", "none", "--quiet"])
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(try await talk.utterances(dialogue) == flipped)
        // An answer with a detected language counts like one with a pinned language.
        _ = try await talk.flip(dialogue, 4)
        #expect(talk.calls() == [])
        #expect(
            try await talk.utterances(dialogue).map { Self.member($0, "source", "text") }
                == before.map { Self.member($0, "source", "text") })
    }

    @Test("Given inherited directions, when their origin is flipped and back, then their utterances turn with it")
    func followers() async throws {
        let talk = try FlipTalk("translation:\n  contextPairs: 1")
        defer { talk.product.remove() }
        let lines = talk.product.folder.appending(path: "in.txt")
        let text =
            "Where is the station, please?\nLa estación está cerca.\n42\nOK\nIt leaves at nine.\n7\nThank you very much.\n"
        try Data(text.utf8).write(to: lines)
        let arguments = ["text", "--two-way", "--context", "1", "--from", "en", "--to", "es", "--mt", talk.engines]
        #expect(try await talk.run(arguments, input: lines).code == 0)
        let id = try await talk.id()
        let before = try await talk.utterances(id)
        #expect(Self.sides(before) == "uooouuu")
        #expect(Self.member(before[3], "direction", "reason") == "inherited")
        _ = talk.calls()

        let flipped = try await talk.flip(id, 2)
        #expect(flipped.errors.contains("utterances 3, 4, 5, 6"), "\(flipped.errors)")
        // Utterance n is shown the newest up to n - 2.
        #expect(talk.calls() == (2...6).map { "translation \($0)" })
        let after = try await talk.utterances(id)
        #expect(Self.sides(after) == "uuuuuuu")
        #expect(
            after.map { Self.member($0, "direction", "reason") }
                == before.enumerated().map { $0 == 1 ? "corrected" : Self.member($1, "direction", "reason") })
        for index in [0, 6] { #expect(after[index] == before[index]) }
        let reasons = try await talk.events(id).filter { $0["event"] as? String == "utterance.reopened" }
        #expect(
            reasons.map { $0["reason"] as? String } == ["direction", "direction", "direction", "context", "context"])

        _ = try await talk.flip(id, 2)
        #expect(try await talk.utterances(id).map(Self.withoutReason) == before.map(Self.withoutReason))
        // Flipping one of them also flips those after it, and nothing before it.
        _ = try await talk.flip(id, 4)
        #expect(
            Self.sides(try await talk.utterances(id)) == "uoouuuu")
        // A corrected utterance keeps its direction.
        _ = try await talk.flip(id, 2)
        #expect(
            Self.sides(try await talk.utterances(id)) == "uuuuuuu")
        _ = try await talk.flip(id, 3)
        #expect(
            Self.sides(try await talk.utterances(id)) == "uuouuuu")
    }

    @Test("Given a run cut by an outage, when an utterance is flipped, then what waits for unheard ones is resumable")
    func cut() async throws {
        let shown = "translation:\n  takesLater: true"
        let calm = try FlipTalk(shown)
        defer { calm.product.remove() }
        let wanted = try await calm.utterances(try await calm.translate())

        let talk = try FlipTalk(shown + "\n  faults:\n    - fault: quota")
        defer { talk.product.remove() }
        // The first is shown the next two, and three in progress are all that is heard when the key is refused.
        let ended = try await talk.product.run(
            [
                "translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "es", "--stt", talk.engines,
                "--mt", talk.engines, "--tts", talk.engines, "--formats", "wav", "-o", "tracks",
            ], environment: talk.environment.merging(["VERBIO_PIPELINE_IN_FLIGHT": "3"]) { $1 })
        #expect(ended.code == 5 && ended.errors.contains("ended early because"), "\(ended.errors)")
        let id = try await talk.id()
        #expect(try await talk.run(["conversations", "list"]).output.contains("interrupted"))
        let cut = try await talk.utterances(id)
        #expect(cut.map { $0["outcome"] as? String } == ["untranslated", "pending", "pending"])

        try talk.set(shown)
        let flipped = try await talk.flip(id, 3, code: 5)
        #expect(flipped.errors.contains("continue with 'verbio resume \(id)'"))
        #expect(try await talk.utterances(id)[2]["outcome"] as? String == "pending")
        #expect(try await talk.run(["conversations", "list"]).output.contains("interrupted"))
        _ = try await talk.flip(id, 3, code: 5)
        let resumed = try await talk.run(["resume", "--formats", "none", "--quiet"])
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(try await talk.utterances(id).map(Self.withoutReason) == wanted.map(Self.withoutReason))
    }

    @Test("Given a flip that is wrong or fails, when it ends, then it says why, and resume completes the failed one")
    func refusals() async throws {
        let talk = try FlipTalk()
        defer { talk.product.remove() }
        let id = try await talk.translate()
        let before = try await talk.utterances(id)
        for (arguments, code, says) in [
            ([id, "99"], 2, "has no utterance 99"),
            ([id, "99", "--store", "store"], 2, "'verbio conversations show \(id) --store store'"),
            ([id, "0"], 2, "has no utterance 0"),
            (["c999", "1"], 2, "there is no conversation 'c999'"), ([id, "1", "--formats", "srt"], 2, "add -o FOLDER"),
            ([id, "1", "--stt", "pocketsphinx"], 2, "pocketsphinx does not recognize Spanish"),
            ([id, "1", "--speaker", "nobody"], 2, "nobody"),
            ([id, "1", "--speaker", "user"], 0, "already has that direction"),
        ] as [([String], Int32, String)] {
            let ended = try await talk.run(["conversations", "flip"] + arguments)
            // Code 4 is what a machine without pocketsphinx says.
            guard ended.code != 4 else { continue }
            #expect(ended.code == code, "\(arguments): \(ended.errors)")
            #expect(ended.errors.contains(says), "\(arguments): \(ended.errors)")
        }
        #expect(try await talk.utterances(id) == before)
        let help = try await talk.run(["conversations", "flip", "--help"])
        #expect(help.output.contains("Exit codes: 0 done") && help.output.hasPrefix("OVERVIEW: "))

        let failing = talk.product.folder.appending(path: "failing.yaml")
        try "description: fails\ntranslation:\n  faults:\n    - fault: quota\n".write(
            to: failing, atomically: true, encoding: .utf8)
        let ended = try await talk.flip(id, 1, ["--mt", "sim:failing"], code: 5)
        #expect(ended.errors.contains("continue with 'verbio resume \(id)'"))
        let resumed = try await talk.run(["resume", id, "--mt", talk.engines, "--formats", "none", "--quiet"])
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(Self.member(try await talk.utterances(id)[0], "translation", "language") == "en")
    }
}
