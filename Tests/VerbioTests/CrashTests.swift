import Foundation
import Testing
import VerbioTesting

/// `kill -9` at any moment, then the same command again, or `verbio resume`: the same output, and no finished call made twice.
@Suite("Killed and run again", .timeLimit(.minutes(10)))
struct CrashTests {
    /// One line of the call log of the simulated providers.
    struct Call: Hashable {
        var verb: String
        var stage: String
        var utterance: String
        var request: String
    }

    /// How many calls may run at once in all: of each stage, ``environment`` says.
    static let callsInFlight = 6

    /// What is killed, and how often.
    struct Subject {
        var recording: URL
        var engines = "sim:crash"
        var rounds = 50
        var environment: [String: String] = [:]
        /// Stages whose answer is committed before a later stage of the utterance begins.
        var earlierStages: Set = ["recognition", "translation"]

        func arguments(_ output: URL) -> [String] {
            [
                "translate", recording.path, "--from", "en", "--to", "es", "--stt", engines, "--mt", engines, "--tts",
                engines, "-o", output.path, "--quiet",
            ]
        }
    }

    static let environment = [
        "VERBIO_PIPELINE_STT_CONCURRENCY": "2", "VERBIO_PIPELINE_MT_CONCURRENCY": "2",
        "VERBIO_PIPELINE_TTS_CONCURRENCY": "2",
        "VERBIO_PROVIDERS_SCENARIOS": Product.root.appending(path: "config/scenarios").path,
    ]

