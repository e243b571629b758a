import Foundation
import Testing
import VerbioTesting

/// Runs that end before their time, and what goes on with them.
@Suite("verbio resume", .timeLimit(.minutes(10)))
struct ResumeTests {
    private let sample = Product.sample("welcome.wav").path

    @Test("a stage that fails gives exit code 5, and resume with a healthy engine completes it")
    func partialThenResume() async throws {
        let product = try Product()
        defer { product.remove() }
        let scenario = product.folder.appending(path: "mine.yaml")
        try "translation: {faults: [{fault: unauthorized, when: {utterance: [2]}}]}".write(
            to: scenario, atomically: true, encoding: .utf8)
        let spec = "sim:\(scenario.path)"
        // One at a time: else all may be under way before the key is refused, and nothing is left that the run's end cuts off.
        let first = try await product.run(
            [
                "translate", sample, "--from", "en", "--to", "es", "--stt", "sim:instant", "--mt", spec, "--tts",
                "sim:instant", "-o", "out",
            ], environment: ["VERBIO_PIPELINE_IN_FLIGHT": "1"])
        #expect(first.code == 5, "\(first.errors)")
        // A key that is refused ends the run.
        #expect(first.output.contains("interrupted") && first.errors.contains("takes the key"), "\(first.output)")
        // What was said is shown all the same, and marked.
        #expect(first.errors.contains("untranslated: sim:") && first.errors.contains(" (translation): "))
        #expect(first.errors.contains("the key is refused; use a scenario without"), "what to do about it")
        #expect(first.output.contains("untranslated"), "the coverage tells of it")
        let captions = product.folder.appending(path: "out/welcome.es.srt")
        #expect(try String(contentsOf: captions, encoding: .utf8).contains("\n[en] "))
        let resumed = try await product.run(["resume", "-o", "out", "--mt", "sim:instant"])
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(try !String(contentsOf: captions, encoding: .utf8).contains("[en]"))
        let again = try await product.run(["resume"])
        #expect(again.errors.contains("nothing to resume"))
    }

    @Test("Ctrl-C finishes what is in flight, ends with 130, and the next run goes on", arguments: [SIGINT, SIGTERM])
    func interrupted(signal: Int32) async throws {
        let product = try Product()
        defer { product.remove() }
        // Slow and long enough, two minutes, that the signal comes in the middle however busy the machine is.
        try CrashTests.longRecording().write(to: product.folder.appending(path: "talk.wav"))
        try "recognition: {latency: 3000}".write(
            to: product.folder.appending(path: "slow.yaml"), atomically: true, encoding: .utf8)
        let arguments = ["translate", "talk.wav", "--from", "en", "--to", "es", "-o", "out", "--json"]
        let engines = ["--stt", "sim:slow", "--mt", "sim:slow", "--tts", "sim:slow"]
        let environment = [
            "VERBIO_PIPELINE_IN_FLIGHT": "1", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path,
        ]
        let running = try product.start(arguments + engines, environment: environment)
        await running.wait(for: "utterance.recognized")
        kill(running.pid, signal)
        let ended = try await running.end()
        #expect(ended.code == 130, "\(ended.errors)")
        #expect(ended.output.contains("\"state\":\"interrupted\""))
        #expect(ended.output.contains("utterance.finished"), "what was in flight was finished")
        let resumed = try await product.run(
            ["resume", "-o", "out", "--json", "--stt", "sim:instant"], environment: environment)
        #expect(resumed.code == 0, "\(resumed.errors)")
        #expect(resumed.output.contains("\"state\":\"complete\""))
    }
}
