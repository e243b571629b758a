import Audio
import Captions
import Configuration
import Conversations
import Delivery
import Foundation
import Interpreting
import Language
import Plumbing
import Testing
import VerbioService
import VerbioTesting

/// Caption files from the command to the files, with simulated engines.
@Suite("Runs of caption files", .timeLimit(.minutes(5)))
struct CaptionRunTests {
    private static let film = """
        1
        00:00:01,001 --> 00:00:02,502
        I wanted to tell you

        2
        00:00:02,600 --> 00:00:04,000
        that the train has left.

        3
        00:00:05,000 --> 00:00:06,007
        <i>- Really?
        - Yes.</i>

        4
        00:00:07,000 --> 00:00:08,000
        ♪♪

        """

    /// Runs a caption file into some languages.
    private static func run(
        _ workplace: Workplace, _ path: String, to languages: String = "es", from: String = "en",
        captions: String? = nil, _ change: (inout Settings) -> Void = { _ in }
    ) async throws -> (status: RunStatus, observer: TestObserver) {
        var settings = workplace.settings
        settings.set(.from, .string(from))
        settings.set(.to, .string(languages))
        change(&settings)
        let inputs = try CaptionInputs([path], beside: captions)
        settings = inputs.settings(settings)
        let assembly = Assembly(settings: settings, note: { _ in }).with(workplace.environment)
        let recording = try RecordingArguments(
            [path], recursive: false, besides: assembly.writtenFiles, note: { _ in }
        ).recordings[0]
        let own = try await RecordingLanguages(assembly, ConversationRequest.Listening()).settings(
            of: [recording], note: { _ in })[0]
        let requests = try own.languagesHeard(twoWay: false).map { pair in
            ConversationRequest(pair) {
                ($0.isSpoken, $0.captions) = (inputs.speaks(path, settings), inputs.file)
            }.allowed(by: own)
        }
        let plan = try OutputPlan(
            assembly, printing: StandardOutput(takesEvents: false, isTerminal: false) { _ in },
            admission: OutputGuard(for: assembly, inputs: [path], overwrites: false))
        let observer = TestObserver()
        let runs = RecordingRuns(
            assembly: assembly, recordings: [RequestedRecording(recording, requests)], plan: plan, skipsExisting: false)
        return (try await runs.perform { observer }, observer)
    }

    private static func cues(_ workplace: Workplace, _ name: String) throws -> [ReadCue] {
        let file = workplace.folder.appending(path: "out/\(name)").path
        return try CaptionScript(path: file, language: nil).cues
    }

