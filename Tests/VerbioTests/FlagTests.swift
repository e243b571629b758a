import Foundation
import Testing
import VerbioTesting

@Suite("What guards found, as a user sees it", .timeLimit(.minutes(5)))
struct FlagTests {
    @Test("Given flagged answers, when a run ends, then the summary and the transcripts have them")
    func shown() async throws {
        let product = try Product()
        defer { product.remove() }
        try """
        description: answers that guards find
        recognition:
          faults:
            - when: {utterance: 2}
              fault: hallucinate
              text: "Thank you for watching!"
        translation:
          faults:
            - when: {utterance: [4, 5]}
              fault: wrong-language
        """.write(to: product.folder.appending(path: "odd.yaml"), atomically: true, encoding: .utf8)
        let environment = ["VERBIO_PROVIDERS_SCENARIOS": product.folder.path]
        let ended = try await product.run(
            [
                "translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "es", "--stt", "sim:odd",
                "--mt",
                "sim:odd", "--tts", "none", "--formats", "srt,txt,vtt", "-o", "out",
            ], environment: environment)
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").map(String.init)
        #expect(lines.contains("1 recognition flagged: boilerplate 1; kept"), "\(ended.output)")
        let translations = try #require(lines.first { $0.hasPrefix("2 translations flagged: ") }, "\(ended.output)")
        #expect(translations.contains(/(echo|language) 2/))

        let list = try await product.run(["conversations", "list"])
        let id = try #require(list.output.firstMatch(of: /c[0-9a-z]{20}/)).output
        let shown = try await product.run(["conversations", "show", String(id)])
        let transcript = shown.output.split(separator: "\n").map(String.init)
        #expect(transcript.count { $0.contains("⚑") } == 3, "\(shown.output)")
        #expect(transcript.contains { $0.hasPrefix("  2 [") && $0.hasSuffix("Thank you for watching!  ⚑ boilerplate") })
        func written(_ ending: String) throws -> String {
            try String(contentsOf: product.folder.appending(path: "out/welcome.es.\(ending)"), encoding: .utf8)
        }
        // SubRip has no place for it, and WebVTT has classes.
        #expect(try !written("srt").contains("⚑"))
        #expect(try written("vtt").split(separator: "\n").count { $0.contains("<c.doubtful>") } == 1)
        #expect(try written("txt").split(separator: "\n").count { $0.hasSuffix("watching!  ⚑ boilerplate") } == 1)
        let marks = lines.filter { $0.contains("⚑") }
        #expect(
            marks.count == 3 && marks.allSatisfy { $0.wholeMatch(of: /(?: +|\[[0-9:]+\] *)⚑ .*/) != nil },
            "\(ended.output)")
        let clean = try await product.run(
            [
                "translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "es", "--stt", "sim:instant",
                "--mt", "sim:instant", "--tts", "none", "--formats", "none",
            ])
        #expect(!clean.output.contains("flagged"))
    }

    @Test("Given flagged translations, when live shows them, then each has a mark below it, and the end counts them")
    func live() async throws {
        let product = try Product()
        defer { product.remove() }
        try "translation: {faults: [{fault: wrong-language, when: {utterance: [2, 4]}}]}".write(
            to: product.folder.appending(path: "odd.yaml"), atomically: true, encoding: .utf8)
        let arguments = [
            "live", "--from", "en", "--to", "es", "--stt", "sim:instant", "--mt", "sim:odd", "--tts", "none",
        ]
        let environment = ["VERBIO_PROVIDERS_SCENARIOS": product.folder.path]
        let sample = Product.sample("welcome.wav")
        let ended = try await product.run(arguments, input: sample, environment: environment)
        #expect(ended.code == 0, "\(ended.errors)")
        let lines = ended.output.split(separator: "\n").map(String.init)
        let marked = lines.indices.filter { lines[$0].contains("⚑") }
        // If another line has been shown in the meantime, the mark has the time of its own.
        let isPlaced = marked.allSatisfy { lines[$0 - 1].contains(" es  ") || lines[$0].hasPrefix("[0:") }
        #expect(marked.count == 2 && isPlaced, "\(ended.output)")
        #expect(ended.errors.contains("2 translations flagged: "), "\(ended.errors)")
        let events = try await product.run(arguments + ["--json"], input: sample, environment: environment)
        #expect(!events.output.contains("⚑") && !events.errors.contains("flagged"))
    }
}
