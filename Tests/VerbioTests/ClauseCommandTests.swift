import Foundation
import Testing
import VerbioTesting

@Suite("Clauses on the command line", .timeLimit(.minutes(5)))
struct ClauseCommandTests {
    /// Says three clauses whatever it hears, and translates them a piece at a time.
    private static func scenario(_ product: Product, pieces: Int = 12) throws -> String {
        let file = product.folder.appending(path: "talkative.yaml")
        let rules = (1...9).map { number in
            "    - {when: {utterance: \(number)}, fault: hallucinate, text: \""
                + "Tomorrow the family market street \(number)1 price, good friend coffee water train \(number)2 city. "
                + "Night music book house answer number \(number)3.\"}"
        }
        try "recognition:\n  faults:\n\(rules.joined(separator: "\n"))\ntranslation:\n  pieces: \(pieces)\n".write(
            to: file, atomically: true, encoding: .utf8)
        return "sim:" + file.path
    }

    /// How many texts `live` has spoken for how many utterances.
    private static func live(
        pieces: Int = 12, environment: [String: String] = [:]
    ) async throws -> (utterances: Int, calls: Int) {
        let product = try Product()
        defer { product.remove() }
        let engines = try scenario(product, pieces: pieces)
        let log = product.folder.appending(path: "calls.log")
        let ended = try await product.run(
            [
                "live", "--from", "en", "--to", "es", "--stt", engines, "--mt", engines, "--tts", engines,
                "--audio-out", "v.wav",
            ],
            input: Product.sample("welcome.wav"),
            environment: environment.merging(["VERBIO_SIM_CALL_LOG": log.path]) { $1 })
        #expect(ended.code == 0, "\(ended.errors)")
        let begun = try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map { $0.split(separator: " ") }
            .filter { $0[0] == "begin" }
        return (begun.count { $0[2] == "recognition" }, begun.count { $0[2] == "synthesis" })
    }

    @Test("Given a translator that streams, when it is used live, then it is spoken clause by clause")
    func early() async throws {
        let (utterances, calls) = try await Self.live()
        #expect(utterances > 3 && calls == 3 * utterances)
    }

    @Test(
        "Given a translator that does not stream, or the setting, when it is used, then there is one call for each utterance"
    )
    func whole() async throws {
        let plain = try await Self.live(pieces: 1)
        #expect(plain.calls == plain.utterances)
        let never = try await Self.live(environment: ["VERBIO_PIPELINE_SPEAK_EARLY": "never"])
        #expect(never.calls == never.utterances)
    }

    @Test("Given an unknown value of speak-early, when a run starts, then it is refused with the valid values")
    func refused() async throws {
        let product = try Product()
        defer { product.remove() }
        let ended = try await product.run(
            [
                "translate", Product.sample("welcome.wav").path, "--from", "en", "--to", "es", "--stt", "sim:instant",
                "--mt", "sim:instant", "--tts", "sim:instant",
            ], environment: ["VERBIO_PIPELINE_SPEAK_EARLY": "often"])
        #expect(ended.code == 2)
        #expect(ended.errors.contains("pipeline.speak-early is 'often'"))
        #expect(ended.errors.contains("live, always or never"))
    }
}