    @Test("given SRT, when it is translated into two languages, then times stay, and the same run again calls nothing")
    func translates() async throws {
        try await Workplace.with { workplace in
            let path = try workplace.write(Self.film, to: "film.en.srt")
            let (status, observer) = try await Self.run(workplace, path, to: "es,ja")
            #expect(status == .complete, "\(observer.notes)")
            let source = try CaptionScript(path: path, language: .en).cues
            for name in ["film.es.srt", "film.ja.srt"] {
                let cues = try Self.cues(workplace, name)
                #expect(cues.map(\.start) == source.map(\.start) && cues.map(\.end) == source.map(\.end))
                #expect(cues.last?.text.text == "♪♪")
                #expect(cues[2].text.lines.count == 2 && cues[2].text.text.hasPrefix("- "))
                #expect(cues[2].text.runs.allSatisfy { $0.style.isItalic || $0.text == "\n" })
                #expect(cues[0].text.text != source[0].text.text)
            }
            let calls = workplace.calls
            // The sentence over two cues and the two lines of the dialogue, in two languages. Nothing is recognized.
            #expect(
                calls.count == 6 && !calls.contains { $0.contains("recognition") || $0.contains("synthesis") },
                "\(calls)")
            #expect(try await Self.run(workplace, path, to: "es,ja").status == .complete)
            #expect(workplace.calls.count == calls.count)
            #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.film)
        }
    }

    @Test("given SRT, when every format is named, then each has the times of the file, and the voice is placed at them")
    func everyFormat() async throws {
        try await Workplace.with { workplace in
            let path = try workplace.write(Self.film, to: "film.srt")
            let formats = ["json", "txt", "wav", "srt", "vtt", "ass", "ttml", "sbv", "lrc", "csv", "tsv"]
            let (status, observer) = try await Self.run(workplace, path) {
                $0.set(.formats, .stringArray(formats))
                $0.set(.captions, .string("bilingual"))
            }
            #expect(status == .complete, "\(observer.notes)")
            for name in ["srt", "vtt", "ttml", "sbv"] {
                let cues = try Self.cues(workplace, "film.en-es.\(name)")
                #expect(
                    cues.map(\.start) == [1_001, 2_600, 5_000, 7_000]
                        && cues.map(\.end) == [2_502, 4_000, 6_007, 8_000])
                #expect(cues[0].text.text.hasPrefix("I wanted to tell you\n"), "\(name)")
            }
            #expect(try Self.cues(workplace, "film.en-es.ass").map(\.start) == [1_000, 2_600, 5_000, 7_000])
            let store = try await workplace.assembly.store()
            let conversation = try #require(try await store.conversations(limit: 2).first?.conversation)
            #expect(conversation.kind == .captions && conversation.captionHead?.format == "srt")
            let records = try await store.utterances(of: conversation.id, after: 0, limit: 9)
            #expect(records.map { $0.utterance.speech.startSeconds } == [1.001, 5, 5, 7])
            #expect(records.map(\.outcome) == [.spoken, .spoken, .spoken, .dropped(reason: "no-words")])
        }
    }

    @Test(
        "given captions in another language than is known, when it is found out, then it is, and its own language is left out"
    )
    func automatic() async throws {
        try await Workplace.with { workplace in
            let text = Self.film.replacing("I wanted to tell you", with: "Quería decirte")
                .replacing("that the train has left.", with: "que el tren ya se ha ido.")
            let path = try workplace.write(text, to: "film.srt")
            let (status, _) = try await Self.run(workplace, path, to: "en,es", from: "auto")
            #expect(status == .complete)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: workplace.folder.path + "/out") == ["film.en.srt"])
        }
    }

    @Test("given ASS, when it is translated, then styles, places and drawings are in the new file")
    func keepsStyles() async throws {
        try await Workplace.with { workplace in
            let path = try workplace.write(
                """
                [Script Info]
                Title: x

                [V4+ Styles]
                Style: Top,Arial,20

                [Events]
                Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
                Dialogue: 1,0:00:01.25,0:00:02.50,Top,Ana,0,0,0,,{\\an8\\fad(100,100)}{\\i1}Where is the train?
                Dialogue: 0,0:00:03.00,0:00:04.00,Top,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}
                """, to: "film.ass")
            #expect(try await Self.run(workplace, path).status == .complete)
            let text = try String(contentsOfFile: workplace.folder.path + "/out/film.es.ass", encoding: .utf8)
            #expect(text.contains("Style: Top,Arial,20"))
            #expect(text.contains("Dialogue: 1,0:00:01.25,0:00:02.50,Top,Ana,0,0,0,,{\\an8}{\\fad(100,100)}{\\i1}"))
            #expect(text.contains("Dialogue: 0,0:00:03.00,0:00:04.00,Top,,0,0,0,,{\\p1}m 0 0 l 1 1{\\p0}"))
        }
    }

    @Test(
        "given a translation that fails, when the run is resumed with another engine, then only that line is asked for")
    func resumes() async throws {
        try await Workplace.with { workplace in
            let path = try workplace.write(Self.film, to: "film.srt")
            let broken = try workplace.scenario(
                "broken", "translation: {faults: [{fault: empty, when: {utterance: [2]}}]}")
            let (status, _) = try await Self.run(workplace, path) { $0.set(.translator, .stringArray([broken])) }
            #expect(status == .partial)
            #expect(try Self.cues(workplace, "film.es.srt").count == 4)
            let before = workplace.calls.count
            let store = try await workplace.assembly.store()
            let conversation = try #require(try await store.conversations(limit: 2).first?.conversation)
            var choice = EngineChoice()
            choice.translators = ["sim:instant"]
            let opened = try await OpenedConversation.resume(
                conversation, assembly: workplace.assembly, store: store, engines: choice)
            let plan = try workplace.plan(workplace.assembly)
            #expect(try await ConversationRun(observer: TestObserver()).perform(opened, outputs: plan) == .complete)
            #expect(workplace.calls.count == before + 1)
        }
    }

    @Test(
        "given captions beside a recording and a line that fails, when the run is resumed, then only that line is asked for and other captions are refused"
    )
    func resumesBesideRecording() async throws {
        try await Workplace.with { workplace in
            let path = try workplace.write(Self.film, to: "film.srt")
            let sound = Workplace.welcome
            let broken = try workplace.scenario(
                "broken", "translation: {faults: [{fault: empty, when: {utterance: [2]}}]}")
            let (status, observer) = try await Self.run(workplace, sound, captions: path) {
                $0.set(.translator, .stringArray([broken]))
                $0.set(.formats, .stringArray(["srt", "json"]))
            }
            #expect(status == .partial, "\(observer.notes)")
            let store = try await workplace.assembly.store()
            let conversation = try #require(try await store.conversations(limit: 2).first?.conversation)
            #expect(conversation.kind == .captions && conversation.captionFile?.name == "film.srt")
            #expect(conversation.source.container == "wav" && conversation.recording?.hasSuffix("welcome.wav") == true)
            var choice = EngineChoice()
            choice.translators = ["sim:instant"]
            _ = try workplace.write(Self.film + "\n", to: "film.srt")
            let problem = await #expect(throws: Problem.self) {
                try await OpenedConversation.resume(
                    conversation, assembly: workplace.assembly, store: store, engines: choice)
            }
            #expect(problem?.code == "captions.changed")
            _ = try workplace.write(Self.film, to: "film.srt")
            let before = workplace.calls.count
            let opened = try await OpenedConversation.resume(
                conversation, assembly: workplace.assembly, store: store, engines: choice)
            let plan = try workplace.plan(workplace.assembly)
            #expect(try await ConversationRun(observer: TestObserver()).perform(opened, outputs: plan) == .complete)
            // The line is translated and spoken.
            #expect(workplace.calls.count == before + 2, "\(workplace.calls)")
            // The recording is 27 s long, and the captions end after 8 s.
            let complete = try #require(try await store.conversation(conversation.id))
            let ending = try await store.ending(of: complete)
            #expect(ending.seconds > 26 && ending.seconds < 28, "\(ending.seconds)")
        }
    }

    @Test("given options for sound, when there are captions, then each is refused in one sentence")
    func refusesOptions() async throws {
        try await Workplace.with { workplace in
            let inputs = CaptionInputs([try workplace.write(Self.film, to: "film.srt")])
            #expect(inputs.areAll)
            var listening = ConversationRequest.Listening()
            try inputs.check(listening)
            listening.channels = .channel(1)
            let problem = #expect(throws: Problem.self) { try inputs.check(listening) }
            #expect(problem?.code == "captions.option")
            #expect(throws: Problem.self) { try inputs.check(ConversationRequest.Listening(), named: ["--stt"]) }
        }
    }
}

extension Assembly {
    fileprivate func with(_ environment: [String: String]) -> Assembly {
        var copy = self
        copy.environment = environment
        return copy
    }
}