    @Test("after being killed at 50 seeded points")
    func killed() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try Self.longRecording().write(to: recording)
        try await Self.kill(Subject(recording: recording), product)
    }

    @Test("the same where clauses are spoken while the translation is still coming")
    func killedBetweenClauses() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try Self.longRecording().write(to: recording)
        let scenario = product.folder.appending(path: "talkative.yaml")
        try Self.talkative.write(to: scenario, atomically: true, encoding: .utf8)
        try await Self.kill(
            Subject(
                recording: recording, engines: "sim:talkative", rounds: 20,
                environment: [
                    "VERBIO_PIPELINE_SPEAK_EARLY": "always", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path,
                ], earlierStages: ["recognition"]), product)
        let spoken = try Self.log(product.folder.appending(path: "reference.calls")).count {
            $0.verb == "begin" && $0.stage == "synthesis"
        }
        #expect(spoken >= 3 * 40, "several clauses an utterance")
    }

    @Test("the same where a language model sums up what was said")
    func killedBetweenSummaries() async throws {
        let product = try Product()
        defer { product.remove() }
        let recording = product.folder.appending(path: "talk.wav")
        try Self.longRecording().write(to: recording)
        let scenario = product.folder.appending(path: "model.yaml")
        try """
        recognition: {latency: 6, jitter: 0.5}
        translation: {latency: 3, jitter: 0.5, contextPairs: 4, summaries: true}
        synthesis: {latency: 4, jitter: 0.5}
        """.write(to: scenario, atomically: true, encoding: .utf8)
        try await Self.kill(
            Subject(
                recording: recording, engines: "sim:model", rounds: 20,
                environment: ["VERBIO_CONTEXT_SUMMARY": "4", "VERBIO_PROVIDERS_SCENARIOS": product.folder.path]),
            product)
        let summaries = try Self.log(product.folder.appending(path: "reference.calls")).count {
            $0.verb == "begin" && $0.stage == "summary"
        }
        #expect(summaries >= 8, "summaries all along")
    }

    /// A scenario in which each utterance says something of three clauses that no other says.
    private static var talkative: String {
        let rules = (1...60).map { number in
            """
                - when: {utterance: \(number)}
                  fault: hallucinate
                  text: "Tomorrow the family market street \(number)1 price, good friend coffee water train \(number)2 city. \
            Night music book house answer number \(number)3."
            """
        }
        return """
            recognition:
              latency: 6
              jitter: 0.5
              faults:
            \(rules.joined(separator: "\n"))
            translation:
              latency: 3
              jitter: 0.5
              pieces: 12
              tokenPace: 1
            synthesis:
              latency: 4
              jitter: 0.5
              pieces: 2
            """
    }

    private static func kill(_ subject: Subject, _ product: Product) async throws {
        // What an uninterrupted run gives.
        let wanted = product.folder.appending(path: "wanted")
        let reference = try await product.run(
            subject.arguments(wanted),
            environment: Self.environment.merging(subject.environment) { $1 }.merging([
                "VERBIO_STORE_PATH": product.folder.path + "/reference",
                "VERBIO_SIM_CALL_LOG": product.folder.path + "/reference.calls",
            ]) { $1 })
        #expect(reference.code == 0, "\(reference.errors)")
        let calls = try Self.log(product.folder.appending(path: "reference.calls"))
        let begun = calls.filter { $0.verb == "begin" }
        #expect(begun.count == Set(begun).count, "an uninterrupted run repeats nothing")
        let utterances = try Self.utteranceCount(wanted)
        #expect(utterances >= 40)

        var generator = SplitMix64(seed: 20_261_120)
        for round in 0..<subject.rounds {
            let point = Int.random(in: 0...calls.count, using: &generator)
            try await Self.killAndFinish(product, subject, after: point, round: round, wanted: wanted, begun.count)
        }
    }

    private static func killAndFinish(
        _ product: Product, _ subject: Subject, after point: Int, round: Int, wanted: URL, _ callCount: Int
    ) async throws {
        let log = product.folder.appending(path: "\(round).calls")
        let output = product.folder.appending(path: "\(round).out")
        let variables = environment.merging(subject.environment) { $1 }.merging([
            "VERBIO_STORE_PATH": product.folder.path + "/\(round).store", "VERBIO_SIM_CALL_LOG": log.path,
        ]) { $1 }
        let running = try product.start(subject.arguments(output), environment: variables)
        await running.wait { lineCount(log) >= point }
        Foundation.kill(running.pid, SIGKILL)
        _ = try await running.end()
        let before = try Self.log(log)

        // What nothing was begun of cannot be resumed.
        let isResumed = point > 0 && !round.isMultiple(of: 2)
        let finished = try await product.run(
            isResumed ? ["resume", "--quiet"] : subject.arguments(output), environment: variables)
        #expect(finished.code == 0, "round \(round), killed after \(point) lines: \(finished.errors)")
        for file in try FileManager.default.contentsOfDirectory(atPath: wanted.path) {
            let (left, right) = (
                try Data(contentsOf: wanted.appending(path: file)), try Data(contentsOf: output.appending(path: file))
            )
            let same = file.hasSuffix(".json") ? try withoutTimings(left) == withoutTimings(right) : left == right
            #expect(same, "round \(round), killed after \(point) lines: \(file) differs")
        }
        let all = try Self.log(log).filter { $0.verb == "begin" }
        let repeated = all.count - Set(all).count
        #expect(Set(all).count == callCount, "round \(round): a call is missing")
        // A call keeps its place until its answer is committed, so no more can be open than may run at once.
        #expect(repeated <= callsInFlight, "round \(round): \(repeated) calls repeated")
        // An answer is committed with the next call of its utterance, so one that was followed by such a call must not be
        // asked for again.
        var settled: Set<String> = []
        for (place, call) in before.enumerated()
        where call.verb == "end" && subject.earlierStages.contains(call.stage) {
            let isFollowed = before[(place + 1)...].contains { next in
                next.verb == "begin" && next.utterance == call.utterance && next.stage != call.stage
            }
            if isFollowed { settled.insert(call.request) }
        }
        let again = try Self.log(log).dropFirst(before.count).filter {
            $0.verb == "begin" && settled.contains($0.request)
        }
        #expect(again.isEmpty, "round \(round): finished calls were made again: \(again)")
        try FileManager.default.removeItem(at: output)
    }

    /// The bundled sample seven times, each time a little quieter, so that no two utterances have the same samples.
    static func longRecording() throws -> Data {
        let once = try SpeechFixtures.sample()
        var all: [Int16] = []
        for step in 0..<7 {
            let gain = 1 - Float(step) * 0.03
            all += once.map { Int16(Float($0) * gain) }
        }
        return Data(SpeechFixtures.wav(all))
    }

    private static func utteranceCount(_ folder: URL) throws -> Int {
        let object = try JSONSerialization.jsonObject(
            with: Data(contentsOf: folder.appending(path: "talk.es.json")))
        return ((object as? [String: Any])?["utterances"] as? [Any])?.count ?? 0
    }

    static func lineCount(_ file: URL) -> Int {
        guard let data = try? Data(contentsOf: file) else { return 0 }
        return data.count { $0 == UInt8(ascii: "\n") }
    }

    /// `begin|end|fail <ms> <stage> <conversation> <utterance> <request hash> <attempt>`
    static func log(_ file: URL) throws -> [Call] {
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        return try text.split(separator: "\n").map { line in
            let fields = line.split(separator: " ").map(String.init)
            try #require(fields.count >= 6, "unreadable line in the call log: \(line)")
            return Call(
                verb: fields[0], stage: fields[2], utterance: fields[4],
                request: "\(fields[2]) \(fields[4]) \(fields[5])")
        }
    }
}
